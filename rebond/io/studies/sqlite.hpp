// Owners of SQLite's handles. Every failure is a FileError that names the file and SQLite's reason.
#pragma once

#include "rebond/studies/design/value.hpp"

#include <cstdint>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace rebond {

class SqliteConnection {
public:
    enum class Mode { read, write, create };

    // ":memory:" is a database of this process alone.
    SqliteConnection(const std::string& path, Mode mode);
    ~SqliteConnection();
    SqliteConnection(SqliteConnection&& other) noexcept;
    SqliteConnection& operator=(SqliteConnection&&) = delete;

    // Statements without results, separated by semicolons.
    void execute(const std::string& sql);

    sqlite3* handle() const { return handle_; }
    const std::string& path() const { return path_; }

    // Throws the FileError of the last call that failed.
    [[noreturn]] void fail() const;

private:
    std::string path_;
    sqlite3* handle_ = nullptr;
};

// A prepared statement. The connection must outlive it.
class SqliteStatement {
public:
    SqliteStatement(const SqliteConnection& connection, const std::string& sql);
    ~SqliteStatement();
    SqliteStatement(const SqliteStatement&) = delete;
    SqliteStatement& operator=(const SqliteStatement&) = delete;

    // Parameters are counted from 1.
    void bind(int parameter, const Value& value);

    // The next row of the result; false when there is none.
    bool step();

    // For another run with other parameters.
    void reset();

    // Columns are counted from 0.
    Value value(int column) const;
    std::string text(int column) const;
    std::int64_t integer(int column) const;

private:
    const SqliteConnection& connection_;
    sqlite3_stmt* handle_ = nullptr;
};

// A name as SQL writes it, whatever it holds.
std::string sql_name(std::string_view name);

}  // namespace rebond
