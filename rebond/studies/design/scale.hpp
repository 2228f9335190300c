// How values are spread along an axis.
#pragma once

namespace rebond {

enum class Scale {
    linear,
    logarithmic,  // equal ratios take equal lengths; only values > 0 have a place
};

}  // namespace rebond
