#pragma once

#include <cstddef>

namespace eulersolid {

/// A W less symmetric than this, relative, has no factor L L^T worth the name.
constexpr double max_asymmetry_to_expand = 1e-10;
/// Modes of a semidefinite W below this share of the largest pivot are rounding: products of n
/// terms leave n * 1e-16.
constexpr double min_mode = 1e-12;
/// From here on a W is told to be unsymmetric; rounding in a simulator leaves 1e-9 and less.
constexpr double noticed_asymmetry = 1e-6;
/// Without impulses nothing moves faster [m/s]: errors relative to it may be of rounding only.
constexpr double slowest_problem = 1e-9;

// One contact (methods/one_contact.h).

/// det W_cc below this share of (tr / 3)^3, or d . W n below that of n . W n, is rounding.
constexpr double min_determinant = 1e-13;
/// Largest step of the angle of friction [rad]: half the basin of Newton's method for W = I.
constexpr double largest_turn = 0.8;
/// A step below this is rounding of an angle.
constexpr double min_turn = 1e-15;
/// Newton's method needs five; what takes more wanders, and the angle is halved.
constexpr int max_turns_of_friction = 12;
/// Parts of a turn in which its root is looked for, smaller ones where that found none (two roots
/// within a part hide each other), and halvings that take a part to rounding.
constexpr int parts_of_a_turn = 32, small_parts_of_a_turn = 512, halvings_of_a_part = 50;

// Gauss-Seidel (methods/gauss_seidel.h).

/// Sweeps between two looks at the error, at most: a look costs half a sweep.
constexpr int max_sweeps_unjudged = 50;
/// Sweeps within a block: they cost little beside the block's rows of W.
constexpr int sweeps_of_a_block = 10;

// The proximal Newton method (methods/proximal_newton.h). Its rho is in units of 3 / tr W_cc.

/// Rows of H^T with more than this share of elements are multiplied as a dense matrix.
constexpr double dense_row_share = 0.1;
/// Fronts are small and find their own pivots: an element of L takes them the time of so many
/// operations in a band (1,800 to 2,300 on walls of 20 and 35 layers and on 480 balls).
constexpr double operations_of_an_element = 2000;
/// A component of a contact between rigid bodies moves no more; where bodies deform it is a
/// hundred.
constexpr double unknowns_of_two_bodies = 12;
/// By operations, of a band and of L L^T with its dense rows: impulses are cheaper within a band of
/// this share of the contacts, even where W has a third of the full rank; and above this share of
/// the full rank, whatever the band.
constexpr double narrow_band = 0.25, max_rank_of_bodies = 0.5;
/// A proximal step is solved to this share of the residual that it starts from; what came at least
/// as far as the second is a step to go on from.
constexpr double newton_accuracy = 1e-7, accepted_accuracy = 1e-3;
constexpr int max_newton_steps = 60;
constexpr int max_halvings = 12;
/// Share of the residual by which a full step has to lower it.
constexpr double min_gain = 1e-4;
/// rho grows by the first factor after a step of few iterations, by the second after one of some,
/// and not after one of many.
constexpr double fast_growth = 100, slow_growth = 10, shrinkage = 0.1;
constexpr int few_newton_steps = 3, some_newton_steps = 8, many_newton_steps = 20;
/// Beyond 1e10 rounding of u times rho reaches the impulses. A step that fails below 1e-3, where
/// next to nothing is asked, fails by rounding: rho begins anew.
constexpr double smallest_rho = 1e-3, largest_rho = 1e10;
/// Proximal steps without halving the error after which the method has stalled. Boxes in a column
/// creep for 250 steps from 1e-7 to 1e-8.
constexpr int max_idle_steps = 400;
/// After so many of them rho begins anew, from a value whose rounding is below 1e-12.
constexpr int steps_to_fresh_rho = 50;
constexpr double fresh_rho = 1e3;

// Newton's method for the law itself (methods/semismooth_newton.h). Its R is in units of 3 / tr
// W_cc. The mean time of 49 problems rises by a seventh with 1e5 for the first of R, by a third
// with one trial, and by less than a tenth with six idle steps.

/// R = 1e4 takes what has full rank in the fewest systems, 1e6 and more what sticks without it;
/// beyond 1e8 rounding of u times R reaches the impulses.
constexpr double first_stiffness = 1e4, smallest_stiffness = 1e3, largest_stiffness = 1e8,
                 stiffness_change = 10;
/// Of a step: its parts 1, 1/2, 1/4, ..., and the share by which a full one has to lower the
/// residual.
constexpr int search_trials = 4;
constexpr double search_gain = 0.1;
/// A search ends when the residual has not come below this share of its least in so many steps.
constexpr double search_progress = 0.9;
constexpr int max_idle_search_steps = 10;
/// Systems of searches, to one of proximal steps.
constexpr double share_of_searches = 0.5;

// SAP (methods/sap.h).

/// Drake's, for contact that is as stiff as a step can resolve.
constexpr double sap_beta = 1, sap_sigma = 1e-3;
/// What is left of the momentum out of balance: rounding is 1e-15 times the stiffest of R, 1e3.
constexpr double sap_accuracy = 1e-11;
/// The slope along a step is zero to this share of the first.
constexpr double line_search_accuracy = 1e-8;
constexpr int max_line_search_steps = 100, max_doublings = 30;

// Gradient methods (methods/spectral_gradient.h, methods/accelerated_gradient.h).

/// Steps between two looks at the error: a look costs a product with W.
constexpr int steps_unjudged = 10;
/// De Saxce's term is refreshed once the relaxed problem with the old one is solved to this share
/// of Coulomb's error, or after so many steps.
constexpr double refresh_share = 0.3;
constexpr int max_steps_unrefreshed = 500;
/// Of the line search of P-SPG-FB, and its safeguards of the step (Tasora 2013).
constexpr double armijo = 1e-4, min_length = 1e-9, max_length = 1e9;
constexpr std::size_t values_remembered = 10;
constexpr int max_backtracks = 10;
constexpr double unit_rounding = 1e-15;
/// L, L_min and w of Acary and Cariaga's Algorithm 2; 0.99 after a step that kept its bound lets a
/// step grow again.
constexpr double largest_ratio = 0.9, smallest_ratio = 0.3, rho_shrinkage = 2.0 / 3;
constexpr double rho_recovery = 1 / 0.99;
/// Eigenvalues for the rules of rho to 1 %.
constexpr int power_iterations = 1000;
constexpr double power_accuracy = 1e-4;

// Alternating directions (methods/admm.h). The sum of iterations over walls, heaps and stacks of
// 200 to 4,000 contacts changes by less than a third with any of these halved or doubled.

/// Differences that Anderson's acceleration combines, and the share of their sum of squares that is
/// added to each: those of converging iterations become dependent.
constexpr std::size_t anderson_memory = 10;
constexpr double anderson_damping = 1e-10;
/// An extrapolation that makes the residual so much larger is taken back.
constexpr double max_residual_growth = 2;
/// Over-relaxation, of the usual 1.5 to 1.8.
constexpr double admm_relaxation = 1.6;
/// Residuals that differ by this factor change rho, after so many steps, by at most so much.
constexpr double uneven_residuals = 5, max_rho_change = 100;
constexpr int steps_of_a_rho = 20;
/// What is not symmetric is refined to this residual, relative; an asymmetry of 1e-2 takes six
/// rounds.
constexpr double refined_residual = 1e-13;
constexpr int max_refinements = 10;

// The automatic choice (methods/automatic.h, methods/race.h). What methods take [s], as measured on
// one core.

/// A sweep: by the blocks of W, and by the contacts.
constexpr double seconds_a_block = 6e-9, seconds_a_contact = 3e-8;
/// A step of alternating directions: by the elements of its factor, by its unknowns, and by the
/// contacts with their part of Anderson's acceleration. To make its matrix and order it, by the
/// elements of that, and to factor it, by those of the factor, and by operations as below. Bodies
/// that deform have 200 times the operations an element that rigid ones have.
constexpr double seconds_an_element = 1.8e-9, seconds_an_unknown_of_a_step = 1.5e-8,
                 seconds_a_cone = 9e-8, seconds_an_ordered_element = 3e-8,
                 seconds_a_factored_element = 2e-8;
/// A system of Newton's method: by the contacts, the unknowns, and operations of the factor. To
/// order it, and W = L L^T, once.
constexpr double seconds_a_contact_of_a_system = 7e-7, seconds_an_unknown_of_a_system = 4e-8,
                 seconds_an_operation = 2.5e-11;
constexpr double seconds_to_order_a_contact = 3e-6;
constexpr double seconds_a_dense_operation = 7e-11;
/// What each needs in the mean over problems that need it; alternating directions by the square of
/// the digits that are asked for, interior points by the digits. Searches of Newton's method end
/// within ten systems on half of the problems; proximal steps after one that was not enough need a
/// hundred.
constexpr double expected_sweeps = 12, alternations_a_squared_digit = 4,
                 expected_systems_of_a_search = 15, expected_systems = 100, systems_to_begin = 8,
                 systems_a_digit = 3;
/// Of their factor, to a contact of bodies with few unknowns, or to a block of W, as long as there
/// is none.
constexpr double elements_a_contact = 40, elements_a_block = 6;
/// Of Newton's factor, to the square of the blocks of W, as long as there is none.
constexpr double operations_a_squared_block = 3;
/// The same of bodies with few unknowns, to the square of the unknowns: bands of walls of 600 to
/// 7,000.
constexpr double operations_a_squared_unknown = 40;
/// A band's over those of an order of nested dissection: on 1e4 spheres.
constexpr double band_over_dissection = 11;
/// A turn of a race, of the work so far; a method whose error is so many times another's goes on
/// from there.
constexpr double share_of_a_turn = 0.5, left_behind = 10;
/// Whatever its rate, a method is believed to end after at least and at most so many times more of
/// the work so far: rates are a moment's, and what has cost little may get on yet.
constexpr double min_outlook = 0.5, max_outlook = 4;

// Certificates (infeasibility.h).

/// What has to vanish may be this share of its terms. Stacks that can be lifted leave a share of 1
/// of H n at their upper ends, but of W n the ratio of their masses.
constexpr double rounding_of_a_certificate = 1e-9, rounding_of_W = 2e-14;
constexpr double min_part_of_a_certificate = 0.01;
/// `automatic` looks for one where the error is above this after so much work [s] at least, and
/// again after so many times that, by so many steps.
constexpr double hopeless_error = 1e-3, first_doubt = 0.02, next_doubt = 8;
constexpr int steps_of_a_doubt = 200;

// The hybrid (methods/hybrid.h): how far gradients go.

constexpr double gradient_accuracy = 1e-3;
constexpr int max_gradient_steps = 1000;

// The interior point method (unilateral/).

/// Of a row that would be rigid, relative to what a unit of impulse does to it. Two refinements
/// take what it leaves (its share, squared) below rounding.
constexpr double trace_of_compliance = 1e-8;
constexpr int refinements = 3;
/// Distances and impulses of a warm start are at least this far from zero.
constexpr double min_warm = 1e-9;
/// Part of the way to the boundary that is gone at most, and a step that is none.
constexpr double longest_share = 0.9999, shortest_step = 1e-7;

/// Of interior points in cones: part of the way to the boundary that is gone at most, and of x . y
/// what a step aims at. With less of the first and more of the second what is lost in systems is
/// won in problems that end: 0.8 to 0.95 and 0.1 to 0.2 solve 61 to 65 of 74.
constexpr double cone_share = 0.9, min_centring = 0.1;
/// The same of a second start, which takes twice as many systems, where the first one has stalled.
constexpr double careful_share = 0.7, careful_centring = 0.3;
/// Where they begin: the impulse is 1 / mu times what stops the fastest contact, and at most this.
constexpr double max_first_impulse = 10;
/// So many systems whose best error is not this part of the last one end it.
constexpr int max_idle_systems = 20;
constexpr double min_cone_gain = 0.9;

/// Residuals of the method may be this share of Coulomb's error, and have not to be below rounding.
constexpr double interior_share = 0.1, min_interior_tolerance = 1e-13;

/// Contacts of two steps are one where their columns of H differ by less than this share
/// (contact_identity.h): corners of a face are farther apart, and no step turns a body so far.
constexpr double farthest_contact = 1.0 / 3;

}  // namespace eulersolid
