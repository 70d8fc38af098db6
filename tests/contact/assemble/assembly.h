#pragma once

#include <type_traits>
#include <vector>

#include "contact/assemble/delassus.h"
#include "contact/assemble/impulse_map.h"
#include "tests/contact/analytic_body.h"

ES_BEGIN

/// Everything up to the Delassus matrices, and copies of it on the host.
struct Assembly {
  SceneTables scene;
  SurfaceSearch search;
  ContactMerger merger;
  ContactRows rows_owner;
  DofFields dofs;
  OrderingSearch ordering;
  DelassusAssembly delassus;
  BandedMatrix Hc, Hf;
  ContactsView set;
  RowsView rows;
  OrderView order;

  Assembly(const GridSpec& grid, const std::vector<BodyView>& bodies,
           const std::vector<ObstacleState>& obstacles = {}, double friction = 0.5) {
    scene.load(grid, bodies, obstacles, {int(bodies.size()), int(obstacles.size()), friction});
    set = merger.merge(scene.view(), search.find(scene));
    dofs.gather(scene);
    rows = rows_owner.assemble(scene.view(), scene.dofs(), set);
    order = ordering.choose(scene.view(), set, rows);
    delassus.assemble(set, rows, order, dofs.inverse_mass.span(), Hc, Hf);
  }

  Vec3 position_of_dof(int dof) const {
    int b = 0;
    while (scene.first_dof[std::size_t(b) + 1] <= dof) ++b;
    const BodyView& body = scene.bodies[std::size_t(b)];
    return scene.grid.position(
        body.window.to_grid(host(body.active)[std::size_t(dof - scene.first_dof[std::size_t(b)])]));
  }

  template <class T>
  static std::vector<std::remove_const_t<T>> host(Span<T> span) {
    DeviceVector<std::remove_const_t<T>> copy;
    copy.copy_from(span);
    return copy.to_host();
  }
};

/// Two balls that overlap off the axes of the grid.
struct TwoBalls {
  GridSpec grid{{0.02, 0.01, 0.03}, 0.1};
  AnalyticBody a = make_ball(grid, {0, 0, 0}, 0.43, {0.3, 0.1, 0});
  AnalyticBody b = make_ball(grid, {0.6, 0.48, 0.2}, 0.41, {-1, -0.5, 0.2}, 2000);
};

ES_END
