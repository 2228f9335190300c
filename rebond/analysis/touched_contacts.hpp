// Which contacts had anything to do in a run, by name.
#pragma once

#include "rebond/contact/contact_name.hpp"
#include "rebond/integration/recorder.hpp"

#include <string>
#include <vector>

namespace rebond {

struct TouchedContact {
    std::string name = {};
    long impacts = 0;
    double impulse = 0.0;   // normal, of impacts and of sustained contact [N s]
    double friction = 0.0;  // likewise, along the plane of contact [N s]
};

// In the order in which they first touched.
class TouchedContacts {
public:
    explicit TouchedContacts(std::size_t contacts) : place_(contacts, nowhere)
    {
        touched_.reserve(contacts);  // so that steps allocate nothing
        contact_.reserve(contacts);
    }

    void impact(const Impact& impact) { ++entry(impact.contact).impacts; }
    void received(Index contact, double normal, double friction)
    {
        if (normal == 0.0 && friction == 0.0) return;
        TouchedContact& touched = entry(contact);
        touched.impulse += normal;
        touched.friction += friction;
    }

    // Named as the problem's contacts are.
    std::vector<TouchedContact> findings(const std::vector<Contact>& contacts) const
    {
        std::vector<TouchedContact> found = touched_;
        for (std::size_t i = 0; i < found.size(); ++i) found[i].name = contact_name(contacts, contact_[i]);
        return found;
    }

private:
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

    TouchedContact& entry(Index contact)
    {
        std::size_t& place = place_[static_cast<std::size_t>(contact)];
        if (place == nowhere) {
            place = touched_.size();
            touched_.emplace_back();
            contact_.push_back(contact);
        }
        return touched_[place];
    }

    std::vector<std::size_t> place_;       // of each contact in the next two
    std::vector<TouchedContact> touched_;  // without their names
    std::vector<Index> contact_;           // the contact that each of them is
};

}  // namespace rebond
