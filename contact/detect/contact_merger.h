#pragma once

#include "contact/constants.h"
#include "contact/detect/surface_search.h"
#include "kernels/core/search.h"

ES_BEGIN

/// One row of J: patches of one pair that act as one contact.
struct Contact {
  Vec3 normal;              ///< unit, from the partner to the body
  Vec3 tangent1, tangent2;  ///< with the normal an orthonormal, right-handed basis
  Vec3 centroid;            ///< [m]
  Vec3 partner_velocity;    ///< of an obstacle's material at the centroid [m/s]; else zero
  double area = 0;          ///< [m^2]
  double weight = 0;        ///< of its points, by which all else is averaged [m^2]
  double gap = 0;           ///< [m]
  FrictionLaw friction;
  double wave_speed = 0;  ///< of the body in which waves are slower [m/s]
  double compliance = 0;  ///< of the layer that gives under it [m/Pa]: the pair's, as far as its
                          ///< patches are rounded
  bool may_push = false;  ///< see ContactPair
  Int3 low, high;         ///< box of its cells
  int pair = 0;
};

/// Contacts and the patches they are made of, for loops.
struct ContactsView {
  Span<const Contact> contacts;
  Span<const Patch> patches;
  Span<const int> patch_order;  ///< patches contact by contact
  Span<const int> first_patch;  ///< per contact: position of its first patch in patch_order

  ES_HD Index size() const { return contacts.size; }
  ES_HD int patches_begin(Index contact) const { return first_patch[contact]; }
  ES_HD int patches_end(Index contact) const {
    return contact + 1 < first_patch.size ? first_patch[contact + 1] : int(patch_order.size);
  }
};

struct IsOfEarlierPair {
  Span<const Contact> contacts;
  int pair;
  ES_HD bool operator()(Index c) const { return contacts[c].pair < pair; }
};

/// Where a pair's contacts begin, in the order of pairs.
ES_HD inline Index first_of_pair(Span<const Contact> contacts, int pair) {
  return partition_point(contacts.size, IsOfEarlierPair{contacts, pair});
}

/// Axis (0, 1, 2) along which |n| is largest; nearly equal components go to the first axis, so that
/// rounding does not decide for normals on a diagonal.
ES_HD inline int dominant_axis(Vec3 n) {
  int axis = 0;
  for (int a = 1; a < 3; ++a) {
    if (std::fabs(n[a]) > std::fabs(n[axis]) * (1 + axis_tie)) axis = a;
  }
  return axis;
}

/// Unit tangent for a unit normal: the projection of the axis along which |n| is least, nearly
/// equal ones as above. It depends on the normal alone, so it changes little from step to step.
ES_HD inline Vec3 first_tangent(Vec3 n) {
  int axis = 0;
  for (int a = 1; a < 3; ++a) {
    if (std::fabs(n[a]) < std::fabs(n[axis]) - axis_tie) axis = a;
  }
  Vec3 e;
  e[axis] = 1;
  return normalized(e - dot(e, n) * n);
}

/// Merges patches into contacts.
///
/// Patches of one pair with the same dominant axis in adjacent cells of one column along that axis
/// are linked when the smaller of their areas is below half of a cell's face, or of the part of it
/// that they may have, and their normals' cosine above 0.7; those linked become one contact.
/// Without merging, a surface on or near a plane of nodes gives two nearly dependent rows of J per
/// column. Normal, centroid and gap are means by the weights of points.
class ContactMerger {
 public:
  /// Contacts in the order of pair, axis and column. The view is valid until the next call.
  ContactsView merge(const SceneView& scene, Span<const Patch> patches);

 private:
  DeviceVector<std::uint64_t> keys_;
  DeviceVector<std::uint8_t> heads_;
  DeviceVector<int> patch_order_, first_patch_;
  DeviceVector<Contact> contacts_;
};

ES_END
