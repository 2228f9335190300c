#include "rebond/io/studies/study_database.hpp"

#include "rebond/core/error.hpp"

#include <fmt/format.h>

#include <charconv>
#include <limits>

namespace rebond {
namespace {

// Rows survive the death of the process, not of the machine: no waiting for the disk.
constexpr const char* write_ahead = "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL;";

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

bool has_table(const SqliteConnection& connection, const std::string& name)
{
    SqliteStatement query(connection, "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?");
    query.bind(1, name);
    return query.step();
}

bool has_study(const SqliteConnection& connection)
{
    return has_table(connection, "study") && has_table(connection, "cases");
}

std::string joined_names(const std::vector<std::string>& names)
{
    std::string text;
    for (const std::string& name : names) text += (text.empty() ? "" : ", ") + sql_name(name);
    return text;
}

std::string insertion_into(std::string_view table, const std::vector<std::string>& names)
{
    std::string marks = "?";
    for (std::size_t i = 1; i < names.size(); ++i) marks += ", ?";
    return fmt::format("INSERT INTO {} ({}) VALUES ({})", table, joined_names(names), marks);
}

}  // namespace

StudyDatabase::StudyDatabase(const std::string& path, const StudyRecord& record)
    : connection_(path.empty() ? ":memory:" : path, SqliteConnection::Mode::create), record_(record)
{
    connection_.execute(write_ahead);
    connection_.execute("BEGIN IMMEDIATE");
    std::string columns = "case_index INTEGER PRIMARY KEY";
    for (const std::string& name : columns_of(record))
        if (name != "case_index") columns += ", " + sql_name(name);
    connection_.execute(fmt::format("CREATE TABLE cases ({})", columns));
    connection_.execute(fmt::format("CREATE INDEX cases_by_values ON cases ({})", joined_names(record.keys)));
    if (!record.point_columns.empty()) {
        connection_.execute(fmt::format("CREATE TABLE points ({})", joined_names(point_columns_of(record))));
        connection_.execute("CREATE INDEX points_by_case ON points (\"case\")");
    }
    connection_.execute("CREATE TABLE study (key TEXT PRIMARY KEY, value)");
    note("study", record.study);
    note("base", record.base);
    note("overrides", record.overrides);
    note("effective_base", record.effective_base);
    note("axes", record.axes);
    note("bisection", record.bisection);
    note("fingerprint", record.fingerprint);
    note("version", record.version);
    note("revision", record.revision);
    note("grid_cases", static_cast<std::int64_t>(record.grid_cases));
    note("axis_count", static_cast<std::int64_t>(record.keys.size()));
    note("finished", false);
    connection_.execute("COMMIT");
}

StudyDatabase::StudyDatabase(const std::string& path, Purpose purpose)
    : connection_(path,
                  purpose == Purpose::read ? SqliteConnection::Mode::read : SqliteConnection::Mode::write)
{
    bool is_study = false;
    try {
        is_study = has_study(connection_);
    } catch (const FileError& error) {
        throw InputError(fmt::format("{}: error: is not the database of a study ({})", path, error.what()));
    }
    if (!is_study) throw InputError(fmt::format("{}: error: is not the database of a study", path));
    read_record();
}

void StudyDatabase::note(const std::string& key, const Value& value)
{
    SqliteStatement insertion(connection_, "INSERT OR REPLACE INTO study VALUES (?, ?)");
    insertion.bind(1, key);
    insertion.bind(2, value);
    insertion.step();
}

void StudyDatabase::read_record()
{
    const auto noted = [this](const std::string& key) {
        SqliteStatement query(connection_, "SELECT value FROM study WHERE key = ?");
        query.bind(1, key);
        return query.step() ? query.text(0) : std::string();
    };
    const auto damaged = [&] {
        return InputError(fmt::format("{}: error: the database is damaged", connection_.path()));
    };
    const auto number = [&](const std::string& key) {
        const std::string text = noted(key);
        std::size_t value = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (!text.empty() && (error != std::errc() || end != text.data() + text.size())) throw damaged();
        return value;
    };
    record_.study = noted("study");
    record_.base = noted("base");
    record_.overrides = noted("overrides");
    record_.effective_base = noted("effective_base");
    record_.axes = noted("axes");
    record_.bisection = noted("bisection");
    record_.fingerprint = noted("fingerprint");
    record_.version = noted("version");
    record_.revision = noted("revision");
    record_.grid_cases = number("grid_cases");
    record_.is_finished = number("finished") != 0;

    const auto names_in = [this](const std::string& table) {
        std::vector<std::string> names;
        SqliteStatement query(connection_, "SELECT name FROM pragma_table_info(?) ORDER BY cid");
        query.bind(1, table);
        while (query.step()) names.push_back(query.text(0));
        return names;
    };
    if (const auto observed = names_in("points"); observed.size() > 2)
        record_.point_columns.assign(observed.begin() + 2, observed.end());

    // case_index, the axes, status, reason, the summary.
    const std::vector<std::string> names = names_in("cases");
    const std::size_t counted = number("axis_count");
    if (counted > names.size() || names.size() - counted < 3) throw damaged();
    const auto axes = static_cast<std::ptrdiff_t>(counted);
    record_.keys.assign(names.begin() + 1, names.begin() + 1 + axes);
    record_.columns.assign(names.begin() + 3 + axes, names.end());
}

void StudyDatabase::prepare_insertion()
{
    connection_.execute(write_ahead);
    const std::vector<std::string> names = columns_of(record_);
    insertion_ = std::make_unique<SqliteStatement>(connection_, insertion_into("cases", names));
    if (!record_.point_columns.empty())
        point_insertion_ = std::make_unique<SqliteStatement>(
            connection_, insertion_into("points", point_columns_of(record_)));
}

void StudyDatabase::add(const std::vector<CaseResult>& results)
{
    if (results.empty()) return;
    if (!insertion_) prepare_insertion();
    connection_.execute("BEGIN IMMEDIATE");
    for (const CaseResult& result : results) {
        int parameter = 0;
        insertion_->bind(++parameter, static_cast<std::int64_t>(result.given.index));
        for (const Value& value : result.given.values) insertion_->bind(++parameter, value);
        insertion_->bind(++parameter, result.status);
        insertion_->bind(++parameter, result.reason.empty() ? Value{} : Value{result.reason});
        for (const Value& value : result.summary) insertion_->bind(++parameter, value);
        insertion_->step();
        insertion_->reset();
        for (const ObservedPoint& point : result.points) {
            parameter = 0;
            for (const Value& value : point_row(result.given.index, point, has_direction(record_)))
                point_insertion_->bind(++parameter, value);
            point_insertion_->step();
            point_insertion_->reset();
        }
    }
    connection_.execute("COMMIT");
}

std::uint64_t StudyDatabase::row_count(std::uint64_t below) const
{
    SqliteStatement query(connection_, "SELECT count(*) FROM cases WHERE case_index < ?");
    query.bind(1, static_cast<std::int64_t>(below));
    query.step();
    return static_cast<std::uint64_t>(query.integer(0));
}

StudyDatabase::Entry StudyDatabase::entry(std::uint64_t index, const std::string& column) const
{
    SqliteStatement query(connection_,
                          fmt::format("SELECT status, {} FROM cases WHERE case_index = ?", sql_name(column)));
    query.bind(1, static_cast<std::int64_t>(index));
    if (!query.step()) return {};
    return {true, query.text(0) == "ok" ? number_in(query.value(1)) : std::nullopt};
}

std::vector<StudyDatabase::StatusCount> StudyDatabase::statuses() const
{
    std::vector<StatusCount> counts;
    SqliteStatement query(connection_,
                          "SELECT status, count(*), reason, min(case_index) FROM cases GROUP BY status "
                          "ORDER BY count(*) DESC, status");
    while (query.step())
        counts.push_back({query.text(0), static_cast<std::uint64_t>(query.integer(1)), query.text(2),
                          static_cast<std::uint64_t>(query.integer(3))});
    return counts;
}

void StudyDatabase::for_each_row(const RowQuery& wanted, const VisitRow& visit) const
{
    const auto& [columns, is_ok_only, chosen] = wanted;
    SqliteStatement query(connection_,
                          fmt::format("SELECT {} FROM cases {}ORDER BY case_index", joined_names(columns),
                                      is_ok_only ? "WHERE status = 'ok' " : ""));
    std::vector<Value> row(columns.size());
    for (std::size_t k = 0; (chosen == nullptr || k < chosen->size()) && query.step(); ++k) {
        if (chosen != nullptr && !(*chosen)[k]) continue;
        for (std::size_t i = 0; i < columns.size(); ++i) row[i] = query.value(static_cast<int>(i));
        visit(row);
    }
}

void StudyDatabase::for_each_point(const VisitRow& visit) const
{
    const std::vector<std::string> names = point_columns_of(record_);
    if (names.empty()) return;
    SqliteStatement query(connection_,
                          fmt::format("SELECT {} FROM points ORDER BY \"case\", rowid", joined_names(names)));
    std::vector<Value> row(names.size());
    while (query.step()) {
        for (std::size_t i = 0; i < names.size(); ++i) row[i] = query.value(static_cast<int>(i));
        visit(row);
    }
}

void StudyDatabase::take_over(const StudyRecord& record)
{
    const auto take = [&](const char* key, std::string StudyRecord::*text) {
        if (record_.*text == record.*text) return false;
        note(key, record.*text);
        record_.*text = record.*text;
        return true;
    };
    take("study", &StudyRecord::study);
    take("base", &StudyRecord::base);
    if (!take("bisection", &StudyRecord::bisection)) return;
    note("finished", false);
    record_.is_finished = false;
}

void StudyDatabase::keep(const std::vector<Crossing>& crossings)
{
    std::vector<std::string> names = record_.keys;
    names.insert(names.end(), {"low", "high", "reason"});
    connection_.execute("BEGIN IMMEDIATE; DROP TABLE IF EXISTS crossings");
    connection_.execute(fmt::format("CREATE TABLE crossings ({})", joined_names(names)));
    SqliteStatement insertion(connection_, insertion_into("crossings", names));
    for (const auto& [values, low, high, obstacle] : crossings) {
        int parameter = 0;
        for (const Value& value : values) insertion.bind(++parameter, value);
        insertion.bind(++parameter, low);
        insertion.bind(++parameter, high);
        insertion.bind(++parameter, obstacle.empty() ? Value{} : Value{obstacle});
        insertion.step();
        insertion.reset();
    }
    connection_.execute("COMMIT");
}

std::vector<Crossing> StudyDatabase::crossings() const
{
    std::vector<Crossing> crossings;
    if (!record_.is_finished || !has_table(connection_, "crossings")) return crossings;
    const int axes = static_cast<int>(record_.keys.size());
    SqliteStatement query(connection_, "SELECT * FROM crossings ORDER BY rowid");
    while (query.step()) {
        Crossing& crossing = crossings.emplace_back();
        for (int i = 0; i < axes; ++i) crossing.values.push_back(query.value(i));
        crossing.low = number_in(query.value(axes)).value_or(nan);
        crossing.high = number_in(query.value(axes + 1)).value_or(nan);
        crossing.obstacle = query.text(axes + 2);
    }
    return crossings;
}

void StudyDatabase::finish(const std::vector<Crossing>& crossings)
{
    if (!record_.bisection.empty()) keep(crossings);
    note("finished", true);
    record_.is_finished = true;
    insertion_.reset();
    point_insertion_.reset();
    if (connection_.path() == ":memory:") return;
    try {
        connection_.execute("PRAGMA wal_checkpoint(TRUNCATE); PRAGMA journal_mode = DELETE;");
    } catch (const FileError&) {
        // Somebody is reading: the log stays beside the file, and all rows are in the two of them.
    }
}

bool is_study_database(const std::string& path)
{
    try {
        return has_study(SqliteConnection(path, SqliteConnection::Mode::read));
    } catch (const FileError&) {
        return false;
    }
}

bool is_blank_database(const std::string& path)
{
    const SqliteConnection connection(path, SqliteConnection::Mode::write);
    try {
        SqliteStatement query(connection, "SELECT count(*) FROM sqlite_master");
        return query.step() && query.integer(0) == 0;
    } catch (const FileError&) {
        return false;
    }
}

}  // namespace rebond
