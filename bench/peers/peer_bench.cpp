/// The QP of section 7.1 of the thesis, solved by us and by the solvers of one other library, each
/// from a cold start and from the thesis' warm one: processor seconds on one thread, and how well
/// the answers agree. Linked once with each library: peer_bench_tao, peer_bench_ipopt.

#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>

#include "bench/check_positive.h"
#include "bench/peers/results.h"
#include "bench/peers/starts.h"
#include "bench/problems/families.h"
#include "bench/problems/read_qp.h"
#include "io/output_file.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"

namespace eulersolid {
namespace {

struct Options {
  BandQpSpec family{BandFamily::uniform, 8000, 1000, 1e-3, 2, 1};
  std::string kind = "uniform", start = "both", only, json, matrix, rhs;
  double tolerance = 1e-9;
  int flips = 50;
  Repeats ours{11, 10}, peers{3, 10};
};

void add_options(CLI::App& app, Options& o) {
  app.option_defaults()->always_capture_default();
  app.add_option("--n", o.family.order, "Order of H")->check(CLI::Range(1, 1000000));
  app.add_option("--rho", o.family.bandwidth, "Bandwidth of H, less than its order")
      ->check(CLI::Range(0, 100000));
  app.add_option("--mean", o.family.mean, "Mean of the elements of c");
  app.add_option("--seed", o.family.seed, "Of the random numbers");
  app.add_option("--family", o.kind, "uniform: well conditioned; gram: B B^T + epsilon I")
      ->check(CLI::IsMember({"uniform", "gram"}));
  app.add_option("--epsilon", o.family.epsilon, "Of the family gram")->check(check_positive);
  CLI::Option* matrix =
      app.add_option("--file", o.matrix, "Take H from this Matrix Market file instead");
  CLI::Option* rhs = app.add_option("--rhs", o.rhs, "Take c from this one")->needs(matrix);
  matrix->needs(rhs);
  app.add_option("--flips", o.flips, "Constraints reversed in the warm start")
      ->check(CLI::Range(0, 1000000));
  app.add_option("--start", o.start, "Of the peers: cold, warm or both")
      ->check(CLI::IsMember({"cold", "warm", "both"}));
  app.add_option("--tolerance", o.tolerance, "Of the peers, relative to the largest |c|")
      ->check(check_positive);
  app.add_option("--only", o.only, "Measure only peers whose name and settings contain this");
  app.add_option("--repeats", o.peers.most, "Most runs of a peer")->check(check_positive);
  app.add_option("--budget", o.peers.budget, "Seconds after which a peer is not run again")
      ->check(check_positive);
  app.add_option("--json", o.json, "Write the results to this file, too");
}

QpData make_qp(const Options& o) {
  if (!o.matrix.empty()) return read_qp({o.matrix, o.rhs, "", ""}).qp;
  if (o.family.bandwidth >= o.family.order)
    throw InputError(fmt::format("--rho is {}, but must be less than --n, which is {}",
                                 o.family.bandwidth, o.family.order));
  BandQpSpec spec = o.family;
  spec.family = o.kind == "gram" ? BandFamily::gram : BandFamily::uniform;
  return band_qp(spec);
}

/// The libraries read their number of threads when they are loaded, so set it and begin again.
/// OpenBLAS does not know every processor with AVX-512 and then uses half of its speed.
void restart_on_one_thread(char** words) {
  if (std::getenv("ES_PEERS_RESTARTED")) return;
  setenv("ES_PEERS_RESTARTED", "1", 1);
  for (const char* name : {"OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}) setenv(name, "1", 1);
  if (__builtin_cpu_supports("avx512f")) setenv("OPENBLAS_CORETYPE", "SKYLAKEX", 0);
  execv("/proc/self/exe", words);
}

/// Ours from a cold start, by the method that factors anew in every iteration.
std::vector<double> reference_solution(Solver& direct, const Start& cold) {
  const Answer answer = direct.solve(cold);
  if (!answer.converged)
    throw SimulationError("our own solver found no solution: " + answer.outcome);
  return answer.x;
}

/// Each solver from each start, with a line to stderr when it is done.
void measure_each(const Solvers& solvers, const std::vector<const Start*>& starts,
                  const Reference& reference, const Repeats& repeats, std::vector<Row>& rows) {
  for (const auto& solver : solvers) {
    for (const Start* start : starts) {
      rows.push_back(measure(*solver, *start, reference, repeats));
      const Row& row = rows.back();
      fmt::print(stderr, "{} {} {}: {:.4f} s\n", row.solver, row.settings, row.start,
                 row.cpu_seconds);
    }
  }
}

Solvers chosen_peers(const QpData& qp, const Options& o) {
  Solvers peers = peer_solvers(qp, o.tolerance);
  std::erase_if(peers, [&](const auto& peer) {
    return (peer->name() + " " + peer->settings()).find(o.only) == std::string::npos;
  });
  return peers;
}

std::vector<Row> measure_all(const Options& o, const QpData& qp) {
  const Solvers ours = our_solvers(qp);
  const Start cold = cold_start(qp);
  const Reference reference{qp, reference_solution(*ours.back(), cold)};
  const Start warm = warm_start(qp, reference.x, o.flips);
  std::vector<Row> rows;
  measure_each(ours, {&warm, &cold}, reference, o.ours, rows);
  std::vector<const Start*> starts;
  if (o.start != "cold") starts.push_back(&warm);
  if (o.start != "warm") starts.push_back(&cold);
  measure_each(chosen_peers(qp, o), starts, reference, o.peers, rows);
  const double basis = rows.front().cpu_seconds;
  for (Row& row : rows) row.ratio = row.cpu_seconds / basis;
  return rows;
}

std::string problem_name(const Options& o) {
  if (!o.matrix.empty()) return o.matrix;
  const std::string family =
      o.kind == "gram" ? fmt::format("B B^T + {} I", o.family.epsilon) : "uniform band";
  return fmt::format("{}, mean of c {}, seed {}", family, o.family.mean, o.family.seed);
}

void run(const Options& o) {
  set_threads(1);
  const QpData qp = make_qp(o);
  const std::vector<Row> rows = measure_all(o, qp);
  fmt::print("{}; {}, n = {}, rho = {}, {} constraints reversed, 1 thread\n\n{}", peer_library(),
             problem_name(o), qp.H.order(), qp.H.bandwidth(), o.flips, table(rows));
  const nlohmann::json what{{"library", peer_library()},
                            {"problem", problem_name(o)},
                            {"n", qp.H.order()},
                            {"rho", qp.H.bandwidth()},
                            {"flips", o.flips},
                            {"tolerance", o.tolerance},
                            {"threads", 1},
                            {"rows", to_json(rows)}};
  if (!o.json.empty()) write_whole_file(o.json, what.dump(2) + "\n");
}

}  // namespace
}  // namespace eulersolid

int main(int count, char** words) {
  using namespace eulersolid;
  restart_on_one_thread(words);
  CLI::App app("Measures our QP solver against " + peer_library());
  Options options;
  add_options(app, options);
  try {
    app.parse(count, words);
    run(options);
    return 0;
  } catch (const CLI::CallForHelp& help) {
    return app.exit(help);
  } catch (const CLI::ParseError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  } catch (const InputError& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 2;
  } catch (const std::exception& error) {
    fmt::print(stderr, "error: {}\n", error.what());
    return 4;
  }
}
