#include "src/simulation/contact_fields.h"

#include <algorithm>
#include <cmath>

#include "contact/detect/sort_keys.h"
#include "contact/pair_number.h"

namespace eulersolid {

namespace {

void add(double traction, const char* name, Int3 cell, BodyMap& body) {
  const auto found = std::ranges::find(body.cell_values, name, &NamedValues::name);
  const Int3 at = cell - body.first;
  if (found == body.cell_values.end() || !body.cells().contains(at)) return;
  float& value = found->values[std::size_t(body.cells().index(at))];
  value = (std::isnan(value) ? 0 : value) + float(traction);
}

void add(const WarmEntry& mean, Int3 cell, BodyMap& body) {
  add(mean.normal, contact_pressure_name, cell, body);
  add(norm(mean.friction), friction_traction_name, cell, body);
}

}  // namespace

void add_contact_fields(const WarmMemory& memory, int obstacles, FrameMaps& maps) {
  const PairNumbering pairs{std::ssize(maps.bodies), obstacles};
  for (std::size_t first = 0; first < memory.keys.size();) {
    const WarmKey& key = memory.keys[first];
    WarmEntry sum;
    std::size_t end = first;
    for (; end < memory.keys.size(); ++end) {
      if (memory.keys[end].pair != key.pair || memory.keys[end].cell != key.cell) break;
      sum.normal += memory.entries[end].normal, sum.friction += memory.entries[end].friction;
    }
    const double part = 1 / double(end - first);
    const WarmEntry mean{part * sum.normal, part * sum.friction};
    const Int3 zyx = cell_of_key(key.cell), cell{zyx.z, zyx.y, zyx.x};
    const auto number = std::int64_t(key.pair);
    add(mean, cell, maps.bodies[std::size_t(pairs.body(number))]);
    if (const int partner = pairs.partner(number); partner >= 0)
      add(mean, cell, maps.bodies[std::size_t(partner)]);
    first = end;
  }
}

}  // namespace eulersolid
