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

// A line each, whatever a user's name contains.
std::string lines_of_names(const std::vector<Contact>& contacts)
{
    std::string lines;
    for (std::size_t k = 0; k < contacts.size(); ++k) {
        std::string name = contact_name(contacts, static_cast<Index>(k));
        std::replace(name.begin(), name.end(), '\n', ' ');
        lines += name + '\n';
    }
    return lines;
}

}  // namespace

// Of contact/state; sliding has a sign.
constexpr double open = 0.0, closed = 1.0, slides = 2.0;

struct ResultWriter::Pages {
    OutputFolder& folder;
    FileInProgress progress;
    H5File file;
    H5Rows time, position, velocity;
    H5Rows kinetic, elastic, gravity, total;
    H5Rows gap, rate, impulse, friction, state;
    H5Rows impacts, sustained;
    std::optional<CloseUpRecord> close_up;

    Pages(OutputFolder& into, const Problem& problem, double episode_gap)
        : folder(into),
          progress(folder / file_name),
          file(H5File::create(progress.temporary(), folder / file_name)),
          time(column("time", "s")),
          position(matrix("position", "m or rad", problem.initial.q.size())),
          velocity(matrix("velocity", "m/s or rad/s", problem.initial.v.size())),
          kinetic(column("energy/kinetic", "J")),
          elastic(column("energy/elastic", "J")),
          gravity(column("energy/gravity", "J")),
          total(column("energy/total", "J")),
          gap(matrix("contact/gap", "m", std::ssize(problem.contacts))),
          rate(matrix("contact/rate", "m/s", std::ssize(problem.contacts))),
          impulse(matrix("contact/impulse", "N s", std::ssize(problem.contacts))),
          friction(matrix("contact/friction", "N s", std::ssize(problem.contacts))),
          state(matrix("contact/state", "-", std::ssize(problem.contacts))),
          impacts(file, "impacts", "s, s, -, m/s, m/s, N s, J, N s, N", impact_type()),
          sustained(file, "sustained_contacts", "s, s, -, N s, N", sustained_type())
    {
        if (!problem.contacts.empty()) close_up.emplace(problem.contacts.front().gap, episode_gap);
        H5Rows coordinates(file, "contact/coordinate", "-", H5RowType::whole());
        for (const Contact& contact : problem.contacts) {
            const std::int64_t coordinate = own_coordinate(contact.gap).value_or(-1);
            coordinates.append(&coordinate);
        }
        coordinates.finish();
    }

    H5Rows column(const char* name, const char* unit) const { return {file, name, unit, H5RowType::real()}; }

    H5Rows matrix(const char* name, const char* unit, Index width) const
    {
        return {file, name, unit, H5RowType::real(), static_cast<std::size_t>(width), true};
    }

    void write(const char* name, const char* unit, const std::vector<double>& values) const
    {
        H5Rows rows = column(name, unit);
        for (const double& value : values) rows.append(&value);
        rows.finish();
    }

    void finish()
    {
        for (H5Rows* rows : {&time, &position, &velocity, &kinetic, &elastic, &gravity, &total, &gap, &rate,
                             &impulse, &friction, &state, &impacts, &sustained})
            rows->finish();
        file.close();
        folder.commit(progress, file_name);
    }
};

ResultWriter::ResultWriter(OutputFolder& folder, const Problem& problem, const Provenance& provenance,
                           double episode_gap)
    : problem_(problem),
      last_(problem.initial),
      sample_times_(problem.sample_every),
      gap_(Vector::Zero(std::ssize(problem.contacts))),
      rate_(gap_),
      impulse_(gap_),
      friction_(gap_),
      state_(gap_)
{
    pages_ = std::make_unique<Pages>(folder, problem, episode_gap);
    pages_->file.write_text("scene", provenance.scene);
    pages_->file.write_text("effective_scene", provenance.effective_scene);
    pages_->file.write_text("version", provenance.version);
    pages_->file.write_text("revision", provenance.revision);
    pages_->file.write_text("contact_names", lines_of_names(problem.contacts));
    write_matrices(pages_->file, provenance.matrices);
}

ResultWriter::~ResultWriter() = default;

void ResultWriter::step(const Instant& now)
{
    last_.t = now.t();
    last_.q = now.q();
    last_.v = now.v();
    has_step_ = true;
    if (pages_->close_up) pages_->close_up->step(now);
    if (sampled_ != last_.t && sample_times_.is_due(last_.t)) sample(last_, now.energy());
}

void ResultWriter::contact_begins(Index contact, double t)
{
    state_(contact) = closed;
    pages_->close_up->contact_begins(contact, t);
}

void ResultWriter::impact(const Impact& impact)
{
    if (impact.is_over) state_(impact.contact) = open;
    pages_->impacts.append(&impact);
    pages_->close_up->impact(impact);
}

void ResultWriter::sustained(const SustainedContact& phase)
{
    if (phase.is_over) state_(phase.contact) = open;
    pages_->sustained.append(&phase);
    pages_->close_up->sustained(phase);
}

void ResultWriter::change(const ContactChange& change)
{
    const double direction = change.to ? direction_of(*change.to) : 0.0;
    state_(change.contact) = !change.to ? open : direction == 0.0 ? closed : direction * slides;
}

void ResultWriter::received(Index contact, double normal, double friction)
{
    impulse_(contact) += normal;
    friction_(contact) += friction;
}

void ResultWriter::finish(const Summary& summary)
{
    require(pages_ != nullptr, "a result is finished once");
    if (has_step_ && sampled_ != last_.t) {
        const auto dynamics = problem_.model->dynamics();
        dynamics->place(last_.t, last_.q);
        sample(last_, dynamics->energy(last_.v));
    }
    // What was told after the last step belongs to it.
    if (has_step_) {
        Eigen::Map<Vector>(static_cast<double*>(pages_->impulse.last()), impulse_.size()) += impulse_;
        Eigen::Map<Vector>(static_cast<double*>(pages_->friction.last()), friction_.size()) += friction_;
    }

    const CloseUp seen = pages_->close_up ? pages_->close_up->close_up() : CloseUp{};
    pages_->write("close_up/time", "s", seen.time);
    pages_->write("close_up/gap", "m", seen.gap);
    pages_->write("close_up/velocity", "m/s", seen.velocity);
    pages_->file.write_text("summary", summary_text_json(summary));
    pages_->file.write_text("status", summary.status);
    pages_->finish();
    pages_.reset();
}

void ResultWriter::sample(const State& state, const Energy& energy)
{
    const double total = energy.total();
    for (Index k = 0; k < gap_.size(); ++k) {
        const Gap& gap = problem_.contacts[static_cast<std::size_t>(k)].gap;
        gap_(k) = gap_at(gap, state.t, state.q);
        rate_(k) = rate_at(gap, state.t, state.q, state.v);
    }
    pages_->time.append(&state.t);
    pages_->position.append(state.q.data());
    pages_->velocity.append(state.v.data());
    pages_->kinetic.append(&energy.kinetic);
    pages_->elastic.append(&energy.elastic);
    pages_->gravity.append(&energy.gravity);
    pages_->total.append(&total);
    pages_->gap.append(gap_.data());
    pages_->rate.append(rate_.data());
    pages_->impulse.append(impulse_.data());
    pages_->friction.append(friction_.data());
    pages_->state.append(state_.data());
    impulse_.setZero();
    friction_.setZero();
    sampled_ = state.t;
}

}  // namespace rebond
