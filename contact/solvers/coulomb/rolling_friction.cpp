#include "contact/solvers/coulomb/rolling_friction.h"

#include <algorithm>

namespace eulersolid {

namespace {

constexpr int components_of_two = 6;
/// Of two triples the place of each of five components.
constexpr int places_of_five[rolling_components] = {0, 1, 2, 4, 5};

int place_of_five(int component) {
  return components_of_two * (component / rolling_components) +
         places_of_five[component % rolling_components];
}

/// The component that has a place, or -1.
int five_of_place(int triple_component) {
  const int k = triple_component % components_of_two;
  return k == 3 ? -1
                : rolling_components * (triple_component / components_of_two) + (k < 3 ? k : k - 1);
}

/// The elements of a matrix in other rows and columns, but for those without.
template <class Place>
SparseMatrix moved(const SparseMatrix& A, int rows, int columns, Place row_of, Place column_of) {
  std::vector<MatrixEntry> entries;
  for (int i = 0; i < A.rows; ++i)
    for (auto e = std::size_t(A.row_start[std::size_t(i)]);
         e < std::size_t(A.row_start[std::size_t(i) + 1]); ++e) {
      const int row = row_of(i), column = column_of(A.column[e]);
      if (row >= 0 && column >= 0) entries.push_back({row, column, A.value[e]});
    }
  return sparse_matrix(rows, columns, entries);
}

int same(int component) { return component; }

int in_triples_size(int fives) { return fives / rolling_components * components_of_two; }
int in_fives_size(int triples) { return triples / components_of_two * rolling_components; }

/// Values of contacts, with another between them.
std::vector<double> in_turn(const std::vector<double>& values, double other, bool other_first) {
  std::vector<double> all;
  for (const double value : values)
    all.insert(all.end(), {other_first ? other : value, other_first ? value : other});
  return all;
}

std::vector<double> each_other(const std::vector<double>& all, std::size_t first) {
  std::vector<double> values;
  for (std::size_t c = first; c < all.size(); c += 2) values.push_back(all[c]);
  return values;
}

}  // namespace

int points(const FrictionProblem& problem) {
  return problem.contacts() -
         int(std::count_if(problem.rolling.begin(), problem.rolling.end(),
                           [](double coefficient) { return coefficient >= 0; }));
}

std::vector<double> in_triples(const std::vector<double>& fives) {
  std::vector<double> triples(fives.size() / rolling_components * components_of_two, 0);
  for (std::size_t k = 0; k < fives.size(); ++k)
    triples[std::size_t(place_of_five(int(k)))] = fives[k];
  return triples;
}

std::vector<double> in_fives(const std::vector<double>& triples) {
  std::vector<double> fives(triples.size() / components_of_two * rolling_components);
  for (std::size_t k = 0; k < fives.size(); ++k)
    fives[k] = triples[std::size_t(place_of_five(int(k)))];
  return fives;
}

std::vector<double> of_impulses(const std::vector<double>& triples) {
  return each_other(triples, 0);
}

std::vector<double> of_moments(const std::vector<double>& triples) {
  return each_other(triples, 1);
}

void set_rolling(FrictionProblem& problem, const FiveByContact& five) {
  const int order = in_triples_size(five.W.rows);
  problem.W = block_matrix(moved(five.W, order, order, place_of_five, place_of_five));
  problem.q = by_contact(in_triples(five.q));
  problem.mu = in_turn(five.mu, 0, false);
  problem.rolling = in_turn(five.rolling, -1, true);
}

void set_rolling(GlobalForm& problem, const FiveByContact& five) {
  problem.H = moved(five.H, five.H.rows, in_triples_size(five.H.columns), same, place_of_five);
  problem.w = by_contact(in_triples(five.q));
  problem.mu = in_turn(five.mu, 0, false);
  problem.rolling = in_turn(five.rolling, -1, true);
}

FiveByContact five_by_contact(const FrictionProblem& problem) {
  const int order = in_fives_size(3 * problem.contacts());
  return {moved(sparse_matrix(problem.W), order, order, five_of_place, five_of_place),
          {},
          in_fives(flat(problem.q)),
          of_impulses(problem.mu),
          of_moments(problem.rolling)};
}

FiveByContact five_by_contact(const GlobalForm& problem) {
  return {{},
          moved(problem.H, problem.H.rows, in_fives_size(problem.H.columns), same, five_of_place),
          in_fives(flat(problem.w)),
          of_impulses(problem.mu),
          of_moments(problem.rolling)};
}

}  // namespace eulersolid
