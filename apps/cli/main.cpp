// The program: reads the command line, calls one command, turns errors into messages and exit codes.
#include "apps/cli/commands.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/nearest_name.hpp"
#include "rebond/core/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <cstdio>
#include <exception>
#include <new>

namespace {

using namespace rebond;
using namespace rebond::cli;

// "error: …" unless the text says so itself, as located messages do.
void complain(std::string_view text)
{
    const bool says_so = text.find("error: ") != std::string_view::npos;
    fmt::print(stderr, "{}{}\n", says_so ? "" : "error: ", text);
}

int explain(const CLI::App& app, const CLI::ParseError& problem, int argc, char** argv)
{
    if (problem.get_exit_code() == 0) return app.exit(problem);  // --help, --version
    std::string hint = "run 'rebond --help' for the commands";
    if (argc > 1) {
        std::vector<std::string_view> names;
        std::vector<std::string> storage;
        for (const CLI::App* command : app.get_subcommands({})) storage.push_back(command->get_name());
        for (const std::string& name : storage) names.push_back(name);
        const std::string_view first = argv[1];
        const bool is_command = std::find(names.begin(), names.end(), first) != names.end();
        if (is_command)
            hint = fmt::format("run 'rebond {} --help' for its arguments", first);
        else if (!first.starts_with('-'))
            if (const auto nearest = nearest_name(first, names); !nearest.empty())
                hint = fmt::format("there is no command '{}'; did you mean '{}'?", first, nearest);
    }
    fmt::print(stderr, "error: {}\n{}\n", problem.what(), hint);
    return bad_input;
}

}  // namespace

int main(int argc, char** argv)
{
    CLI::App app{"rebond: a laboratory for impacts of elastic and rigid bodies", "rebond"};
    app.set_version_flag("--version", fmt::format("rebond {} ({})", version, revision));
    app.require_subcommand(1);
    int code = done;

    RunOptions run_options;
    auto* run_command = app.add_subcommand("run", "Runs a scene and prints its summary");
    run_command->add_option("SCENE", run_options.scene, "Scene file (TOML)")->required();
    run_command
        ->add_option("--set", run_options.overrides, "Overrides a key of the scene, e.g. model.segments=20")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    run_command->add_option("--out", run_options.out, "Folder for result.h5, plots and report")
        ->type_name("DIR");
    run_command->add_flag("--json", run_options.json, "Prints the summary as one JSON object");
    run_command->add_flag("--quiet", run_options.quiet, "Prints nothing but errors");
    run_command->callback([&] { code = run(run_options); });

    CheckOptions check_options;
    auto* check_command = app.add_subcommand("check", "Validates a scene and warns about its step");
    check_command->add_option("SCENE", check_options.scene, "Scene file (TOML)")->required();
    check_command->add_option("--set", check_options.overrides, "Overrides a key of the scene")
        ->allow_extra_args(false)
        ->type_name("KEY=VALUE");
    check_command->add_flag("--json", check_options.json, "Prints what was found as one JSON object");
    check_command->callback([&] { code = check(check_options); });

    std::string model = "bar";
    auto* new_command = app.add_subcommand("new", "Prints a commented scene for a model");
    new_command->add_option("MODEL", model, "Name of the model")->required();
    new_command->callback([&] { code = print_new_scene(model); });

    bool markdown = false;
    auto* schema_command = app.add_subcommand("schema", "Prints the JSON Schema of scene files");
    schema_command->add_flag("--markdown", markdown, "Prints the reference page of the manual instead");
    schema_command->callback([&] { code = print_schema(markdown); });

    InfoOptions info_options;
    auto* info_command = app.add_subcommand("info", "Tells what a result holds");
    info_command->add_option("RESULT", info_options.result, "result.h5, or the folder it is in")->required();
    info_command->add_flag("--json", info_options.json, "Prints the stored summary as one JSON object");
    info_command->callback([&] { code = info(info_options); });

    ReportOptions report_options;
    auto* report_command = app.add_subcommand("report", "Writes the interactive page of a result");
    report_command->add_option("RESULT", report_options.result, "result.h5, or the folder it is in")
        ->required();
    report_command->add_option("--out", report_options.out, "Page to write")->type_name("FILE.html");
    report_command->callback([&] { code = report(report_options); });

    try {
        app.parse(argc, argv);
        return code;
    } catch (const CLI::ParseError& problem) {
        return explain(app, problem, argc, argv);
    } catch (const InputError& error) {
        complain(error.what());
        return bad_input;
    } catch (const FileError& error) {
        complain(error.what());
        return file_trouble;
    } catch (const std::bad_alloc&) {
        complain("not enough memory for this scene");
        return numbers_refused;
    } catch (const std::exception& error) {
        complain(fmt::format("rebond itself failed, please report it: {}", error.what()));
        return numbers_refused;
    }
}
