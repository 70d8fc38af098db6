#pragma once

#include "contact/detect/contact_merger.h"

ES_BEGIN

/// The layer that gives under a rounded contact with an obstacle or a rigid body, by d = k p with
/// k = layer_depth h / E*, until it is pressed flat at d = max_layer h.
///
/// Cells are stiffer than a half-space for what varies along it from one to the next, by as much as
/// the layer is softer.
struct CompliantLayer {
  double compliance = 0;  ///< k [m/Pa]; 0: there is none, or it is flat
  double most = 0;        ///< what it gives by at most [m]
  double given = 0;       ///< where it is flat, what it gives by under any pressure [m]

  /// @param pressure  that is expected [Pa]; where nothing is known, infinite: it stays as it is
  /// @param depth     max_layer h [m]
  ES_HD CompliantLayer(const Contact& contact, double pressure, double depth) {
    if (!(contact.compliance > 0)) return;
    most = depth;
    if (contact.compliance * pressure < most)
      compliance = contact.compliance;
    else
      given = larger(0, smaller(-contact.gap, most));
  }
};

ES_END
