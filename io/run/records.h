#pragma once

#include <string>

#include "io/run/record_field.h"
#include "kernels/math/vec3.h"

/// What a run notes, one struct for the rows of each table, with the list of its fields beside it.
/// A new column is a member and a line in the list, set where it is measured
/// (src/simulation/grid_simulation.cpp); docs/outputs.md is then written anew. Add columns at the
/// end or after related ones: users read them by name.
namespace eulersolid {

/// What one step did: a row of steps.csv.
struct StepRecord {
  int step = 0;
  double time = 0, dt = 0;
  int contacts = 0, active_contacts = 0, dim_gc = 0, dim_gf = 0, bandwidth_c = 0, bandwidth_f = 0;
  int sp_iterations = 0;
  double sp_error = 0;
  int pdasm_contact = 0, pdasm_friction = 0, solves_contact = 0, solves_friction = 0;
  int factorizations = 0, resets = 0;
  double warm_contact = 1, warm_friction = 1;
  double kkt_contact = 0, kkt_friction = 0;
  int fallbacks = 0;
  double kinetic = 0, elastic = 0, gravity = 0, dissipated = 0;
  Vec3 momentum, angular_momentum;
  double max_overlap = 0, min_det = 1;
  int repaired_nodes = 0, clamped_points = 0;
  double ledger_correction = 0;
  double seconds_grid = 0, seconds_detect = 0, seconds_assemble = 0;
  double seconds_contact = 0, seconds_friction = 0;
  double seconds_contact_factor = 0, seconds_contact_solve = 0;
  double seconds_friction_factor = 0, seconds_friction_solve = 0;
  int chosen_contact = 0, chosen_friction = 0;
  double solver_bytes = 0;
  double seconds_output = 0;
  double mass = 0, measured_mass = 0;
  Vec3 measured_momentum, measured_angular_momentum;
  double ledger_energy = 0, ledger_damped = 0, ledger_forgiven = 0;
};

/// The columns of steps.csv, in their order.
inline constexpr RecordField<StepRecord> step_fields[] = {
    {"step", &StepRecord::step, "-", "1 for the first", RunTotal::last("steps")},
    {"time", &StepRecord::time, "s", "at the end of the step", RunTotal::last("time")},
    {"dt", &StepRecord::dt, "s", "length of the step"},
    {"contacts", &StepRecord::contacts, "-", "places where two surfaces meet",
     RunTotal::largest("largest_contacts")},
    {"active_contacts", &StepRecord::active_contacts, "-", "those with a normal impulse"},
    {"dim_gc", &StepRecord::dim_gc, "-", "order of the matrix last factored for the normal QP"},
    {"dim_gf", &StepRecord::dim_gf, "-", "order of the matrix last factored for the friction QP"},
    {"bandwidth_c", &StepRecord::bandwidth_c, "-", "bandwidth of the normal Hessian"},
    {"sp_iterations", &StepRecord::sp_iterations, "-", "staggered projections",
     RunTotal::sum("sp_iterations")},
    {"sp_error", &StepRecord::sp_error, "-", "change of friction in the last of them (Eq. 4.19)"},
    {"pdasm_contact", &StepRecord::pdasm_contact, "-",
     "active-set iterations of the normal QPs, the most of one QP"},
    {"pdasm_friction", &StepRecord::pdasm_friction, "-",
     "active-set iterations of the friction QPs, the most of one QP"},
    {"solves_contact", &StepRecord::solves_contact, "-",
     "right-hand sides solved for the normal QPs", RunTotal::sum("solves")},
    {"solves_friction", &StepRecord::solves_friction, "-",
     "right-hand sides solved for the friction QPs", RunTotal::sum("solves")},
    {"factorizations", &StepRecord::factorizations, "-", "of all QPs",
     RunTotal::sum("factorizations")},
    {"resets", &StepRecord::resets, "-",
     "factorisations that replaced one with too many or too poor Schur columns",
     RunTotal::sum("resets")},
    {"warm_contact", &StepRecord::warm_contact, "-",
     "part of the normal working set that was predicted; 1 where it is empty"},
    {"warm_friction", &StepRecord::warm_friction, "-", "the same of the friction working set"},
    {"kkt_contact", &StepRecord::kkt_contact, "-",
     "relative KKT residual of the normal QPs, the largest"},
    {"kkt_friction", &StepRecord::kkt_friction, "-",
     "relative KKT residual of the friction QPs, the largest"},
    {"fallbacks", &StepRecord::fallbacks, "-",
     "QPs for which the interior point method found the working set", RunTotal::sum("fallbacks")},
    {"kinetic", &StepRecord::kinetic, "J",
     "kinetic energy of all bodies, in the middle of the step, where the velocities belong"},
    {"elastic", &StepRecord::elastic, "J",
     "elastic energy of all bodies, the mean of the ends of the step"},
    {"gravity", &StepRecord::gravity, "J",
     "potential energy of all bodies in gravity, 0 at the origin"},
    {"dissipated", &StepRecord::dissipated, "J",
     "lost to contact, friction and viscosity since the start"},
    {"momentum", &StepRecord::momentum, "kg m/s", "of all bodies, as their ledgers have it"},
    {"max_overlap", &StepRecord::max_overlap, "cells", "deepest penetration that contact found",
     RunTotal::largest("largest_overlap")},
    {"min_det", &StepRecord::min_det, "-", "least det(grad X) over the quadrature points",
     RunTotal::least("smallest_det")},
    {"repaired_nodes", &StepRecord::repaired_nodes, "-",
     "nodes that a tangled cell keeps from being active", RunTotal::sum("repaired_nodes")},
    {"clamped_points", &StepRecord::clamped_points, "-", "quadrature points with clamped stretches",
     RunTotal::sum("clamped_points")},
    {"ledger_correction", &StepRecord::ledger_correction, "-",
     "momentum that the ledgers restored, relative to the sum of m abs(v)"},
    {"bandwidth_f", &StepRecord::bandwidth_f, "-", "bandwidth of the friction Hessian"},
    {"angular_momentum", &StepRecord::angular_momentum, "kg m^2/s",
     "of all bodies about the origin, as their ledgers have it"},
    {"seconds_grid", &StepRecord::seconds_grid, "s",
     "spent on the bodies: motion, geometry, forces, ledgers", RunTotal::sum("seconds_grid"),
     ValueSource::clock},
    {"seconds_detect", &StepRecord::seconds_detect, "s", "spent on finding contacts",
     RunTotal::sum("seconds_detect"), ValueSource::clock},
    {"seconds_assemble", &StepRecord::seconds_assemble, "s", "spent on rows and Hessians",
     RunTotal::sum("seconds_assemble"), ValueSource::clock},
    {"seconds_contact", &StepRecord::seconds_contact, "s",
     "spent on normal QPs, vectors and the way to another backend included",
     RunTotal::sum("seconds_contact"), ValueSource::clock},
    {"seconds_friction", &StepRecord::seconds_friction, "s",
     "spent on friction QPs, the same included", RunTotal::sum("seconds_friction"),
     ValueSource::clock},
    {"seconds_contact_factor", &StepRecord::seconds_contact_factor, "s",
     "of these, on factorisations of normal QPs", RunTotal(), ValueSource::clock},
    {"seconds_contact_solve", &StepRecord::seconds_contact_solve, "s",
     "of these, on the rest of their solver", RunTotal(), ValueSource::clock},
    {"seconds_friction_factor", &StepRecord::seconds_friction_factor, "s",
     "of these, on factorisations of friction QPs", RunTotal(), ValueSource::clock},
    {"seconds_friction_solve", &StepRecord::seconds_friction_solve, "s",
     "of these, on the rest of their solver", RunTotal(), ValueSource::clock},
    {"chosen_contact", &StepRecord::chosen_contact, "-",
     "factorisations of normal QPs preferred to Schur columns",
     RunTotal::sum("chosen_factorizations")},
    {"chosen_friction", &StepRecord::chosen_friction, "-",
     "factorisations of friction QPs preferred to Schur columns",
     RunTotal::sum("chosen_factorizations")},
    {"solver_bytes", &StepRecord::solver_bytes, "bytes", "of factors and Schur columns, at most",
     RunTotal::largest("solver_memory")},
    {"seconds_output", &StepRecord::seconds_output, "s",
     "spent on files, the frame that the step reached included", RunTotal::sum("seconds_output"),
     ValueSource::clock},
    {"mass", &StepRecord::mass, "kg", "of all bodies, as their ledgers have it"},
    {"measured_mass", &StepRecord::measured_mass, "kg",
     "of all nodes, before it is scaled to the ledgers'"},
    {"measured_momentum", &StepRecord::measured_momentum, "kg m/s",
     "of all nodes, before the ledgers' is restored"},
    {"measured_angular_momentum", &StepRecord::measured_angular_momentum, "kg m^2/s",
     "of all nodes about the origin, before the ledgers' is restored"},
    {"ledger_energy", &StepRecord::ledger_energy, "J",
     "kinetic and elastic energy at the start, plus the work of gravity and contact since, plus "
     "what "
     "was forgiven"},
    {"ledger_damped", &StepRecord::ledger_damped, "J",
     "energy taken from the motion because it was above the ledgers'",
     RunTotal::sum("ledger_damped")},
    {"ledger_forgiven", &StepRecord::ledger_forgiven, "J",
     "energy above the ledgers' that was not taken but added to them",
     RunTotal::sum("ledger_forgiven")},
};

/// When a frame is: the first columns of bodies.csv and contacts.csv.
struct FrameStamp {
  int frame = 0;
  double time = 0;
};

inline constexpr RecordField<FrameStamp> frame_fields[] = {
    {"frame", &FrameStamp::frame, "-", "number of the frame, as in the names of its files"},
    {"time", &FrameStamp::time, "s", "that it shows"},
};

/// A body in a frame: the rest of a row of bodies.csv.
struct BodyRecord {
  std::string body;
  double mass = 0, volume = 0;
  Vec3 centroid, momentum, angular_momentum;
  double kinetic = 0, elastic = 0, gravity = 0;
  double measured_mass = 0;
  Vec3 measured_momentum, measured_angular_momentum;
  double ledger_energy = 0, ledger_damped = 0, ledger_forgiven = 0;
};

inline constexpr RecordField<BodyRecord> body_fields[] = {
    {"body", &BodyRecord::body, "", "its name"},
    {"mass", &BodyRecord::mass, "kg", "of its nodes"},
    {"volume", &BodyRecord::volume, "m^3", "of its deformed shape"},
    {"centroid", &BodyRecord::centroid, "m", "centre of mass"},
    {"momentum", &BodyRecord::momentum, "kg m/s", "as its ledger has it"},
    {"angular_momentum", &BodyRecord::angular_momentum, "kg m^2/s",
     "about the origin, as its ledger has it"},
    {"kinetic", &BodyRecord::kinetic, "J", "kinetic energy, in the middle of the step"},
    {"elastic", &BodyRecord::elastic, "J", "elastic energy, the mean of the ends of the step"},
    {"gravity", &BodyRecord::gravity, "J", "potential energy in gravity, 0 at the origin"},
    {"measured_mass", &BodyRecord::measured_mass, "kg",
     "of its nodes, before it is scaled to the ledger's"},
    {"measured_momentum", &BodyRecord::measured_momentum, "kg m/s",
     "of its nodes, before the ledger's is restored"},
    {"measured_angular_momentum", &BodyRecord::measured_angular_momentum, "kg m^2/s",
     "of its nodes about the origin, before the ledger's is restored"},
    {"ledger_energy", &BodyRecord::ledger_energy, "J",
     "kinetic and elastic energy at the start, plus the work of gravity and contact since, plus "
     "what "
     "was forgiven"},
    {"ledger_damped", &BodyRecord::ledger_damped, "J",
     "energy taken in the last step because it was above the ledger's"},
    {"ledger_forgiven", &BodyRecord::ledger_forgiven, "J",
     "energy above the ledger's that was added to it in the last step"},
};

/// What a partner did to a body since the frame before: the rest of a row of contacts.csv.
struct ContactRecord {
  std::string body, partner;
  Vec3 force, torque;
};

inline constexpr RecordField<ContactRecord> contact_fields[] = {
    {"body", &ContactRecord::body, "", "on which the force acts"},
    {"partner", &ContactRecord::partner, "", "the body or obstacle that exerts it"},
    {"force", &ContactRecord::force, "N", "mean since the frame before"},
    {"torque", &ContactRecord::torque, "N m",
     "mean since the frame before, about the centroid of the body"},
};

}  // namespace eulersolid
