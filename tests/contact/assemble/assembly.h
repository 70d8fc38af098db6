#pragma once

#include <vector>

#include "contact/assemble/columns.h"
#include "contact/assemble/contact_data.h"
#include "contact/assemble/dof_fields.h"
#include "contact/assemble/gram.h"
#include "contact/assemble/jacobian.h"
#include "contact/assemble/ordering.h"
#include "kernels/core/vectors.h"
#include "tests/contact/analytic_body.h"

ES_BEGIN

/// Everything up to the problem of frictional contact, and copies of it on the host.
struct Assembly {
  SceneTables scene;
  SurfaceSearch search;
  ContactMerger merger;
  ContactRows rows_owner;
  RowColumns columns;
  DofFields dofs;
  OrderingSearch ordering;
  GramAssembly gram_owner;
  ContactData data;
  ContactsView set;
  RowsView rows;
  OrderView order;
  GramView gram;

  Assembly(const GridSpec& grid, const std::vector<BodyView>& bodies,
           const std::vector<ObstacleState>& obstacles = {}, double friction = 0.5,
           const RigidMotions& motions = {}) {
    scene.load(grid, bodies, obstacles, {int(bodies.size()), int(obstacles.size()), friction}, {},
               motions);
    set = merger.merge(scene.view(), search.find(scene));
    dofs.gather(scene, set.size());
    rows = columns.transpose(rows_owner.assemble(scene.view(), scene.dofs(), set),
                             scene.dofs() + set.size());
    data.make_room(set.size());
    fill_zero(data.normal_impulse.span()), fill_zero(data.friction_impulse.span());
    fill_zero(data.pressure.span());
    dofs.add_proximal(scene.view(), set, rows, data.impulses());
    order = ordering.choose(scene.view(), set, {}, rows);
    gram = gram_owner.assemble(rows, order, dofs.inverse_mass.span());
  }

  /// With the global form and G; the impulses are zero. Each contact gives by another compliance
  /// along its normal, as on a layer that gives.
  ProblemView problem(double dt) {
    data.fill(scene.view(), set, rows, dofs, dt);
    std::vector<double> compliance;  // [1/kg]
    for (Index c = 0; c < set.size(); ++c) compliance.push_back(1e-3 * double(1 + c % 7));
    data.compliance.assign(compliance);
    ProblemView result = data.problem();
    result.global = GlobalOperator{rows, dofs.mass.span(), dofs.inverse_mass.span()};
    result.gram = gram;
    return result;
  }

  Vec3 position_of_dof(int dof) const {
    int b = 0;
    while (scene.first_dof[std::size_t(b) + 1] <= dof) ++b;
    const BodyView& body = scene.bodies[std::size_t(b)];
    return scene.grid.position(body.node_box.to_grid(
        host(body.active)[std::size_t(dof - scene.first_dof[std::size_t(b)])]));
  }

  template <class T>
  static std::vector<std::remove_const_t<T>> host(Span<T> span) {
    return to_host(span);
  }
};

/// Two balls that overlap off the axes of the grid.
struct TwoBalls {
  GridSpec grid{{0.02, 0.01, 0.03}, 0.1};
  AnalyticBody a = make_ball(grid, {0, 0, 0}, 0.43, {0.3, 0.1, 0});
  AnalyticBody b = make_ball(grid, {0.6, 0.48, 0.2}, 0.41, {-1, -0.5, 0.2}, 2000);
};

ES_END
