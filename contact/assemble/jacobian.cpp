#include "contact/assemble/jacobian.h"

#include "grid/trilinear.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// The nodes among which one side of a contact has its degrees of freedom: its cells' corners and
/// ghost_reach nodes around them, inside the node box.
struct SlotBox {
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

/// Has one side of a contact active nodes?
ES_HD bool has_nodes(const SceneView& scene, const Contact& contact, int side) {
  return is_body(scene, contact, side) &&
         !scene.bodies[body_of(scene, contact, side)].rigid.is_rigid();
}

ES_HD int clip(int value, int low, int high) {
  return value < low ? low : value > high ? high : value;
}

/// By how much the cells of one side are beside those of the contact.
ES_HD Int3 shift_of(const SceneView& scene, const Contact& contact, int side) {
  return side == 0 ? Int3{} : scene.pairs[contact.pair].shift;
}

/// @param shift  of the copy that the node box is not of
ES_HD SlotBox box_around(const Contact& contact, const NodeBox& node_box, Int3 shift) {
  int low[3], count[3];
  for (int axis = 0; axis < 3; ++axis) {
    const int first = node_box.first[axis];
    const int last = first - 1 +
                     (axis == 0   ? node_box.nodes.nx
                      : axis == 1 ? node_box.nodes.ny
                                  : node_box.nodes.nz);
    low[axis] = clip(contact.low[axis] - shift[axis] - ghost_reach, first, last);
    count[axis] =
        clip(contact.high[axis] - shift[axis] + 1 + ghost_reach, first, last) - low[axis] + 1;
  }
  return {{low[0], low[1], low[2]}, {count[0], count[1], count[2]}};
}

/// Adds `integral` times the weights of the active nodes of a ghost node to the slots of a box.
ES_HD void add_support(const BodyView& body, int number, Int3 ghost, double integral,
                       const SlotBox& box, const DistanceWeights& weights, double* slots) {
  const GhostFit fit = body.fits[number];
  const Stencil support = body.stencils[number];
  stencil::for_each_row(support, [&](int dy, int dz, unsigned row) {
    stencil::for_each_in_row(row, [&](int dx) {
      const Int3 d{dx, dy, dz}, place = ghost + d - box.low;
      if (box.nodes.contains(place))
        slots[box.nodes.index(place)] += integral * ghost_weight(fit, d, weights);
    });
  });
}

/// Adds the integrals of what the active nodes stand for over the patches of a contact to the slots
/// of its box [m^2]: its own, or those of the active nodes that support it.
ES_HD void add_patches(const BodyView& body, const ContactsView& set, Index contact, Int3 shift,
                       const SlotBox& box, const DistanceWeights& weights, double* slots) {
  for (int p = set.patches_begin(contact); p < set.patches_end(contact); ++p) {
    const Patch& patch = set.patches[set.patch_order[p]];
    for (int n = 0; n < 8; ++n) {
      if (!(patch.shape[n] > 0)) continue;
      const Int3 corner = patch.cell - shift + trilinear::corner(n);
      const Index node = body.node_box.index(corner);
      if (body.dof[node] >= 0) {
        slots[box.nodes.index(corner - box.low)] += patch.shape[n];
      } else if (body.ghost[node] >= 0) {
        add_support(body, body.ghost[node], corner, patch.shape[n], box, weights, slots);
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
        if (!has_nodes(scene, contact, side)) return 0;
        return double(box_around(contact, scene.bodies[body_of(scene, contact, side)].node_box,
                                 shift_of(scene, contact, side))
                          .nodes.count());
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
    if (!has_nodes(scene, contact, side)) return;
    const BodyView& body = scene.bodies[body_of(scene, contact, side)];
    const Int3 shift = shift_of(scene, contact, side);
    add_patches(body, set, row / 2, shift, box_around(contact, body.node_box, shift), weights,
                slot_weight.data + row * stride);
  });
}

void flag_weights(Span<const double> slot_weight, Span<std::uint8_t> flags) {
  parallel_for(flags.size, [=] ES_DEVICE(Index slot) { flags[slot] = slot_weight[slot] != 0; });
}

/// The degrees of freedom of the rigid bodies of a contact, each once and ascending.
struct RigidDofs {
  struct Part {
    int first = 0, count = 0;
  };
  Part part[2];

  ES_HD RigidDofs(const SceneView& scene, const Contact& contact) {
    for (int side = 0; side < 2; ++side) {
      if (!is_body(scene, contact, side)) continue;
      const int body = body_of(scene, contact, side);
      const RigidView& rigid = scene.bodies[body].rigid;
      if (rigid.is_rigid()) part[side] = {int(scene.first_rigid_dof(body)), rigid.dofs()};
    }
    if (part[0].count > 0 && part[1].count > 0) {
      if (part[0].first == part[1].first) part[1].count = 0;  // they move by the same
      if (part[0].first > part[1].first) {
        const Part last = part[0];
        part[0] = part[1], part[1] = last;
      }
    }
  }
  ES_HD int count() const { return part[0].count + part[1].count; }
  ES_HD int at(int n) const {
    return n < part[0].count ? part[0].first + n : part[1].first + n - part[0].count;
  }
};

/// What a contact weighs on a degree of freedom of rigid bodies.
ES_HD Mat3 twist_weight(const SceneView& scene, const Contact& contact, int dof) {
  Mat3 weight{};
  for (int side = 0; side < 2; ++side) {
    if (!is_body(scene, contact, side)) continue;
    const int body = body_of(scene, contact, side);
    const RigidView& rigid = scene.bodies[body].rigid;
    if (!rigid.is_rigid()) continue;
    const int number = dof - int(scene.first_rigid_dof(body));
    if (number < 0 || number >= rigid.dofs()) continue;
    const Vec3 at =
        side == 0 ? contact.centroid : contact.centroid - scene.pairs[contact.pair].offset;
    for (int row = 0; row < 3; ++row) {
      const Vec3 v = rigid.twists[3 * number + row].at(at - rigid.centre);
      weight[row] += (side == 0 ? 1.0 : -1.0) * v;
    }
  }
  return weight;
}

void count_twists(const SceneView& scene, Span<const Contact> contacts, Span<int> count) {
  parallel_for(contacts.size,
               [=] ES_DEVICE(Index c) { count[c] = RigidDofs(scene, contacts[c]).count(); });
}

void fill_twists(const SceneView& scene, Span<const Contact> contacts, Span<const int> start,
                 Span<int> dof, Span<Mat3> weight) {
  parallel_for(contacts.size, [=] ES_DEVICE(Index c) {
    const RigidDofs dofs(scene, contacts[c]);
    for (int n = 0; n < dofs.count(); ++n) {
      dof[start[c] + n] = dofs.at(n);
      weight[start[c] + n] = twist_weight(scene, contacts[c], dofs.at(n));
    }
  });
}

/// Each row has an entry for each of its twists, and one more, for the degree of freedom of its
/// own.
void start_rows(Span<const int> entries, Index stride, Span<const int> twist_start,
                Span<int> row_start) {
  parallel_for(row_start.size, [=] ES_DEVICE(Index c) {
    row_start[c] = int(lower_bound(entries, int(2 * c * stride)) + c);
    if (twist_start.size > 0) row_start[c] += twist_start[c];
  });
}

void fill_rows(const SceneView& scene, const ContactsView& set, Index stride,
               Span<const int> entries, const TwistRows& twists, Span<const int> row_start,
               Span<const double> slot_weight, Index dofs, Span<int> dof, Span<double> value) {
  const TwistRows turning = twists;
  parallel_for(set.size(), [=] ES_DEVICE(Index c) {
    const Contact& contact = set.contacts[c];
    int e = row_start[c];
    const int of_twists = turning.empty() ? 0 : turning.start[c + 1] - turning.start[c];
    const Index before = c + (turning.empty() ? 0 : turning.start[c]);
    for (int side = 0; side < 2; ++side) {
      if (!has_nodes(scene, contact, side)) continue;
      const int index = body_of(scene, contact, side);
      const BodyView& body = scene.bodies[index];
      const SlotBox box = box_around(contact, body.node_box, shift_of(scene, contact, side));
      const Index first = (2 * c + side) * stride;
      for (; e + 1 + of_twists < row_start[c + 1] && entries[e - before] < first + stride; ++e) {
        const Int3 node = box.low + box.nodes.coordinates(entries[e - before] - first);
        dof[e] = int(scene.first_dof[index]) + body.dof[body.node_box.index(node)];
        value[e] = (side == 0 ? 1.0 : -1.0) * slot_weight[entries[e - before]] / contact.weight;
      }
    }
    for (int n = 0; n < of_twists; ++n, ++e) {
      dof[e] = turning.dof[turning.start[c] + n], value[e] = 0;
    }
    dof[e] = int(dofs + c), value[e] = 1;
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
  weigh_twists(scene, set);
  row_start_.resize(set.size() + 1);
  start_rows(entries_.span(), stride, twist_start_.span(), row_start_.span());
  const Index entries = entries_.size() + twist_dof_.size() + set.size();
  dof_.resize(entries), value_.resize(entries);
  const TwistRows twists{twist_start_.span(), twist_dof_.span(), twist_weight_.span()};
  fill_rows(scene, set, stride, entries_.span(), twists, row_start_.span(), slot_weight_.span(),
            dofs, dof_.span(), value_.span());
  return {row_start_.span(), dof_.span(), value_.span(), {}, {}, {}, twists};
}

/// Nothing where no contact has a rigid body.
void ContactRows::weigh_twists(const SceneView& scene, const ContactsView& set) {
  twist_start_.resize(0), twist_dof_.resize(0), twist_weight_.resize(0);
  if (scene.rigid_dofs == 0) return;
  twist_start_.resize_zero(set.size() + 1);
  count_twists(scene, set.contacts, twist_start_.span().part(0, set.size()));
  const Index twists = exclusive_scan(twist_start_.span(), twist_start_.span());
  if (twists == 0) twist_start_.resize(0);
  if (twists == 0) return;
  twist_dof_.resize(twists), twist_weight_.resize(twists);
  fill_twists(scene, set.contacts, twist_start_.span(), twist_dof_.span(), twist_weight_.span());
}

ES_END
