// HDF5 as far as result files need it: owned identifiers, texts as attributes, and datasets that
// grow by rows through a buffer of fixed size.
//
// Every failure is a FileError with the file's path and HDF5's innermost reason; the library itself
// prints nothing. Files are in the format of HDF5 1.10, whose structures, like our rows, carry
// checksums, so that damage is noticed and not read as numbers.
#pragma once

#include "rebond/io/results/hdf5_dataset.hpp"

#include <hdf5.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rebond {

// An HDF5 identifier with an owner.
class H5Handle {
public:
    using Close = herr_t (*)(hid_t);

    H5Handle() = default;
    H5Handle(hid_t id, Close close) : id_(id), close_(close) {}
    ~H5Handle() { reset(); }
    H5Handle(H5Handle&& other) noexcept : id_(std::exchange(other.id_, -1)), close_(other.close_) {}
    H5Handle& operator=(H5Handle&& other) noexcept;

    operator hid_t() const { return id_; }  // NOLINT: used as the identifier it is
    void reset();
    hid_t release() { return std::exchange(id_, -1); }

private:
    hid_t id_ = -1;
    Close close_ = nullptr;
};

class H5File {
public:
    // A new, empty file in place of whatever `path` was. Errors speak of `shown`.
    static H5File create(const std::string& path, const std::string& shown);

    // An existing file, for reading.
    static H5File open(const std::string& path);

    hid_t id() const { return file_; }
    const std::string& path() const { return path_; }

    // errno of the first failed write, of which HDF5 does not know (io/results/hdf5_driver.hpp); 0 if none.
    std::shared_ptr<const int> failure() const { return failure_; }

    void write_text(const char* attribute, std::string_view text) const;
    std::string read_text(const char* attribute) const;
    bool has_text(const char* attribute) const;

    // All of the file's, in the order of their names.
    std::vector<H5Dataset> datasets() const;

    // Writes all that is still in memory. Everything opened in the file must be gone.
    void close();

private:
    H5File() = default;

    std::shared_ptr<int> failure_ = std::make_shared<int>(0);  // errno of the first failed write
    H5Handle file_;
    std::string path_;  // as errors show it
};

// The type of a row's entries, in memory and in the file.
struct H5RowType {
    H5Handle memory;
    H5Handle file;
    std::size_t size = 0;  // of one entry in memory [bytes]

    static H5RowType real();
    static H5RowType whole();  // 64 bits
};

struct H5Field {
    const char* name;
    std::size_t offset;  // [bytes]
    hid_t memory;
    hid_t file;
};

// A struct of `size` bytes with these fields.
H5RowType record_type(std::size_t size, const std::vector<H5Field>& fields);

// A dataset under construction, with the groups on its way: [rows] of single entries or, with
// `is_matrix`, [rows × width]. Rows gather in a buffer and go to the file when the next row finds it
// full; the last row is therefore always in the buffer and may still be changed.
class H5Rows {
public:
    H5Rows(const H5File& file, const char* name, const char* unit, H5RowType type, std::size_t width = 1,
           bool is_matrix = false);

    // Copies one row. Allocates nothing unless the buffer was full.
    void append(const void* row);
    void* last();

    // Everything to the file; no more rows after this.
    void finish();

private:
    void flush();

    std::string path_;
    std::shared_ptr<const int> failure_;  // of the file, errno
    H5RowType type_;
    std::size_t width_ = 1;
    bool is_matrix_ = false;
    std::size_t capacity_ = 0;  // rows in the buffer
    std::size_t buffered_ = 0;  // rows
    std::size_t written_ = 0;   // rows
    std::vector<char> buffer_;
    H5Handle dataset_;
};

// A dataset to read, checked to be what is expected: rows of `type`, in one or two dimensions.
class H5Source {
public:
    H5Source(const H5File& file, const char* name, H5RowType type, bool is_matrix = false);

    std::size_t rows() const { return rows_; }
    std::size_t width() const { return width_; }
    void read(std::size_t first, std::size_t count, void* out) const;

private:
    std::string path_;
    std::string name_;
    H5RowType type_;
    bool is_matrix_ = false;
    std::size_t rows_ = 0;
    std::size_t width_ = 1;
    H5Handle dataset_;
};

}  // namespace rebond
