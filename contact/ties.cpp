#include "contact/ties.h"

#include <algorithm>
#include <cmath>

#include "contact/detect/sight.h"
#include "contact/solvers/cone_residual.h"
#include "contact/solvers/impulse_map.h"
#include "kernels/core/algorithms.h"
#include "kernels/core/error.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/vectors.h"

ES_BEGIN

namespace {

/// What is left of the relative velocities, over those of both sides [-]: rounding is less.
constexpr double tie_tolerance = 1e-9;
constexpr int max_tie_iterations = 2000;
/// What a row gives by, as a part of its own element of the Delassus matrix [-]. Rows that nearly
/// depend on each other would take impulses without bound to say what is not there; what is given
/// in one step is a velocity that the next one takes back.
constexpr double tie_proximal = 1e-4;

FrictionTable of_ties(const std::vector<Tie>& ties, int bodies) {
  FrictionTable table(bodies, 0, 0);
  for (int a = 0; a < bodies; ++a)
    for (int b = 0; b < bodies; ++b) table.let_bodies_pass(a, b);
  for (const Tie& tie : ties) table.let_bodies_touch(tie.body, tie.partner);
  return table;
}

/// Flags the patches of a pair in a region of one of its bodies.
void flag_in_region(const SceneView& scene, const Tie& tie, Span<const Patch> patches,
                    Span<std::uint8_t> flags) {
  const Tie of = tie;
  parallel_for(patches.size, [=] ES_DEVICE(Index p) {
    const ContactPair& pair = scene.pairs[patches[p].pair];
    if (larger(pair.body, pair.partner) != larger(of.body, of.partner) ||
        smaller(pair.body, pair.partner) != smaller(of.body, of.partner))
      return;
    Vec3 x = patches[p].centroid;
    if (pair.body != of.body) x -= pair.offset;
    const SmoothMap::Value value = smooth_map(scene.bodies[of.body], scene.grid).at(x);
    if (value.known && of.holds(x - value.u, scene.grid.h)) flags[p] = 1;
  });
}

void take(Span<const Patch> from, Span<const int> list, Span<Patch> to) {
  parallel_for(list.size, [=] ES_DEVICE(Index p) { to[p] = from[list[p]]; });
}

/// The rows' own degrees of freedom (DofFields), which are at rest.
/// @param diagonal  of the Delassus matrix without them; with them, on return
void fill_own(Index first, DofFields& dofs, Span<double> diagonal) {
  const Span<double> inverse = dofs.inverse_mass.span();
  const Span<Vec3> velocity = dofs.velocity.span();
  parallel_for(diagonal.size, [=] ES_DEVICE(Index c) {
    inverse[first + c] = tie_proximal * diagonal[c], velocity[first + c] = {};
    diagonal[c] += inverse[first + c];
  });
}

/// Sum over the rows of the square of sum_k |s_ck| |v_k|.
double square_of_both_sides(const RowsView& rows, Span<const Vec3> v) {
  return sum<double>(rows.contacts(), [=] ES_DEVICE(Index c) -> double {
    double speed = 0;
    for (int e = rows.row_start[c]; e < rows.row_start[c + 1]; ++e)
      speed += std::fabs(rows.value[e]) * norm(v[rows.dof[e]]);
    return speed * speed;
  });
}

double product_of(Span<const Vec3> a, Span<const Vec3> b) {
  return sum<double>(a.size, [=] ES_DEVICE(Index c) -> double { return dot(a[c], b[c]); });
}

/// a += s b
void add(double s, Span<const Vec3> b, Span<Vec3> a) {
  parallel_for(a.size, [=] ES_DEVICE(Index c) { a[c] += s * b[c]; });
}

/// Rows of what cannot move have nothing to say.
void divide(Span<const Vec3> a, Span<const double> diagonal, Span<Vec3> quotient) {
  parallel_for(a.size, [=] ES_DEVICE(Index c) {
    quotient[c] = diagonal[c] > 0 ? (1 / diagonal[c]) * a[c] : Vec3{};
  });
}

/// d = z + s d
void turn(double s, Span<const Vec3> z, Span<Vec3> d) {
  parallel_for(d.size, [=] ES_DEVICE(Index c) { d[c] = z[c] + s * d[c]; });
}

void negate(Span<Vec3> a) {
  parallel_for(a.size, [=] ES_DEVICE(Index c) { a[c] = -a[c]; });
}

}  // namespace

Ties::Ties(std::vector<Tie> ties, int bodies, const ContactNumerics& numerics)
    : ties_(std::move(ties)), friction_(of_ties(ties_, ties_.empty() ? 0 : bodies)) {
  scene_.numerics = numerics;
}

std::vector<int> Ties::find(const GridSpec& grid, const std::vector<BodyView>& bodies) {
  scene_.load(grid, bodies, {}, friction_);
  const Span<const Patch> found = search_.find(scene_);
  flags_.resize_zero(found.size);
  std::vector<int> places;
  double before = 0;
  for (const Tie& tie : ties_) {
    flag_in_region(scene_.view(), tie, found, flags_.span());
    const Span<const std::uint8_t> flags = flags_.span();
    const double all =
        sum<double>(flags.size, [=] ES_DEVICE(Index p) -> double { return flags[p]; });
    places.push_back(int(all - before));
    before = all;
  }
  select(flags_.span(), kept_);
  patches_.resize(kept_.size());
  take(found, kept_.span(), patches_.span());
  set_ = merger_.merge(scene_.view(), patches_.span());
  if (set_.size() > 0)
    view_ = columns_.transpose(rows_.assemble(scene_.view(), scene_.dofs(), set_),
                               scene_.dofs() + set_.size());
  return places;
}

/// product = W P. @return P . W P
double Ties::apply(Span<const Vec3> P, Span<Vec3> product) {
  velocity_change(view_, dofs_.inverse_mass.span(), P, dv_.span());
  relative_velocity(view_, dv_.span(), product);
  return product_of(P, product);
}

/// Preconditioned conjugate gradients (Hestenes and Stiefel, J. Res. Nat. Bur. Stand. 49 (1952)
/// 409-436) on W P = -u, which is consistent also where rows depend on each other.
void Ties::solve() {
  relative_velocity(view_, dofs_.velocity.span(), residual_.span());
  negate(residual_.span());
  const double most =
      tie_tolerance * tie_tolerance * square_of_both_sides(view_, dofs_.velocity.span());
  double left = product_of(residual_.span(), residual_.span()), old = 0;
  for (int n = 0; left > most; ++n) {
    if (n == max_tie_iterations || !std::isfinite(left))
      throw SimulationError("all bodies: what is attached to bodies that deform does not converge");
    divide(residual_.span(), diagonal_.span(), preconditioned_.span());
    const double now = product_of(residual_.span(), preconditioned_.span());
    if (!(now > 0)) return;  // all of it is held
    turn(n == 0 ? 0 : now / old, preconditioned_.span(), direction_.span());
    const double curvature = apply(direction_.span(), product_.span());
    if (!(curvature > 0)) return;
    add(now / curvature, direction_.span(), P_.span());
    add(-now / curvature, product_.span(), residual_.span());
    old = now, left = product_of(residual_.span(), residual_.span());
  }
}

std::vector<TieImpulse> Ties::act() {
  const Index rows = set_.size();
  std::vector<TieImpulse> given(ties_.size());
  if (rows == 0) return given;
  dofs_.gather(scene_, rows);
  diagonal_.resize(rows), residual_.resize(rows), product_.resize(rows);
  preconditioned_.resize(rows);
  P_.resize_zero(rows), none_.resize_zero(rows), direction_.resize_zero(rows);
  dv_.resize(view_.dofs());
  ProblemView problem;
  problem.global = GlobalOperator{view_, dofs_.mass.span(), dofs_.inverse_mass.span()};
  fill(dofs_.inverse_mass.span().part(dofs_.of_bodies, rows), 0.0);
  mean_responses(problem, diagonal_.span());
  fill_own(dofs_.of_bodies, dofs_, diagonal_.span());
  solve();
  velocity_change(view_, dofs_.inverse_mass.span(), P_.span(), dv_.span());
  no_dv_.resize_zero(view_.dofs());
  add_to_bodies(scene_, view_, dv_.span(), no_dv_.span());
  pass_to_holders(scene_, view_, P_.span(), none_.span());
  ContactWork work;
  PairLosses losses;
  const std::vector<PairImpulse> sums =
      pairs_.collect(scene_, set_, {P_.span(), none_.span(), none_.span()}, losses, work);
  for (std::size_t t = 0; t < ties_.size(); ++t)
    for (const PairImpulse& sum : sums) {  // one for each copy, both ways
      if (sum.body == ties_[t].body && sum.partner == ties_[t].partner)
        given[t].impulse += sum.impulse, given[t].torque += sum.torque;
      if (sum.body == ties_[t].partner && sum.partner == ties_[t].body)
        given[t].torque_on_partner += sum.torque;
    }
  return given;
}

ES_END
