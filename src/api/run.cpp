#include "src/run/run_scene.h"

#include "eulersolid/simulation.h"
#include "kernels/core/threads.h"
#include "src/api/errors.h"
#include "src/api/of_program.h"
#include "src/run/checkpoint_folder.h"

namespace eulersolid::api {
inline namespace v0 {

const Options& applied(const Options& options) {
  for (const std::string& backend : {options.backend, options.solver_backend})
    if (backend != "auto" && backend != "cpu" && backend != "gpu")
      throw InputError("the backend is \"" + backend + "\", but must be auto, cpu or gpu");
  if (options.threads < 0 || options.threads > max_threads)
    throw InputError("threads is " + std::to_string(options.threads) + ", but must be in 1 ... " +
                     std::to_string(max_threads) + ", or 0 for all");
  if (options.threads > 0) set_threads(options.threads);
  return options;
}

bool run(const Scene& scene, const std::filesystem::path& folder, const RunOptions& options) {
  Callback callback;
  const bool finished = translated([&] {
    RunSettings settings;
    settings.command = {"eulersolid", "run"};
    settings.folder = folder;
    const bool anew = options.resume && begins_anew(folder);
    settings.force = options.force || anew;
    settings.resume = options.resume && !anew;
    settings.checkpoint_every = options.checkpoint_every;
    applied(options);
    settings.backend = options.backend, settings.solver_backend = options.solver_backend;
    settings.progress = options.quiet ? ProgressStyle::silent : ProgressStyle::frames;
    settings.warnings = scene.warnings();
    if (options.each)
      settings.watch = [&](const StepRecord& step, std::optional<int> frame) {
        return callback([&] { return options.each(step_of(step), frame); });
      };
    return run_scene(scene.content(), settings) == ExitCode::done;
  });
  callback.rethrow();
  return finished;
}

}  // namespace v0
}  // namespace eulersolid::api
