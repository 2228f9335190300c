// What plots and texts call the results of a model.
#pragma once

#include <string_view>

namespace rebond {

struct ModelWords {
    std::string_view gap = "gap";     // as an axis
    std::string_view whose_gap = "";  // of its one contact; empty: contacts have numbers
    std::string_view whose_velocity = "";
    std::string_view load = "gravity";  // whose potential Energy::gravity is
    std::string_view point = "";  // its coordinates are x and y of points called so; empty: they are not
    bool is_line = true;          // coordinates follow each other along the body: a few show it
};

// By the model's name, as a scene gives it; of any other name the defaults.
ModelWords words_of_model(std::string_view model);

}  // namespace rebond
