// The manual page and the completions of shells, made from the commands.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace rebond::cli {

struct OptionPage {
    std::string name;  // "--out", or "SCENE" of an argument
    std::string type;  // "DIR"; empty for a flag
    std::string meaning;
};

struct CommandPage {
    std::string name;
    std::string meaning;
    std::vector<OptionPage> options;
};

// `kind` is man, bash, zsh or fish. Throws InputError for others.
std::string command_pages(std::string_view kind, const std::vector<CommandPage>& commands);

}  // namespace rebond::cli
