// Every example runs as its page says and gives the numbers stated there.
#include "apps/program.hpp"
#include "scratch_directory.hpp"

#include <nlohmann/json.hpp>

#include <cmath>
#include <regex>
#include <set>

namespace rebond {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::vector<fs::path> examples()
{
    std::set<fs::path> found;
    for (const auto& entry : fs::directory_iterator(fs::path(REBOND_SOURCE_DIR) / "examples"))
        if (fs::exists(entry.path() / "scene.toml")) found.insert(entry.path());
    return {found.begin(), found.end()};
}

// One unit in the last digit of a number as it is written: 3.58e-3 → 0.01e-3.
double last_digit(const std::string& number)
{
    const std::size_t exponent = number.find_first_of("eE");
    const std::string digits = number.substr(0, exponent);
    const std::size_t point = digits.find('.');
    const int decimals = point == std::string::npos ? 0 : static_cast<int>(digits.size() - point - 1);
    const int power = exponent == std::string::npos ? 0 : std::stoi(number.substr(exponent + 1));
    return std::pow(10.0, power - decimals);
}

TEST(Examples, give_the_numbers_their_pages_state)
{
    const std::regex stated(R"(`([a-z_]+(?:\.[a-z_0-9]+)+)` = ([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?))");
    for (const fs::path& example : examples()) {
        SCOPED_TRACE(example.filename());
        const Ended ended = run_rebond({"run", (example / "scene.toml").string(), "--json"});
        ASSERT_EQ(ended.code, 0) << ended.err;
        const Json summary = Json::parse(ended.out);
        EXPECT_EQ(summary["warnings"], Json::array());

        const std::string page = text_of((example / "README.md").string());
        const std::string section =
            page.substr(std::min(page.size(), page.find("## The number it should give")));
        int numbers = 0;
        for (std::sregex_iterator match(section.begin(), section.end(), stated), end; match != end; ++match) {
            std::string pointer = "/" + (*match)[1].str();
            std::replace(pointer.begin(), pointer.end(), '.', '/');
            const Json value = summary.value(Json::json_pointer(pointer), Json());
            ASSERT_TRUE(value.is_number()) << pointer;
            std::string number = (*match)[2];
            if (number.ends_with('.')) number.pop_back();  // of the sentence
            EXPECT_NEAR(value.get<double>(), std::stod(number), last_digit(number)) << pointer;
            ++numbers;
        }
        EXPECT_GE(numbers, 1) << "the page states no number";
    }
}

// The lines of a page that call the program, typed in a folder that looks like the top of the tree.
void expect_commands_work(const fs::path& page)
{
    SCOPED_TRACE(page);
    const ScratchDirectory top;
    fs::create_directories(top / "build/release/bin");
    fs::create_symlink(REBOND_PROGRAM, top / "build/release/bin/rebond");
    for (const char* folder : {"examples", "papers"})
        fs::create_symlink(fs::path(REBOND_SOURCE_DIR) / folder, top / folder);
    std::istringstream lines(text_of(page.string()));
    int commands = 0;
    for (std::string line; std::getline(lines, line);) {
        if (!line.starts_with("    build/release/bin/rebond ")) continue;
        const std::string command = "exec >/dev/null; cd '" + top.path() + "' || exit 1\n" + line + "\n";
        EXPECT_EQ(std::system(command.c_str()), 0) << line;
        ++commands;
    }
    EXPECT_GE(commands, 1) << "the page shows no command";
}

class ExamplePage : public testing::TestWithParam<fs::path> {};

TEST_P(ExamplePage, proposes_commands_that_work)
{
    expect_commands_work(GetParam() / "README.md");
}

INSTANTIATE_TEST_SUITE_P(Examples, ExamplePage, testing::ValuesIn(examples()),
                         [](const auto& page) { return "of_" + page.param.filename().string(); });

TEST(Examples, are_introduced_by_commands_that_work)
{
    expect_commands_work(fs::path(REBOND_SOURCE_DIR) / "README.md");
}

}  // namespace
}  // namespace rebond
