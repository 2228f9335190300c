// A paper worked through: each exhibit by its study or its runs, and what became of the numbers expected.
//
// Where a study keeps its rows, how a scene is read and what is drawn is the caller's: an ExhibitSource.
#pragma once

#include "rebond/studies/papers/exhibit_rows.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace rebond {

struct Picture {
    std::string file = {};  // from the page's folder
    std::string caption = {};
};

struct ReproducedExhibit {
    Exhibit exhibit = {};
    std::vector<std::vector<Cell>> cells = {};  // of each line
    std::vector<Picture> pictures = {};
    std::vector<std::string> troubles = {};  // cases and runs that failed, crossings not resolved
};

struct ReproducedPaper {
    Paper paper = {};
    std::vector<ReproducedExhibit> exhibits = {};
};

// Who sweeps the studies of exhibits and makes their runs. What it throws ends the reproduction.
class ExhibitSource {
public:
    virtual ~ExhibitSource() = default;

    // A study, finished. It stays as it is until the next is asked for.
    virtual const SweptStudy& swept(const Exhibit& exhibit) = 0;

    virtual Summary run(const Exhibit& exhibit, const ExhibitRun& run) = 0;

    virtual OrbitAnswer orbit(const Exhibit& exhibit, const ExhibitRun& run) = 0;
};

// Without pictures. Throws what `source` throws.
ReproducedExhibit reproduce(const Exhibit& exhibit, ExhibitSource& source);

struct VerdictCount {
    std::size_t agree = 0, inside = 0, cannot = 0, unexplained = 0, differ = 0;
};
VerdictCount count_verdicts(const ReproducedExhibit& exhibit);
VerdictCount count_verdicts(const ReproducedPaper& paper);

}  // namespace rebond
