#include "rebond/io/orbits/orbits_database.hpp"

#include "rebond/io/orbits/orbit_json.hpp"
#include "rebond/io/studies/sqlite.hpp"

#include <nlohmann/json.hpp>

#include <cmath>

namespace rebond {
namespace {

constexpr const char* tables = R"(
CREATE TABLE orbits (id INTEGER PRIMARY KEY, sequence TEXT, load_periods INTEGER, period REAL, energy REAL,
    stable INTEGER, unstable INTEGER, trace REAL, multipliers TEXT, certified INTEGER, refusal TEXT, residual REAL,
    minimum_gap REAL, minimum_reaction REAL, replay_error REAL, time REAL, position TEXT, velocity TEXT);
CREATE TABLE branches (id INTEGER PRIMARY KEY, parent INTEGER, sequence TEXT, key TEXT);
CREATE TABLE points (branch INTEGER, number INTEGER, parameter REAL, orbit INTEGER, PRIMARY KEY (branch, number));
CREATE TABLE special (branch INTEGER, number INTEGER, type TEXT, parameter REAL, velocity REAL, reason TEXT,
    orbit INTEGER, PRIMARY KEY (branch, number));
CREATE TABLE events (orbit INTEGER, number INTEGER, time REAL, contact INTEGER, kind TEXT, impulse REAL,
    velocity_before REAL, velocity_after REAL, impacts INTEGER, PRIMARY KEY (orbit, number));
)";

Value value_of(double number)
{
    return std::isfinite(number) ? Value(number) : Value();
}
Value value_of(const std::optional<double>& number)
{
    return number ? value_of(*number) : Value();
}
Value value_of(std::int64_t number)
{
    return number;
}
Value value_of(const std::string& text)
{
    return text.empty() ? Value() : Value(text);
}

class Writer {
public:
    explicit Writer(const std::string& path)
        : connection_(path, SqliteConnection::Mode::create),
          is_made_(make()),
          orbit_(connection_, "INSERT INTO orbits VALUES (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)"),
          branch_(connection_, "INSERT INTO branches VALUES (?,?,?,?)"),
          point_(connection_, "INSERT INTO points VALUES (?,?,?,?)"),
          special_(connection_, "INSERT INTO special VALUES (?,?,?,?,?,?,?)"),
          event_(connection_, "INSERT INTO events VALUES (?,?,?,?,?,?,?,?,?)")
    {
    }

    void write(const OrbitAnswer& answer)
    {
        if (answer.has_orbit()) (void)add(answer.orbit);
        for (const Orbit& other : answer.others) (void)add(other);
        for (const Branch& branch : answer.branches) {
            insert(branch_, {value_of(std::int64_t{branch.id}),
                             branch.parent ? value_of(std::int64_t{*branch.parent}) : Value(),
                             value_of(text_of(branch.sequence)), value_of(answer.followed->key)});
            std::int64_t number = 0;
            for (const BranchPoint& point : branch.points)
                insert(point_, {value_of(std::int64_t{branch.id}), value_of(number++),
                                value_of(point.parameter), value_of(add(point.orbit))});
            number = 0;
            for (const SpecialPoint& point : branch.special)
                insert(special_,
                       {value_of(std::int64_t{branch.id}), value_of(number++),
                        value_of(std::string(name_of(point.kind))), value_of(point.parameter),
                        value_of(point.velocity), value_of(point.reason), value_of(add(point.orbit))});
        }
        connection_.execute("COMMIT");
    }

private:
    bool make()
    {
        connection_.execute("BEGIN IMMEDIATE");
        connection_.execute(tables);
        return true;
    }

    static void insert(SqliteStatement& statement, const std::vector<Value>& values)
    {
        for (std::size_t i = 0; i < values.size(); ++i) statement.bind(static_cast<int>(i) + 1, values[i]);
        statement.step();
        statement.reset();
    }

    // The id of its row.
    std::int64_t add(const Orbit& orbit)
    {
        const std::int64_t id = ++orbits_;
        const Certificate& proof = orbit.certificate;
        const bool has_multipliers = orbit.stable.has_value();
        insert(orbit_,
               {value_of(id), value_of(text_of(orbit.sequence)),
                orbit.load_periods > 0 ? value_of(std::int64_t{orbit.load_periods}) : Value(),
                value_of(orbit.period), value_of(orbit.energy),
                has_multipliers ? value_of(std::int64_t{*orbit.stable}) : Value(),
                has_multipliers ? value_of(std::int64_t{orbit.unstable}) : Value(), value_of(orbit.trace),
                has_multipliers ? value_of(multipliers_json(orbit).dump()) : Value(),
                value_of(std::int64_t{proof.holds}), value_of(proof.refusal), value_of(proof.residual),
                value_of(proof.minimum_gap), value_of(proof.minimum_reaction), value_of(proof.replay_error),
                value_of(orbit.state.t), value_of(numbers_json(orbit.state.q).dump()),
                value_of(numbers_json(orbit.state.v).dump())});
        std::int64_t number = 0;
        for (const OrbitEvent& event : orbit.events)
            insert(event_,
                   {value_of(id), value_of(number++), value_of(event.time),
                    value_of(std::int64_t{event.contact + 1}), value_of(std::string(name_of(event.kind))),
                    value_of(event.impulse), value_of(event.velocity_before), value_of(event.velocity_after),
                    value_of(std::int64_t{event.impacts})});
        return id;
    }

    SqliteConnection connection_;
    bool is_made_;  // before the statements are prepared
    SqliteStatement orbit_, branch_, point_, special_, event_;
    std::int64_t orbits_ = 0;
};

}  // namespace

void write_orbits_database(const std::string& path, const OrbitAnswer& answer)
{
    Writer(path).write(answer);
}

}  // namespace rebond
