// Random scenes of small bodies on rough ground, as texts: whichever fails can be run as it is.
#pragma once

#include <string>

namespace rebond::test {

// Two to four coordinates, one or two rough contacts.
std::string random_linear_scene(unsigned seed);

// A rod thrown at the ground, with friction below and above Painlevé's.
std::string random_rod_scene(unsigned seed);

// One to three discs over a floor, some on a slope, between walls or in a bowl.
std::string random_discs_scene(unsigned seed);

// A bar of two to four segments dropped on its tip.
std::string random_bar_scene(unsigned seed);

}  // namespace rebond::test
