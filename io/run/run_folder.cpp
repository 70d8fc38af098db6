#include "io/run/run_folder.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <tbb/global_control.h>
#include <unistd.h>

#include <algorithm>
#include <cassert>
#include <chrono>
#include <exception>
#include <future>
#include <set>
#include <system_error>
#include <utility>

#include "io/output_file.h"
#include "io/printable.h"
#include "io/run/animations.h"
#include "io/run/clear_folder.h"
#include "io/run/folder_lock.h"
#include "io/run/frame_files.h"
#include "io/run/manifest.h"
#include "io/run/statistics.h"
#include "io/scene/scene.h"
#include "kernels/core/error.h"
#include "kernels/core/threads.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// Of the thread that writes frames, in the steps of nice(2): the run, which goes on meanwhile, has
/// the processors first. More, and on a busy machine it waits for the frames.
constexpr int behind_the_run = 5;

std::string was_replaced(const TableFile& table) {
  return temporary_name(table.path()).string() +
         " was replaced or removed while the run wrote it; all its rows are written anew";
}

}  // namespace

struct RunFolder::Files {
  Files(FolderLock held, const fs::path& folder, const RunFolderOptions& what)
      : lock(std::move(held)),
        dir(folder),
        options(what),
        frames(folder, what,
               [this](const fs::path& file, const std::string& bytes) {
                 manifest.require_own(file);
                 put(file, bytes);
               }),
        steps(dir / "steps.csv", table_row(StepRecord{}).names),
        bodies(dir / "bodies.csv", table_row({}, BodyRecord{}).names),
        contacts(dir / "contacts.csv", table_row({}, ContactRecord{}).names),
        regions(dir / "regions.csv", table_row({}, RegionRecord{}).names),
        joints(dir / "joints.csv", table_row({}, JointRecord{}).names),
        manifest(dir) {
    for (const TableFile* table : tables()) manifest.add(table->path().filename());
  }

  std::vector<TableFile*> tables() {
    std::vector<TableFile*> all{&steps, &bodies, &contacts};
    if (options.regions) all.push_back(&regions);
    if (options.joints) all.push_back(&joints);
    return all;
  }

  void put(const fs::path& file, const std::string& bytes) {
    lock.require_in_place();
    manifest.add(file, std::string_view(bytes));
    fs::path folder = dir;
    for (const fs::path& part : file.parent_path()) make_own_folder(folder /= part);
    write_whole_file(dir / file, bytes);
  }
  /// Wait for the last frame; what went wrong with it, if anything.
  std::exception_ptr failure() {
    if (!writing.valid()) return nullptr;
    try {
      writing.get();
    } catch (...) {
      return std::current_exception();
    }
    return nullptr;
  }
  void wait() {
    if (const std::exception_ptr reason = failure()) std::rethrow_exception(reason);
  }
  /// Tell of a failure early, without waiting for it.
  void look_for_failure() {
    if (writing.valid() && writing.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
      wait();
  }
  void close() {
    if (closed) return;
    closed = true;
    std::exception_ptr reason = failure();
    log.reset();  // a table that was never opened may need its descriptor
    for (TableFile* table : tables()) {
      try {
        lock.require_in_place();
        if (table->close()) replaced.push_back(was_replaced(*table));
        manifest.add_present(table->path().filename());
      } catch (...) {
        if (!reason) reason = std::current_exception();
      }
    }
    if (reason) std::rethrow_exception(reason);
  }

  FolderLock lock;
  fs::path dir;
  RunFolderOptions options;
  FrameFiles frames;
  TableFile steps, bodies, contacts, regions, joints;
  Manifest manifest;
  std::unique_ptr<LineFile> log;
  std::vector<std::string> missing;   ///< parts of frames, of which nobody has asked yet
  std::vector<std::string> replaced;  ///< tables that were, when they were closed
  bool closed = false;
  std::future<void> writing;  // last, so that the thread ends before what it uses
};

RunFolder::RunFolder(std::unique_ptr<Files> files) : files_(std::move(files)) {}
RunFolder::RunFolder(const fs::path& dir, const RunFolderOptions& options)
    : files_(std::make_unique<Files>(FolderLock(dir), dir, options)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder& RunFolder::operator=(RunFolder&&) noexcept = default;

RunFolder::~RunFolder() {
  if (files_ == nullptr) return;
  try {
    files_->close();
  } catch (const std::exception&) {  // it is on its way to the user, and .tmp files have the rows
  }
}

RunFolder RunFolder::create(const fs::path& dir, bool force, const RunFolderOptions& options) {
  return RunFolder(std::make_unique<Files>(prepare_run_folder(dir, force), dir, options));
}

RunFolder RunFolder::resume(const fs::path& dir, const RunFolderOptions& options,
                            const FolderState& state, double time, std::vector<std::string>& lost) {
  auto files = std::make_unique<Files>(FolderLock(dir), dir, options);
  std::vector<std::pair<TableFile*, FileMark>> tables{{&files->steps, state.steps},
                                                      {&files->bodies, state.bodies},
                                                      {&files->contacts, state.contacts}};
  if (options.regions) tables.emplace_back(&files->regions, state.regions);
  if (options.joints) tables.emplace_back(&files->joints, state.joints);
  std::set<std::string> names;
  for (const auto& [table, mark] : tables) table->require_rows(mark);
  for (const auto& [table, mark] : tables) {  // or leave all as they are
    table->reopen(mark);
    names.insert(table->path().filename());
    const std::string altered = table->altered();
    if (!altered.empty()) lost.push_back(altered);
  }
  const std::vector<std::string> gone = Manifest::lost_files(dir, state.manifest);
  if (!gone.empty())
    lost.push_back(fmt::format(
        "{}: {} not as the run left {}, or not there; what is missing is not written again",
        dir.string(), files_are(gone), gone.size() == 1 ? "it" : "them"));
  Manifest::remove_unfinished(dir, names);
  RunFolder folder(std::move(files));  // which names tables back where one cannot be changed
  for (const auto& [table, mark] : tables) table->go_on_from(time);
  return folder;
}

const fs::path& RunFolder::dir() const { return files_->dir; }

void RunFolder::write_scene(const std::string& toml) { files_->put("scene.toml", toml); }

void RunFolder::write_bodies(const std::string& json) { files_->put("bodies.json", json); }

void RunFolder::write_run_json(const std::string& json) {
  const fs::path path = files_->dir / "run.json";
  list("run.json");
  try {
    write_whole_file(path, json);
  } catch (const std::system_error&) {
    if (!fs::exists(path)) throw;
    write_over_file(path, json);  // a full disk may have no room for another one
  }
}

void RunFolder::list(const fs::path& file) {
  files_->lock.require_in_place();
  files_->manifest.add(file);
}

void RunFolder::log(std::string_view line) {
  list("run.log");
  if (files_->log == nullptr) files_->log = std::make_unique<LineFile>(files_->dir / "run.log");
  files_->log->add(printable(line));
}

void RunFolder::add_step(const StepRecord& step) {
  files_->look_for_failure();
  files_->lock.require_in_place();
  add_row(files_->steps, table_row(step).values);
}

void RunFolder::add_bodies(const FrameStamp& frame, const std::vector<BodyRecord>& bodies) {
  for (const BodyRecord& body : bodies) add_row(files_->bodies, table_row(frame, body).values);
}

void RunFolder::add_contacts(const FrameStamp& frame, const std::vector<ContactRecord>& contacts) {
  for (const ContactRecord& contact : contacts)
    add_row(files_->contacts, table_row(frame, contact).values);
}

void RunFolder::add_regions(const FrameStamp& frame, const std::vector<RegionRecord>& regions) {
  for (const RegionRecord& region : regions)
    add_row(files_->regions, table_row(frame, region).values);
}

void RunFolder::add_joints(const FrameStamp& frame, const std::vector<JointRecord>& joints) {
  for (const JointRecord& joint : joints) add_row(files_->joints, table_row(frame, joint).values);
}

void RunFolder::add_row(TableFile& table, const std::string& row) {
  try {
    if (table.add(row)) log("warning: " + was_replaced(table));
  } catch (const std::system_error&) {
    files_->lock.require_in_place();  // which says more, where all of the folder is gone
    throw;
  }
}

void RunFolder::log_remarks() {
  for (const std::string& remark : files_->frames.take_remarks()) log("warning: " + remark);
  note_missing(files_->frames.take_missing());
}

void RunFolder::note_missing(const std::vector<std::string>& parts) {
  for (const std::string& part : parts) {
    files_->missing.push_back(part);
    log("warning: " + part);
  }
}

void RunFolder::write_frame(FrameMaps frame) {
  wait();
  for (const fs::path& name : files_->frames.names(frame)) list(name);
  files_->writing = std::async(std::launch::async, [files = files_.get(), maps = std::move(frame)] {
    const tbb::global_control limit(tbb::global_control::max_allowed_parallelism,
                                    std::size_t(std::max(1, threads() / 2)));
    ::setpriority(PRIO_PROCESS, id_t(::gettid()), behind_the_run);
    files->frames.write(maps);
  });
}

void RunFolder::write_problem(int step, const FclibProblem& problem) {
  const fs::path file = fs::path("problems") / fmt::format("step_{:06}.hdf5", step);
  list(file);
  make_own_folder(files_->dir / "problems");
  write_fclib(files_->dir / file, problem);
}

void RunFolder::wait() {
  files_->wait();
  log_remarks();
}

void RunFolder::write_archives() {
  if (!files_->options.archives) return;
  std::vector<std::string> missing;
  try {
    wait();
    files_->lock.require_in_place();
    make_own_folder(files_->dir / "surface");
    eulersolid::write_archives(files_->dir, files_->manifest, missing);
  } catch (const std::exception& fault) {
    missing.push_back(
        fmt::format("the animation in one file is not written: {}; eulersolid alembic {} makes it "
                    "from the frames",
                    fault.what(), files_->dir.string()));
  }
  note_missing(missing);
}

std::vector<std::string> RunFolder::take_missing() { return std::exchange(files_->missing, {}); }

void RunFolder::sync() {
  wait();
  for (TableFile* table : files_->tables()) table->sync();
}

FolderState RunFolder::state() {
  const RunFolderOptions& options = files_->options;
  return {files_->steps.mark(),
          files_->bodies.mark(),
          files_->contacts.mark(),
          options.regions ? files_->regions.mark() : FileMark{},
          options.joints ? files_->joints.mark() : FileMark{},
          files_->manifest.size()};
}

void RunFolder::close() {
  files_->close();
  log_remarks();
  for (const std::string& table : std::exchange(files_->replaced, {})) log("warning: " + table);
}

}  // namespace eulersolid
