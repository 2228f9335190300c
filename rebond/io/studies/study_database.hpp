// The rows of a study in SQLite.
//
// Table `cases` has one row per case: case_index, one column per axis under its dotted key, status, reason,
// and the summary's scalars under their dotted names. Its contents depend on nothing but the study: not on
// threads, order, interruptions. Table `crossings` is what a bisection has found: the axes' values, low, high
// and, where it is not resolved, the reason. Table `study` says which study it is, as key and value.
//
// Rows go in by transactions into a write-ahead log, so that a process killed at any moment leaves every row
// that was added. A power failure may take the last of them, never more. A finished study is one plain file.
#pragma once

#include "rebond/io/studies/sqlite.hpp"
#include "rebond/studies/bisection.hpp"
#include "rebond/studies/workers/crew.hpp"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace rebond {

struct StudyRecord {
    std::string study = {};           // text of the study file
    std::string base = {};            // text of the base scene; empty if the study holds it
    std::string overrides = {};       // of the base scene, "KEY=VALUE", one line each
    std::string effective_base = {};  // a case with all its values
    std::string axes = {};            // in words, one line each
    std::string bisection = {};       // empty without one
    std::string fingerprint = {};
    std::string version = {};
    std::string revision = {};
    std::uint64_t grid_cases = 0;
    bool is_finished = false;
    std::vector<std::string> keys = {};     // of the axes
    std::vector<std::string> columns = {};  // of the summary
};

class StudyDatabase {
public:
    // A new one; in memory if `path` is empty.
    StudyDatabase(const std::string& path, const StudyRecord& record);

    // An existing one. Throws InputError if it holds no study.
    enum class Purpose { read, resume };
    StudyDatabase(const std::string& path, Purpose purpose);
    StudyDatabase(const StudyDatabase&) = delete;
    StudyDatabase& operator=(const StudyDatabase&) = delete;

    const StudyRecord& record() const { return record_; }

    // In one transaction.
    void add(const std::vector<CaseResult>& results);

    // Which of the indices below `count` have a row.
    std::vector<bool> stored(std::uint64_t count) const;
    std::uint64_t row_count() const;
    std::uint64_t row_count(std::uint64_t below) const;  // of indices below this

    // Of the rows whose status is ok, the number in a column; nothing where there is no such row or no
    // number.
    struct Entry {
        bool is_stored = false;
        std::optional<double> number;
    };
    Entry entry(std::uint64_t index, const std::string& column) const;

    // The same for all indices below `count`; not a number where there is none.
    std::vector<double> numbers(const std::string& column, std::uint64_t count) const;

    struct StatusCount {
        std::string status;
        std::uint64_t count = 0;
        std::string first_reason;
        std::uint64_t first_index = 0;
    };
    std::vector<StatusCount> statuses() const;

    // Every column of a row, in the order of column_names().
    std::vector<std::string> column_names() const;
    void for_each_row(const std::function<void(const std::vector<Value>&)>& visit) const;

    // Only the rows that are chosen, counted in the same order; `chosen` may be shorter than they are many.
    void for_each_row(const std::vector<bool>& chosen,
                      const std::function<void(const std::vector<Value>&)>& visit) const;

    // Those columns of the rows that are ok, by case index.
    void for_each_good_row(const std::vector<std::string>& columns,
                           const std::function<void(const std::vector<Value>&)>& visit) const;

    // Takes over the texts of the same study, and another bisection, if there are no rows of the recorded one
    // yet.
    void take_over(const StudyRecord& record);

    // All rows are there, and these crossings among them.
    void finish(const std::vector<Crossing>& crossings);

    // Of a finished study; in one begun by an older program, none.
    std::vector<Crossing> crossings() const;

private:
    void prepare_insertion();
    void keep(const std::vector<Crossing>& crossings);
    void read_record();
    void note(const std::string& key, const Value& value);

    SqliteConnection connection_;
    StudyRecord record_;
    std::unique_ptr<SqliteStatement> insertion_;
};

// Whether a file is the database of a study.
bool is_study_database(const std::string& path);

// Whether a file has nothing in it yet: a study killed before its database was made leaves one like that.
bool is_blank_database(const std::string& path);

}  // namespace rebond
