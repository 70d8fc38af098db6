#include "grid/state.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "grid/constants.h"

ES_BEGIN

namespace {

/// In an order in which nothing overflows.
std::string fault_of_node_box(const NodeBox& node_box) {
  std::int64_t count = 1;
  for (int axis = 0; axis < 3; ++axis) {
    const std::int64_t first = node_box.first[axis];
    const std::int64_t size = axis == 0   ? node_box.nodes.nx
                              : axis == 1 ? node_box.nodes.ny
                                          : node_box.nodes.nz;
    if (size < 1 || first < -farthest_node || first + size > farthest_node)
      return "its bounding box is farther away than nodes are numbered";
    count *= size;
    if (count > std::numeric_limits<int>::max()) return "its bounding box has too many nodes";
  }
  return "";
}

bool is_layer(std::int8_t layer) {
  return (layer::active <= layer && layer <= layer::last) || layer == layer::unknown;
}

/// May everything around this node be read that is?
bool has_room(Cells nodes, Index node) {
  return nodes.contains_around(nodes.coordinates(node), node_box_margin);
}

}  // namespace

HostState to_host(const BodyState& state) {
  HostState host;
  copy_values(state, host);
  visit_arrays(state, host, [](const char*, const auto& from, auto& to) { to = from.to_host(); });
  return host;
}

void from_host(const HostState& host, BodyState& state) {
  copy_values(host, state);
  visit_arrays(host, state, [](const char*, const auto& from, auto& to) { to.assign(from); });
}

std::string fault_of(const HostState& state, const GridSpec& grid) {
  if (std::string fault = fault_of_node_box(state.node_box); !fault.empty()) return fault;
  const Cells nodes = state.node_box.nodes;
  bool fit = true;
  visit_node_arrays(state, state, [&](const char*, const auto& array, const auto&) {
    fit = fit && Index(array.size()) == nodes.count();
  });
  if (!fit) return "its arrays do not have a value for each node of its bounding box";
  if (!std::all_of(state.layers.begin(), state.layers.end(), is_layer))
    return "a node is in a layer that there is not";
  const auto is_far = [](int node) { return node < -farthest_node || farthest_node <= node; };
  for (const Vec3& point : state.points) {
    const Int3 cell = cell_at(grid, point);
    if (is_far(cell.x) || is_far(cell.y) || is_far(cell.z))
      return "a point of its surface is farther away than nodes are numbered";
  }
  Index active = 0;
  for (Index node = 0; node < nodes.count(); ++node) {
    if (state.layers[std::size_t(node)] != layer::active) continue;
    ++active;
    if (!has_room(nodes, node)) return "an active node is too close to the end of its bounding box";
    if (!(state.mass[std::size_t(node)] > 0)) return "an active node has no mass";
  }
  return active > 0 ? "" : "it has no active node";
}

ES_END
