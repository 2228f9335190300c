// Charts as data, and their drawing as SVG.
//
// A Figure is a heading and a few panels, stacked or side by side; a Chart is one pair of axes with what
// is drawn in it. All numbers are SI: the axes choose prefixes and ticks (axis_scale.hpp). Values that
// are not finite leave gaps, as do those ≤ 0 along a logarithmic axis; long lines are thinned without losing
// extremes (thinning.hpp), and a chart without data is an empty frame that says so. The same figure gives the
// same text everywhere.
#pragma once

#include "rebond/drawing/axis_scale.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace rebond {

// Okabe and Ito's palette, told apart by colour-blind readers as well.
enum class Colour { black, orange, sky, green, yellow, blue, vermillion, purple, grey };

// The n-th colour for series that have no colour of their own.
Colour series_colour(std::size_t n);

// The n-th for curves beside impacts, which are vermillion.
Colour curve_colour(std::size_t n);

// Its name in the palette of the pages.
std::string_view name_of(Colour colour);

enum class Draw {
    line,
    points,
    line_and_points,
    verticals,  // a line through the whole height at each x; y is not used
    rug,        // a short tick on the lower edge at each x; y is not used
};

struct Series {
    std::string name = {};  // in the legend; none if empty
    std::vector<double> x = {};
    std::vector<double> y = {};  // as long as x, except for verticals and rugs
    Draw draw = Draw::line;
    Colour colour = Colour::blue;
    double width = 1.6;  // of lines, and 0.4 of the diameter of points [px]
    bool dashed = false;
};

// A shaded interval of x.
struct Band {
    double from = 0.0;
    double to = 0.0;
    std::string name = {};  // in the legend; none if empty
    Colour colour = Colour::grey;
};

// A shaded area between two curves over the same x: where the members of an ensemble lie.
struct Envelope {
    std::vector<double> x = {};
    std::vector<double> low = {};  // as long as x; −∞, or ≤ 0 along a logarithmic axis: down to the edge
    std::vector<double> high = {};  // as long as x
    Colour colour = Colour::grey;
};

struct Axis {
    std::string name = {};             // "time"
    std::string unit = {};             // "s"; empty for a pure number
    std::optional<Extent> range = {};  // absent: what the series need, with a margin unless x is linear
    Scale scale = Scale::linear;       // a range that is not > 0 counts as absent if logarithmic
};

struct Chart {
    std::string title = {};
    Axis x = {};
    Axis y = {};
    std::vector<Series> series = {};
    std::vector<Band> bands = {};
    std::vector<Envelope> envelopes = {};
    std::optional<double> magnification = {};  // of y lengths over x lengths, if linear; 1 shows true shapes
    std::string empty_note = "no data";        // shown when there is nothing to draw
    double height = 250.0;                     // of the plot area [px]
};

enum class Arrangement { stacked, side_by_side };

struct Figure {
    std::string subject = {};  // before the title; shortened where both are too long
    std::string title = {};
    std::vector<Chart> panels = {};
    Arrangement arrangement = Arrangement::stacked;
    double width = 860.0;  // [px]
};

// Throws std::logic_error if a line's x and y, or an envelope's, differ in length.
std::string to_svg(Figure figure);

}  // namespace rebond
