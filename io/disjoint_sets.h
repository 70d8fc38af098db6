#pragma once

#include <numeric>
#include <vector>

namespace eulersolid {

/// Which set each of some things is in; sets grow by joining.
class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0);
  }
  int set_of(int n) {
    while (parent_[std::size_t(n)] != n)
      n = parent_[std::size_t(n)] = parent_[std::size_t(parent_[std::size_t(n)])];
    return n;
  }
  void join(int a, int b) { parent_[std::size_t(set_of(a))] = set_of(b); }

 private:
  std::vector<int> parent_;
};

}  // namespace eulersolid
