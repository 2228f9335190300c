#include "rebond/io/studies/sqlite.hpp"

#include "rebond/core/error.hpp"
#include "rebond/io/files/system_reason.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <sqlite3.h>
#include <utility>

namespace rebond {
namespace {

constexpr int patience = 5000;  // [ms] for another process to finish with the file

}  // namespace

SqliteConnection::SqliteConnection(const std::string& path, Mode mode) : path_(path)
{
    const int flags = mode == Mode::read    ? SQLITE_OPEN_READONLY
                      : mode == Mode::write ? SQLITE_OPEN_READWRITE
                                            : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    if (sqlite3_open_v2(path.c_str(), &handle_, flags, nullptr) != SQLITE_OK) {
        const std::string reason = handle_ != nullptr ? sqlite3_errmsg(handle_) : "out of memory";
        sqlite3_close(handle_);
        throw FileError(fmt::format("{}: error: {}", path, reason));
    }
    sqlite3_busy_timeout(handle_, patience);
}

SqliteConnection::~SqliteConnection()
{
    sqlite3_close(handle_);
}

SqliteConnection::SqliteConnection(SqliteConnection&& other) noexcept
    : path_(std::move(other.path_)), handle_(std::exchange(other.handle_, nullptr))
{
}

void SqliteConnection::execute(const std::string& sql)
{
    if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

void SqliteConnection::fail() const
{
    const bool is_full = sqlite3_errcode(handle_) == SQLITE_FULL || sqlite3_system_errno(handle_) == ENOSPC;
    throw FileError(
        fmt::format("{}: error: {}", path_, is_full ? system_reason(ENOSPC) : sqlite3_errmsg(handle_)));
}

SqliteStatement::SqliteStatement(const SqliteConnection& connection, const std::string& sql)
    : connection_(connection)
{
    if (sqlite3_prepare_v2(connection.handle(), sql.c_str(), -1, &handle_, nullptr) != SQLITE_OK)
        connection.fail();
}

SqliteStatement::~SqliteStatement()
{
    sqlite3_finalize(handle_);
}

void SqliteStatement::bind(int parameter, const Value& value)
{
    struct Bind {
        sqlite3_stmt* handle;
        int parameter;

        int operator()(std::monostate) const { return sqlite3_bind_null(handle, parameter); }
        int operator()(bool flag) const { return sqlite3_bind_int(handle, parameter, flag ? 1 : 0); }
        int operator()(std::int64_t number) const { return sqlite3_bind_int64(handle, parameter, number); }
        int operator()(double number) const { return sqlite3_bind_double(handle, parameter, number); }
        int operator()(const std::string& text) const
        {
            return sqlite3_bind_text(handle, parameter, text.data(), static_cast<int>(text.size()),
                                     SQLITE_TRANSIENT);
        }
        int operator()(const Composite& composite) const { return (*this)(composite.text); }
    };
    if (std::visit(Bind{handle_, parameter}, value) != SQLITE_OK) connection_.fail();
}

bool SqliteStatement::step()
{
    const int code = sqlite3_step(handle_);
    if (code != SQLITE_ROW && code != SQLITE_DONE) connection_.fail();
    return code == SQLITE_ROW;
}

void SqliteStatement::reset()
{
    sqlite3_reset(handle_);
}

Value SqliteStatement::value(int column) const
{
    switch (sqlite3_column_type(handle_, column)) {
        case SQLITE_INTEGER:
            return integer(column);
        case SQLITE_FLOAT:
            return sqlite3_column_double(handle_, column);
        case SQLITE_NULL:
            return std::monostate{};
        default:
            return text(column);
    }
}

std::string SqliteStatement::text(int column) const
{
    const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
    return text == nullptr
               ? ""
               : std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column)));
}

std::int64_t SqliteStatement::integer(int column) const
{
    return sqlite3_column_int64(handle_, column);
}

std::string sql_name(std::string_view name)
{
    std::string quoted = "\"";
    for (const char c : name) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

}  // namespace rebond
