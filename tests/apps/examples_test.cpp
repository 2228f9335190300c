// Every example runs as its page says and gives the numbers stated there.
#include "apps/program.hpp"

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
        if (entry.is_directory()) found.insert(entry.path());
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
    const std::regex stated(R"(`([a-z_]+(?:\.[a-z_]+)+)` = ([-+]?[0-9.]+(?:[eE][-+]?[0-9]+)?))");
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

// The lines of a page that call the program, typed in the example's folder.
TEST(Examples, can_be_varied_as_their_pages_propose)
{
    const std::string program = fs::path(REBOND_PROGRAM).parent_path().string();
    for (const fs::path& example : examples()) {
        std::istringstream page(text_of((example / "README.md").string()));
        for (std::string line; std::getline(page, line);) {
            if (!line.starts_with("    rebond ")) continue;
            const std::string command =
                "cd '" + example.string() + "' && PATH='" + program + ":'$PATH && " + line;
            EXPECT_EQ(std::system((command + "\n exit $?").insert(0, "exec >/dev/null; ").c_str()), 0)
                << line;
        }
    }
}

}  // namespace
}  // namespace rebond
