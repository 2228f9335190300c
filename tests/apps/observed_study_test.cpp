// Studies that observe their cases: the points are those of exact solutions, and the same bits however the
// study was run.
#include "apps/mpi_job.hpp"
#include "apps/program.hpp"
#include "io/studies/study_texts.hpp"
#include "rebond/io/studies/study_database.hpp"

#include <nlohmann/json.hpp>

#include <bit>
#include <complex>
#include <map>
#include <numbers>

namespace rebond {
namespace {

using Row = std::vector<Value>;

std::vector<Row> points_in(const std::string& folder)
{
    const StudyDatabase store(folder + "/study.db", StudyDatabase::Purpose::read);
    std::vector<Row> points;
    store.for_each_point([&](const Row& row) { points.push_back(row); });
    return points;
}

double number(const Value& value)
{
    return number_in(value).value();
}

void sweep(const std::string& study, const std::string& out, Arguments more = {})
{
    Arguments arguments{"sweep", study, "--out", out, "--quiet"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const Ended ended = run_rebond(arguments);
    ASSERT_EQ(ended.code, 0) << ended.err;
}

// The steady motion of example 29 without its stop, x = Re(a e^{iΩt}), at t = 0: displacement and velocity.
std::array<double, 2> free_motion(double frequency)
{
    const double omega = 2.0 * std::numbers::pi * frequency;
    const std::complex<double> a = 20.0 / (std::complex<double>(4000.0 - omega * omega, 6.3 * omega));
    return {a.real(), -omega * a.imag()};
}

// Where the example's page has its numbers from.
TEST(BifurcationDiagram, shows_both_motions_between_grazing_and_the_fold)
{
    const ScratchDirectory folder;
    const std::string out = folder / "out";
    sweep(std::string(REBOND_SOURCE_DIR) + "/examples/30_bifurcation_diagram/study.toml", out);
    const std::vector<Row> points = points_in(out);
    ASSERT_EQ(points.size(), 221u * 2u * 100u);  // case, number, time, x, v, direction

    // Least and greatest distance of a case's points from the motion without impacts, up [0] and down [1].
    std::map<double, std::array<double, 2>> furthest;
    for (const Row& row : points) {
        const double frequency = 6.0 + 0.05 * number(row[0]);
        const auto [x, v] = free_motion(frequency);
        const double omega = 2.0 * std::numbers::pi * frequency;
        const std::size_t direction = std::get<std::string>(row[5]) == "down" ? 1 : 0;
        double& furthest_here = furthest[frequency][direction];
        furthest_here = std::max(furthest_here, std::hypot(omega * (number(row[3]) - x), number(row[4]) - v));
    }
    constexpr double same = 1e-6;  // [m/s]: what is left of the transient
    double last_up = 0.0, first_down = 0.0;
    for (const auto& [frequency, distances] : furthest) {
        if (frequency > 7.2 && distances[0] > same) last_up = frequency;
        if (frequency > 7.2 && distances[1] > same) first_down = frequency;
    }
    EXPECT_NEAR(last_up, 15.8, 1e-9);      // the fold is at 15.825077 Hz
    EXPECT_NEAR(first_down, 12.25, 1e-9);  // grazing is at 12.266463 Hz

    // One impact a period between the flip at 9.67 Hz and the fold: all points of a case are one.
    std::map<std::pair<std::int64_t, std::string>, std::array<double, 2>> spans;
    for (const Row& row : points) {
        const auto [span, is_first] =
            spans.try_emplace({std::get<std::int64_t>(row[0]), std::get<std::string>(row[5])},
                              std::array{number(row[4]), number(row[4])});
        span->second = {std::min(span->second[0], number(row[4])), std::max(span->second[1], number(row[4]))};
    }
    for (const auto& [which, span] : spans) {
        const double frequency = 6.0 + 0.05 * static_cast<double>(which.first);
        if (frequency < 9.9) continue;
        EXPECT_LT(span[1] - span[0], 1e-6) << frequency << which.second;
    }
    EXPECT_GT(spans.at({60, "up"})[1] - spans.at({60, "up"})[0], 0.1);  // 9 Hz: two periods

    const std::string figure = text_of(out + "/points.svg");
    EXPECT_TRUE(holds(figure, ">up<") && holds(figure, ">down<"));
    EXPECT_LT(figure.size(), 1'000'000u);
    EXPECT_TRUE(
        text_of(out + "/points.csv").starts_with("case,number,time,position.0,velocity.0,direction\n0,1,"));
}

// A forced ball on a floor: chaotic, so that any difference in a bit would grow.
const std::string chains = R"(title = "t"
[scene.model]
type = "linear"
mass = [[1.0]]
stiffness = [[1.0]]
[[scene.model.harmonic]]
amplitude = [1.0]
frequency_hz = 0.4456338
phase_deg = 30.0
[[scene.contact]]
normal = [-1.0]
[scene.impact]
restitution = 0.8
[scene.scheme]
type = "event_modal"
[scene.run]
duration = 1.0
[vary]
"model.harmonic.0.frequency_hz" = { from = 0.42, to = 0.45, step = 0.005 }
"impact.restitution" = [0.8, 0.7, 0.6, 0.5]
[observe]
every = "period"
transient = 20
count = 10
values = ["position.0", "velocity.0", "phase"]
carry = "both"
[link]
run.duration = { periods = 30.25 }
)";

std::string bits_of(const std::string& folder)
{
    const StudyDatabase store(folder + "/study.db", StudyDatabase::Purpose::read);
    std::string text;
    const auto add = [&](const Row& row) {
        for (const Value& value : row) {
            if (const auto* real = std::get_if<double>(&value))
                text += std::to_string(std::bit_cast<std::uint64_t>(*real));
            else
                text += shown_value(value);
            text += ' ';
        }
        text += '\n';
    };
    store.for_each_row({.columns = store.column_names()}, add);
    store.for_each_point(add);
    return text;
}

class ObservedStudy : public testing::Test {
protected:
    ObservedStudy() { write_text(study_, chains); }

    ScratchDirectory folder_;
    std::string study_ = folder_ / "study.toml";
};

TEST_F(ObservedStudy, has_the_same_bits_for_any_number_of_threads_and_after_a_death)
{
    sweep(study_, folder_ / "one", {"-j", "1"});
    const std::string expected = bits_of(folder_ / "one");
    sweep(study_, folder_ / "two", {"-j", "2", "--scatter"});
    EXPECT_EQ(bits_of(folder_ / "two"), expected);
    EXPECT_EQ(text_of(folder_ / "one/points.csv"), text_of(folder_ / "two/points.csv"));

    // A chain is missing, as after a death.
    {
        SqliteConnection connection(folder_ / "two/study.db", SqliteConnection::Mode::write);
        connection.execute(
            "DELETE FROM points WHERE \"case\" % 4 = 2; DELETE FROM cases WHERE case_index % 4 = 2;"
            "UPDATE study SET value = 0 WHERE key = 'finished'");
    }
    sweep(study_, folder_ / "two", {"--resume"});
    EXPECT_EQ(bits_of(folder_ / "two").size(), expected.size());
    EXPECT_EQ(bits_of(folder_ / "two"), expected);
}

TEST_F(ObservedStudy, has_the_same_bits_on_several_processes)
{
    sweep(study_, folder_ / "one", {"-j", "1"});
    const auto ended = run_job({{3, {"sweep", study_, "--out", folder_ / "processes", "--quiet"}}});
    if (!ended) GTEST_SKIP() << "there is no MPI here";
    EXPECT_EQ(ended->code, 0) << ended->text;
    EXPECT_EQ(bits_of(folder_ / "processes"), bits_of(folder_ / "one"));
}

// Runs end within a period: points are still where the load has the phase of the scene.
TEST_F(ObservedStudy, carries_the_phase_of_the_load)
{
    sweep(study_, folder_ / "out");
    for (const Row& row : points_in(folder_ / "out"))
        EXPECT_NEAR(std::remainder(number(row[5]) - 30.0, 360.0), 0.0, 1e-7) << number(row[0]);
}

// Two runs of half the time, the second from the end of the first, are one run.
TEST_F(ObservedStudy, a_carried_case_continues_the_motion_of_the_one_before)
{
    const std::string axis = "\"model.harmonic.0.frequency_hz\" = { from = 0.42, to = 0.45, step = 0.005 }\n";
    std::string text = with(with(chains, axis, "\"analysis.episode_gap\" = [0.0, 1.0]\n"),
                            "\"impact.restitution\" = [0.8, 0.7, 0.6, 0.5]\n", "");
    text =
        with(with(text, "carry = \"both\"", "carry = \"up\""), "transient = 20\ncount = 10", "count = 1000");
    write_text(study_, with(text, "periods = 30.25", "periods = 10.25"));
    sweep(study_, folder_ / "parts");
    const std::vector<Row> parts = points_in(folder_ / "parts");
    ASSERT_EQ(parts.size(), 10u + 10u);
    write_text(study_, with(with(text, "[0.0, 1.0]", "[0.0]"), "periods = 30.25", "periods = 20.5"));
    sweep(study_, folder_ / "whole");
    const std::vector<Row> whole = points_in(folder_ / "whole");
    ASSERT_EQ(whole.size(), 20u);
    for (std::size_t k = 0; k < 20; ++k) {
        const double start = k < 10 ? 0.0 : 10.25 / 0.4456338;
        EXPECT_NEAR(number(parts[k][2]) + start, number(whole[k][2]), 1e-9);
        EXPECT_NEAR(number(parts[k][3]), number(whole[k][3]), 1e-8) << k;  // rounding, grown by impacts
        EXPECT_NEAR(number(parts[k][4]), number(whole[k][4]), 1e-8) << k;
    }
}

// Down the axis: 0.9 is first, for 1.5 is no restitution and is left out of the chain.
TEST_F(ObservedStudy, a_case_that_fails_is_left_out_of_its_chain)
{
    std::string text =
        with(chains, "\"model.harmonic.0.frequency_hz\" = { from = 0.42, to = 0.45, step = 0.005 }\n", "");
    text = with(text, "carry = \"both\"", "carry = \"down\"");
    const auto restitutions = [&](const std::string& list) {
        return with(text, "[0.8, 0.7, 0.6, 0.5]", list);
    };
    write_text(study_, restitutions("[0.5, 0.9, 1.5]"));
    sweep(study_, folder_ / "three");
    write_text(study_, restitutions("[0.5, 0.9]"));
    sweep(study_, folder_ / "two");
    EXPECT_EQ(points_in(folder_ / "three"), points_in(folder_ / "two"));
    EXPECT_EQ(points_in(folder_ / "two").size(), 20u);
    const StudyDatabase store(folder_ / "three/study.db", StudyDatabase::Purpose::read);
    EXPECT_EQ(store.statuses().back().status, "invalid");

    // 0.9 starts from the start of the scene, 0.5 does not.
    write_text(study_, with(restitutions("[0.5, 0.9]"), "carry = \"down\"", "carry = \"none\""));
    sweep(study_, folder_ / "apart");
    const std::vector<Row> apart = points_in(folder_ / "apart"), carried = points_in(folder_ / "two");
    EXPECT_EQ(std::vector<Row>(apart.begin() + 10, apart.end()),
              std::vector<Row>(carried.begin() + 10, carried.end()));
    EXPECT_NE(apart.front(), carried.front());
}

TEST_F(ObservedStudy, prints_its_points_where_no_files_keep_them)
{
    const Ended ended = run_rebond({"sweep", study_, "--json", "--quiet"});
    ASSERT_EQ(ended.code, 0) << ended.err;
    const auto json = nlohmann::json::parse(ended.out);
    EXPECT_EQ(json["rows"].size(), 28u);
    EXPECT_EQ(json["points"].size(), 28u * 2u * 10u);
    EXPECT_EQ(json["points"][0]["direction"], "up");
}

}  // namespace
}  // namespace rebond
