#include "rebond/scene/model_words.hpp"

#include "rebond/scene/fields.hpp"

namespace rebond {

ModelWords words_of_model(std::string_view model)
{
    ModelWords words;
    for_each_alternative<Subject>([&]<typename Alternative>(const Alternative&) {
        if (type_of<Alternative>.name == model) words = words_of<Alternative>;
    });
    return words;
}

}  // namespace rebond
