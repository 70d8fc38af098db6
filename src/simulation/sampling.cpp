#include "src/simulation/sampling.h"

#include "grid/quadrature/solid_points.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Fields of one body at its corners, as loops read them.
struct Fields {
  Window window;
  GridSpec grid;
  PlacedShape shape;
  Span<const Vec3> u, v;
  Span<const std::int8_t> layers;
};

ES_HD bool has_values(const Fields& f, Index lower) {
  for (int n = 0; n < 8; ++n) {
    if (f.layers[corner_index(lower, n, f.window.nodes)] > layer::last) return false;
  }
  return true;
}

/// Mean of the corners: the trilinear value at the centre.
ES_HD Vec3 mean(Span<const Vec3> field, Index lower, Cells nodes) {
  Vec3 total;
  for (int n = 0; n < 8; ++n) total += field[corner_index(lower, n, nodes)];
  return 0.125 * total;
}

ES_HD Vec3 centre_of(const Fields& f, Int3 cell) {
  return f.grid.position(f.window.first + cell) +
         Vec3{0.5 * f.grid.h, 0.5 * f.grid.h, 0.5 * f.grid.h};
}

/// Columns of A = grad X at the centre of a cell.
ES_HD void map_gradient(const Fields& f, Index lower, Vec3* a) {
  Vec3 slope[3];
  for (int n = 0; n < 8; ++n) {
    const Vec3 u = f.u[corner_index(lower, n, f.window.nodes)];
    for (int axis = 0; axis < 3; ++axis) {
      slope[axis] += ((n >> axis) & 1 ? 0.25 : -0.25) / f.grid.h * u;
    }
  }
  a[0] = Vec3{1, 0, 0} - slope[0], a[1] = Vec3{0, 1, 0} - slope[1], a[2] = Vec3{0, 0, 1} - slope[2];
}

/// Derivative of phi_ref at X by central differences over h/1000, a unit vector off its edges.
ES_HD Vec3 reference_normal(const Fields& f, Vec3 X) {
  const double step = 1e-3 * f.grid.h;
  Vec3 n;
  for (int axis = 0; axis < 3; ++axis) {
    Vec3 shift;
    shift[axis] = step;
    n[axis] =
        (signed_distance(f.shape, X + shift) - signed_distance(f.shape, X - shift)) / (2 * step);
  }
  return n;
}

/// phi_ref(X) / |A^T n|: the gradient of phi_ref(X(x)) is A^T n with n that of phi_ref.
ES_HD double distance(const Fields& f, Int3 cell, Index lower) {
  const Vec3 X = centre_of(f, cell) - mean(f.u, lower, f.window.nodes), n = reference_normal(f, X);
  Vec3 a[3];
  map_gradient(f, lower, a);
  const double steepness = norm({dot(a[0], n), dot(a[1], n), dot(a[2], n)});
  return signed_distance(f.shape, X) / std::fmax(steepness, 0.3);
}

/// Part of a cell that is solid [-].
ES_HD double volume_fraction(const Fields& f, Int3 cell, Index lower) {
  Vec3 u[8];
  double phi[8], total = 0;
  CellPoints points;
  for (int n = 0; n < 8; ++n) {
    u[n] = f.u[corner_index(lower, n, f.window.nodes)];
    const Int3 at = f.window.first + cell + Int3{n & 1, (n >> 1) & 1, n >> 2};
    phi[n] = signed_distance(f.shape, f.grid.position(at) - u[n]);
  }
  solid_points(f.shape, f.grid.position(f.window.first + cell), f.grid.h, u, phi, points);
  for (int q = 0; q < 8; ++q) total += points.w[q];
  return total / (f.grid.h * f.grid.h * f.grid.h);
}

ES_HD Vec3f narrow(Vec3 a) { return {float(a.x), float(a.y), float(a.z)}; }

void sample_motion(Fields f, Cells cells, float far, Span<float> sdf, Span<float> fraction,
                   Span<Vec3f> velocity, Span<Vec3f> rest) {
  parallel_for(cells, [=] ES_DEVICE(int i, int j, int k) {
    const Index out = cells.index(i, j, k), lower = f.window.nodes.index(i, j, k);
    sdf[out] = far;
    fraction[out] = 0;
    velocity[out] = rest[out] = Vec3f{};
    if (!has_values(f, lower)) return;
    sdf[out] = float(std::fmin(distance(f, {i, j, k}, lower), double(far)));
    if (sdf[out] < f.grid.h) fraction[out] = float(volume_fraction(f, {i, j, k}, lower));
    velocity[out] = narrow(mean(f.v, lower, f.window.nodes));
    rest[out] = narrow(centre_of(f, {i, j, k}) - mean(f.u, lower, f.window.nodes));
  });
}

template <class L>
void sample_stress(Fields f, Solid<L> solid, Cells cells, Span<float> stress_vm, Span<float> J,
                   Span<float> pressure) {
  parallel_for(cells, [=] ES_DEVICE(int i, int j, int k) {
    const Index out = cells.index(i, j, k), lower = f.window.nodes.index(i, j, k);
    stress_vm[out] = pressure[out] = 0;
    J[out] = 1;
    if (!has_values(f, lower)) return;
    Vec3 a[3];
    map_gradient(f, lower, a);
    const double det = dot(a[0], cross(a[1], a[2]));
    const Symmetric s =
        needs_clamp(det)
            ? clamped_point_state(solid, left_cauchy_green(a[0], a[1], a[2], det)).stress
            : point_state(solid, a[0], a[1], a[2], det, -std::log(det)).stress;
    const double mean_stress = (s.xx + s.yy + s.zz) / 3;
    const double dx = s.xx - mean_stress, dy = s.yy - mean_stress, dz = s.zz - mean_stress;
    const double shear = s.xy * s.xy + s.xz * s.xz + s.yz * s.yz;
    stress_vm[out] = float(std::sqrt(1.5 * (dx * dx + dy * dy + dz * dz) + 3 * shear));
    pressure[out] = float(-mean_stress);
    J[out] = float(1 / det);
  });
}

}  // namespace

BodySample sample(Body& body, const GridSpec& grid, const SampleExtras& extras) {
  const Window window = body.state().window;
  const Body::Extended extended = body.extended();
  const Fields fields{window,     grid,       body.shape(),
                      extended.u, extended.v, body.state().layers.span()};
  BodySample result;
  result.name = body.name();
  result.first = window.first;
  result.cells = {window.nodes.nx - 1, window.nodes.ny - 1, window.nodes.nz - 1};
  const Index n = result.cells.count();
  DeviceVector<float> sdf(n), fraction(n);
  DeviceVector<Vec3f> velocity(n), rest(n);
  sample_motion(fields, result.cells, float(3 * grid.h), sdf.span(), fraction.span(),
                velocity.span(), rest.span());
  result.sdf = sdf.to_host(), result.fraction = fraction.to_host();
  result.velocity = velocity.to_host(), result.rest = rest.to_host();
  if (extras.stress_vm || extras.J || extras.pressure) {
    DeviceVector<float> stress_vm(n), J(n), pressure(n);
    with_law(body.material(), [&](const auto& solid) {
      sample_stress(fields, solid, result.cells, stress_vm.span(), J.span(), pressure.span());
    });
    if (extras.stress_vm) result.stress_vm = stress_vm.to_host();
    if (extras.J) result.J = J.to_host();
    if (extras.pressure) result.pressure = pressure.to_host();
  }
  return result;
}

ES_END
