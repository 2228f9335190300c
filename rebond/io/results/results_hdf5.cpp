#include "rebond/io/results/results_hdf5.hpp"

#include "rebond/contact/contact_name.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/results/hdf5.hpp"
#include "rebond/io/results/result_tables.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>

namespace rebond {
namespace {

constexpr const char* file_name = "result.h5";

// The attribute `matrices` has a line "mass M.mtx" for each of them.
void write_matrices(const H5File& file, const std::vector<KeptMatrix>& matrices)
{
    if (matrices.empty()) return;
    std::string names;
    for (const auto& [name, source, entries] : matrices) {
        H5Rows rows(file, ("matrix/" + name).c_str(), "-, -, SI", entry_type());
        for (const Entry& entry : entries) rows.append(&entry);
        rows.finish();
        names += fmt::format("{} {}\n", name, source);
    }
    file.write_text("matrices", names);
}

}  // namespace

class ResultPages final : public SampleSink {
public:
    ResultPages(OutputFolder& into, Index dofs, const std::vector<StoredContact>& contacts,
                const Provenance& provenance)
        : folder_(into),
          progress_(folder_ / file_name),
          file_(H5File::create(progress_.temporary(), folder_ / file_name)),
          time_(column("time", "s")),
          position_(matrix("position", "m or rad", dofs)),
          velocity_(matrix("velocity", "m/s or rad/s", dofs)),
          kinetic_(column("energy/kinetic", "J")),
          elastic_(column("energy/elastic", "J")),
          gravity_(column("energy/gravity", "J")),
          total_(column("energy/total", "J")),
          gap_(matrix("contact/gap", "m", std::ssize(contacts))),
          rate_(matrix("contact/rate", "m/s", std::ssize(contacts))),
          impulse_(matrix("contact/impulse", "N s", std::ssize(contacts))),
          friction_(matrix("contact/friction", "N s", std::ssize(contacts))),
          state_(matrix("contact/state", "-", std::ssize(contacts))),
          impacts_(file_, "impacts", "s, s, -, m/s, m/s, N s, J, N s, N", impact_type()),
          sustained_(file_, "sustained_contacts", "s, s, -, N s, N", sustained_type()),
          row_(contacts.size())
    {
        H5Rows own(file_, "contact/coordinate", "-", H5RowType::whole());
        std::string names;
        for (const StoredContact& contact : contacts) {
            own.append(&contact.coordinate);
            names += contact.name + '\n';
        }
        own.finish();
        file_.write_text("contact_names", names);
        file_.write_text("scene", provenance.scene);
        file_.write_text("effective_scene", provenance.effective_scene);
        file_.write_text("version", provenance.version);
        file_.write_text("revision", provenance.revision);
        write_matrices(file_, provenance.matrices);
    }

    void sample(const Sample& sample) override
    {
        const auto& [at, energy, contacts] = sample;
        const double total = energy.total();
        time_.append(&at.t);
        position_.append(at.q.data());
        velocity_.append(at.v.data());
        kinetic_.append(&energy.kinetic);
        elastic_.append(&energy.elastic);
        gravity_.append(&energy.gravity);
        total_.append(&total);
        append(gap_, contacts, &ContactSample::gap);
        append(rate_, contacts, &ContactSample::rate);
        append(impulse_, contacts, &ContactSample::impulse);
        append(friction_, contacts, &ContactSample::friction);
        append(state_, contacts, &ContactSample::state);
    }

    void impact(const Impact& impact) override { impacts_.append(&impact); }
    void sustained(const SustainedContact& phase) override { sustained_.append(&phase); }

    void add_to_last(const std::vector<ContactSample>& contacts) override
    {
        auto* impulse = static_cast<double*>(impulse_.last());
        auto* friction = static_cast<double*>(friction_.last());
        for (std::size_t k = 0; k < contacts.size(); ++k) {
            impulse[k] += contacts[k].impulse;
            friction[k] += contacts[k].friction;
        }
    }

    void finish(const CloseUp& close_up, const Summary& summary)
    {
        write("close_up/time", "s", close_up.time);
        write("close_up/gap", "m", close_up.gap);
        write("close_up/velocity", "m/s", close_up.velocity);
        file_.write_text("summary", summary_text_json(summary));
        file_.write_text("status", summary.status);
        for (H5Rows* rows : {&time_, &position_, &velocity_, &kinetic_, &elastic_, &gravity_, &total_, &gap_,
                             &rate_, &impulse_, &friction_, &state_, &impacts_, &sustained_})
            rows->finish();
        file_.close();
        folder_.commit(progress_, file_name);
    }

private:
    H5Rows column(const char* name, const char* unit) const { return {file_, name, unit, H5RowType::real()}; }

    H5Rows matrix(const char* name, const char* unit, Index width) const
    {
        return {file_, name, unit, H5RowType::real(), static_cast<std::size_t>(width), true};
    }

    void append(H5Rows& rows, const std::vector<ContactSample>& contacts, double ContactSample::*part)
    {
        for (std::size_t k = 0; k < contacts.size(); ++k) row_[k] = contacts[k].*part;
        rows.append(row_.data());
    }

    void write(const char* name, const char* unit, const std::vector<double>& values) const
    {
        H5Rows rows = column(name, unit);
        for (const double& value : values) rows.append(&value);
        rows.finish();
    }

    OutputFolder& folder_;
    FileInProgress progress_;
    H5File file_;
    H5Rows time_, position_, velocity_;
    H5Rows kinetic_, elastic_, gravity_, total_;
    H5Rows gap_, rate_, impulse_, friction_, state_;
    H5Rows impacts_, sustained_;
    std::vector<double> row_;  // scratch, one per contact
};

ResultWriter::ResultWriter(OutputFolder& folder, const Problem& problem, const Provenance& provenance,
                           double episode_gap)
    : pages_(std::make_unique<ResultPages>(folder, problem.initial.q.size(), stored_contacts(problem),
                                           provenance))
{
    sampler_.emplace(problem, episode_gap, *pages_);
}

ResultWriter::~ResultWriter() = default;

void ResultWriter::finish(const Summary& summary)
{
    require(pages_ != nullptr, "a result is finished once");
    sampler_->finish();
    pages_->finish(sampler_->close_up(), summary);
    pages_.reset();
}

std::vector<StoredContact> stored_contacts(const Problem& problem)
{
    std::vector<StoredContact> stored;
    for (Index k = 0; k < std::ssize(problem.contacts); ++k) {
        std::string name = contact_name(problem.contacts, k);
        std::replace(name.begin(), name.end(), '\n', ' ');  // a line each, whatever a user's name contains
        stored.push_back({own_coordinate(problem.contacts[k].gap).value_or(-1), std::move(name)});
    }
    return stored;
}

void write_result(OutputFolder& folder, const std::vector<StoredContact>& contacts,
                  const Provenance& provenance, const Trajectory& trajectory, const CloseUp& close_up,
                  const Summary& summary)
{
    ResultPages pages(folder, trajectory.dofs, contacts, provenance);
    trajectory.for_each_sample([&](const Sample& sample) { pages.sample(sample); });
    for (const Impact& impact : trajectory.impacts) pages.impact(impact);
    for (const SustainedContact& phase : trajectory.sustained_contacts) pages.sustained(phase);
    pages.finish(close_up, summary);
}

}  // namespace rebond
