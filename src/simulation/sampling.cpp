#include "src/simulation/sampling.h"

#include <cmath>

#include "grid/constants.h"
#include "grid/quadrature/point_states.h"
#include "kernels/core/parallel_for.h"

ES_BEGIN

namespace {

/// Displacements of one body at its nodes, as loops read them.
struct Fields {
  Cells nodes;
  double h;
  Vec3 first;  ///< place of the first node [m]
  Span<const Vec3> u;
  Span<const double> phi;
  Span<const std::int8_t> layers;

  /// The material in the middle of a cell.
  ES_HD Vec3 rest_of_middle(int i, int j, int k) const {
    Vec3 sum;
    for (int n = 0; n < 8; ++n) sum += u[corner_index(nodes.index(i, j, k), n, nodes)];
    return first + h * Vec3{i + 0.5, j + 0.5, k + 0.5} - 0.125 * sum;
  }
};

ES_HD bool has_values(const Fields& f, Index lower) {
  for (int n = 0; n < 8; ++n) {
    if (f.layers[corner_index(lower, n, f.nodes)] > layer::last) return false;
  }
  return true;
}

/// Is the middle of a cell outside of the body?
ES_HD bool is_outside(const Fields& f, Index lower) {
  double phi = 0;
  for (int n = 0; n < 8; ++n) phi += f.phi[corner_index(lower, n, f.nodes)];
  return phi > 0;
}

/// Columns of A = grad X at the centre of a cell.
ES_HD void map_gradient(const Fields& f, Index lower, Vec3* a) {
  Vec3 slope[3];
  for (int n = 0; n < 8; ++n) {
    const Vec3 u = f.u[corner_index(lower, n, f.nodes)];
    for (int axis = 0; axis < 3; ++axis) {
      slope[axis] += ((n >> axis) & 1 ? 0.25 : -0.25) / f.h * u;
    }
  }
  a[0] = Vec3{1, 0, 0} - slope[0], a[1] = Vec3{0, 1, 0} - slope[1], a[2] = Vec3{0, 0, 1} - slope[2];
}

void note_known(Span<const std::int8_t> layers, Span<std::uint8_t> known) {
  parallel_for_light(known.size, [=] ES_DEVICE(Index n) { known[n] = layers[n] <= layer::last; });
}

void note_massive(Span<const double> mass, Span<std::uint8_t> massive) {
  parallel_for_light(massive.size, [=] ES_DEVICE(Index n) { massive[n] = mass[n] > 0; });
}

void note_active(Span<const int> dof, Span<std::uint8_t> active) {
  parallel_for_light(active.size, [=] ES_DEVICE(Index n) { active[n] = dof[n] >= 0; });
}

/// The velocities in single precision, as files have them.
void narrow(Span<const Vec3> v, Span<const std::uint8_t> known, Span<Vec3f> out) {
  parallel_for(out.size, [=] ES_DEVICE(Index n) {
    out[n] = known[n] ? Vec3f{float(v[n].x), float(v[n].y), float(v[n].z)} : Vec3f{};
  });
}

/// The stress in the middle of a cell, where its map says what it is.
struct SampledStress {
  Symmetric stress;
  double det = 0;     ///< of grad X; 0: it does not
  double strain = 0;  ///< equivalent plastic strain [-]
};

/// What is shown of it.
struct StressFields {
  Span<float> stress_vm, J, pressure, plastic_strain;
};

/// Adds what a material has of it. What is inverted has none.
template <class L>
void add_stress(Fields f, Solid<L> solid, MaterialShare share, HistoryView history, Cells cells,
                Span<SampledStress> out) {
  const DetRange whole = valid_det;
  parallel_for(cells, [=] ES_DEVICE(int i, int j, int k) {
    const Index lower = f.nodes.index(i, j, k);
    SampledStress& sampled = out[cells.index(i, j, k)];
    if (!has_values(f, lower)) return;
    const Vec3 X = f.rest_of_middle(i, j, k);
    const double part = share.is_all() ? 1 : share.at(X, f.h);
    if (part == 0) return;
    Vec3 a[3];
    map_gradient(f, lower, a);
    const double det = dot(a[0], cross(a[1], a[2]));
    const bool inverted = !whole.holds(det);
    // Out there the map is extrapolated, and where it turns back it says nothing of the solid.
    if (inverted && is_outside(f, lower)) return;
    sampled.det = det;
    if (inverted) return;
    const HistoryView remembered = history;  // nvcc captures nothing in what follows
    Inelastic memory;
    if constexpr (HasMemory<L>) memory = remembered.at(X, remembered.now);
    const PointState point = point_state(solid, a[0], a[1], a[2], det, -std::log(det), memory, X);
    sampled.stress = sampled.stress + part * point.stress;
    sampled.strain += part * memory.strain;
  });
}

void narrow_stress(Span<const SampledStress> sampled, StressFields out) {
  parallel_for(sampled.size, [=] ES_DEVICE(Index c) {
    out.stress_vm[c] = out.J[c] = out.pressure[c] = out.plastic_strain[c] = NAN;
    if (sampled[c].det == 0) return;
    const Symmetric s = sampled[c].stress;
    const double mean_stress = (s.xx + s.yy + s.zz) / 3;
    const double dx = s.xx - mean_stress, dy = s.yy - mean_stress, dz = s.zz - mean_stress;
    const double shear = s.xy * s.xy + s.xz * s.xz + s.yz * s.yz;
    out.stress_vm[c] = float(std::sqrt(1.5 * (dx * dx + dy * dy + dz * dz) + 3 * shear));
    out.pressure[c] = float(-mean_stress);
    out.J[c] = float(1 / sampled[c].det);
    out.plastic_strain[c] = float(sampled[c].strain);
  });
}

/// 0 where the surface passes through a cell.
void mark_surface(Fields f, Cells cells, Span<float> on_surface) {
  parallel_for(cells, [=] ES_DEVICE(int i, int j, int k) {
    const Index lower = f.nodes.index(i, j, k);
    int inside = 0;
    for (int n = 0; n < 8; ++n) inside += f.phi[corner_index(lower, n, f.nodes)] < 0;
    on_surface[cells.index(i, j, k)] = 0 < inside && inside < 8 ? 0.0F : NAN;
  });
}

}  // namespace

BodyMap sample(Body& body, const GridSpec& grid, const SampleExtras& extras) {
  const NodeBox node_box = body.state().node_box;
  const Body::Extended extended = body.extended();
  BodyMap result;
  result.name = body.name();
  result.first = node_box.first, result.nodes = node_box.nodes;
  const Index n = node_box.nodes.count();
  DeviceVector<std::uint8_t> known(n), massive(n), active(n);
  DeviceVector<Vec3f> velocity(n);
  note_known(body.state().layers.span(), known.span());
  note_massive(body.state().mass.span(), massive.span());
  note_active(body.derived().dof.span(), active.span());
  narrow(extended.v, known.span(), velocity.span());
  result.known = known.to_host(), result.massive = massive.to_host();
  result.active = active.to_host();
  result.rest = body.surface().on_host, result.points = body.state().points.to_host();
  result.velocity = velocity.to_host();
  result.u.resize(static_cast<std::size_t>(n));
  memory::copy_out(result.u.data(), extended.u.data, result.u.size() * sizeof(Vec3));
  const Fields fields{node_box.nodes,
                      grid.h,
                      grid.position(node_box.first),
                      extended.u,
                      body.state().phi.span(),
                      body.state().layers.span()};
  const Cells cells = result.cells();
  const auto add = [&](bool wanted, const char* name, const DeviceVector<float>& values,
                       float otherwise = 0) {
    if (wanted) result.cell_values.push_back({name, values.to_host(), otherwise});
  };
  if (extras.of_stress()) {
    const Index count = cells.count();
    DeviceVector<float> stress_vm(count), J(count), pressure(count), plastic_strain(count);
    DeviceVector<SampledStress> sampled;
    sampled.resize_zero(count);
    body.materials().each([&](const Material& material, const MaterialShare& share) {
      with_law(material, [&](const auto& solid) {
        add_stress(fields, solid, share, body.history(), cells, sampled.span());
      });
    });
    narrow_stress(sampled.span(),
                  {stress_vm.span(), J.span(), pressure.span(), plastic_strain.span()});
    add(extras.stress_vm, "stress_vm", stress_vm);
    add(extras.J, "J", J, 1);
    add(extras.pressure, "pressure", pressure);
    add(extras.plastic_strain, "plastic_strain", plastic_strain);
  }
  if (extras.of_contact()) {
    DeviceVector<float> on_surface(cells.count());
    mark_surface(fields, cells, on_surface.span());
    add(extras.contact_pressure, "contact_pressure", on_surface);
    add(extras.friction_traction, "friction_traction", on_surface);
    add(extras.slip_speed, "slip_speed", on_surface);
  }
  return result;
}

ES_END
