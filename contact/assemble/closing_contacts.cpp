#include "contact/assemble/closing_contacts.h"

#include "kernels/core/algorithms.h"
#include "kernels/core/parallel_for.h"
#include "kernels/core/reduce.h"
#include "kernels/core/search.h"

ES_BEGIN

namespace {

/// How fast a contact closes further than it may [m/s].
struct ClosingSpeed {
  Span<const ContactFrame> frames;
  Span<const Vec3> u;
  Span<const double> bound;

  explicit ClosingSpeed(const ProblemView& problem)
      : frames(problem.frames), u(problem.velocity), bound(problem.bound) {}
  /// @param du  change of u
  ES_HD double operator()(Index c, Vec3 du = {}) const {
    return bound[c] - dot(frames[c].normal, u[c] + du);
  }
};

/// a + b
struct SumOfTwo {
  Span<const Vec3> a, b;
  ES_HD Vec3 operator[](Index k) const { return a[k] + b[k]; }
};

/// Bits of an entry of a row.
constexpr std::uint8_t of_posed = 1, last_of_posed = 2;

/// Which contacts are posed, and which entries are theirs. A contact that bore something in the
/// step before most likely does in this one.
void flag_posed(const ProblemView& problem, double margin, Span<const double> borne,
                Span<std::uint8_t> flags, Span<std::uint8_t> entries) {
  const ClosingSpeed speed(problem);
  const Span<const int> row_start = problem.global->rows.row_start;
  parallel_for(flags.size, [=] ES_DEVICE(Index c) {
    const bool posed = flags[c] || borne[c] > 0 || !(speed(c) < -margin);
    const int end = row_start[c + 1];
    flags[c] = posed;
    for (int e = row_start[c]; e < end; ++e) {
      entries[e] = posed ? e + 1 == end ? of_posed | last_of_posed : of_posed : 0;
    }
  });
}

/// Where the posed contacts are among all and these among them, and where their rows start.
void number_posed(Span<const std::uint8_t> flags, Span<const int> all_start,
                  Span<const int> entries, Span<const int> last, Span<int> rank, Span<int> place,
                  Span<int> row_start) {
  parallel_for(flags.size, [=] ES_DEVICE(Index c) {
    if (c == 0) row_start[last.size] = int(entries.size);
    rank[c] = -1;
    if (!flags[c]) return;
    const Index i = lower_bound(last, all_start[c + 1] - 1);
    rank[c] = int(i), place[i] = int(c);
    row_start[i] = int(lower_bound(entries, all_start[c]));
  });
}

void copy_entries(const RowsView& from, Span<const int> entries, Span<int> dof,
                  Span<double> value) {
  const Span<const int> all_dof = from.dof;
  const Span<const double> all_value = from.value;
  parallel_for(entries.size, [=] ES_DEVICE(Index e) {
    dof[e] = all_dof[entries[e]];
    value[e] = all_value[entries[e]];
  });
}

/// Of each contact that is posed.
struct Numbers {
  Span<double> friction, bound, compliance, normal;
};
struct Vectors {
  Span<Vec3> velocity, tangential;
};

void copy_contacts(const ProblemView& all, const ContactImpulses& expected, Span<const int> place,
                   Span<ContactFrame> frames, const Numbers& numbers, const Vectors& vectors) {
  const Span<const ContactFrame> from_frames = all.frames;
  const Span<const double> friction = all.friction, bound = all.bound, compliance = all.compliance;
  const Span<const Vec3> velocity = all.velocity;
  const ContactImpulses from = expected;
  const Numbers to = numbers;
  const Vectors to_vectors = vectors;
  parallel_for(place.size, [=] ES_DEVICE(Index i) {
    const int c = place[i];
    frames[i] = from_frames[c];
    to.friction[i] = friction[c], to.bound[i] = bound[c], to.compliance[i] = compliance[c];
    to.normal[i] = from.normal[c];
    to_vectors.velocity[i] = velocity[c], to_vectors.tangential[i] = from.friction[c];
  });
}

void count_twists(Span<const int> place, Span<const int> all_start, Span<int> count) {
  parallel_for(place.size, [=] ES_DEVICE(Index i) {
    count[i] = all_start[place[i] + 1] - all_start[place[i]];
  });
}

void copy_twists(const TwistRows& from, Span<const int> place, Span<const int> start, Span<int> dof,
                 Span<Mat3> weight) {
  const TwistRows all = from;
  parallel_for(place.size, [=] ES_DEVICE(Index i) {
    const int shift = all.start[place[i]] - start[i];
    for (int t = start[i]; t < start[i + 1]; ++t) {
      dof[t] = all.dof[t + shift];
      weight[t] = all.weight[t + shift];
    }
  });
}

}  // namespace

ProblemView ClosingContacts::pose(const ProblemView& all, double margin,
                                  const ContactImpulses& expected) {
  list(all, margin, expected.normal);
  take_contacts(all, expected);
  ProblemView posed{
      frames_.span(),    friction_.span(), velocity_.span(), bound_.span(), {}, {}, {},
      compliance_.span()};
  posed.global = GlobalOperator{take_rows(all), all.global->mass, all.global->inverse_mass};
  return posed;
}

void ClosingContacts::list(const ProblemView& all, double margin, Span<const double> borne) {
  const RowsView& rows = all.global->rows;
  entry_flags_.resize(rows.dof.size), rank_.resize(all.contacts());
  flag_posed(all, margin, borne, flags_.span(), entry_flags_.span());
  select_bits(entry_flags_.span(), {&entries_, &last_});
  place_.resize(all.contacts()), row_start_.resize(all.contacts() + 1);  // as much as it may take
  place_.resize(last_.size()), row_start_.resize(last_.size() + 1);
  number_posed(flags_.span(), rows.row_start, entries_.span(), last_.span(), rank_.span(),
               place_.span(), row_start_.span());
}

void ClosingContacts::take_contacts(const ProblemView& all, const ContactImpulses& expected) {
  const Index posed = place_.size();
  frames_.resize(posed);
  for (DeviceVector<double>* v : {&friction_, &bound_, &compliance_, &normal_}) v->resize(posed);
  for (DeviceVector<Vec3>* v : {&velocity_, &tangential_}) v->resize(posed);
  copy_contacts(all, expected, place_.span(), frames_.span(),
                {friction_.span(), bound_.span(), compliance_.span(), normal_.span()},
                {velocity_.span(), tangential_.span()});
}

TwistRows ClosingContacts::take_twists(const TwistRows& all) {
  if (all.empty()) return {};
  twist_start_.resize_zero(place_.size() + 1);
  count_twists(place_.span(), all.start, twist_start_.span());
  const Index twists = exclusive_scan(twist_start_.span(), twist_start_.span());
  twist_dof_.resize(twists), twist_weight_.resize(twists);
  copy_twists(all, place_.span(), twist_start_.span(), twist_dof_.span(), twist_weight_.span());
  return {twist_start_.span(), twist_dof_.span(), twist_weight_.span()};
}

RowsView ClosingContacts::take_rows(const ProblemView& all) {
  const RowsView& from = all.global->rows;
  dof_.resize(from.dof.size), value_.resize(from.dof.size);  // as much as they may take
  dof_.resize(entries_.size()), value_.resize(entries_.size());
  copy_entries(from, entries_.span(), dof_.span(), value_.span());
  const RowsView rows{row_start_.span(),       dof_.span(), value_.span(), {}, {}, {},
                      take_twists(from.twists)};
  return columns_.transpose(rows, all.global->mass.size);
}

void ClosingContacts::store(const ContactImpulses& all) {
  const Span<const int> rank = rank_.span();
  const Span<const double> normal = normal_.span();
  const Span<const Vec3> tangential = tangential_.span();
  const ContactImpulses to = all;
  parallel_for(rank.size, [=] ES_DEVICE(Index c) {
    const int i = rank[c];
    to.normal[c] = i < 0 ? 0.0 : normal[i];
    to.friction[c] = i < 0 ? Vec3{} : tangential[i];
  });
}

Index ClosingContacts::find_missed(const ProblemView& all, Span<const Vec3> a, Span<const Vec3> b) {
  const ClosingSpeed speed(all);
  const RowsView rows = all.global->rows;
  const SumOfTwo change{a, b};
  const Span<const int> rank = rank_.span();
  const Span<std::uint8_t> flags = flags_.span();
  return sum<Index>(rank.size, [=] ES_DEVICE(Index c) -> Index {
    if (rank[c] >= 0) return 0;
    if (!(speed(c, rows.times(c, change)) > 0)) return 0;
    flags[c] = 1;
    return 1;
  });
}

ES_END
