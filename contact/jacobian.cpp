#include "contact/jacobian.h"

#include "contact/trilinear.h"
#include "kernels/algorithms.h"
#include "kernels/parallel_for.h"
#include "kernels/reduce.h"

ES_BEGIN

namespace {

/// The nodes among which one side of a contact has its degrees of freedom: its cells' corners and
/// slave_reach nodes around them, inside the window.
struct NodeBox {
  Int3 low;
  Cells nodes;
};

/// Sides are numbered 2 contact for the body, 2 contact + 1 for its partner; false where there is none.
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
    const int last = first - 1 + (axis == 0   ? window.nodes.nx
                                  : axis == 1 ? window.nodes.ny
                                              : window.nodes.nz);
    low[axis] = clip(contact.low[axis] - slave_reach, first, last);
    count[axis] = clip(contact.high[axis] + 1 + slave_reach, first, last) - low[axis] + 1;
  }
  return {{low[0], low[1], low[2]}, {count[0], count[1], count[2]}};
}

/// Weight of the master node at the offset d from a corner of a cell.
ES_HD double master_weight(const BodyView& body, Int3 corner, Int3 d) {
  const Index node = body.window.index(corner);
  if (body.dof[node] >= 0) return d == Int3{} ? 1.0 : 0.0;
  if (d == Int3{} || body.slave[node] < 0) return 0.0;
  return slave_weight(body.fits[body.slave[node]], d);
}

ES_HD bool within_reach(Int3 d) {
  return -slave_reach <= d.x && d.x <= slave_reach && -slave_reach <= d.y && d.y <= slave_reach &&
         -slave_reach <= d.z && d.z <= slave_reach;
}

/// Integral of what an active node stands for over the patches of a contact [m^2].
ES_HD double node_integral(const BodyView& body, const ContactsView& set, Index contact, Int3 node) {
  double integral = 0;
  for (int p = set.patches_begin(contact); p < set.patches_end(contact); ++p) {
    const Patch& patch = set.patches[set.patch_order[p]];
    for (int n = 0; n < 8; ++n) {
      const Int3 corner = patch.cell + trilinear::corner(n), d = node - corner;
      if (within_reach(d) && patch.shape[n] > 0) {
        integral += patch.shape[n] * master_weight(body, corner, d);
      }
    }
  }
  return integral;
}

Index largest_box(const SceneView& scene, const ContactsView& set) {
  return Index(largest(2 * set.size(), [=] ES_DEVICE(Index row) -> double {
    const Contact& contact = set.contacts[row / 2];
    const int side = int(row % 2);
    if (!is_body(scene, contact, side)) return 0;
    return double(
        box_around(contact, scene.bodies[body_of(scene, contact, side)].window).nodes.count());
  }, 0.0));
}

/// Every (contact, side) has `stride` slots, one per node of its box. Weighs them.
void weigh_slots(const SceneView& scene, const ContactsView& set, Index stride,
                 Span<double> slot_weight, Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index slot) {
    flags[slot] = 0;
    const Index row = slot / stride;
    const int side = int(row % 2);
    const Contact& contact = set.contacts[row / 2];
    if (!is_body(scene, contact, side)) return;
    const BodyView& body = scene.bodies[body_of(scene, contact, side)];
    const NodeBox box = box_around(contact, body.window);
    const Index place = slot - row * stride;
    if (place >= box.nodes.count()) return;
    const Int3 node = box.low + box.nodes.coordinates(place);
    if (body.dof[body.window.index(node)] < 0) return;
    const double integral = node_integral(body, set, row / 2, node);
    slot_weight[slot] = (side == 0 ? 1.0 : -1.0) * integral / contact.area;
    flags[slot] = integral != 0;
  });
}

/// First position in an ascending list whose element is not below `value`.
template <class T>
ES_HD int lower_bound(Span<const T> list, T value) {
  Index low = 0, high = list.size;
  while (low < high) {
    const Index middle = (low + high) / 2;
    if (list[middle] < value) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return int(low);
}

void start_rows(Span<const int> entries, Index stride, Span<int> row_start) {
  parallel_for(row_start.size, [=] ES_DEVICE(Index c) {
    row_start[c] = lower_bound<int>(entries, int(2 * c * stride));
  });
}

void fill_rows(const SceneView& scene, const ContactsView& set, Index stride,
               Span<const int> entries, Span<const double> slot_weight, Span<int> contact_of,
               Span<int> dof, Span<double> value) {
  parallel_for(entries.size, [=] ES_DEVICE(Index e) {
    const Index slot = entries[e], row = slot / stride;
    const Contact& contact = set.contacts[row / 2];
    const int body_index = body_of(scene, contact, int(row % 2));
    const BodyView& body = scene.bodies[body_index];
    const NodeBox box = box_around(contact, body.window);
    const Int3 node = box.low + box.nodes.coordinates(slot - row * stride);
    contact_of[e] = int(row / 2);
    dof[e] = int(scene.first_dof[body_index]) + body.dof[body.window.index(node)];
    value[e] = slot_weight[slot];
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
    column_start[k] = lower_bound<std::uint64_t>(keys, std::uint64_t(k));
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
  slot_weight_.resize(slots);
  weigh_slots(scene, set, stride, slot_weight_.span(), flags_.span());
  list_flagged(flags_.span(), entries_);
  row_start_.resize(set.size() + 1);
  start_rows(entries_.span(), stride, row_start_.span());
  contact_.resize(entries_.size());
  dof_.resize(entries_.size());
  value_.resize(entries_.size());
  fill_rows(scene, set, stride, entries_.span(), slot_weight_.span(), contact_.span(), dof_.span(),
            value_.span());
  transpose(dofs);
  return view();
}

void ContactRows::transpose(Index dofs) {
  const Index entries = entries_.size();
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
  return {row_start_.span(), dof_.span(),            value_.span(),
          column_start_.span(), column_contact_.span(), column_value_.span()};
}

ES_END
