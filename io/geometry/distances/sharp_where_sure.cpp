#include "io/geometry/distances/sharp_where_sure.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

namespace eulersolid {

namespace {

/// Marks the samples near the surface that are inside for one and outside for the other.
std::vector<char> find_doubts(const SharpDistance& sharp, const SampledDistance& samples) {
  constexpr double near = 1.5, rounding = 0.05;  // spacings; OpenVDB's places have 24 bits
  std::vector<char> doubtful(std::size_t(samples.samples.count()), 0);
  tbb::parallel_for(0, samples.samples.nz, [&](int k) {
    for (int j = 0; j < samples.samples.ny; ++j)
      for (int i = 0; i < samples.samples.nx; ++i) {
        const Index s = samples.samples.index(i, j, k);
        const double value = samples.values[s];
        if (!(std::fabs(value) < near * samples.spacing)) continue;
        if (std::fabs(value) < rounding * samples.spacing) continue;
        const Vec3 p = samples.origin + samples.spacing * Vec3{double(i), double(j), double(k)};
        doubtful[std::size_t(s)] = std::signbit(sharp.at(p)) != std::signbit(value);
      }
  });
  return doubtful;
}

/// All samples no more than `reach` from one that is marked, along each axis.
std::vector<char> widened(const std::vector<char>& marked, Cells samples, int reach) {
  std::vector<char> result(marked.size(), 0);
  for (Index s = 0; s < samples.count(); ++s) {
    if (!marked[std::size_t(s)]) continue;
    const Int3 at = samples.coordinates(s);
    for (int k = std::max(0, at.z - reach); k <= std::min(samples.nz - 1, at.z + reach); ++k)
      for (int j = std::max(0, at.y - reach); j <= std::min(samples.ny - 1, at.y + reach); ++j)
        for (int i = std::max(0, at.x - reach); i <= std::min(samples.nx - 1, at.x + reach); ++i)
          result[std::size_t(samples.index(i, j, k))] = 1;
  }
  return result;
}

class SharpWhereSure final : public SharpDistance {
 public:
  SharpWhereSure(std::shared_ptr<const SharpDistance> sharp, const SampledDistance& samples,
                 const std::vector<char>& doubtful)
      : sharp_(std::move(sharp)),
        values_(samples.values.data, samples.values.data + samples.values.size),
        samples_(samples),
        by_samples_(widened(doubtful, samples.samples, reach)) {
    samples_.values = {values_.data(), Index(values_.size())};
  }

  double at(Vec3 p) const override {
    return by_samples_[std::size_t(nearest_sample(p))] ? signed_distance(samples_, p)
                                                       : sharp_->at(p);
  }

 private:
  /// Sides are asked for up to 2 spacings off the surface, and samples tell others up to 1.5.
  static constexpr int reach = 3;

  Index nearest_sample(Vec3 p) const {
    const Vec3 at = (1 / samples_.spacing) * (p - samples_.origin);
    const auto clamped = [](double x, int count) {
      return int(std::clamp(std::round(x), 0.0, count - 1.0));
    };
    const Cells& n = samples_.samples;
    return n.index(clamped(at.x, n.nx), clamped(at.y, n.ny), clamped(at.z, n.nz));
  }

  std::shared_ptr<const SharpDistance> sharp_;
  std::vector<double> values_;
  SampledDistance samples_;
  std::vector<char> by_samples_;
};

}  // namespace

std::shared_ptr<const SharpDistance> sharp_where_sure(std::shared_ptr<const SharpDistance> sharp,
                                                      const SampledDistance& samples) {
  const std::vector<char> doubtful = find_doubts(*sharp, samples);
  if (std::ranges::find(doubtful, 1) == doubtful.end()) return sharp;
  return std::make_shared<const SharpWhereSure>(std::move(sharp), samples, doubtful);
}

}  // namespace eulersolid
