// What a dataset of an HDF5 file says of itself.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace rebond {

struct H5Dataset {
    std::string name;  // with its groups: energy/total
    std::vector<std::size_t> extent;
    std::string unit;  // empty if it does not say
};

}  // namespace rebond
