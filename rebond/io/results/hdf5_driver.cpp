#include "rebond/io/results/hdf5_driver.hpp"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <iterator>
#include <limits>
#include <unistd.h>

namespace rebond {
namespace {

// What HDF5 carries from the property list to open().
struct Info {
    int* failure = nullptr;
};

// HDF5 knows the file by its first member.
struct File {
    H5FD_t common;
    int descriptor;
    haddr_t end_of_addresses;
    haddr_t end_of_file;
    int* failure;
};

File& of(H5FD_t* file)
{
    return *reinterpret_cast<File*>(file);
}
const File& of(const H5FD_t* file)
{
    return *reinterpret_cast<const File*>(file);
}

H5FD_t* open_file(const char* name, unsigned /*flags*/, hid_t access, haddr_t /*most*/)
{
    const auto* info = static_cast<const Info*>(H5Pget_driver_info(access));
    if (info == nullptr) return nullptr;
    const int descriptor = ::open(name, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    if (descriptor < 0) {
        *info->failure = errno;
        return nullptr;
    }
    File* const file = new File{};
    file->descriptor = descriptor;
    file->failure = info->failure;
    return &file->common;
}

herr_t close_file(H5FD_t* handle)
{
    File& file = of(handle);
    if (::close(file.descriptor) != 0 && *file.failure == 0) *file.failure = errno;
    delete &file;
    return 0;
}

herr_t query(const H5FD_t* /*file*/, unsigned long* flags)
{
    *flags = H5FD_FEAT_AGGREGATE_METADATA | H5FD_FEAT_ACCUMULATE_METADATA | H5FD_FEAT_DATA_SIEVE |
             H5FD_FEAT_AGGREGATE_SMALLDATA;
    return 0;
}

haddr_t end_of_addresses(const H5FD_t* file, H5FD_mem_t /*type*/)
{
    return of(file).end_of_addresses;
}

herr_t set_end_of_addresses(H5FD_t* file, H5FD_mem_t /*type*/, haddr_t end)
{
    of(file).end_of_addresses = end;
    return 0;
}

haddr_t end_of_file(const H5FD_t* file, H5FD_mem_t /*type*/)
{
    return of(file).end_of_file;
}

herr_t read_bytes(H5FD_t* handle, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at, std::size_t size,
                  void* out)
{
    const File& file = of(handle);
    auto* bytes = static_cast<char*>(out);
    while (size > 0) {
        const ssize_t got = ::pread(file.descriptor, bytes, size, static_cast<off_t>(at));
        if (got < 0 && errno == EINTR) continue;
        if (got < 0) {
            if (*file.failure == 0) *file.failure = errno;
            return -1;
        }
        if (got == 0) {  // what was never written reads as zeros
            std::memset(bytes, 0, size);
            return 0;
        }
        bytes += got;
        at += static_cast<haddr_t>(got);
        size -= static_cast<std::size_t>(got);
    }
    return 0;
}

herr_t write_bytes(H5FD_t* handle, H5FD_mem_t /*type*/, hid_t /*transfer*/, haddr_t at, std::size_t size,
                   const void* in)
{
    File& file = of(handle);
    const auto* bytes = static_cast<const char*>(in);
    file.end_of_file = std::max(file.end_of_file, at + size);
    while (size > 0 && *file.failure == 0) {
        const ssize_t written = ::pwrite(file.descriptor, bytes, size, static_cast<off_t>(at));
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            *file.failure = errno;
            break;
        }
        bytes += written;
        at += static_cast<haddr_t>(written);
        size -= static_cast<std::size_t>(written);
    }
    return 0;
}

herr_t truncate_file(H5FD_t* handle, hid_t /*transfer*/, hbool_t /*closing*/)
{
    File& file = of(handle);
    if (*file.failure == 0 && file.end_of_file != file.end_of_addresses &&
        ::ftruncate(file.descriptor, static_cast<off_t>(file.end_of_addresses)) != 0)
        *file.failure = errno;
    file.end_of_file = file.end_of_addresses;
    return 0;
}

H5FD_class_t driver_class()
{
    H5FD_class_t driver{};
    driver.name = "rebond";
    driver.maxaddr = static_cast<haddr_t>(std::numeric_limits<off_t>::max());
    driver.fc_degree = H5F_CLOSE_WEAK;
    driver.fapl_size = sizeof(Info);
    driver.open = open_file;
    driver.close = close_file;
    driver.query = query;
    driver.get_eoa = end_of_addresses;
    driver.set_eoa = set_end_of_addresses;
    driver.get_eof = end_of_file;
    driver.read = read_bytes;
    driver.write = write_bytes;
    driver.truncate = truncate_file;
    constexpr H5FD_mem_t small_and_raw[] = H5FD_FLMAP_DICHOTOMY;
    std::copy(std::begin(small_and_raw), std::end(small_and_raw), driver.fl_map);
    return driver;
}

// Registered once and never unregistered: HDF5 frees a driver without users while it still closes the
// last file through it.
hid_t registered_driver()
{
    static const hid_t id = [] {
        const H5FD_class_t driver = driver_class();
        return H5FDregister(&driver);
    }();
    return id;
}

}  // namespace

bool use_driver(hid_t access, int& failure)
{
    const hid_t driver = registered_driver();
    const Info info{&failure};
    return driver >= 0 && H5Pset_driver(access, driver, &info) >= 0;
}

}  // namespace rebond
