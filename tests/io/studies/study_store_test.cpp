#include "rebond/io/studies/study_store.hpp"

#include "io/studies/study_texts.hpp"
#include "rebond/core/error.hpp"
#include "rebond/core/version.hpp"
#include "rebond/io/studies/study_database.hpp"

namespace rebond {
namespace {

class BegunStudy : public testing::Test {
protected:
    // What is said of going on with a database that a program of this version and revision began.
    std::string diagnostic(const std::string& begun_version, const std::string& begun_revision) const
    {
        StudyRecord record = open_case_store(file_, "")->record();
        record.version = begun_version;
        record.revision = begun_revision;
        const ScratchDirectory folder;
        const std::string path = folder / "study.db";
        (void)StudyDatabase(path, record);
        try {
            (void)open_case_store(file_, path);
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
    EXPECT_EQ(diagnostic(version_, revision_), "accepted");
    EXPECT_EQ(diagnostic(version_, revision_ + "-dirty"), "accepted");
}

TEST_F(BegunStudy, is_refused_by_another_program_with_both_named)
{
    const std::string here = version_ + " (" + std::string(revision) + ")";
    EXPECT_EQ(diagnostic(version_, "0000000-dirty"), "study.db: error: the database was begun by rebond " +
                                                         version_ + " (0000000-dirty) and this is " + here +
                                                         ", whose numbers may differ; choose another folder");
    EXPECT_EQ(diagnostic("0.0.0", revision_), "study.db: error: the database was begun by rebond 0.0.0 (" +
                                                  revision_ + ") and this is " + here +
                                                  ", whose numbers may differ; choose another folder");
}

}  // namespace
}  // namespace rebond
