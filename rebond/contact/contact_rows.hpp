// The gradients of all contacts where the body is: constant ones once and for all, the others renewed with
// every place.
#pragma once

#include "rebond/contact/contact.hpp"

#include <vector>

namespace rebond {

class ContactRows {
public:
    // `contacts` must outlive it.
    explicit ContactRows(const std::vector<Contact>& contacts);

    // Where the body is from now on.
    void place(double t, const Vector& q)
    {
        for (const Index k : varying_) renew(k, t, q);
    }

    // Contacts whose gradient, or direction of sliding, is not constant.
    const std::vector<Index>& varying() const { return varying_; }
    bool varies(Index contact) const { return varies_[contact] != 0; }

    const Row& normal(Index contact) const { return rows_[contact].normal; }  // ∇φ
    const Row& slide(Index contact) const { return rows_[contact].slide; }

private:
    struct Rows {
        Row normal, slide;
    };
    void renew(Index contact, double t, const Vector& q);

    const std::vector<Contact>& contacts_;
    std::vector<Rows> rows_;
    std::vector<Index> varying_;
    std::vector<char> varies_;
};

}  // namespace rebond
