#include "apps/cli/terminal/command_pages.hpp"

#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"

#include <fmt/format.h>

namespace rebond::cli {
namespace {

bool is_argument(const OptionPage& option)
{
    return !option.name.starts_with('-');
}

// With what troff and shells take for something else escaped.
std::string escaped(std::string_view text, std::string_view special, std::string_view by)
{
    std::string plain;
    for (const char c : text) {
        if (special.find(c) != std::string_view::npos) plain += by;
        plain += c;
    }
    return plain;
}

std::string troff(std::string_view text)
{
    std::string plain = escaped(text, "\\-", "\\");
    return plain.starts_with('.') || plain.starts_with('\'') ? "\\&" + plain : plain;
}

std::string manual_page(const std::vector<CommandPage>& commands)
{
    std::string text = fmt::format(
        ".TH REBOND 1 \"\" \"rebond {}\" \"User Commands\"\n.SH NAME\nrebond \\- a laboratory for impacts of "
        "elastic and rigid bodies\n.SH SYNOPSIS\n.B rebond\n.I COMMAND\n[\\fIARGUMENTS\\fR]\n.SH COMMANDS\n",
        version);
    for (const CommandPage& command : commands) {
        text += fmt::format(".SS rebond {}", troff(command.name));
        for (const OptionPage& option : command.options)
            if (is_argument(option)) text += fmt::format(" {}", troff(option.name));
        text += fmt::format("\n{}.\n", troff(command.meaning));
        for (const OptionPage& option : command.options)
            text += fmt::format(".TP\n\\fB{}\\fR{}\n{}\n", troff(option.name),
                                option.type.empty() || is_argument(option)
                                    ? ""
                                    : fmt::format(" \\fI{}\\fR", troff(option.type)),
                                troff(option.meaning));
    }
    return text +
           ".SH EXIT STATUS\n.TP\n0\ndone\n.TP\n2\nbad command line, scene or study: nothing was "
           "written\n.TP\n3\n"
           "the numbers refused: everything computed so far is kept\n.TP\n4\na file could not be read or "
           "written\n.TP\n130\ninterrupted: what was finished is kept\n";
}

std::string words_of(const CommandPage& command)
{
    std::string words;
    for (const OptionPage& option : command.options)
        if (!is_argument(option)) words += (words.empty() ? "" : " ") + option.name;
    return words;
}

std::string bash_completion(const std::vector<CommandPage>& commands)
{
    std::string names, cases;
    for (const CommandPage& command : commands) {
        names += (names.empty() ? "" : " ") + command.name;
        cases += fmt::format("        {}) words=\"{}\" ;;\n", command.name, words_of(command));
    }
    return fmt::format(
        "# Completion of rebond for bash.\n_rebond() {{\n    local word=${{COMP_WORDS[COMP_CWORD]}} words=\n"
        "    if ((COMP_CWORD == 1)); then\n        COMPREPLY=($(compgen -W \"{} --help --version\" -- "
        "\"$word\"))\n        return\n    fi\n    case ${{COMP_WORDS[1]}} in\n{}    esac\n"
        "    if [[ $word == -* ]]; then COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
        "    else COMPREPLY=($(compgen -f -- \"$word\")); fi\n}}\n"
        "complete -o filenames -F _rebond rebond\n",
        names, cases);
}

std::string zsh_completion(const std::vector<CommandPage>& commands)
{
    std::string names, cases;
    for (const CommandPage& command : commands) {
        names += fmt::format("        '{}:{}'\n", command.name, escaped(command.meaning, "'", "'\\'"));
        cases += fmt::format("        {}) _arguments '*:file:_files'", command.name);
        for (const OptionPage& option : command.options)
            if (!is_argument(option))
                cases += fmt::format(" '{}[{}]{}'", option.name,
                                     escaped(escaped(option.meaning, "[]:", "\\"), "'", "'\\'"),
                                     option.type.empty() ? "" : ":" + option.type + ":_files");
        cases += " ;;\n";
    }
    return fmt::format(
        "#compdef rebond\n# Completion of rebond for zsh.\n_rebond() {{\n    local -a commands=(\n{}    )\n"
        "    if ((CURRENT == 2)); then _describe command commands; return; fi\n    local command=$words[2]\n"
        "    shift words; ((CURRENT--))\n    case $command in\n{}    esac\n}}\n_rebond \"$@\"\n",
        names, cases);
}

std::string fish_completion(const std::vector<CommandPage>& commands)
{
    std::string text = "# Completion of rebond for fish.\n";
    for (const CommandPage& command : commands) {
        text += fmt::format("complete -c rebond -n __fish_use_subcommand -f -a {} -d '{}'\n", command.name,
                            escaped(command.meaning, "'\\", "\\"));
        for (const OptionPage& option : command.options) {
            if (is_argument(option)) continue;
            const bool is_long = option.name.starts_with("--");
            text += fmt::format("complete -c rebond -n '__fish_seen_subcommand_from {}' -{} {}{} -d '{}'\n",
                                command.name, is_long ? "l" : "s", option.name.substr(is_long ? 2 : 1),
                                option.type.empty() ? "" : " -r", escaped(option.meaning, "'\\", "\\"));
        }
    }
    return text;
}

}  // namespace

std::string command_pages(std::string_view kind, const std::vector<CommandPage>& commands)
{
    if (kind == "man") return manual_page(commands);
    if (kind == "bash") return bash_completion(commands);
    if (kind == "zsh") return zsh_completion(commands);
    if (kind == "fish") return fish_completion(commands);
    throw InputError(fmt::format("{}: error: expected man, bash, zsh or fish", kind));
}

}  // namespace rebond::cli
