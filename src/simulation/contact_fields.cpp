#include "src/simulation/contact_fields.h"

#include <algorithm>
#include <cmath>

#include "contact/detect/sort_keys.h"
#include "contact/pair_number.h"

namespace eulersolid {

namespace {

/// The value of a name in a cell, from not-a-number 0 on; null where the frame has none there.
float* value_in(const char* name, Int3 cell, BodyMap& body) {
  const auto found = std::ranges::find(body.cell_values, name, &NamedValues::name);
  const Int3 at = cell - body.first;
  if (found == body.cell_values.end() || !body.cells().contains(at)) return nullptr;
  float& value = found->values[std::size_t(body.cells().index(at))];
  if (std::isnan(value)) value = 0;
  return &value;
}

void add(const WarmEntry& of_partner, Int3 cell, BodyMap& body) {
  if (float* pressure = value_in(contact_pressure_name, cell, body))
    *pressure += float(of_partner.normal);
  if (float* friction = value_in(friction_traction_name, cell, body))
    *friction += float(norm(of_partner.friction));
  if (float* slip = value_in(slip_speed_name, cell, body))
    *slip = std::max(*slip, float(of_partner.slip));
}

}  // namespace

void add_contact_fields(const WarmMemory& memory, int obstacles, Int3 period, FrameMaps& maps) {
  const PairNumbering pairs{std::ssize(maps.bodies), obstacles};
  for (std::size_t first = 0; first < memory.keys.size();) {
    const WarmKey& key = memory.keys[first];
    WarmEntry sum;
    std::size_t end = first;
    for (; end < memory.keys.size(); ++end) {
      if (memory.keys[end].pair != key.pair || memory.keys[end].cell != key.cell) break;
      sum.normal += memory.entries[end].normal, sum.friction += memory.entries[end].friction;
      sum.slip = std::max(sum.slip, memory.entries[end].slip);
    }
    const double part = 1 / double(end - first);
    const WarmEntry mean{part * sum.normal, part * sum.friction, sum.slip};
    const Int3 zyx = cell_of_key(key.cell), cell{zyx.z, zyx.y, zyx.x};
    const auto number = std::int64_t(key.pair);
    add(mean, cell, maps.bodies[std::size_t(pairs.body(number))]);
    if (const int partner = pairs.partner(number); partner >= 0)
      add(mean, cell - times(pairs.periods(number), period), maps.bodies[std::size_t(partner)]);
    first = end;
  }
}

}  // namespace eulersolid
