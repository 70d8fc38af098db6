#pragma once

namespace eulersolid {

/// The constants of the solvers of frictional contact, with what they rest on. "Hard problems" are
/// those of random bodies with 1 to 3 contacts for each six degrees of freedom and friction of 0.3
/// to 2.

// Friction in discs (disc_friction.h). Errors are those of the natural map, relative to the largest
// sliding velocity that a load leaves without friction.

/// The error that a load may leave, as a share of the root of the tolerance of staggered
/// projections, which compares squares. A step that turns the boxes squares the error, so that less
/// hardly costs more; with 1, staggering would compare errors.
constexpr double disc_share = 0.01;
/// No less is asked for: rounding leaves 1e-13 or so, a turn from 1e-6 leaves 1e-11.
constexpr double min_disc_error = 1e-10;
/// Turns of the boxes for one load. Hard problems take 2 in the mean; so many mean that it is
/// stuck.
constexpr int max_turns = 30;
/// Part of a step to the solution in the boxes below which it is not taken: the step of gradient
/// projection that follows goes further.
constexpr double shortest_newton_step = 0.01;
/// An energy that rises by less than this share of sum |f| |w| does not: some units of 2^-52. With
/// less, the last steps before the tolerance would be refused.
constexpr double disc_rounding = 1e-15;

// Staggered projections that do not converge (staggered_projections.h): they go back and forth, and
// iterations alone do not help. Of 540 hard problems 12 % do with a friction of 2, 1 % with 1 and
// none with 0.3; with these shorter ways all of them converge.

inline constexpr double relaxations[] = {0.5, 0.25};
/// An attempt with shorter ways may take so many times the iterations of the first.
constexpr int retry_iterations = 3;
/// The residual of the cone that converged projections may leave is the root of their tolerance, as
/// that compares squares, but never asked to be below this: QPs are solved to kkt_tolerance.
constexpr double min_residual = 1e-9;
/// A residual of the cone above this is not to be gone on with: velocities at a contact are off by
/// a tenth of the largest at which bodies met. Problems that converge end below 0.03.
constexpr double stop_residual = 0.1;

// Solvers of host problems in a simulation (host/coulomb_bridge.h): their error is asked for as
// contact.tolerance says, but not below what rounding leaves where rho is large; a method that
// has not converged in so many iterations does not.
constexpr double min_coulomb_error = 1e-11;
constexpr int max_host_iterations = 200000;

// Staggered projections on problems from files (host/problem_solvers.h): their rule compares
// squares of changes, of which the error is to be a tenth; rounding leaves 1e-24. They creep where
// W lacks rank.
constexpr double staggered_share = 0.1, min_staggered_tolerance = 1e-24;
constexpr int max_staggered_iterations = 200;

}  // namespace eulersolid
