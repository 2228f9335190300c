// The tables of result.h5, as rows in memory and in the file.
#pragma once

#include "rebond/integration/recorder.hpp"
#include "rebond/io/files/matrix_market.hpp"
#include "rebond/io/results/hdf5.hpp"

#include <cstddef>

namespace rebond {

static_assert(sizeof(Index) == 8);

inline H5RowType impact_type()
{
    const auto real = [](const char* name, std::size_t offset) {
        return H5Field{name, offset, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE};
    };
    return record_type(sizeof(Impact),
                       {real("time", offsetof(Impact, time)),
                        real("end", offsetof(Impact, end)),
                        {"contact", offsetof(Impact, contact), H5T_NATIVE_INT64, H5T_STD_I64LE},
                        real("velocity_before", offsetof(Impact, velocity_before)),
                        real("velocity_after", offsetof(Impact, velocity_after)),
                        real("impulse", offsetof(Impact, impulse)),
                        real("energy_loss", offsetof(Impact, energy_loss)),
                        real("friction", offsetof(Impact, friction)),
                        real("peak_force", offsetof(Impact, peak_force))});
}

inline H5RowType sustained_type()
{
    const auto real = [](const char* name, std::size_t offset) {
        return H5Field{name, offset, H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE};
    };
    return record_type(sizeof(SustainedContact),
                       {real("start", offsetof(SustainedContact, start)),
                        real("end", offsetof(SustainedContact, end)),
                        {"contact", offsetof(SustainedContact, contact), H5T_NATIVE_INT64, H5T_STD_I64LE},
                        real("impulse", offsetof(SustainedContact, impulse)),
                        real("peak_force", offsetof(SustainedContact, peak_force))});
}

inline H5RowType entry_type()
{
    return record_type(sizeof(Entry), {{"row", offsetof(Entry, row), H5T_NATIVE_INT64, H5T_STD_I64LE},
                                       {"column", offsetof(Entry, column), H5T_NATIVE_INT64, H5T_STD_I64LE},
                                       {"value", offsetof(Entry, value), H5T_NATIVE_DOUBLE, H5T_IEEE_F64LE}});
}

}  // namespace rebond
