#pragma once

#include <cstdint>

#include "contact/solvers/friction/friction_box.h"
#include "contact/solvers/friction/loaded_contacts.h"
#include "contact/solvers/solver_report.h"

ES_BEGIN

/// The vectors of the normal QP and of the friction QP. Those of the QPs are by position
/// (OrderView), of the friction QP by that among those that are chosen; velocities and impulses are
/// by contact.

/// c = bound - n . (u* + du): linear term of (C), with du the change of u by friction.
void fill_normal_target(const ProblemView& problem, const OrderView& order, Span<const Vec3> du,
                        Span<double> c);

/// c = -r_i . (u* + du): linear term of (F2) in y, with du the change of u by the normal impulses.
void fill_friction_target(const ProblemView& problem, const OrderView& order,
                          Span<const FrictionBox> boxes, Span<const Vec3> du, Span<double> c);

/// The diamonds of the thesis as boxes.
void write_diamonds(Span<const ContactFrame> frames, Span<FrictionBox> boxes);

/// State of a friction variable whose bounds are both zero, because its contact carries nothing.
/// The other states are those of the QPs: -1 at the lower bound, 0 free, +1 at the upper one.
constexpr std::int8_t fixed_at_zero = 2;

/// -upper = lower = -mu alpha. Variables with mu alpha = 0 are fixed; those that were fixed_at_zero
/// and are no longer start free.
/// @param alpha  by position among all
void fill_friction_bounds(const ProblemView& problem, const ChosenContacts& chosen,
                          Span<const double> alpha, Span<double> lower, Span<double> upper,
                          Span<std::int8_t> state);

/// Marks the variables whose bounds are zero as fixed_at_zero.
void mark_fixed(Span<const double> upper, Span<std::int8_t> state);

/// Impulses by contact as variables by position: alpha, and y of boxes; and alpha back.
void fill_alpha(const OrderView& order, Span<const double> normal, Span<double> alpha);
void fill_y(const OrderView& order, Span<const FrictionBox> boxes, Span<const Vec3> P,
            Span<double> y);
void store_alpha(const OrderView& order, Span<const double> alpha, Span<double> normal);

/// P_c = alpha n_c
void normal_impulses(const ProblemView& problem, const OrderView& order, Span<const double> alpha,
                     Span<Vec3> P);
/// States by contact, two for each; fixed_at_zero of contacts that have no position.
void states_by_contact(const OrderView& order, Span<const std::int8_t> state,
                       Span<std::int8_t> of_contacts);

/// P_c = r1_c y1 + r2_c y2, zero of contacts that have no position.
void friction_impulses(const OrderView& order, Span<const FrictionBox> boxes, Span<const double> y,
                       Span<Vec3> P);

/// P = (1 - part) from + part P
void mix(double part, Span<const Vec3> from, Span<Vec3> P);

/// Of two lists of states; all of it where nothing was predicted. A variable that ends up fixed
/// counts as predicted when it was predicted to be at any bound.
ForeseenSet foreseen_set(Span<const std::int8_t> predicted, Span<const std::int8_t> final);

int count_positive(Span<const double> values);

ES_END
