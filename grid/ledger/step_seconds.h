#pragma once

namespace eulersolid {

/// Seconds that the operators of a body's step took. On a GPU, where launches return at once, an
/// operator that waits for a result pays for those before it.
struct StepSeconds {
  double kick = 0;         ///< forces, loads and held regions on velocities
  double extrapolate = 0;  ///< fields in the layers around active nodes
  double advect = 0;       ///< velocity, reference map, points and memory of the material
  double integrate = 0;    ///< level set and solid of cells: mass, stress, internal force
  double momentum = 0;     ///< what crosses between nodes, aggregated
  double layers = 0;       ///< nodes, layers and the fits of both
  double ledger = 0;       ///< what is measured, restored and returned

  double sum() const {
    return kick + extrapolate + advect + integrate + momentum + layers + ledger;
  }
};

/// Calls f with each operator's name and its member.
template <class F>
void visit_step_seconds(F f) {
  f("kick", &StepSeconds::kick);
  f("extrapolate", &StepSeconds::extrapolate);
  f("advect", &StepSeconds::advect);
  f("integrate", &StepSeconds::integrate);
  f("momentum", &StepSeconds::momentum);
  f("layers", &StepSeconds::layers);
  f("ledger", &StepSeconds::ledger);
}

}  // namespace eulersolid
