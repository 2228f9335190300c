// Where the rows of a study are kept: one for each case, under its index.
//
// A row has the columns case_index, the axes under their dotted keys, status, reason, and the summary's
// scalars under their dotted names. Rows depend on nothing but the study: not on threads, order,
// interruptions. Truth values are kept as 0 and 1, and values made of others as their text. What a study
// knows beside its rows is its record and, once it is finished, its crossings.
#pragma once

#include "rebond/studies/bisection.hpp"
#include "rebond/studies/workers/worker_pool.hpp"

#include <cstdint>
#include <functional>
#include <limits>
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
    std::vector<std::string> keys = {};           // of the axes
    std::vector<std::string> columns = {};        // of the summary
    std::vector<std::string> point_columns = {};  // beside case and number; empty if nothing is observed
};

// Which rows, and what of them.
struct RowQuery {
    std::vector<std::string> columns;
    bool is_ok_only = false;  // those whose status is ok
    const std::vector<bool>* chosen =
        nullptr;  // of them, counted by case index; those beyond its end are not
};

using VisitRow = std::function<void(const std::vector<Value>&)>;

class CaseStore {
public:
    virtual ~CaseStore() = default;

    virtual const StudyRecord& record() const = 0;

    // All of them or none.
    virtual void add(const std::vector<CaseResult>& results) = 0;

    // In the order of their case indices.
    virtual void for_each_row(const RowQuery& query, const VisitRow& visit) const = 0;

    // The points of all rows, by case and number, those of runs up an axis first: case, number and the
    // record's columns.
    virtual void for_each_point(const VisitRow& visit) const = 0;

    // Of indices below `below`.
    virtual std::uint64_t row_count(std::uint64_t below = std::numeric_limits<std::int64_t>::max()) const = 0;

    // The number in a column of a row, if there is the row, its status is ok and it has the number.
    struct Entry {
        bool is_stored = false;
        std::optional<double> number;
    };
    virtual Entry entry(std::uint64_t index, const std::string& column) const = 0;

    // The most frequent status first.
    struct StatusCount {
        std::string status;
        std::uint64_t count = 0;
        std::string first_reason;
        std::uint64_t first_index = 0;
    };
    virtual std::vector<StatusCount> statuses() const = 0;

    // All rows are there, and these crossings among them.
    virtual void finish(const std::vector<Crossing>& crossings) = 0;

    // Of a finished study.
    virtual std::vector<Crossing> crossings() const = 0;

    // All columns of a row, in order.
    std::vector<std::string> column_names() const;

    // Those of a point.
    std::vector<std::string> point_column_names() const;

    // Which of the indices below `count` have a row.
    std::vector<bool> stored(std::uint64_t count) const;

    // The numbers of a column in rows that are ok, for all indices below `count`; not a number where there
    // is none.
    std::vector<double> numbers(const std::string& column, std::uint64_t count) const;
};

// Names of the columns that a study's rows have, in order.
std::vector<std::string> columns_of(const StudyRecord& record);

// And its points; none if nothing is observed.
std::vector<std::string> point_columns_of(const StudyRecord& record);

// Whether points say in which direction the axis was run.
bool has_direction(const StudyRecord& record);

}  // namespace rebond
