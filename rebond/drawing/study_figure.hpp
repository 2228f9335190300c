// A study's plot: a column over another, one curve for each value of a third.
//
// Axes of the grid that the plot does not name give a panel for each combination of their values, as long as
// there are few. Where several rows remain for one x, as those of a sampled axis do, the curve is their mean,
// a band shows their least and greatest, and the title says what the mean is over. A spread is drawn where at
// least two values of its axis have rows.
#pragma once

#include "rebond/drawing/plot_svg.hpp"
#include "rebond/studies/case_store.hpp"
#include "rebond/studies/study.hpp"

namespace rebond {

Figure study_figure(const Study& study, const CaseStore& store);

}  // namespace rebond
