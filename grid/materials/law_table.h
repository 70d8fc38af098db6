#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "grid/materials/laws.h"
#include "grid/materials/rigid_model.h"
#include "kernels/core/error.h"

namespace eulersolid {

/// The laws as scenes see them: plain host data, without a backend.

/// A law's parameters by their keys, in their units.
using LawValues = std::map<std::string, double, std::less<>>;

/// One law of laws.h.
struct LawEntry {
  std::string_view name, doc;
  std::span<const LawParameter> parameters;
  bool has_fibres, has_memory;
  Law (*make)(std::span<const double> values);  ///< from the parameters, in their order
};

namespace law_table {

template <class L, std::size_t... p>
Law make_unpacked(std::span<const double> values, std::index_sequence<p...>) {
  return L::make(values[p]...);
}

template <class L>
Law make(std::span<const double> values) {
  return make_unpacked<L>(values, std::make_index_sequence<std::size(L::parameters)>());
}

template <class... L>
std::vector<LawEntry> entries(const std::variant<L...>*) {
  return {LawEntry{L::name, L::doc, L::parameters, HasFibres<L>, HasMemory<L>, &make<L>}...};
}

}  // namespace law_table

inline const std::vector<LawEntry>& laws() {
  static const std::vector<LawEntry> table = law_table::entries(static_cast<const Law*>(nullptr));
  return table;
}

/// Of a rigid body, whose map has no stress by any law.
inline const LawEntry& rigid_law() {
  static const LawEntry law{
      rigid_model, "`rigid`: none, the body does not deform",
      {},          false,
      false,       [](std::span<const double>) -> Law { return NeoHookean::make(1, 0); }};
  return law;
}

/// @throws InputError where there is no law of this name
inline const LawEntry& law_named(std::string_view name) {
  if (name == rigid_model) return rigid_law();
  for (const LawEntry& law : laws())
    if (law.name == name) return law;
  throw InputError("there is no material law \"" + std::string(name) + '"');
}

/// @throws InputError where there is no law of this name
inline bool has_fibres(std::string_view name) { return law_named(name).has_fibres; }
inline bool has_memory(std::string_view name) { return law_named(name).has_memory; }

/// @throws InputError where there is no such law, or a value is missing
inline Law make_law(std::string_view name, const LawValues& values) {
  const LawEntry& law = law_named(name);
  std::vector<double> in_order;
  for (const LawParameter& parameter : law.parameters) {
    const auto value = values.find(parameter.key);
    if (value == values.end())
      throw InputError("a " + std::string(name) + " material needs " + std::string(parameter.key));
    in_order.push_back(value->second);
  }
  return law.make(in_order);
}

}  // namespace eulersolid
