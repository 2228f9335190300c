// Rebounds over the mass of the ball and over the place it hits: as simulated, and by the law fitted to
// them.
#pragma once

#include "rebond/drawing/plot_svg.hpp"
#include "rebond/studies/rebound/rebound_row.hpp"

#include <string>
#include <vector>

namespace rebond {

// Points are simulated, lines are the law's; of many places and masses some are drawn, evenly chosen.
Figure rebound_figure(const std::string& subject, const std::vector<ReboundRow>& rows,
                      const BeamReboundLaw& law);

}  // namespace rebond
