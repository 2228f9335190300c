// The program: reads the command line and calls one command.
#include "apps/cli/commands/commands.hpp"
#include "apps/cli/terminal/command_pages.hpp"
#include "apps/cli/terminal/exit_code.hpp"
#include "apps/cli/terminal/interrupt.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/core/version.hpp"
#include "rebond/io/scene/scene_reference.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <optional>
#include <system_error>

namespace {

using namespace rebond;
using namespace rebond::cli;

constexpr int most_threads = 1024;

// "there is no option '--ou'; did you mean '--out'?"
std::string no_such(std::string_view kind, std::string_view given, const std::vector<std::string>& known)
{
    const std::vector<std::string_view> names(known.begin(), known.end());
    const std::string_view nearest = nearest_name(given, names);
    return fmt::format("there is no {} '{}'{}", kind, given,
                       nearest.empty() ? "" : fmt::format("; did you mean '{}'?", nearest));
}

// The first argument that looks like an option and is none of the command's.
std::optional<std::string> unknown_option(const CLI::App& command, const std::vector<std::string>& arguments)
{
    std::vector<std::string> known;
    for (const CLI::Option* option : command.get_options({})) {
        for (const std::string& name : option->get_lnames()) known.push_back("--" + name);
        for (const std::string& name : option->get_snames()) known.push_back("-" + name);
    }
    for (const std::string& argument : arguments) {
        const std::string name = argument.substr(0, argument.find('='));
        if (name.size() > 1 && name.starts_with('-') &&
            std::find(known.begin(), known.end(), name) == known.end())
            return no_such("option", name, known);
    }
    return std::nullopt;
}

int explain(const CLI::App& app, const CLI::ParseError& problem, const std::vector<std::string>& arguments)
{
    std::vector<std::string> commands;
    for (const CLI::App* command : app.get_subcommands({})) commands.push_back(command->get_name());
    const std::string first = arguments.empty() ? "" : arguments.front();
    const bool is_command = std::find(commands.begin(), commands.end(), first) != commands.end();
    const bool is_extra = dynamic_cast<const CLI::ExtrasError*>(&problem) != nullptr;

    std::string what = problem.what();
    if (is_command && is_extra)
        what = unknown_option(*app.get_subcommand(first), arguments).value_or(what);
    else if (first.starts_with('-'))
        what = unknown_option(app, arguments).value_or(what);
    else if (!is_command && !first.empty())
        what = first.ends_with(".toml")
                   ? fmt::format("a command is missing; did you mean 'rebond run {}'?", first)
                   : no_such("command", first, commands);
    else if (first.empty())
        what = "a command is missing";
    fmt::print(stderr, "error: {}\nrun 'rebond {}--help' for the {}\n", what, is_command ? first + " " : "",
               is_command ? "arguments" : "commands");
    return bad_input;
}

// The commands that are shown, with their options.
std::vector<CommandPage> pages_of(const CLI::App& app)
{
    std::vector<CommandPage> pages;
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
        if (command->get_group().empty()) continue;
        CommandPage& page =
            pages.emplace_back(CommandPage{command->get_name(), command->get_description(), {}});
        for (const CLI::Option* option : command->get_options())
            page.options.push_back({option->get_positional() ? option->get_name(true, false)
                                                             : "--" + option->get_lnames().front(),
                                    option->get_type_size() == 0 ? "" : option->get_type_name(),
                                    option->get_description()});
    }
    return pages;
}

}  // namespace

int main(int argc, char** argv)
{
    CLI::App app{"rebond: a laboratory for impacts of elastic and rigid bodies", "rebond"};
    app.set_version_flag("--version",
                         fmt::format("rebond {} ({})\nbuilt with {}", version, revision, built_with));
    app.require_subcommand(1);
    int code = done;
    // An empty name is an unset variable of somebody's shell, not a wish for no files.
    const CLI::Validator is_named(
        [](const std::string& name) { return name.empty() ? "expected a name" : ""; }, "");

    const CLI::Validator is_thread_count(
        [](const std::string& text) {
            int count = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
            const bool is_good = error == std::errc() && end == text.data() + text.size() && count >= 1 &&
                                 count <= most_threads;
            return is_good
                       ? ""
                       : fmt::format("expected a number of threads from 1 to {}, not {}", most_threads, text);
        },
        "");

    const auto add_force = [](CLI::App* command, bool& is_forced) {
        command->add_flag("--force", is_forced, "Also replaces files that rebond did not write");
    };

    RunOptions run_options;
    auto* run_command = app.add_subcommand("run", "Runs a scene and prints its summary");
    run_command->add_option("SCENE", run_options.scene, "Scene file (TOML), or a result to run again")
        ->required();
    run_command
        ->add_option("--set", run_options.overrides, "Overrides a key of the scene, e.g. model.segments=20")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    run_command->add_option("--out", run_options.out, "Folder for result.h5, plots and report")
        ->check(is_named)
        ->type_name("DIR");
    add_force(run_command, run_options.is_forced);
    run_command->add_flag("--json", run_options.json, "Prints the summary as one JSON object");
    run_command->add_flag("--quiet", run_options.quiet, "Prints nothing but errors");
    run_command->callback([&] { code = run(run_options); });

    SweepOptions sweep_options;
    auto* sweep_command = app.add_subcommand("sweep", "Runs a study: a scene over a grid of its keys");
    sweep_command->add_option("STUDY", sweep_options.study, "Study file (TOML)")->required();
    sweep_command->add_option("--set", sweep_options.overrides, "Overrides a key of the base scene")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    sweep_command
        ->add_option("--out", sweep_options.out, "Folder for study.db, study.csv, study.svg and study.html")
        ->check(is_named)
        ->type_name("DIR");
    sweep_command
        ->add_option("-j,--jobs", sweep_options.threads, "Threads; by default as many as the machine has")
        ->check(is_thread_count)
        ->type_name("N");
    sweep_command->add_flag("--resume", sweep_options.resume,
                            "Continues the study in the folder, if there is one");
    sweep_command->add_flag("--scatter", sweep_options.is_scattered,
                            "Runs the cases in a scattered order; the rows are the same");
    add_force(sweep_command, sweep_options.is_forced);
    sweep_command->add_flag("--json", sweep_options.json,
                            "Prints one JSON object; without --out it contains the rows");
    sweep_command->add_flag("--quiet", sweep_options.quiet, "Prints nothing but errors");
    sweep_command->callback([&] { code = sweep(sweep_options); });

    FitOptions fit_options;
    auto* fit_command =
        app.add_subcommand("fit", "Fits the law of a ball's rebound from a beam to a study's simulations");
    fit_command->add_option("STUDY", fit_options.study, "Study file (TOML), or the folder of a swept study")
        ->required();
    fit_command->add_option("--out", fit_options.out, "Folder for study.db, fit.json, fit.csv and fit.svg")
        ->check(is_named)
        ->type_name("DIR");
    fit_command
        ->add_option("-j,--jobs", fit_options.threads, "Threads; by default as many as the machine has")
        ->check(is_thread_count)
        ->type_name("N");
    add_force(fit_command, fit_options.is_forced);
    fit_command->add_flag("--json", fit_options.json, "Prints one JSON object");
    fit_command->add_flag("--quiet", fit_options.quiet, "Prints nothing but errors");
    fit_command->callback([&] { code = fit(fit_options); });

    const CLI::Validator is_step(
        [](const std::string& text) {
            double step = 0.0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), step);
            const bool is_good =
                error == std::errc() && end == text.data() + text.size() && std::isfinite(step) && step > 0.0;
            return is_good ? "" : fmt::format("expected a step > 0 [s], not {}", text);
        },
        "");
    CompareOptions compare_options;
    auto* compare_command = app.add_subcommand(
        "compare", "Runs a scene by several schemes and steps and compares them with a reference");
    compare_command->add_option("SCENE", compare_options.scene, "Scene file (TOML)")->required();
    compare_command->add_option("--schemes", compare_options.schemes, "Schemes to compare")
        ->required()
        ->delimiter(',')
        ->type_name("A,B,C");
    compare_command
        ->add_option("--steps", compare_options.steps,
                     "Steps [s] for each scheme that needs one; by default the scene's")
        ->delimiter(',')
        ->check(is_step)
        ->type_name("h1,h2,...");
    compare_command
        ->add_option("--reference", compare_options.reference, "Reference scheme (default event_accurate)")
        ->check(is_named)
        ->type_name("SCHEME");
    compare_command->add_option("--set", compare_options.overrides, "Overrides a key of the scene")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    compare_command->add_option("--out", compare_options.out, "Folder for compare.json and compare.svg")
        ->check(is_named)
        ->type_name("DIR");
    add_force(compare_command, compare_options.is_forced);
    compare_command->add_flag("--json", compare_options.json, "Prints one JSON object");
    compare_command->add_flag("--quiet", compare_options.quiet, "Prints nothing but errors");
    compare_command->callback([&] { code = compare(compare_options); });

    const auto is_count = [](const std::string& what) {
        return CLI::Validator(
            [what](const std::string& text) {
                long count = 0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
                const bool is_good =
                    error == std::errc() && end == text.data() + text.size() && count >= 1 && count <= 1000;
                return is_good ? "" : fmt::format("expected {} from 1 to 1000, not {}", what, text);
            },
            "");
    };
    const auto is_positive = [](const std::string& what) {
        return CLI::Validator(
            [what](const std::string& text) {
                double number = 0.0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
                const bool is_good = error == std::errc() && end == text.data() + text.size() &&
                                     std::isfinite(number) && number > 0.0;
                return is_good ? "" : fmt::format("expected {} > 0, not {}", what, text);
            },
            "");
    };
    OrbitArguments orbit_arguments;
    auto* orbit_command = app.add_subcommand(
        "orbit", "Finds periodic motions, tells whether they are stable, and follows them in a number");
    orbit_command->add_option("SCENE", orbit_arguments.scene, "Scene file (TOML)")->required();
    orbit_command
        ->add_option("--periods", orbit_arguments.periods, "Periods of the load that the orbit takes")
        ->check(is_count("a number of periods"))
        ->type_name("P");
    auto* impacts_option =
        orbit_command->add_option("--impacts", orbit_arguments.impacts, "Impacts of the one contact")
            ->check(is_count("a number of impacts"))
            ->type_name("K");
    orbit_command
        ->add_option("--sequence", orbit_arguments.sequence,
                     "Contacts in order of time, s for one that lasts; by default what the scene settles to")
        ->check(is_named)
        ->excludes(impacts_option)
        ->type_name("1,1s,2");
    auto* period_option =
        orbit_command->add_option("--period", orbit_arguments.period, "Period [s] of an orbit without load")
            ->check(is_positive("a period [s]"))
            ->type_name("T");
    orbit_command->add_option("--energy", orbit_arguments.energy, "Energy [J] of an orbit without load")
        ->check(is_positive("an energy [J]"))
        ->excludes(period_option)
        ->type_name("E");
    orbit_command
        ->add_option("--continue", orbit_arguments.follow,
                     "Follows the orbit in a number of the scene, or in period or energy")
        ->check(is_named)
        ->type_name("KEY=FROM:TO");
    orbit_command
        ->add_option("--switch", orbit_arguments.switches,
                     "Follows other branches, too: from flips, and where an impact appears or fades")
        ->check(is_named)
        ->type_name("flip,graze");
    orbit_command
        ->add_flag("--lyapunov{10000}", orbit_arguments.lyapunov,
                   "Lyapunov exponents of the scene's motion instead of an orbit, over 10000 periods or =N")
        ->check(CLI::Range(20L, 100'000'000L).description(""));
    orbit_command->add_option("--set", orbit_arguments.overrides, "Overrides a key of the scene")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    orbit_command
        ->add_option("--out", orbit_arguments.out, "Folder for orbit.json, orbits.db, start.toml and figures")
        ->check(is_named)
        ->type_name("DIR");
    add_force(orbit_command, orbit_arguments.is_forced);
    orbit_command->add_flag("--json", orbit_arguments.json, "Prints one JSON object");
    orbit_command->add_flag("--quiet", orbit_arguments.quiet, "Prints nothing but errors");
    orbit_command->callback([&] { code = orbit(orbit_arguments); });

    ReproduceOptions reproduce_options;
    auto* reproduce_command = app.add_subcommand(
        "reproduce", "Computes a paper's tables and figures and compares them with its numbers");
    reproduce_command->add_option(
        "NAME", reproduce_options.name,
        "Name of a paper, folder with a paper.toml, or all; without it, lists the papers");
    reproduce_command
        ->add_option("--out", reproduce_options.out,
                     "Folder for the page and its pictures; the default for all is docs")
        ->check(is_named)
        ->type_name("DIR");
    reproduce_command
        ->add_option("-j,--jobs", reproduce_options.threads, "Threads; by default as many as the machine has")
        ->check(is_thread_count)
        ->type_name("N");
    add_force(reproduce_command, reproduce_options.is_forced);
    reproduce_command->add_flag("--json", reproduce_options.json, "Prints one JSON object");
    reproduce_command->add_flag("--quiet", reproduce_options.quiet, "Prints nothing but errors");
    reproduce_command->callback([&] { code = reproduce(reproduce_options); });

    CheckOptions check_options;
    auto* check_command =
        app.add_subcommand("check", "Validates a scene or a study and warns about its step");
    check_command->add_option("SCENE", check_options.scene, "Scene or study file (TOML)")->required();
    check_command->add_option("--set", check_options.overrides, "Overrides a key of the scene")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    check_command->add_flag("--json", check_options.json, "Prints what was found as one JSON object");
    check_command->callback([&] { code = check(check_options); });

    std::string model;
    auto* new_command = app.add_subcommand("new", "Prints a commented scene for a model");
    new_command->add_option("MODEL", model, "Name of the model; without it, lists the models");
    new_command->footer("Models:\n" + model_list());
    new_command->callback([&] { code = print_new_scene(model); });

    bool markdown = false;
    auto* schema_command = app.add_subcommand("schema", "Prints the JSON Schema of scene files");
    schema_command->add_flag("--markdown", markdown, "Prints the reference page of the manual instead");
    schema_command->callback([&] { code = print_schema(markdown); });

    InfoOptions info_options;
    auto* info_command = app.add_subcommand("info", "Shows what a result or a study contains");
    info_command->add_option("RESULT", info_options.result, "result.h5 or study.db, or the folder it is in")
        ->required();
    info_command->add_flag("--json", info_options.json, "Prints the stored summary as one JSON object");
    info_command->callback([&] { code = info(info_options); });

    ReportOptions report_options;
    auto* report_command = app.add_subcommand("report", "Writes the interactive page of a result or a study");
    report_command
        ->add_option("RESULT", report_options.result, "result.h5 or study.db, or the folder it is in")
        ->required();
    // Anything else would be somebody's result or scene.
    const CLI::Validator is_page(
        [](const std::string& name) {
            return name.ends_with(".html") ? "" : "expected the name of a page, ending in .html";
        },
        "");
    report_command->add_option("--out", report_options.out, "Page to write")
        ->check(is_page)
        ->type_name("FILE.html");
    add_force(report_command, report_options.is_forced);
    report_command->callback([&] { code = report(report_options); });

    std::string pages_kind;
    auto* pages_command = app.add_subcommand("pages", "Prints the manual page, or the completion of a shell");
    pages_command->group("");
    pages_command->add_option("KIND", pages_kind, "man, bash, zsh or fish")->required();
    pages_command->callback([&] { fmt::print("{}", command_pages(pages_kind, pages_of(app))); });

    watch_for_interrupt();
    return exit_code_of([&] {
        try {
            app.parse(argc, argv);
        } catch (const CLI::ParseError& problem) {
            if (problem.get_exit_code() != 0) return explain(app, problem, {argv + 1, argv + argc});
            app.exit(problem);  // prints --help or --version
        }
        return code;
    });
}
