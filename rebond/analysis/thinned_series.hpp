// A series of points of unknown length in bounded memory.
//
// Every stride-th point is kept; when the memory is full the stride doubles and every other kept
// point goes, so what remains is always an even thinning of all that came. Pinned points stay
// whatever the stride, until they fill more than half of the memory: then they are thinned alike.
// The newest point is always kept. Appending allocates nothing.
#pragma once

#include "rebond/core/error.hpp"

#include <cstddef>
#include <optional>
#include <vector>

namespace rebond {

template <typename Point>
class ThinnedSeries {
public:
    explicit ThinnedSeries(std::size_t most) : most_(most)
    {
        require(most >= 4, "a thinned series keeps at least four points");
        kept_.reserve(most);
    }

    void append(const Point& point)
    {
        settle();
        newest_ = Entry{point, appended_++, std::nullopt};
    }

    // Pins the point appended last.
    void pin_newest()
    {
        if (newest_ && !newest_->pin) newest_->pin = pinned_++;
    }

    // In the order they came, `most` at most.
    std::vector<Point> points() const
    {
        std::vector<Point> all;
        all.reserve(kept_.size() + 1);
        for (const Entry& entry : kept_) all.push_back(entry.point);
        if (newest_) all.push_back(newest_->point);
        return all;
    }

private:
    struct Entry {
        Point point;
        long number = 0;          // among all points appended
        std::optional<long> pin;  // its number among the pinned
    };

    bool is_worth_keeping(const Entry& entry) const
    {
        return entry.number % stride_ == 0 || (entry.pin && *entry.pin % pin_stride_ == 0);
    }

    // Moves the newest point to the kept ones, or drops it, and leaves room for the next.
    void settle()
    {
        if (!newest_ || !is_worth_keeping(*newest_)) return;
        kept_.push_back(*newest_);
        while (kept_.size() >= most_) thin();
    }

    void thin()
    {
        std::size_t pins = 0;
        for (const Entry& entry : kept_) pins += entry.pin && *entry.pin % pin_stride_ == 0 ? 1 : 0;
        if (pins > most_ / 2) pin_stride_ *= 2;
        stride_ *= 2;
        std::erase_if(kept_, [this](const Entry& entry) { return !is_worth_keeping(entry); });
    }

    std::size_t most_;
    std::vector<Entry> kept_;
    std::optional<Entry> newest_;
    long appended_ = 0;
    long pinned_ = 0;
    long stride_ = 1;
    long pin_stride_ = 1;
};

}  // namespace rebond
