#include "rebond/io/results/hdf5.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/system_reason.hpp"
#include "rebond/io/results/hdf5_driver.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

namespace rebond {
namespace {

constexpr std::size_t buffer_bytes = 262144;
constexpr std::size_t most_buffered_rows = 1024;
constexpr std::size_t metadata_bytes = 1048576;

// HDF5 prints its error stack unless told not to; the setting is the application's, so it is put back.
class Silence {
public:
    Silence()
    {
        H5Eget_auto2(H5E_DEFAULT, &print_, &data_);
        H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr);
    }
    ~Silence() { H5Eset_auto2(H5E_DEFAULT, print_, data_); }
    Silence(const Silence&) = delete;
    Silence& operator=(const Silence&) = delete;

private:
    H5E_auto2_t print_ = nullptr;
    void* data_ = nullptr;
};

// The stack's innermost record: the system's word where it names an errno, else HDF5's.
std::string reason()
{
    std::string text;
    const auto innermost = [](unsigned depth, const H5E_error2_t* record, void* out) -> herr_t {
        if (depth == 0 && record->desc != nullptr) *static_cast<std::string*>(out) = record->desc;
        return 0;
    };
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_UPWARD, innermost, &text);
    constexpr std::string_view mark = "errno = ";
    const std::size_t at = text.find(mark);
    if (at == std::string::npos) return text.empty() ? "HDF5 gives no reason" : text;
    return system_reason(std::atoi(text.c_str() + at + mark.size()));
}

[[noreturn]] void refuse(const std::string& path, std::string_view what, std::string_view why)
{
    throw FileError(fmt::format("{}: {}: {}", path, what, why));
}

// Of a file being written: HDF5 does not know when writing has failed, its driver does.
void require_written(const std::string& path, int failure)
{
    if (failure != 0) refuse(path, "cannot write", system_reason(failure));
}

// What `call` returns, which HDF5 makes negative when it failed.
template <typename Call>
auto checked(const std::string& path, std::string_view what, Call call)
{
    const Silence silence;
    const auto result = call();
    if (result < 0) refuse(path, what, reason());
    return result;
}

H5Handle new_property_list(hid_t kind)
{
    return {H5Pcreate(kind), H5Pclose};
}

// After it has met a damaged file HDF5 does not succeed in tidying up when the program ends, and says
// so on standard error. Our files are closed by then; the rest is the system's.
void leave_without_ceremony()
{
    H5dont_atexit();
}

// Left alone, HDF5 keeps up to 32 MB of its indices in memory and 1 MB of each dataset's chunks, which
// we write whole and never look at again.
void limit_caches(hid_t access)
{
    H5AC_cache_config_t config{};
    config.version = H5AC__CURR_CACHE_CONFIG_VERSION;
    H5Pget_mdc_config(access, &config);
    config.set_initial_size = 1;
    config.initial_size = metadata_bytes;
    config.min_size = metadata_bytes;
    config.max_size = metadata_bytes;
    H5Pset_mdc_config(access, &config);
    H5Pset_cache(access, 0, 0, 0, 0.0);
}

H5Handle text_type(std::size_t bytes)
{
    H5Handle type(H5Tcopy(H5T_C_S1), H5Tclose);
    H5Tset_size(type, std::max<std::size_t>(1, bytes));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    return type;
}

// As a text of fixed length: those of variable length are kept in HDF5's global heap, which has no
// checksums, and a damaged one makes the library read and write out of bounds.
void write_text_to(hid_t object, const std::string& path, const char* name, std::string_view text)
{
    const H5Handle type = text_type(text.size());
    const H5Handle scalar(H5Screate(H5S_SCALAR), H5Sclose);
    const H5Handle attribute(
        checked(path, "cannot write",
                [&] { return H5Acreate2(object, name, type, scalar, H5P_DEFAULT, H5P_DEFAULT); }),
        H5Aclose);
    const char* const bytes = text.empty() ? "" : text.data();
    checked(path, "cannot write", [&] { return H5Awrite(attribute, type, bytes); });
}

// No text or dataset of ours is longer; a damaged length may be.
hsize_t file_bytes(hid_t file)
{
    hsize_t bytes = 0;
    H5Fget_filesize(file, &bytes);
    return bytes;
}

// Each field of `memory` is in `file`, and numbers are numbers of the same kind.
bool is_readable_as(hid_t memory, hid_t file)
{
    const H5T_class_t kind = H5Tget_class(memory);
    if (H5Tget_class(file) != kind) return false;
    if (kind != H5T_COMPOUND) return true;
    const int fields = H5Tget_nmembers(memory);
    for (int i = 0; i < fields; ++i) {
        char* const name = H5Tget_member_name(memory, static_cast<unsigned>(i));
        const int there = H5Tget_member_index(file, name);
        H5free_memory(name);
        if (there < 0) return false;
        const H5Handle ours(H5Tget_member_type(memory, static_cast<unsigned>(i)), H5Tclose);
        const H5Handle theirs(H5Tget_member_type(file, static_cast<unsigned>(there)), H5Tclose);
        if (!is_readable_as(ours, theirs)) return false;
    }
    return true;
}

std::string read_text_of(hid_t owner, hid_t file, const std::string& path, const char* name)
{
    const Silence silence;
    const std::string what = fmt::format("cannot read attribute `{}`", name);
    if (checked(path, what, [&] { return H5Aexists(owner, name); }) == 0)
        refuse(path, "not a rebond result", fmt::format("it has no attribute `{}`", name));
    const H5Handle attribute(checked(path, what, [&] { return H5Aopen(owner, name, H5P_DEFAULT); }),
                             H5Aclose);
    const H5Handle stored(checked(path, what, [&] { return H5Aget_type(attribute); }), H5Tclose);
    const H5Handle space(checked(path, what, [&] { return H5Aget_space(attribute); }), H5Sclose);
    const std::size_t bytes = H5Tget_size(stored);
    if (H5Tget_class(stored) != H5T_STRING || H5Tis_variable_str(stored) != 0 ||
        H5Sget_simple_extent_npoints(space) != 1 || bytes > file_bytes(file))
        refuse(path, what, "it is not a text as in a rebond result");
    std::string text(bytes, '\0');
    checked(path, what, [&] { return H5Aread(attribute, text_type(bytes), text.data()); });
    text.erase(text.find_last_not_of('\0') + 1);
    return text;
}

}  // namespace

H5Handle& H5Handle::operator=(H5Handle&& other) noexcept
{
    if (this == &other) return *this;
    reset();
    id_ = std::exchange(other.id_, -1);
    close_ = other.close_;
    return *this;
}

void H5Handle::reset()
{
    if (id_ < 0) return;
    const Silence silence;
    close_(std::exchange(id_, -1));
}

H5File H5File::create(const std::string& path, const std::string& shown)
{
    leave_without_ceremony();
    H5File created;
    created.path_ = shown;
    const H5Handle access = new_property_list(H5P_FILE_ACCESS);
    checked(shown, "cannot create",
            [&] { return H5Pset_libver_bounds(access, H5F_LIBVER_V110, H5F_LIBVER_V110); });
    require(use_driver(access, *created.failure_), "HDF5 takes a file driver");
    limit_caches(access);
    const Silence silence;
    created.file_ = H5Handle(H5Fcreate(path.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
    require_written(shown, *created.failure_);
    if (created.file_ < 0) refuse(shown, "cannot create", reason());
    return created;
}

H5File H5File::open(const std::string& path)
{
    leave_without_ceremony();
    // HDF5 takes whatever is not there or not readable for something that is not HDF5.
    if (::access(path.c_str(), R_OK) != 0) refuse(path, "cannot read", system_reason(errno));
    const htri_t is_hdf5 = checked(path, "cannot read", [&] { return H5Fis_hdf5(path.c_str()); });
    if (is_hdf5 == 0) refuse(path, "cannot read", "not an HDF5 file");
    const hid_t id = checked(path, "cannot read, damaged",
                             [&] { return H5Fopen(path.c_str(), H5F_ACC_RDONLY, H5P_DEFAULT); });
    H5File opened;
    opened.path_ = path;
    opened.file_ = H5Handle(id, H5Fclose);
    return opened;
}

void H5File::write_text(const char* attribute, std::string_view text) const
{
    write_text_to(file_, path_, attribute, text);
    require_written(path_, *failure_);
}

std::string H5File::read_text(const char* name) const
{
    return read_text_of(file_, file_, path_, name);
}

bool H5File::has_text(const char* name) const
{
    return checked(path_, "cannot read", [&] { return H5Aexists(file_, name); }) > 0;
}

std::vector<H5Dataset> H5File::datasets() const
{
    const Silence silence;
    std::vector<std::string> names;
    const auto gather = [](hid_t, const char* name, const H5L_info_t*, void* out) -> herr_t {
        static_cast<std::vector<std::string>*>(out)->emplace_back(name);
        return 0;
    };
    checked(path_, "cannot read",
            [&] { return H5Lvisit(file_, H5_INDEX_NAME, H5_ITER_INC, gather, &names); });

    std::vector<H5Dataset> datasets;
    for (const std::string& name : names) {
        const std::string what = fmt::format("cannot read `{}`", name);
        const H5Handle object(checked(path_, what, [&] { return H5Oopen(file_, name.c_str(), H5P_DEFAULT); }),
                              H5Oclose);
        if (H5Iget_type(object) != H5I_DATASET) continue;
        const H5Handle space(checked(path_, what, [&] { return H5Dget_space(object); }), H5Sclose);
        const int rank = checked(path_, what, [&] { return H5Sget_simple_extent_ndims(space); });
        std::vector<hsize_t> extent(static_cast<std::size_t>(rank));
        H5Sget_simple_extent_dims(space, extent.data(), nullptr);
        const bool has_unit = H5Aexists(object, "unit") > 0;
        datasets.push_back({.name = name,
                            .extent = {extent.begin(), extent.end()},
                            .unit = has_unit ? read_text_of(object, file_, path_, "unit") : ""});
    }
    return datasets;
}

void H5File::close()
{
    checked(path_, "cannot write", [&] { return H5Fclose(file_.release()); });
    require_written(path_, *failure_);
}

H5RowType H5RowType::real()
{
    return {H5Handle(H5Tcopy(H5T_NATIVE_DOUBLE), H5Tclose), H5Handle(H5Tcopy(H5T_IEEE_F64LE), H5Tclose),
            sizeof(double)};
}

H5RowType H5RowType::whole()
{
    return {H5Handle(H5Tcopy(H5T_NATIVE_INT64), H5Tclose), H5Handle(H5Tcopy(H5T_STD_I64LE), H5Tclose),
            sizeof(std::int64_t)};
}

H5RowType record_type(std::size_t size, const std::vector<H5Field>& fields)
{
    H5RowType type{H5Handle(H5Tcreate(H5T_COMPOUND, size), H5Tclose),
                   H5Handle(H5Tcreate(H5T_COMPOUND, size), H5Tclose), size};
    for (const auto& [name, offset, memory, file] : fields) {
        H5Tinsert(type.memory, name, offset, memory);
        H5Tinsert(type.file, name, offset, file);
    }
    H5Tpack(type.file);
    return type;
}

H5Rows::H5Rows(const H5File& file, const char* name, const char* unit, H5RowType type, std::size_t width,
               bool is_matrix)
    : path_(file.path()),
      failure_(file.failure()),
      type_(std::move(type)),
      width_(width),
      is_matrix_(is_matrix)
{
    const std::size_t row_bytes = std::max<std::size_t>(1, width_ * type_.size);
    capacity_ = std::clamp<std::size_t>(buffer_bytes / row_bytes, 1, most_buffered_rows);
    buffer_.resize(capacity_ * row_bytes);

    // One chunk is one full buffer. HDF5 has no chunks of width zero, so a matrix without columns
    // gets chunks wider than itself.
    const int rank = is_matrix_ ? 2 : 1;
    const std::array<hsize_t, 2> none = {0, width_};
    const std::array<hsize_t, 2> most = {H5S_UNLIMITED, width_ == 0 ? H5S_UNLIMITED : width_};
    const std::array<hsize_t, 2> chunk = {capacity_, std::max<std::size_t>(1, width_)};
    const H5Handle space(H5Screate_simple(rank, none.data(), most.data()), H5Sclose);
    const H5Handle layout = new_property_list(H5P_DATASET_CREATE);
    checked(path_, "cannot write", [&] { return H5Pset_chunk(layout, rank, chunk.data()); });
    checked(path_, "cannot write", [&] { return H5Pset_fletcher32(layout); });
    const H5Handle link = new_property_list(H5P_LINK_CREATE);
    checked(path_, "cannot write", [&] { return H5Pset_create_intermediate_group(link, 1); });
    const hid_t id = checked(path_, "cannot write", [&] {
        return H5Dcreate2(file.id(), name, type_.file, space, link, layout, H5P_DEFAULT);
    });
    dataset_ = H5Handle(id, H5Dclose);
    write_text_to(dataset_, path_, "unit", unit);
    require_written(path_, *failure_);
}

void H5Rows::append(const void* row)
{
    if (buffered_ == capacity_) flush();
    const std::size_t row_bytes = width_ * type_.size;
    if (row_bytes > 0) std::memcpy(buffer_.data() + buffered_ * row_bytes, row, row_bytes);
    ++buffered_;
}

void* H5Rows::last()
{
    require(buffered_ > 0, "a row to change");
    return buffer_.data() + (buffered_ - 1) * width_ * type_.size;
}

void H5Rows::finish()
{
    flush();
    dataset_.reset();
}

void H5Rows::flush()
{
    if (buffered_ == 0) return;
    const int rank = is_matrix_ ? 2 : 1;
    const std::array<hsize_t, 2> first = {written_, 0};
    const std::array<hsize_t, 2> count = {buffered_, width_};
    const std::array<hsize_t, 2> extent = {written_ + buffered_, width_};
    checked(path_, "cannot write", [&] { return H5Dset_extent(dataset_, extent.data()); });
    if (width_ > 0) {
        const H5Handle memory(H5Screate_simple(rank, count.data(), nullptr), H5Sclose);
        const H5Handle space(H5Dget_space(dataset_), H5Sclose);
        H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), nullptr, count.data(), nullptr);
        checked(path_, "cannot write",
                [&] { return H5Dwrite(dataset_, type_.memory, memory, space, H5P_DEFAULT, buffer_.data()); });
    }
    require_written(path_, *failure_);
    written_ += buffered_;
    buffered_ = 0;
}

H5Source::H5Source(const H5File& file, const char* name, H5RowType type, bool is_matrix)
    : path_(file.path()), name_(name), type_(std::move(type)), is_matrix_(is_matrix)
{
    const Silence silence;
    const std::string what = fmt::format("cannot read `{}`", name_);
    if (checked(path_, what, [&] { return H5Lexists(file.id(), name, H5P_DEFAULT); }) == 0)
        refuse(path_, "not a rebond result", fmt::format("it has no `{}`", name_));
    dataset_ =
        H5Handle(checked(path_, what, [&] { return H5Dopen2(file.id(), name, H5P_DEFAULT); }), H5Dclose);
    const H5Handle stored(checked(path_, what, [&] { return H5Dget_type(dataset_); }), H5Tclose);
    const H5Handle space(checked(path_, what, [&] { return H5Dget_space(dataset_); }), H5Sclose);
    const int rank = is_matrix_ ? 2 : 1;
    if (!is_readable_as(type_.memory, stored) || H5Sget_simple_extent_ndims(space) != rank)
        refuse(path_, what, "it has another shape or type than in a rebond result");
    std::array<hsize_t, 2> extent = {0, 1};
    H5Sget_simple_extent_dims(space, extent.data(), nullptr);

    // A damaged extent could ask for more memory than there is; rows are stored uncompressed.
    const hsize_t stored_bytes = std::min(H5Dget_storage_size(dataset_), file_bytes(file.id()));
    const hsize_t entry = std::max<hsize_t>(1, H5Tget_size(stored));
    if (extent[1] > 0 && extent[0] > stored_bytes / entry / extent[1])
        refuse(path_, what, "damaged: there are fewer bytes than rows");
    rows_ = extent[0];
    width_ = extent[1];
}

void H5Source::read(std::size_t first, std::size_t count, void* out) const
{
    require(first + count <= rows_, "rows within the dataset");
    if (count == 0 || width_ == 0) return;
    const std::string what = fmt::format("cannot read `{}`", name_);
    const int rank = is_matrix_ ? 2 : 1;
    const std::array<hsize_t, 2> from = {first, 0};
    const std::array<hsize_t, 2> extent = {count, width_};
    const H5Handle memory(H5Screate_simple(rank, extent.data(), nullptr), H5Sclose);
    const H5Handle space(checked(path_, what, [&] { return H5Dget_space(dataset_); }), H5Sclose);
    H5Sselect_hyperslab(space, H5S_SELECT_SET, from.data(), nullptr, extent.data(), nullptr);
    checked(path_, what, [&] { return H5Dread(dataset_, type_.memory, memory, space, H5P_DEFAULT, out); });
}

}  // namespace rebond
