#include "grid/body_view.h"

#include <cmath>

#include "grid/body.h"

ES_BEGIN

BodyView Body::view(const RigidView& rigid) {
  const Span<const int> all = derived_.active.span();
  const Span<const int> active = is_rigid_ ? all.part(0, 0) : all;
  return {state_.node_box,
          shape_,
          state_.u.span(),
          state_.phi.span(),
          state_.layers.span(),
          derived_.dof.span(),
          derived_.ghost.span(),
          derived_.fits.span(),
          derived_.stencils.span(),
          active,
          state_.mass.span(),
          state_.v.span(),
          kept_.before.span(),
          state_.points.span(),
          points_.area.span(),
          points_.sharp.span(),
          is_rigid_ ? INFINITY : materials_.min_wave_speed(),
          is_rigid_ ? INFINITY : materials_.min_contact_modulus(),
          -ledger().energy.made(),
          regions_.held().nodes.span(),
          regions_.held().passed.span(),
          rigid};
}

ES_END
