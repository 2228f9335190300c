// A damaged study.db: it is refused with InputError or FileError, or all of it can be read. SQLite keeps no
// checksums, so what is read may differ.
#include "fuzz/scratch.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/studies/study_database.hpp"

namespace {

struct Original {
    rebond::ScratchFolder folder;
    std::string bytes;

    Original()
    {
        const auto file = folder.path() / "study.db";
        rebond::StudyDatabase database(file.string(), {.study = "text",
                                                       .axes = "a\nb\n",
                                                       .fingerprint = "1f",
                                                       .version = "1",
                                                       .grid_cases = 4,
                                                       .keys = {"a", "b"},
                                                       .columns = {"energy.final", "model"}});
        std::vector<rebond::CaseResult> rows;
        for (std::uint64_t k = 0; k < 4; ++k)
            rows.push_back({.given = {k, {0.5 * static_cast<double>(k), std::string("x")}},
                            .status = k == 2 ? "diverged" : "ok",
                            .reason = k == 2 ? "because" : "",
                            .summary = {1.0 / 3.0, std::string("bar")}});
        database.add(rows);
        database.finish({});
        bytes = rebond::read_bytes(file);
    }
};

void read_all(const std::string& path)
{
    const rebond::StudyDatabase database(path, rebond::StudyDatabase::Purpose::read);
    const std::uint64_t some = 8;
    (void)database.stored(some);
    (void)database.row_count(some);
    (void)database.statuses();
    (void)database.column_names();
    (void)database.crossings();
    (void)database.entry(1, "energy.final");
    (void)database.numbers("energy.final", some);
    database.for_each_row({.columns = database.column_names()}, [](const std::vector<rebond::Value>&) {});
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const Original original;
    const auto file = original.folder.path() / "damaged.db";
    rebond::write_bytes(file, rebond::damaged(original.bytes, data, size));
    try {
        read_all(file.string());
    } catch (const rebond::InputError&) {
    } catch (const rebond::FileError&) {
    }
    return 0;
}
