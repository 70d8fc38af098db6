#pragma once

#include "kernels/core/backend.h"  // first: it makes the backend's namespace inline

#include <string>
#include <vector>

#include "contact/ties.h"
#include "grid/body.h"
#include "io/scene/scene.h"

ES_BEGIN

/// The regions of a scene that are attached to bodies that deform.
class TiedParts {
 public:
  TiedParts() = default;
  TiedParts(const Scene& scene, const std::vector<Body>& bodies);

  bool empty() const { return ties_.empty(); }
  /// Where they are now, before act().
  /// @return what is wrong where one is nowhere: `[body "a"] region "b", which is attached to "c",
  ///         has no surface ...`; else empty
  std::string find(const GridSpec& grid, const std::vector<BodyView>& views);
  void act(std::vector<Body>& bodies);

 private:
  Ties ties_;
  std::vector<std::size_t> regions_;  ///< their numbers among those of their bodies
  std::vector<std::string> faults_;   ///< what is said where they are nowhere
};

ES_END
