// What a study observed: one dot for each point, a value over an axis. Runs up the axis and down are two
// colours. Other axes give a panel for each combination of their values, as long as there are few, and share
// one else.
#pragma once

#include "rebond/drawing/plot_svg.hpp"
#include "rebond/studies/case_store.hpp"
#include "rebond/studies/study.hpp"

namespace rebond {

Figure observed_figure(const Study& study, const CaseStore& store);

// What the page of a study shows, as SVG: the plot of its rows, or else that of its points; empty without
// both.
std::string page_figure(const Study& study, const CaseStore& store);

}  // namespace rebond
