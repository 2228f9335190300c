// result.h5: a run as a file, written while it goes, in constant memory, and read back.
//
//     time                                  [samples]
//     position, velocity                    [samples × dofs]
//     energy/kinetic|elastic|gravity|total  [samples]
//     contact/gap, contact/rate             [samples × contacts]   and its velocity
//     contact/coordinate                    [contacts]   the coordinate that is ± its gap up to a constant,
//     or −1 contact/impulse, contact/friction     [samples × contacts]   received since the sample before
//     impacts, sustained_contacts           tables, one row per impact or sustained contact, all of them
//     close_up/time|gap|velocity            [points], see analysis/close_up.hpp
//     matrix/mass|damping|stiffness         tables of row, column and value, of matrices that came from files
//
// Each dataset has its unit in the attribute `unit`; the root has the texts of a Result as attributes, and
// `contact_names`, a line for each contact. When samples are taken is in analysis/sampler.hpp.
#pragma once

#include "rebond/analysis/result.hpp"
#include "rebond/analysis/trajectory.hpp"
#include "rebond/io/files/matrix_market.hpp"
#include "rebond/io/files/output_folder.hpp"
#include "rebond/io/results/hdf5_dataset.hpp"

#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// A matrix that the effective scene names by its file. It lives as long as the scene.
struct KeptMatrix {
    std::string name;  // of the key: mass
    std::string file;
    const std::vector<Entry>& entries;
};

// Where a result comes from; see Result.
struct Provenance {
    std::string scene;
    std::string effective_scene;
    std::string version;
    std::string revision;
    std::vector<KeptMatrix> matrices = {};
};

class ResultPages;  // the file and its datasets

// Writes result.h5 into a folder, where it appears when it is finished and not before. Whatever goes wrong
// with the file is a FileError, thrown by any of the calls. Steps allocate nothing but when a buffer
// goes to the disk.
class ResultWriter final : public Recorder {
public:
    // `episode_gap` [s] ends the close-up. `folder` and `problem` must outlive the writer.
    ResultWriter(OutputFolder& folder, const Problem& problem, const Provenance& provenance,
                 double episode_gap);
    ~ResultWriter() override;
    ResultWriter(const ResultWriter&) = delete;
    ResultWriter& operator=(const ResultWriter&) = delete;

    void step(const Instant& now) override { sampler_->step(now); }
    void contact_begins(Index contact, double t) override { sampler_->contact_begins(contact, t); }
    void impact(const Impact& impact) override { sampler_->impact(impact); }
    void sustained(const SustainedContact& phase) override { sampler_->sustained(phase); }
    void change(const ContactChange& change) override { sampler_->change(change); }
    void received(Index contact, double normal, double friction) override
    {
        sampler_->received(contact, normal, friction);
    }

    // Writes the last sample, the summary and the status, and gives the file its name.
    void finish(const Summary& summary);

private:
    std::unique_ptr<ResultPages> pages_;
    std::optional<Sampler> sampler_;
};

// What a file says of a contact.
struct StoredContact {
    Index coordinate = -1;  // that is ± its gap up to a constant; −1: none
    std::string name;
};
std::vector<StoredContact> stored_contacts(const Problem& problem);

// The same of a run in memory; `contacts` are those of its problem.
void write_result(OutputFolder& folder, const std::vector<StoredContact>& contacts,
                  const Provenance& provenance, const Trajectory& trajectory, const CloseUp& close_up,
                  const Summary& summary);

// The result in a file, with `most_samples` ≥ 1 of its samples at most: the first, the last and
// evenly spaced ones between; impulses of samples left out are added to the next. Likewise with
// `most_impacts` ≥ 2 of its impacts and of its sustained contacts: the first half of them are the first ones,
// and the others evenly chosen of those that follow. Throws FileError unless the file is a complete rebond
// result.
Result read_result(const std::string& path, long most_samples = std::numeric_limits<long>::max(),
                   long most_impacts = std::numeric_limits<long>::max());

// As much of a result as plots and reports show: a bounded amount, however long the run and large the body.
// The summary is that of the file unless it is at hand.
Result read_result_to_draw(const std::string& path, const Summary* summary = nullptr);

// The scene that a result is of, and the matrices it names, by their files.
struct ResultScene {
    std::string text;
    std::map<std::string, MatrixFile> matrices;
};
ResultScene read_stored_scene(const std::string& path);

// What a result file says of itself, without its numbers.
struct ResultInfo {
    std::string summary;  // JSON, as it was written
    std::string version;
    std::string revision;
    std::string status;
    std::vector<H5Dataset> datasets;  // in the order of their names
};
ResultInfo read_result_info(const std::string& path);

}  // namespace rebond
