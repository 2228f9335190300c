#include "rebond/io/studies/study_file.hpp"

#include "io/studies/study_texts.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_store.hpp"

namespace rebond {
namespace {

std::vector<Value> values(const StudyFile& file, std::uint64_t index)
{
    return case_at(file.study.design, index).values;
}

// What is said of a study, without the folder.
std::string diagnostic(const StudyFolder& folder)
{
    try {
        (void)read_study_file(folder.path());
        return "accepted";
    } catch (const InputError& error) {
        std::string text = error.what();
        const std::string place = folder / "";
        for (std::size_t at = text.find(place); at != std::string::npos; at = text.find(place))
            text.erase(at, place.size());
        return text;
    }
}

std::string diagnostic(const std::string& study)
{
    return diagnostic(StudyFolder(study));
}

// The ball as tables of a study.
std::string inline_ball_scene()
{
    std::string scene = ball_scene;
    for (const char* table : {"model", "initial", "impact", "scheme", "run"})
        scene = with(scene, std::string("[") + table + "]", std::string("[scene.") + table + "]");
    scene = with(with(scene, "[[contact]]", "[[scene.contact]]"), "title = \"A ball\"\n", "");
    return scene;
}

TEST(StudyFile, axes_come_in_the_order_they_are_written)
{
    const StudyFolder folder(R"(title = "t"
[sample]
"run.duration" = { uniform = [0.5, 1.5], count = 3, seed = 2 }
[vary]
"run.sample_every" = { from = 0.1, to = 0.3, step = 0.1 }
impact.restitution = [0, 0.5]
contact.0.offset = { from = 0, to = 0.5, count = 2 }
)");
    const StudyFile file = read_study_file(folder.path());
    EXPECT_EQ(file.study.title, "t");
    ASSERT_EQ(file.study.design.axes.size(), 4u);
    EXPECT_EQ(file.study.design.axes[0].key, "run.duration");
    EXPECT_EQ(file.study.design.axes[1].key, "run.sample_every");
    EXPECT_EQ(file.study.design.axes[2].key, "impact.restitution");
    EXPECT_EQ(file.study.design.axes[3].key, "contact.0.offset");
    EXPECT_EQ(file.grid_cases, 36u);
    const auto first = values(file, 0);
    EXPECT_EQ(first[1], Value{0.1});
    EXPECT_EQ(first[2], Value{std::int64_t{0}});
    EXPECT_EQ(values(file, 1)[3], Value{0.5});
}

TEST(StudyFile, columns_are_the_scalars_of_the_summary)
{
    const StudyFile file = read_study_file(StudyFolder("[vary]\nimpact.restitution = [0]\n").path());
    const auto has = [&](const std::string& name) {
        return std::find(file.columns.begin(), file.columns.end(), name) != file.columns.end();
    };
    for (const char* name :
         {"restitution.apparent", "energy.final", "impacts.count", "episodes.count", "steps", "model"})
        EXPECT_TRUE(has(name)) << name;
    for (const char* name : {"wall_seconds", "title", "status", "final.position", "warnings"})
        EXPECT_FALSE(has(name)) << name;
}

TEST(StudyFile, a_study_may_hold_its_scene)
{
    const StudyFolder folder;
    folder.write_as_is(inline_ball_scene() + "[vary]\nimpact.restitution = [0, 1]\n");
    EXPECT_EQ(diagnostic(folder), "accepted");
}

TEST(StudyFile, a_study_that_is_a_text_names_no_files)
{
    const std::string scene = inline_ball_scene();
    const std::string axis = "[vary]\nimpact.restitution = [0, 1]\n";
    const StudyFile file = parse_study(scene + axis, "text");
    EXPECT_EQ(file.path, "text");
    EXPECT_EQ(file.grid_cases, 2u);
    const auto diagnostic_of = [](const std::string& text) -> std::string {
        try {
            (void)parse_study(text, "text");
            return "accepted";
        } catch (const InputError& error) {
            return error.what();
        }
    };
    EXPECT_EQ(diagnostic_of("base = \"ball.toml\"\n" + axis),
              "text:1:8: error: base = \"ball.toml\": a study that is no file cannot name files; write "
              "[scene] out");
    EXPECT_NE(diagnostic_of(with(scene, "[[1.0]]", "{ file = \"m.mtx\" }") + axis).find("cannot name files"),
              std::string::npos);
}

TEST(StudyFile, a_value_that_no_run_takes_is_the_matter_of_its_cases)
{
    EXPECT_EQ(diagnostic("[vary]\nimpact.restitution = [2, 0.5]\nrun.duration = [-1, 1]\n"), "accepted");
}

TEST(StudyFile, a_study_of_which_no_case_runs_is_refused_by_its_first)
{
    EXPECT_EQ(diagnostic("[vary]\n\"impact.restitutoin\" = [0.5]\n"),
              "study.toml:3:1: error: impact.restitutoin = 0.5: unknown key; did you mean 'restitution'?");
    EXPECT_EQ(diagnostic("[vary]\n\"impact.restitution\" = [2, 3]\n"),
              "study.toml:3:1: error: impact.restitution = 2: expected a finite number in [0, 1]");
    EXPECT_EQ(diagnostic("[vary]\n\"contact.1.offset\" = [2, 3]\n"),
              "study.toml:3:1: error: contact has 1 element, counted from 0: there is no '1'");
    EXPECT_EQ(diagnostic("[vary]\n\"model.segments\" = [20]\n"),
              "study.toml:3:1: error: model.segments = 20: it belongs to type bar, this one is linear");
}

TEST(StudyFile, axes_without_sense_are_refused_where_they_stand)
{
    const auto axis = [](const std::string& text) {
        return diagnostic("[vary]\n\"run.duration\" = " + text + "\n");
    };
    EXPECT_EQ(axis("[]"), "study.toml:3:18: error: run.duration = []: expected at least one value");
    EXPECT_EQ(axis("[1, 2, 1.0]"), "study.toml:3:25: error: run.duration = 1.0: this value appears twice");
    EXPECT_EQ(axis("[0.0, 1.0, -0.0]"),
              "study.toml:3:29: error: run.duration = -0.0: this value appears twice");
    EXPECT_EQ(axis("[true, 1]"), "study.toml:3:25: error: run.duration = 1: this value appears twice");
    EXPECT_EQ(diagnostic("[vary]\ncontact.0.offset = [9007199254740993, 9007199254740992]\n"), "accepted");
    EXPECT_EQ(axis("{ from = 1.0, to = 1.000000000000001, count = 20 }"),
              "study.toml:3:18: error: run.duration = {…}: expected fewer values: some of these are the same "
              "number");
    EXPECT_EQ(axis("[nan]"),
              "study.toml:3:19: error: run.duration = nan: expected finite numbers, strings, booleans or "
              "arrays of them");
    EXPECT_EQ(axis("{ from = 1, to = 2, step = 0 }"),
              "study.toml:3:45: error: run.duration.step = 0: expected a step that is not 0");
    EXPECT_EQ(axis("{ from = 1, to = 2, step = -1 }"),
              "study.toml:3:45: error: run.duration.step = -1: expected a positive step, to get from 1 to 2");
    EXPECT_EQ(axis("{ from = 1, to = inf, step = 1 }"),
              "study.toml:3:35: error: run.duration.to = inf: expected a finite number");
    EXPECT_EQ(axis("{ form = 1, to = 2, step = 1 }"),
              "study.toml:3:20: error: run.duration.form = 1: unknown key; did you mean 'from'?");
    EXPECT_EQ(axis("{ from = 1, to = 2 }"),
              "study.toml:3:18: error: run.duration = {…}: expected either step or count");
    EXPECT_EQ(
        axis("{ from = 1, to = 2, count = 1 }"),
        "study.toml:3:46: error: run.duration.count = 1: expected at least 2 values, both ends included");
    EXPECT_EQ(axis("{ from = -1, to = 2, count = 3, spacing = \"log\" }"),
              "study.toml:3:18: error: run.duration = {…}: expected from and to > 0 for logarithmic spacing");
    EXPECT_EQ(axis("3"),
              "study.toml:3:18: error: run.duration = 3: expected a list of values, { from, to, step } or "
              "{ from, to, count }");
    EXPECT_EQ(diagnostic("[vary]\nrun.duration = [1]\n[sample]\nrun.duration = { uniform = [0, 1] }\n"),
              "study.toml:5:16: error: run.duration = {…}: this key has an axis already");
    EXPECT_EQ(diagnostic("[sample]\nrun.duration = { uniform = [1, 0] }\n"),
              "study.toml:3:28: error: run.duration.uniform = [1, 0]: expected the lower end first");
    EXPECT_EQ(diagnostic("[sample]\nrun.duration = { normal = [1, 0] }\n"),
              "study.toml:3:27: error: run.duration.normal = [1, 0]: expected a standard deviation > 0");
    EXPECT_EQ(diagnostic(""),
              "study.toml:1:1: error: expected an axis in [vary] or [sample], for example "
              "\"initial.angle_deg\" = [30, 60]");
}

TEST(StudyFile, a_grid_beyond_reason_is_refused_with_its_count)
{
    EXPECT_EQ(diagnostic("[vary]\nrun.duration = { from = 1, to = 2, count = 1000000 }\nimpact.restitution = "
                         "{ from = 0, to "
                         "= 1, count = 1000000 }\n"),
              "study.toml:2:1: error: the axes multiply to 1000000000000 cases: expected at most 100000000");
    EXPECT_EQ(diagnostic("[vary]\nrun.duration = { from = 1, to = 1e300, step = 1e-300 }\n"),
              "study.toml:2:1: error: the axes multiply to 1e+18 cases: expected at most 100000000");
}

TEST(StudyFile, base_must_be_there)
{
    StudyFolder folder;
    folder.write_as_is("base = \"bal.toml\"\n[vary]\nrun.duration = [1]\n");
    EXPECT_EQ(
        diagnostic(folder),
        "study.toml:1:8: error: base = \"bal.toml\": no such file; names are relative to the study's folder");
    folder.write_as_is("[vary]\nrun.duration = [1]\n");
    EXPECT_EQ(diagnostic(folder),
              "study.toml:1:1: error: base is missing: the name of a scene file, or a table [scene]");
    folder.write_as_is("base = \".\"\n[vary]\nrun.duration = [1]\n");
    EXPECT_EQ(diagnostic(folder), "study.toml:1:8: error: base = \".\": is a directory, not a scene");
    folder.write_as_is("base = \"study.toml\"\n[vary]\nrun.duration = [1]\n");
    EXPECT_EQ(diagnostic(folder),
              "study.toml:1:8: error: base = \"study.toml\": is a study, not a scene: name the scene that it "
              "varies");
    folder.write_as_is("base = \"ball.toml\"\nvry.x = 1\n[vary]\nrun.duration = [1]\n");
    EXPECT_EQ(diagnostic(folder), "study.toml:2:1: error: vry = {…}: unknown key; did you mean 'vary'?");
    EXPECT_THROW((void)read_study_file(folder / "nowhere.toml"), FileError);
    EXPECT_THROW((void)read_study_file(folder / ""), InputError);
}

TEST(StudyFile, an_error_of_the_base_is_told_in_its_name)
{
    StudyFolder folder("[vary]\nrun.duration = [1]\n");
    write_text(folder / "ball.toml", with(ball_scene, "restitution = 0.5", "restitution = 1.5"));
    EXPECT_EQ(diagnostic(folder),
              "ball.toml:" + place_of(ball_scene, "0.5") +
                  ": error: impact.restitution = 1.5: expected a finite number in [0, 1]");
    write_text(folder / "ball.toml", "[model\n");
    EXPECT_TRUE(diagnostic(folder).starts_with("ball.toml:1:")) << diagnostic(folder);
}

TEST(StudyFile, plots_and_bisections_name_columns_that_exist)
{
    const std::string axes = "[vary]\nrun.duration = [1, 2]\nscheme.type = [\"event_modal\"]\n";
    EXPECT_EQ(
        diagnostic(axes + "[plot]\nx = \"run.duration\"\ny = \"energy.finl\"\n"),
        "study.toml:7:5: error: plot.y = \"energy.finl\": no such column; did you mean 'energy.final'?");
    EXPECT_EQ(diagnostic(axes + "[plot]\nx = \"scheme.type\"\ny = \"energy.final\"\nby = \"run.duration\"\n"),
              "study.toml:6:5: error: plot.x = \"scheme.type\": expected a column of numbers");
    EXPECT_EQ(diagnostic(axes + "[plot]\nx = \"run.duration\"\n"),
              "study.toml:5:1: error: plot.y is missing: expected a string");
    const std::string bisect = "[bisect]\nof = \"impacts.count\"\nlevel = 1.5\n";
    EXPECT_EQ(diagnostic(axes + bisect + "along = \"run.duration\"\ntolerance = 0.1\n"), "accepted");
    EXPECT_EQ(diagnostic(axes + bisect + "along = \"run.duraton\"\ntolerance = 0.1\n"),
              "study.toml:8:9: error: bisect.along = \"run.duraton\": expected a key of [vary]: "
              "run.duration, scheme.type");
    EXPECT_EQ(diagnostic(axes + bisect + "along = \"scheme.type\"\ntolerance = 0.1\n"),
              "study.toml:8:9: error: bisect.along = \"scheme.type\": expected an axis of numbers");
    EXPECT_EQ(diagnostic(axes + bisect + "along = \"run.duration\"\ntolerance = 0\n"),
              "study.toml:9:13: error: bisect.tolerance = 0: expected a finite number > 0");
}

TEST(StudyFile, a_bisection_needs_a_key_that_takes_what_lies_between_its_values)
{
    const auto bisect = [](const std::string& key, const std::string& values) {
        return "[vary]\n" + key + " = " + values + "\n[bisect]\nalong = \"" + key +
               "\"\nof = \"impacts.count\"\nlevel = 1.5\ntolerance = 0.1\n";
    };
    EXPECT_EQ(diagnostic(bisect("impact.restitution", "[0.8, 1.0]")), "accepted");
    EXPECT_EQ(diagnostic(bisect("impact.restitution", "[1, 0]")), "accepted");
    EXPECT_EQ(diagnostic(bisect("impact.restitution", "[3, 2, 0.5, 0]")), "accepted");
    StudyFolder folder(bisect("model.segments", "[10, 110]"));
    write_text(folder / "ball.toml", short_drop);
    EXPECT_EQ(
        diagnostic(folder),
        "study.toml:5:9: error: bisect.along = \"model.segments\": expected a key that takes any number "
        "between two values (model.segments = 47.0: expected an integer in [2, 10000000], not a "
        "floating-point number)");
}

TEST(StudyFile, a_plot_may_be_logarithmic_and_show_a_distance_or_a_spread)
{
    const std::string study =
        "[vary]\nrun.duration = [1, 2]\nimpact.restitution = [0, 1]\n[plot]\nx = \"run.duration\"\n"
        "y = \"energy.final\"\n";
    const StudyPlot plain = *read_study_file(StudyFolder(study).path()).study.plot;
    EXPECT_EQ(plain.x_scale, Scale::linear);
    EXPECT_EQ(plain.y_scale, Scale::linear);
    EXPECT_EQ(plain.distance_to, std::nullopt);
    EXPECT_EQ(plain.spread_over, "");

    const StudyPlot near =
        *read_study_file(
             StudyFolder(study + "x_scale = \"log\"\ny_scale = \"linear\"\ndistance_to = -3\n").path())
             .study.plot;
    EXPECT_EQ(near.x_scale, Scale::logarithmic);
    EXPECT_EQ(near.y_scale, Scale::linear);
    EXPECT_EQ(near.distance_to, -3.0);

    const StudyPlot spread =
        *read_study_file(
             StudyFolder(study + "y_scale = \"log\"\nspread_over = \"impact.restitution\"\n").path())
             .study.plot;
    EXPECT_EQ(spread.x_scale, Scale::linear);
    EXPECT_EQ(spread.y_scale, Scale::logarithmic);
    EXPECT_EQ(spread.spread_over, "impact.restitution");
}

TEST(StudyFile, what_a_plot_cannot_show_is_refused_where_it_stands)
{
    const auto plot = [](const std::string& line) {
        return diagnostic(
            "[vary]\nrun.duration = [1, 2]\nimpact.restitution = [0, 1]\nrun.sample_every = [0.01]\n[plot]\n"
            "x = \"run.duration\"\ny = \"energy.final\"\n" +
            line + "\n");
    };
    EXPECT_EQ(plot("x_scale = \"logarithmic\""),
              "study.toml:9:11: error: plot.x_scale = \"logarithmic\": expected \"linear\" or \"log\"");
    EXPECT_EQ(plot("y_scale = true"),
              "study.toml:9:11: error: plot.y_scale = true: expected \"linear\" or \"log\"");
    EXPECT_EQ(plot("xscale = \"log\""),
              "study.toml:9:1: error: plot.xscale = \"log\": unknown key; did you mean 'x_scale'?");
    EXPECT_EQ(plot("distance_to = \"half\""),
              "study.toml:9:15: error: plot.distance_to = \"half\": expected a finite number");
    EXPECT_EQ(plot("distance_to = inf"),
              "study.toml:9:15: error: plot.distance_to = inf: expected a finite number");
    EXPECT_EQ(plot("spread_over = 1"),
              "study.toml:9:15: error: plot.spread_over = 1: expected a string, not an integer");
    EXPECT_EQ(plot("spread_over = \"energy.initial\""),
              "study.toml:9:15: error: plot.spread_over = \"energy.initial\": expected a key of [vary]: "
              "run.duration, impact.restitution, run.sample_every");
    EXPECT_EQ(plot("spread_over = \"\"\n[sample]\ninitial.position.0 = { uniform = [1, 2] }"),
              "study.toml:9:15: error: plot.spread_over = \"\": expected a key of [vary] or [sample]: "
              "run.duration, impact.restitution, run.sample_every, initial.position.0");
    EXPECT_EQ(
        plot("spread_over = \"run.sample_every\""),
        "study.toml:9:15: error: plot.spread_over = \"run.sample_every\": expected an axis of two values "
        "or more");
    EXPECT_EQ(
        plot("spread_over = \"run.duration\""),
        "study.toml:9:15: error: plot.spread_over = \"run.duration\": expected another axis than x and by");
    EXPECT_EQ(
        plot("by = \"impact.restitution\"\nspread_over = \"impact.restitution\""),
        "study.toml:10:15: error: plot.spread_over = \"impact.restitution\": expected another axis than x "
        "and by");
    EXPECT_EQ(
        plot("distance_to = 1\nspread_over = \"impact.restitution\""),
        "study.toml:10:15: error: plot.spread_over = \"impact.restitution\": expected it or distance_to, "
        "not both");
}

TEST(StudyFile, an_outline_needs_no_base)
{
    const Study study = read_study_outline(R"(title = "T"
base = "nowhere.toml"
[vary]
"no.such.key" = [1, 2]
[plot]
x = "no.such.key"
y = "energy.final"
)",
                                           "study.db");
    EXPECT_EQ(study.title, "T");
    EXPECT_EQ(study.base, "nowhere.toml");
    ASSERT_EQ(study.design.axes.size(), 1u);
    EXPECT_EQ(study.plot->y, "energy.final");
    EXPECT_THROW((void)read_study_outline("[vary]\n\"a\" = []\n", "study.db"), InputError);
}

TEST(StudyFile, the_fingerprint_tells_studies_apart_but_not_their_plots)
{
    StudyFolder folder("[vary]\nrun.duration = [1, 2]\n");
    const auto print = [&] { return read_study_file(folder.path()).fingerprint; };
    const std::uint64_t before = print();
    folder.write(
        "title = \"other\"\n[vary]\nrun.duration = [1, 2]\n[plot]\nx = \"run.duration\"\ny = \"steps\"\n");
    EXPECT_EQ(print(), before);
    folder.write("[vary]\nrun.duration = [1, 3]\n");
    EXPECT_NE(print(), before);
    folder.write("[vary]\nrun.duration = [1, 2]\n");
    write_text(folder / "ball.toml", with(ball_scene, "force = [-9.81]", "force = [-9.80]"));
    EXPECT_NE(print(), before);

    // Nothing in the rows comes from a comment, a title or the value of a key that varies.
    write_text(folder / "ball.toml",
               with(with(ball_scene, "duration = 1.0", "duration = 9.0  # or so"), "title = \"A ball\"", ""));
    EXPECT_EQ(print(), before);
}

TEST(StudyFile, the_fingerprint_knows_the_keys_of_every_scheme)
{
    StudyFolder folder("[vary]\nscheme.type = [\"event_accurate\", \"moreau_jean\"]\n");
    const auto print = [&](const std::string& theta) {
        write_text(folder / "ball.toml", with(ball_scene, "type = \"event_modal\"",
                                              "type = \"moreau_jean\"\nstep = 1e-3\ntheta = " + theta));
        return read_study_file(folder.path()).fingerprint;
    };
    EXPECT_EQ(print("0.5"), print("0.5"));
    EXPECT_NE(print("0.5"), print("1.0"));
}

TEST(StudyFile, the_fingerprint_knows_the_matrices_in_files)
{
    StudyFolder folder("[vary]\nrun.duration = [1, 2]\n");
    const auto matrix = [&](const std::string& name, const std::string& entry) {
        write_text(folder / name, "%%MatrixMarket matrix array real symmetric\n1 1\n" + entry + "\n");
    };
    const auto print = [&] { return read_study_file(folder.path()).fingerprint; };
    write_text(folder / "ball.toml", with(ball_scene, "mass = [[1.0]]", "mass = { file = \"m.mtx\" }"));
    matrix("m.mtx", "1.0");
    const std::uint64_t before = print();
    matrix("m.mtx", "2.0");
    EXPECT_NE(print(), before);
    matrix("m.mtx", "1.0");
    EXPECT_EQ(print(), before);

    // Also those that only some cases name, or that are not there yet.
    folder.write("[vary]\nmodel.mass.file = [\"m.mtx\", \"heavy.mtx\"]\n");
    const std::uint64_t without = print();
    matrix("heavy.mtx", "3.0");
    const std::uint64_t light = print();
    EXPECT_NE(light, without);
    matrix("heavy.mtx", "4.0");
    EXPECT_NE(print(), light);
}

TEST(StudyFile, a_case_is_the_run_of_its_values)
{
    const StudyFolder folder("[vary]\nimpact.restitution = [0.25, 2.0]\n\"initial.position\" = [[2.0]]\n");
    const StudyFile file = read_study_file(folder.path());
    const RunCase run = case_runner(file);
    const std::atomic<bool> never{false};
    const auto column = [&](const CaseResult& result, const std::string& name) {
        const auto found = std::find(file.columns.begin(), file.columns.end(), name);
        return result.summary[static_cast<std::size_t>(found - file.columns.begin())];
    };
    const CaseResult good = run(case_at(file.study.design, 0), never);
    EXPECT_EQ(good.status, "ok");
    EXPECT_EQ(good.reason, "");
    EXPECT_EQ(column(good, "energy.initial"), Value{2.0 * 9.81});
    EXPECT_GT(std::get<std::int64_t>(column(good, "impacts.count")), 1);

    const CaseResult bad = run(case_at(file.study.design, 1), never);
    EXPECT_EQ(bad.status, "invalid");
    EXPECT_EQ(bad.reason, "impact.restitution = 2.0: expected a finite number in [0, 1]");
    EXPECT_EQ(column(bad, "energy.initial"), Value{});

    // A case leaves nothing behind for the next.
    EXPECT_EQ(run(case_at(file.study.design, 0), never).summary, good.summary);
}

// As `rebond run --set scheme.type=…` does it: the step of the base is not the modal scheme's.
TEST(StudyFile, another_scheme_lets_go_of_the_keys_of_the_former)
{
    const StudyFolder folder(
        "[vary]\nscheme.type = [\"moreau_jean\", \"event_modal\", \"event_accurate\"]\nrun.duration = [1.0, "
        "0.9]\n");
    write_text(folder / "ball.toml", with(ball_scene, "type = \"event_modal\"",
                                          "type = \"moreau_jean\"\nstep = 1e-3\ntheta = 0.6"));
    const StudyFile file = read_study_file(folder.path());
    const RunCase run = case_runner(file);
    const std::atomic<bool> never{false};
    for (const std::uint64_t index : {0u, 2u, 4u, 1u, 3u, 5u, 0u}) {
        const CaseResult result = run(case_at(file.study.design, index), never);
        EXPECT_EQ(result.status, "ok") << index << ": " << result.reason;
    }
}

TEST(StudyFile, matrix_files_are_read_once)
{
    const ScratchDirectory folder;
    const std::filesystem::path example =
        std::filesystem::path(REBOND_SOURCE_DIR) / "examples/08_cantilever_on_stop";
    for (const char* name : {"scene.toml", "mass.mtx", "stiffness.mtx"})
        std::filesystem::copy_file(example / name, folder / name);
    write_text(folder / "study.toml",
               "base = \"scene.toml\"\n[vary]\nimpact.restitution = [0.5]\nrun.duration = [1e-4]\n"
               "run.sample_every = [1e-5]\n");
    const StudyFile file = read_study_file(folder / "study.toml");
    std::filesystem::remove(folder / "mass.mtx");
    std::filesystem::remove(folder / "stiffness.mtx");
    const std::atomic<bool> never{false};
    const CaseResult result = case_runner(file)(case_at(file.study.design, 0), never);
    EXPECT_EQ(result.status, "ok") << result.reason;
}

TEST(StudyFile, a_case_that_is_stopped_counts_for_nothing)
{
    const StudyFile file = read_study_file(StudyFolder("[vary]\nimpact.restitution = [0.25]\n").path());
    const std::atomic<bool> at_once{true};
    EXPECT_TRUE(case_runner(file)(case_at(file.study.design, 0), at_once).is_interrupted);
}

}  // namespace
}  // namespace rebond
