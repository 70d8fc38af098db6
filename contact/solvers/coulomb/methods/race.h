#pragma once

#include <memory>
#include <vector>

#include "contact/solvers/coulomb/methods/progress.h"

namespace eulersolid {

/// A method that can be stopped, and goes on from where it was. What it takes [s] is told from
/// numbers of contacts and elements, and not measured: the same problem takes the same way on every
/// machine, however busy.
class Contestant {
 public:
  virtual ~Contestant() = default;

  /// What it takes in the mean over problems [s]. @param digits  by which the error is to fall
  virtual double expected_seconds(double digits) const = 0;
  /// (Re)start from these impulses.
  virtual void start(const std::vector<Vec3>& r) = 0;
  /// One look at the error apart: some iterations. Returns what they take [s].
  virtual double advance(const Progress& progress) = 0;
  virtual const std::vector<Vec3>& impulses() const = 0;
  /// Told after each advance(): the error of impulses().
  virtual void judged(double) {}
  /// Is there no use in going on from where it is? It gets its next turn, from the best impulses,
  /// once the others have had their time.
  virtual bool stalled() const { return false; }
  /// Has it begun to lower the error? What has not, has got ready, and knows better what it takes.
  virtual bool begun() const { return true; }
  /// Can it do anything for this problem?
  virtual bool possible() const { return true; }
  virtual int iterations() const = 0;
};

/// Runs them by turns until one has solved the problem: each time the one whose end is nearest, by
/// the rate at which the second half of its work so far has lowered its error, or for what has
/// hardly begun by what it is expected to take. A turn is half of what it has had; so none goes on
/// for long that others would overtake, and none is left for a moment's luck of another.
class Race {
 public:
  /// @param progress  with a first iterate judged
  Race(const std::vector<std::unique_ptr<Contestant>>& contestants, Progress& progress);
  ~Race();

  /// Until all of them together have worked so long [s], or the problem is solved, or a limit is
  /// reached. Returns whether it may go on.
  bool run(double seconds);

 private:
  class Runner;
  Progress& progress_;
  std::vector<Runner> runners_;
  int iterations_left_;
};

}  // namespace eulersolid
