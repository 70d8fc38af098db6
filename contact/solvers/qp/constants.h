#pragma once

namespace eulersolid {

/// The constants of the solvers of bound-constrained QPs, with what they rest on. "Families" are
/// the QPs of `eulersolid bench families` (docs/benchmarks.md): all are solved with these values,
/// and what a change costs shows there (docs/measurements/engine.md).

// Residuals. All are relative to the largest |c| of the QP unless something else is said.

/// KKT residual of a solution: 2^-52 times a condition of 4e6 still reaches it, and contact
/// problems have 1e5. With much less, solutions would be refused; with much more, wrong working
/// sets pass.
constexpr double kkt_tolerance = 1e-9;
/// What rounding leaves of H x - c, relative to the largest diag(H) |x|: 450 units of 2^-52, for
/// sums of thousands of products. With less, large x are never accepted; more hides wrong ones.
constexpr double rounding_tolerance = 1e-13;
/// Share of that by which a sign must be wrong before a variable changes sides. With 0, degenerate
/// variables (x and lambda both zero) alternate for ever.
constexpr double rounding_of_signs = 0.1;
/// A multiplier or a residual below this is zero; for the same reason.
constexpr double zero_residual = 1e-12;
/// Bounds whose distance makes a residual below this count as one. It must stay below
/// kkt_tolerance, as x may end at the wrong one of the two.
constexpr double narrow_bounds = 0.1 * kkt_tolerance;
/// The solution for a working set is refined above this residual of its free rows, at most
/// max_refinements times. At kkt_tolerance itself errors of poor Schur columns would add up.
constexpr double refine_above = 1e-11;
constexpr int max_refinements = 3;
/// And for as long as each refinement leaves less than this share of the residual, as DGERFS of
/// LAPACK does: what no longer halves is rounding. Nearer to 1, solves would go into that; with
/// much less, a factor that is only poor would not get its second chance (estimated).
constexpr double refinement_progress = 0.5;
/// A set that came back is tried as the solution below this residual: far enough above the
/// tolerance for x before it is moved into its bounds, and far below a wrong set's.
constexpr double worth_accepting = 100 * kkt_tolerance;

// When the active-set method is given up: the changes from one set to the next are to fall. With
// the trials below it made the families' hard QPs take a third of the factorisations of 50
// iterations first. More patience only costs; less gives QPs away that would have converged.

constexpr int pdasm_iterations = 50;
constexpr int pdasm_patience = 3;          ///< iterations in a row that may pass without progress
constexpr double pdasm_progress = 0.7;     ///< share of the fewest changes so far that is progress
constexpr double pdasm_first_changes = 2;  ///< share of the variables that counts as those before

// A set that the interior point method points to is tried for as long as it converges almost at
// once; a trial may cost a factorisation, as a step of the interior point method does.

constexpr int trial_iterations = 5;
constexpr int trial_patience = 0;
constexpr double trial_progress = 0.5;
constexpr double trial_first_changes = 0.1;
/// Worth a trial is a set of which one variable, and this share of all, changed in the last step
/// ...
constexpr double trial_changes = 0.01;
/// ... at an error below this: early on a set may stand still because the steps are short.
constexpr double trial_error = 0.3;

// The interior point method.

constexpr int interior_max_steps = 100;  ///< so many mean that it is stuck
/// Of its optimality conditions. Tapia's indicators have found the set long before.
constexpr double interior_tolerance = 1e-10;
/// Part of the way to the nearest bound that a step goes (Mehrotra 1992). At 1 a gap becomes zero.
constexpr double to_the_boundary = 0.995;
/// Gondzio's correctors (1996): how many, by how much each is to lengthen the step, and the share
/// of that below which the last one was not worth its solve. They cost solves but no factorisation.
constexpr int max_correctors = 3;
constexpr double lengthening = 0.3, min_gain = 0.1;
constexpr double long_enough = 0.99;  ///< a step that needs no corrector
/// Products s z outside of [low, high] times their centre are pulled back (Gondzio, section 3).
constexpr double low_product = 0.1, high_product = 10;
/// Share of the largest violation by which a start is moved inside its bounds. With 0 it would
/// start at a bound, where steps are short; with 1 what the guess says is lost.
constexpr double start_inside_share = 0.1;

// Schur columns or a new factorisation (docs/theory.md, "The choice"), in operations of a
// factorisation. Measured on one thread of the machine of docs/measurements/engine.md; wrong
// weights choose wrongly, and change no result.

constexpr double column_batch = 1e6;      ///< to start a batch of columns ...
constexpr double column_pass = 15;        ///< ... and of each element of L, to pass over it
constexpr double column_forward = 1.3;    ///< of each operation of a forward sweep
constexpr double column_store = 100;      ///< of each row of a new column
constexpr double column_product = 1.2;    ///< of each row of a pair of columns, one of them new
constexpr double change_cubed = 5;        ///< of C, by its order cubed
constexpr double column_use = 16;         ///< of each row of each column
constexpr double element_gathering = 80;  ///< of each element of a matrix factored anew
/// Columns that use an element of L while it is in the cache.
constexpr int columns_together = 96;
/// Schur columns that are stored as one matrix, from the first row that any of them needs to the
/// last. More store and multiply the zeros between the ends of columns that differ; fewer make
/// products too narrow for the registers (estimated).
constexpr int columns_per_group = 16;
/// Columns of H one by one cost this much more than a product with H.
constexpr int whole_product = 40;

// The last resort.

/// Relative increases of the diagonal, tried in turn where H is numerically singular: each changes
/// the solution, in the energy norm, by about its own size (1e-3: 0.16 % on contact QPs).
inline constexpr double diagonal_increases[] = {0, 1e-10, 1e-8, 1e-6, 1e-4, 1e-3};

/// Steps of the prediction of a working set. Each costs a product with the Hessian, as an iteration
/// of the active-set method does; a second step saves less than it costs (docs/theory.md, "Warm
/// start").
constexpr int prediction_steps = 1;
/// Steps in a row that leave the predicted set as it is, after which it is taken.
constexpr int steady_steps = 2;

}  // namespace eulersolid
