#include "contact/assemble/jacobian.h"

#include "grid/trilinear.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// The nodes among which one side of a contact has its degrees of freedom: its cells' corners and
/// slave_reach nodes around them, inside the window.
struct NodeBox {
  Int3 low;
  Cells nodes;
};

/// Sides are numbered 2 contact for the body, 2 contact + 1 for its partner; false where there is
/// none.
ES_HD bool is_body(const SceneView& scene, const Contact& contact, int side) {
  return side == 0 || !scene.pairs[contact.pair].with_obstacle;
}
ES_HD int body_of(const SceneView& scene, const Contact& contact, int side) {
  const ContactPair& pair = scene.pairs[contact.pair];
  return side == 0 ? pair.body : pair.partner;
}

ES_HD int clip(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

ES_HD NodeBox box_around(const Contact& contact, const Window& window) {
  int low[3], count[3];
  for (int axis = 0; axis < 3; ++axis) {
    const int first = window.first[axis];
    const int last = first - 1 +
                     (axis == 0   ? window.nodes.nx
                      : axis == 1 ? window.nodes.ny
                                  : window.nodes.nz);
    low[axis] = clip(contact.low[axis] - slave_reach, first, last);
    count[axis] = clip(contact.high[axis] + 1 + slave_reach, first, last) - low[axis] + 1;
  }
  return {{low[0], low[1], low[2]}, {count[0], count[1], count[2]}};
}

/// Adds `integral` times the weights of a slave's masters to the slots of a box.
ES_HD void add_masters(const BodyView& body, int number, Int3 slave, double integral,
                       const NodeBox& box, const DistanceWeights& weights, double* slots) {
  const SlaveFit fit = body.fits[number];
  const Stencil masters = body.stencils[number];
  stencil::for_each_row(masters, [&](int dy, int dz, unsigned row) {
    stencil::for_each_in_row(row, [&](int dx) {
      const Int3 d{dx, dy, dz}, place = slave + d - box.low;
      if (box.nodes.contains(place))
        slots[box.nodes.index(place)] += integral * slave_weight(fit, d, weights);
    });
  });
}

/// Adds the integrals of what the active nodes stand for over the patches of a contact to the slots
/// of its box [m^2]: a corner's own, or those of its masters.
ES_HD void add_patches(const BodyView& body, const ContactsView& set, Index contact,
                       const NodeBox& box, const DistanceWeights& weights, double* slots) {
  for (int p = set.patches_begin(contact); p < set.patches_end(contact); ++p) {
    const Patch& patch = set.patches[set.patch_order[p]];
    for (int n = 0; n < 8; ++n) {
      if (!(patch.shape[n] > 0)) continue;
      const Int3 corner = patch.cell + trilinear::corner(n);
      const Index node = body.window.index(corner);
      if (body.dof[node] >= 0) {
        slots[box.nodes.index(corner - box.low)] += patch.shape[n];
      } else if (body.slave[node] >= 0) {
        add_masters(body, body.slave[node], corner, patch.shape[n], box, weights, slots);
      }
    }
  }
}

Index largest_box(const SceneView& scene, const ContactsView& set) {
  return Index(max_reduce(
      2 * set.size(),
      [=] ES_DEVICE(Index row) -> double {
        const Contact& contact = set.contacts[row / 2];
        const int side = int(row % 2);
        if (!is_body(scene, contact, side)) return 0;
        return double(
            box_around(contact, scene.bodies[body_of(scene, contact, side)].window).nodes.count());
      },
      0.0));
}

/// Every (contact, side) has `stride` slots, one per node of its box, zero on entry. Weighs them.
void weigh_slots(const SceneView& scene, const ContactsView& set, Index stride,
                 Span<double> slot_weight) {
  const DistanceWeights weights = distance_weights();
  parallel_for(2 * set.size(), [=] ES_DEVICE(Index row) {
    const int side = int(row % 2);
    const Contact& contact = set.contacts[row / 2];
    if (!is_body(scene, contact, side)) return;
    const BodyView& body = scene.bodies[body_of(scene, contact, side)];
    add_patches(body, set, row / 2, box_around(contact, body.window), weights,
                slot_weight.data + row * stride);
  });
}

void flag_weights(Span<const double> slot_weight, Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index slot) { flags[slot] = slot_weight[slot] != 0; });
}

/// Each row has one more entry, for the degree of freedom of its own.
void start_rows(Span<const int> entries, Index stride, Span<int> row_start) {
  parallel_for(row_start.size, [=] ES_DEVICE(Index c) {
    row_start[c] = int(lower_bound(entries, int(2 * c * stride)) + c);
  });
}

void fill_rows(const SceneView& scene, const ContactsView& set, Index stride,
               Span<const int> entries, Span<const int> row_start, Span<const double> slot_weight,
               Index dofs, Span<int> contact_of, Span<int> dof, Span<double> value) {
  parallel_for(set.size(), [=] ES_DEVICE(Index c) {
    const Contact& contact = set.contacts[c];
    int e = row_start[c];
    for (int side = 0; side < 2; ++side) {
      if (!is_body(scene, contact, side)) break;
      const int index = body_of(scene, contact, side);
      const BodyView& body = scene.bodies[index];
      const NodeBox box = box_around(contact, body.window);
      const Index first = (2 * c + side) * stride;
      for (; e + 1 < row_start[c + 1] && entries[e - c] < first + stride; ++e) {
        const Int3 node = box.low + box.nodes.coordinates(entries[e - c] - first);
        contact_of[e] = int(c);
        dof[e] = int(scene.first_dof[index]) + body.dof[body.window.index(node)];
        value[e] = (side == 0 ? 1.0 : -1.0) * slot_weight[entries[e - c]] / contact.weight;
      }
    }
    contact_of[e] = int(c), dof[e] = int(dofs + c), value[e] = 1;
  });
}

void fill_column_keys(Span<const int> dof, Span<std::uint64_t> keys, Span<int> order) {
  parallel_for(dof.size, [=] ES_DEVICE(Index e) {
    keys[e] = std::uint64_t(dof[e]);
    order[e] = int(e);
  });
}

void start_columns(Span<const std::uint64_t> keys, Span<int> column_start) {
  parallel_for(column_start.size, [=] ES_DEVICE(Index k) {
    column_start[k] = int(lower_bound(keys, std::uint64_t(k)));
  });
}

void fill_columns(Span<const int> order, Span<const int> contact_of, Span<const double> value,
                  Span<int> column_contact, Span<double> column_value) {
  parallel_for(order.size, [=] ES_DEVICE(Index e) {
    column_contact[e] = contact_of[order[e]];
    column_value[e] = value[order[e]];
  });
}

}  // namespace

RowsView ContactRows::assemble(const SceneView& scene, Index dofs, const ContactsView& set) {
  const Index stride = largest_box(scene, set), slots = 2 * set.size() * stride;
  flags_.resize(slots);
  slot_weight_.resize_zero(slots);
  weigh_slots(scene, set, stride, slot_weight_.span());
  flag_weights(slot_weight_.span(), flags_.span());
  select(flags_.span(), entries_);
  row_start_.resize(set.size() + 1);
  start_rows(entries_.span(), stride, row_start_.span());
  const Index entries = entries_.size() + set.size();
  contact_.resize(entries), dof_.resize(entries), value_.resize(entries);
  fill_rows(scene, set, stride, entries_.span(), row_start_.span(), slot_weight_.span(), dofs,
            contact_.span(), dof_.span(), value_.span());
  transpose(dofs + set.size());
  return view();
}

void ContactRows::transpose(Index dofs) {
  const Index entries = dof_.size();
  keys_.resize(entries);
  order_.resize(entries);
  column_contact_.resize(entries);
  column_value_.resize(entries);
  column_start_.resize(dofs + 1);
  fill_column_keys(dof_.span(), keys_.span(), order_.span());
  sort_by_key(keys_.span(), order_.span());  // stable: contacts ascend within a column
  start_columns(keys_.span(), column_start_.span());
  fill_columns(order_.span(), contact_.span(), value_.span(), column_contact_.span(),
               column_value_.span());
}

RowsView ContactRows::view() const {
  return {row_start_.span(),      dof_.span(),         value_.span(), column_start_.span(),
          column_contact_.span(), column_value_.span()};
}

ES_END
