// The page of a study as a user sees it, from `rebond sweep` and `rebond report`.
#include "apps/program.hpp"
#include "io/pages/page_data.hpp"
#include "io/studies/study_texts.hpp"

namespace rebond {
namespace {

const std::string some_fail = R"(title = "Bounces </script><script>alert(1)</script>"
[vary]
"impact.restitution" = [0.25, 2.0, 0.5]
"initial.position" = [[1.0], [2.0]]
[plot]
x = "impact.restitution"
y = "energy.final"
by = "initial.position"
)";

class StudyReport : public testing::Test {
protected:
    void SetUp() override
    {
        const Ended ended = run_rebond({"sweep", folder_.path(), "--out", out_});
        ASSERT_EQ(ended.code, 0) << ended.err;
        EXPECT_TRUE(holds(ended.out, "study.db, study.csv, study.svg, study.html\n")) << ended.out;
    }

    StudyFolder folder_{some_fail};
    std::string out_ = folder_ / "out";
};

TEST_F(StudyReport, is_left_by_a_sweep_and_made_again_from_folder_or_database)
{
    const std::string page = text_of(out_ + "/study.html");
    const auto data = data_of(page);
    EXPECT_EQ(data["row_count"], 6);
    EXPECT_EQ(data["base"], "ball.toml");
    EXPECT_EQ(data["finished"], true);
    EXPECT_EQ(data["statuses"][1]["status"], "invalid");
    EXPECT_TRUE(holds(page, text_of(out_ + "/study.svg")));
    EXPECT_FALSE(holds(page, "<script>alert"));

    std::filesystem::remove(out_ + "/study.html");
    std::filesystem::remove(folder_ / "ball.toml");  // the database says it all
    const Ended folder = run_rebond({"report", out_});
    EXPECT_EQ(folder.code, 0) << folder.err;
    EXPECT_EQ(folder.out, out_ + "/study.html\n");
    EXPECT_EQ(text_of(out_ + "/study.html"), page);
    const Ended database = run_rebond({"report", out_ + "/study.db", "--out", folder_ / "page.html"});
    EXPECT_EQ(database.code, 0) << database.err;
    EXPECT_EQ(text_of(folder_ / "page.html"), page);
}

TEST_F(StudyReport, what_is_no_study_is_refused)
{
    const auto expect_refused = [&](const std::string& name, int code, const std::string& part) {
        for (const char* command : {"info", "report"}) {
            const Ended ended = run_rebond({command, name});
            EXPECT_EQ(ended.code, code) << command << " " << name;
            EXPECT_TRUE(holds(ended.err, name) && holds(ended.err, part)) << ended.err;
            EXPECT_EQ(ended.out, "");
        }
    };
    write_text(folder_ / "letter.db", "no database, but somebody's letter");
    expect_refused(folder_ / "letter.db", 2, "is not the database of a study");
    write_text(folder_ / "blank.db", "");
    expect_refused(folder_ / "blank.db", 2, "is not the database of a study");
    expect_refused(folder_ / "nowhere.db", 4, "unable to open database file");
    expect_refused(folder_ / "nowhere", 4, "cannot read");
    EXPECT_FALSE(std::filesystem::exists(folder_ / "study.html"));
    EXPECT_EQ(run_rebond({"report", out_, "--out", folder_ / "nowhere/page.html"}).code, 4);
}

}  // namespace
}  // namespace rebond
