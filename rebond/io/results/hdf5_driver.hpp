// How HDF5 reaches a file that is being written.
//
// HDF5 cannot close a file it cannot write to: on a full disk it keeps the half-closed file, and the
// program crashes when it ends. So this driver never lets HDF5 know. It remembers the first failure,
// writes nothing from then on and says that all is well; whoever called HDF5 asks for the failure.
#pragma once

#include <hdf5.h>

namespace rebond {

// Makes files created with the property list `access` use the driver. `failure` gets the errno of
// the first failure, must be zero before and must outlive the file. False if HDF5 refuses.
[[nodiscard]] bool use_driver(hid_t access, int& failure);

}  // namespace rebond
