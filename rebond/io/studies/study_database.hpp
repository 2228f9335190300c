// The rows of a study in SQLite.
//
// Table `cases` has the rows of studies/case_store.hpp, and `points` what was observed in them. Table
// `crossings` is what a bisection has found: the axes' values, low, high and, where it is not resolved, the
// reason. Table `study` says which study it is, as key and value.
//
// Rows go in by transactions into a write-ahead log, so that a process killed at any moment leaves every row
// that was added. A power failure may take the last of them, never more. A finished study is one plain file.
#pragma once

#include "rebond/io/studies/sqlite.hpp"
#include "rebond/studies/case_store.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace rebond {

class StudyDatabase final : public CaseStore {
public:
    // A new one; in memory if `path` is empty.
    StudyDatabase(const std::string& path, const StudyRecord& record);

    // An existing one. Throws InputError if it holds no study.
    enum class Purpose { read, resume };
    StudyDatabase(const std::string& path, Purpose purpose);
    StudyDatabase(const StudyDatabase&) = delete;
    StudyDatabase& operator=(const StudyDatabase&) = delete;

    const StudyRecord& record() const override { return record_; }
    void add(const std::vector<CaseResult>& results) override;
    void for_each_row(const RowQuery& query, const VisitRow& visit) const override;
    void for_each_point(const VisitRow& visit) const override;
    std::uint64_t row_count(std::uint64_t below = std::numeric_limits<std::int64_t>::max()) const override;
    Entry entry(std::uint64_t index, const std::string& column) const override;
    std::vector<StatusCount> statuses() const override;
    void finish(const std::vector<Crossing>& crossings) override;

    // In a study begun by an older program, none.
    std::vector<Crossing> crossings() const override;

    // Takes over the texts of the same study, and another bisection, if there are no rows of the recorded one
    // yet.
    void take_over(const StudyRecord& record);

private:
    void prepare_insertion();
    void keep(const std::vector<Crossing>& crossings);
    void read_record();
    void note(const std::string& key, const Value& value);

    SqliteConnection connection_;
    StudyRecord record_;
    std::unique_ptr<SqliteStatement> insertion_;
    std::unique_ptr<SqliteStatement> point_insertion_;  // null if nothing is observed
};

// Whether a file is the database of a study.
bool is_study_database(const std::string& path);

// Whether a file has nothing in it yet: a study killed before its database was made leaves one like that.
bool is_blank_database(const std::string& path);

}  // namespace rebond
