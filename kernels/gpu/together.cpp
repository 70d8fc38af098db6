#include "kernels/gpu/together.h"

#include <boost/context/fiber.hpp>
#include <boost/context/pooled_fixedsize_stack.hpp>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "kernels/core/pieces.h"

ES_BEGIN

namespace {

namespace context = boost::context;

/// More would only take memory: their loops are long enough together.
constexpr std::size_t max_together = 64;
constexpr std::size_t stack_bytes = 512 * 1024;

/// One piece, on a stack of its own. It runs until it asks for something.
struct Fibre {
  context::fiber here;   ///< the piece, while it waits
  context::fiber there;  ///< whoever resumed it, while it runs
  Request* asks_for = nullptr;
  const void* had = nullptr;                   ///< of which kind, last
  std::unordered_map<const void*, int> asked;  ///< how often, by kind
  std::exception_ptr error;
};

Fibre* running = nullptr;

void resume(Fibre& fibre) {
  Fibre* const outer = std::exchange(running, &fibre);
  fibre.here = std::move(fibre.here).resume();
  running = outer;
}

/// Which kind of request has followed which.
class Followers {
 public:
  void note(const void* kind, const void* next) {
    std::vector<const void*>& known = next_[kind];
    if (std::find(known.begin(), known.end(), next) == known.end()) known.push_back(next);
  }
  /// Requests from one of a kind to one of another, by the shortest way.
  int steps(const void* from, const void* to) const {
    std::vector<const void*> seen{from};
    int step = 0;
    for (std::size_t begin = 0; begin < seen.size() && step < farthest; ++step) {
      const std::size_t end = seen.size();
      for (; begin < end; ++begin) {
        const auto next = next_.find(seen[begin]);
        if (next == next_.end()) continue;
        for (const void* kind : next->second) {
          if (kind == to) return step + 1;
          if (std::find(seen.begin(), seen.end(), kind) == seen.end()) seen.push_back(kind);
        }
      }
    }
    return farthest;
  }

 private:
  static constexpr int farthest = 32;  ///< turns are shorter
  std::unordered_map<const void*, std::vector<const void*>> next_;
};

Followers& followers() {
  static Followers all;
  return all;
}

/// Fibres that wait for requests of one kind.
struct Group {
  const void* kind = nullptr;
  std::vector<Fibre*> fibres;
  bool is_late = false;  ///< others have had from one of them what it asks for
};

/// Pieces run the same program, but some take a turn that others do not. Of groups that wait for
/// different things that one goes first that comes to the other's sooner; where that is not known,
/// who is late, and else the fewest.
bool goes_before(const Group& a, const Group& b) {
  const int there = followers().steps(a.kind, b.kind), back = followers().steps(b.kind, a.kind);
  if (there != back) return there < back;
  if (a.is_late != b.is_late) return a.is_late;
  return a.fibres.size() < b.fibres.size();
}

class Team {
 public:
  Team(std::size_t first, std::size_t count, const std::function<void(std::size_t)>& piece)
      : fibres_(count) {
    static context::pooled_fixedsize_stack stacks(stack_bytes);
    for (std::size_t i = 0; i < count; ++i) {
      Fibre& fibre = fibres_[i];
      fibre.here = context::fiber(std::allocator_arg, stacks,
                                  [&fibre, &piece, number = first + i](context::fiber&& there) {
                                    fibre.there = std::move(there);
                                    try {
                                      piece(number);
                                    } catch (const context::detail::forced_unwind&) {
                                      throw;
                                    } catch (...) {
                                      fibre.error = std::current_exception();
                                    }
                                    return std::move(fibre.there);
                                  });
    }
  }

  void run() {
    for (Fibre& fibre : fibres_) resume(fibre);
    for (std::vector<Fibre*> next = choose(); !next.empty(); next = choose()) go_on(next);
  }

  void rethrow() const {
    for (const Fibre& fibre : fibres_)
      if (fibre.error) std::rethrow_exception(fibre.error);
  }

 private:
  /// Those that go next, in the order of the pieces; none when all are done.
  std::vector<Fibre*> choose() {
    std::vector<Group> groups;
    for (Fibre& fibre : fibres_) {
      if (!fibre.here) continue;
      const void* const kind = fibre.asks_for->kind;
      const auto same = [&](const Group& group) { return group.kind == kind; };
      auto group = std::find_if(groups.begin(), groups.end(), same);
      if (group == groups.end()) group = groups.insert(group, {kind, {}, false});
      group->fibres.push_back(&fibre);
      group->is_late = group->is_late || fibre.asked[kind] < max_asked_[kind];
    }
    if (groups.empty()) return {};
    return std::min_element(groups.begin(), groups.end(), goes_before)->fibres;
  }

  void go_on(const std::vector<Fibre*>& fibres) {
    std::vector<Request*> requests;
    for (const Fibre* fibre : fibres) requests.push_back(fibre->asks_for);
    try {
      requests.front()->start(requests);
    } catch (...) {
      for (Request* request : requests) request->error = std::current_exception();
    }
    for (Fibre* fibre : fibres) {
      const void* const kind = fibre->asks_for->kind;
      max_asked_[kind] = std::max(max_asked_[kind], ++fibre->asked[kind]);
      fibre->had = kind;
      resume(*fibre);
    }
  }

  std::vector<Fibre> fibres_;
  std::unordered_map<const void*, int> max_asked_;  ///< by one fibre, by kind
};

}  // namespace

void start_together(Request& request) {
  if (running == nullptr) {
    Request* const alone = &request;
    request.start({&alone, 1});
    return;
  }
  Fibre& fibre = *running;
  fibre.asks_for = &request;
  if (fibre.had != nullptr) followers().note(fibre.had, request.kind);
  fibre.there = std::move(fibre.there).resume();
  if (request.error) std::rethrow_exception(request.error);
}

void for_pieces(const std::vector<double>& sizes, const std::function<void(std::size_t)>& piece) {
  for (std::size_t first = 0; first < sizes.size(); first += max_together) {
    Team team(first, std::min(max_together, sizes.size() - first), piece);
    team.run();
    team.rethrow();
  }
}

ES_END
