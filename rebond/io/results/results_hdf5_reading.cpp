#include "rebond/analysis/selection.hpp"
#include "rebond/core/error.hpp"
#include "rebond/io/results/hdf5.hpp"
#include "rebond/io/results/result_tables.hpp"
#include "rebond/io/results/results_hdf5.hpp"
#include "rebond/io/results/summary_json.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <sstream>

namespace rebond {
namespace {

std::vector<std::string> lines_in(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

void require_extent(const H5File& file, const char* name, std::size_t has, std::size_t expected)
{
    if (has != expected)
        throw FileError(fmt::format("{}: not a rebond result: `{}` has an extent of {}, others of {}",
                                    file.path(), name, has, expected));
}

void read_rows(const H5Source& source, const Selection& selection, double* out)
{
    if (selection.is_everything()) {
        source.read(0, selection.count, out);
        return;
    }
    for (std::size_t i = 0; i < selection.count; ++i) source.read(selection[i], 1, out + i * source.width());
}

std::vector<double> read_column(const H5File& file, const char* name, const Selection& selection)
{
    const H5Source source(file, name, H5RowType::real());
    require_extent(file, name, source.rows(), selection.all);
    std::vector<double> values(selection.count);
    read_rows(source, selection, values.data());
    return values;
}

std::vector<double> read_column(const H5File& file, const char* name)
{
    const H5Source source(file, name, H5RowType::real());
    std::vector<double> values(source.rows());
    source.read(0, values.size(), values.data());
    return values;
}

H5Source open_matrix(const H5File& file, const char* name, const Selection& selection)
{
    H5Source source(file, name, H5RowType::real(), true);
    require_extent(file, name, source.rows(), selection.all);
    return source;
}

// The file's rows are the matrix's columns.
Matrix read_matrix(const H5Source& source, const Selection& selection)
{
    Matrix values(static_cast<Index>(source.width()), static_cast<Index>(selection.count));
    read_rows(source, selection, values.data());
    return values;
}

// As read_matrix, but each column is the sum over the rows since the column before.
Matrix read_sums(const H5Source& source, const Selection& selection)
{
    if (selection.is_everything()) return read_matrix(source, selection);
    Matrix sums = Matrix::Zero(static_cast<Index>(source.width()), static_cast<Index>(selection.count));
    constexpr std::size_t block = 4096;
    Matrix rows(sums.rows(), static_cast<Index>(block));
    std::size_t i = 0;
    for (std::size_t first = 0; first < selection.all; first += block) {
        const std::size_t count = std::min(block, selection.all - first);
        source.read(first, count, rows.data());
        for (std::size_t row = 0; row < count; ++row) {
            while (i < selection.count && selection[i] < first + row) ++i;
            if (i < selection.count) sums.col(static_cast<Index>(i)) += rows.col(static_cast<Index>(row));
        }
    }
    return sums;
}

// All records, or `most` of them: the first ones, and as many evenly chosen among the others, with the last.
template <typename Record>
std::vector<Record> read_table(const H5File& file, const char* name, H5RowType type, std::size_t most,
                               std::size_t* left_out = nullptr)
{
    const H5Source source(file, name, std::move(type));
    std::vector<Record> records(std::min(source.rows(), most));
    if (left_out != nullptr) *left_out = source.rows() - records.size();
    const std::size_t first = records.size() == source.rows() ? records.size() : most / 2;
    source.read(0, first, records.data());
    const Selection others{source.rows() - first, records.size() - first};
    for (std::size_t i = 0; i < others.count; ++i)
        source.read(first + others[i] + (others.count == 1 ? others.all - 1 : 0), 1, &records[first + i]);
    return records;
}

Summary stored_summary(const H5File& file)
{
    std::optional<Summary> summary = read_summary(file.read_text("summary"));
    if (!summary) throw FileError(fmt::format("{}: error: its summary is damaged", file.path()));
    return std::move(*summary);
}

bool has_dataset(const std::vector<H5Dataset>& datasets, std::string_view name)
{
    return std::any_of(datasets.begin(), datasets.end(),
                       [&](const H5Dataset& dataset) { return dataset.name == name; });
}

Result read_all(const H5File& file, std::size_t most_samples, std::size_t most_impacts,
                const Summary* summary)
{
    const std::size_t samples = H5Source(file, "time", H5RowType::real()).rows();
    const Selection selection{samples, std::min(samples, most_samples)};
    Result result;
    result.scene = file.read_text("scene");
    result.effective_scene = file.read_text("effective_scene");
    result.summary = summary != nullptr ? *summary : stored_summary(file);
    result.version = file.read_text("version");
    result.revision = file.read_text("revision");
    result.status = file.read_text("status");
    result.time = read_column(file, "time", selection);

    const H5Source position = open_matrix(file, "position", selection);
    const H5Source velocity = open_matrix(file, "velocity", selection);
    require_extent(file, "velocity", velocity.width(), position.width());
    result.position = read_matrix(position, selection);
    result.velocity = read_matrix(velocity, selection);

    const std::vector<double> kinetic = read_column(file, "energy/kinetic", selection);
    const std::vector<double> elastic = read_column(file, "energy/elastic", selection);
    const std::vector<double> gravity = read_column(file, "energy/gravity", selection);
    for (std::size_t i = 0; i < selection.count; ++i)
        result.energy.push_back({.kinetic = kinetic[i], .elastic = elastic[i], .gravity = gravity[i]});

    const H5Source gap = open_matrix(file, "contact/gap", selection);
    const H5Source impulse = open_matrix(file, "contact/impulse", selection);
    require_extent(file, "contact/impulse", impulse.width(), gap.width());
    result.gap = read_matrix(gap, selection);
    if (file.has_text("contact_names")) result.contact_names = lines_in(file.read_text("contact_names"));
    result.impulse = read_sums(impulse, selection);
    // Results of earlier versions have neither friction nor the gaps' velocities and coordinates.
    const std::vector<H5Dataset> datasets = file.datasets();
    if (has_dataset(datasets, "contact/rate")) {
        const H5Source rate = open_matrix(file, "contact/rate", selection);
        require_extent(file, "contact/rate", rate.width(), gap.width());
        result.rate = read_matrix(rate, selection);
    }
    if (has_dataset(datasets, "contact/coordinate")) {
        const H5Source coordinate(file, "contact/coordinate", H5RowType::whole());
        require_extent(file, "contact/coordinate", coordinate.rows(), gap.width());
        result.coordinate.resize(coordinate.rows());
        coordinate.read(0, coordinate.rows(), result.coordinate.data());
        for (Index& own : result.coordinate)
            own = own < result.position.rows() ? std::max<Index>(own, -1) : -1;
    }
    if (has_dataset(datasets, "contact/state")) {
        const H5Source state = open_matrix(file, "contact/state", selection);
        require_extent(file, "contact/state", state.width(), gap.width());
        result.state = read_matrix(state, selection);
    }
    if (has_dataset(datasets, "contact/friction")) {
        const H5Source friction = open_matrix(file, "contact/friction", selection);
        require_extent(file, "contact/friction", friction.width(), gap.width());
        result.friction = read_sums(friction, selection);
    } else {
        result.friction = Matrix::Zero(result.impulse.rows(), result.impulse.cols());
    }

    result.impacts =
        read_table<Impact>(file, "impacts", impact_type(), most_impacts, &result.impacts_left_out);
    const char* sustained = has_dataset(datasets, "sustained_contacts") ? "sustained_contacts"
                                                                        : "sticking";  // of earlier versions
    result.sustained = read_table<SustainedContact>(file, sustained, sustained_type(), most_impacts);
    result.close_up.time = read_column(file, "close_up/time");
    result.close_up.gap = read_column(file, "close_up/gap");
    result.close_up.velocity = read_column(file, "close_up/velocity");
    require_extent(file, "close_up/gap", result.close_up.gap.size(), result.close_up.time.size());
    require_extent(file, "close_up/velocity", result.close_up.velocity.size(), result.close_up.time.size());
    return result;
}

Result read_opened(const std::string& path, std::size_t most_samples, std::size_t most_impacts,
                   const Summary* summary)
{
    const H5File file = H5File::open(path);
    try {
        return read_all(file, most_samples, most_impacts, summary);
    } catch (const std::bad_alloc&) {
        throw FileError(fmt::format("{}: cannot read: it does not fit into memory", path));
    }
}

}  // namespace

Result read_result(const std::string& path, long most_samples, long most_impacts)
{
    require(most_samples >= 1 && most_impacts >= 2, "at least one sample and two impacts");
    return read_opened(path, static_cast<std::size_t>(most_samples), static_cast<std::size_t>(most_impacts),
                       nullptr);
}

Result read_result_to_draw(const std::string& path, const Summary* summary)
{
    std::size_t dofs = 0;
    {
        const H5File file = H5File::open(path);
        dofs = H5Source(file, "position", H5RowType::real(), true).width();
    }
    return read_opened(path, drawn_samples(dofs), drawn_impacts, summary);
}

ResultScene read_stored_scene(const std::string& path)
{
    const H5File file = H5File::open(path);
    ResultScene scene{file.read_text("effective_scene"), {}};
    if (!file.has_text("matrices")) return scene;
    const auto dofs = static_cast<Index>(H5Source(file, "position", H5RowType::real(), true).width());
    std::istringstream lines(file.read_text("matrices"));
    for (std::string name, source; lines >> name && lines.get() == ' ' && std::getline(lines, source);) {
        MatrixFile matrix{.rows = dofs, .columns = dofs, .entries = {}};
        matrix.entries = read_table<Entry>(file, ("matrix/" + name).c_str(), entry_type(),
                                           std::numeric_limits<std::size_t>::max());
        scene.matrices.emplace(source, std::move(matrix));
    }
    return scene;
}

ResultInfo read_result_info(const std::string& path)
{
    const H5File file = H5File::open(path);
    return {.summary = file.read_text("summary"),
            .version = file.read_text("version"),
            .revision = file.read_text("revision"),
            .status = file.read_text("status"),
            .datasets = file.datasets()};
}

}  // namespace rebond
