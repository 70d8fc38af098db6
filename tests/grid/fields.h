#pragma once

#include <vector>

#include "grid/layers/layers.h"
#include "grid/node_box.h"
#include "tests/grid/bodies.h"

/// The arrays of a body in the open, for tests of the pieces that Body puts together.
namespace eulersolid::test {

struct Fields {
  GridSpec grid;
  BodyState state;
  BodyDerived derived;
  BodyWorkspace work;

  Cells nodes() const { return state.node_box.nodes; }
  Vec3 position(Index node) const { return grid.position(state.node_box.to_grid(node)); }
};

/// Makes the nodes active whose layer is 0, and numbers and fits the layers around them.
inline void renew_layers(Fields& f) {
  list_active(f.state, f.derived, f.work);
  update_layers(f.state, f.derived, f.work);
}

/// A copy of what a body holds.
inline Fields fields_of(const Body& body, const GridSpec& grid) {
  Fields f{grid, {}, {}, {}};
  from_host(to_host(body.state()), f.state);
  resize_by_node(f.state.node_box, f.derived, f.work);
  renew_layers(f);
  return f;
}

/// Nothing but nodes: active is the box of grid nodes between the corners.
inline Fields box_of_nodes(Int3 low, Int3 high, const GridSpec& grid) {
  Fields f{grid, {}, {}, {}};
  open_node_box(node_box_around(low, high), f.state, f.derived, f.work);
  const NodeBox node_box = f.state.node_box;
  std::vector<std::int8_t> layers(std::size_t(node_box.nodes.count()), layer::unknown);
  for (int k = low.z; k <= high.z; ++k) {
    for (int j = low.y; j <= high.y; ++j) {
      for (int i = low.x; i <= high.x; ++i) {
        layers[std::size_t(node_box.index({i, j, k}))] = layer::active;
      }
    }
  }
  f.state.layers.assign(layers);
  renew_layers(f);
  return f;
}

/// value(position) at every node of the node box.
template <class Value>
std::vector<Vec3> everywhere(const Fields& f, Value value) {
  std::vector<Vec3> field;
  for (Index n = 0; n < f.nodes().count(); ++n) field.push_back(value(f.position(n)));
  return field;
}

}  // namespace eulersolid::test
