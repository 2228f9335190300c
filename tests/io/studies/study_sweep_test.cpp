#include "rebond/io/studies/study_sweep.hpp"

#include "io/studies/study_texts.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"

namespace rebond {
namespace {

class BegunStudy : public testing::Test {
protected:
    // What is said of going on with a database that a program of this version and revision began.
    std::string complaint(const std::string& begun_version, const std::string& begun_revision) const
    {
        StudyRecord record = open_study_database(file_, "")->record();
        record.version = begun_version;
        record.revision = begun_revision;
        const ScratchDirectory folder;
        const std::string path = folder / "study.db";
        (void)StudyDatabase(path, record);
        try {
            (void)open_study_database(file_, path);
            return "accepted";
        } catch (const InputError& error) {
            return std::string(error.what()).substr(folder.path().size() + 1);
        }
    }

    StudyFolder folder_{"[vary]\nimpact.restitution = [0, 1]\n"};
    StudyFile file_ = read_study_file(folder_.path());
    std::string version_{version};
    std::string revision_ = std::string(revision).substr(0, revision.find("-dirty"));
};

TEST_F(BegunStudy, goes_on_by_the_same_program)
{
    EXPECT_EQ(complaint(version_, revision_), "accepted");
    EXPECT_EQ(complaint(version_, revision_ + "-dirty"), "accepted");
}

TEST_F(BegunStudy, is_refused_by_another_program_with_both_named)
{
    const std::string here = version_ + " (" + std::string(revision) + ")";
    EXPECT_EQ(complaint(version_, "0000000-dirty"), "study.db: error: the database was begun by rebond " +
                                                        version_ + " (0000000-dirty) and this is " + here +
                                                        ", whose numbers may differ; choose another folder");
    EXPECT_EQ(complaint("0.0.0", revision_), "study.db: error: the database was begun by rebond 0.0.0 (" +
                                                 revision_ + ") and this is " + here +
                                                 ", whose numbers may differ; choose another folder");
}

// Runs cases at once; one of them lacks something as long as it is told so.
class ForgetfulCrew final : public Crew {
public:
    void perform(const NextCase& next, const TakeResults& take, const std::atomic<bool>&) override
    {
        std::vector<CaseResult> results;
        while (const auto given = next())
            results.push_back({.performed = *given,
                               .status = "ok",
                               .reason = given->index == lacking ? "a file is away" : "",
                               .summary = std::vector<Value>(columns),
                               .is_undone = given->index == lacking});
        take(results);
    }

    std::uint64_t lacking = 1;
    std::size_t columns = 0;
};

TEST(SweptStudy, what_is_not_its_fault_makes_no_row_and_is_tried_again)
{
    const StudyFolder folder{"[vary]\nimpact.restitution = [0, 0.5, 1]\n"};
    const StudyFile file = read_study_file(folder.path());
    const auto database = open_study_database(file, "");
    ForgetfulCrew crew;
    crew.columns = file.columns.size();
    const std::atomic<bool> never = false;
    const auto tell = [](const SweepState&) {};
    const SweepState first = sweep(file, *database, crew, false, tell, never);
    EXPECT_FALSE(first.is_finished);
    EXPECT_EQ(first.done, 2u);
    EXPECT_EQ(first.undone, 1u);
    EXPECT_EQ(first.first_want, "case 1: a file is away");
    EXPECT_EQ(database->row_count(), 2u);

    crew.lacking = 100;
    const SweepState second = sweep(file, *database, crew, false, tell, never);
    EXPECT_TRUE(second.is_finished);
    EXPECT_EQ(second.performed, 1u);
    EXPECT_EQ(database->row_count(), 3u);
}

}  // namespace
}  // namespace rebond
