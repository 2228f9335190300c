// Tables of fields: each member of a struct under its name, with its unit and its meaning, once.
//
// What reads, writes or describes a struct is a loop over its table: scenes (scene/field.hpp), summaries
// (analysis/summary_fields.hpp).
#pragma once

#include <tuple>
#include <type_traits>
#include <utility>

namespace rebond {

// A tuple of fields, each with a `name` and a `member` at least.
template <typename T>
inline constexpr auto fields_of = std::tuple{};

template <typename T>
concept Described = (std::tuple_size_v<std::remove_cv_t<decltype(fields_of<T>)>> > 0);

// Calls visit(field, value) for each field of `object`.
template <typename T, typename Visitor>
void for_each_field(T&& object, Visitor&& visit)
{
    std::apply([&](const auto&... field) { (visit(field, object.*field.member), ...); },
               fields_of<std::remove_cvref_t<T>>);
}

}  // namespace rebond
