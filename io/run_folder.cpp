#include "io/run_folder.h"

#include <fmt/format.h>

#include <cassert>
#include <system_error>

#include "io/clear_folder.h"
#include "io/output_file.h"
#include "io/preview.h"
#include "io/statistics.h"
#include "io/vdb.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// A table that has a header even when it has no row.
class Table {
 public:
  Table(fs::path path, std::string header) : path_(std::move(path)), header_(std::move(header)) {}

  void add(const TableRow& row) {
    open();
    file_->add(row.values);
  }
  void close() {
    if (closed_) return;
    open();
    closed_ = true;
    file_->finish_as(path_);
  }

 private:
  void open() {
    assert(!closed_);
    if (file_ != nullptr) return;
    auto file = std::make_unique<LineFile>(temporary_name(path_));
    file->add(header_);
    file_ = std::move(file);
  }

  fs::path path_;
  std::string header_;
  std::unique_ptr<LineFile> file_;
  bool closed_ = false;
};

std::string numbered(const std::string& name, int frame, const char* extension) {
  return fmt::format("{}_{:04}{}", name, frame, extension);
}

}  // namespace

struct RunFolder::Files {
  Files(const fs::path& folder, const RunFolderOptions& what)
      : dir(folder),
        options(what),
        view(what.view),
        steps(dir / "steps.csv", table_row(StepRecord{}, 0).names),
        bodies(dir / "bodies.csv", table_row(0, 0, BodyRecord{}).names),
        contacts(dir / "contacts.csv", table_row(0, 0, ContactRecord{}).names) {}

  VdbOptions vdb_options() const {
    return {options.scene, options.fps, options.velocity_name, options.half, 1};
  }
  void close() {
    if (closed) return;
    closed = true;
    steps.close();
    bodies.close();
    contacts.close();
  }

  fs::path dir;
  RunFolderOptions options;
  std::optional<Bounds> view;
  Table steps, bodies, contacts;
  std::unique_ptr<LineFile> log;
  bool closed = false;
};

RunFolder::RunFolder(std::unique_ptr<Files> files) : files_(std::move(files)) {}
RunFolder::RunFolder(RunFolder&&) noexcept = default;
RunFolder& RunFolder::operator=(RunFolder&&) noexcept = default;

RunFolder::~RunFolder() {
  if (files_ == nullptr) return;
  try {
    files_->close();
  } catch (const std::system_error&) {
    // A failure is already on its way to the user, and the rows are in the .tmp files.
  }
}

RunFolder RunFolder::create(const fs::path& dir, bool force, const RunFolderOptions& options) {
  prepare_run_folder(dir, force);
  return RunFolder(std::make_unique<Files>(dir, options));
}

const fs::path& RunFolder::dir() const { return files_->dir; }

void RunFolder::write_scene(const std::string& toml) {
  write_whole_file(files_->dir / "scene.toml", toml);
}

void RunFolder::write_run_json(const std::string& json) {
  write_whole_file(files_->dir / "run.json", json);
}

void RunFolder::log(std::string_view line) {
  if (files_->log == nullptr) files_->log = std::make_unique<LineFile>(files_->dir / "run.log");
  files_->log->add(line);
}

void RunFolder::add_step(const StepRecord& step, double seconds_output) {
  files_->steps.add(table_row(step, seconds_output));
}

void RunFolder::add_bodies(int frame, double time, const std::vector<BodyRecord>& bodies) {
  for (const BodyRecord& body : bodies) files_->bodies.add(table_row(frame, time, body));
}

void RunFolder::add_contacts(int frame, double time, const std::vector<ContactRecord>& contacts) {
  for (const ContactRecord& contact : contacts)
    files_->contacts.add(table_row(frame, time, contact));
}

void RunFolder::write_frame(const FrameSample& frame) {
  const RunFolderOptions& options = files_->options;
  const std::string vdb_name = numbered(options.name, frame.frame, ".vdb");
  fs::create_directories(files_->dir / "vdb");
  write_vdb(files_->dir / "vdb" / vdb_name, frame, files_->vdb_options());
  for (std::size_t body = 0; options.per_body && body < frame.bodies.size(); ++body) {
    const fs::path dir = files_->dir / "bodies" / frame.bodies[body].name;
    fs::create_directories(dir);
    VdbOptions its_options = files_->vdb_options();
    its_options.first_id = int(body) + 1;
    FrameSample alone{frame.frame, frame.time, frame.origin, frame.h, {frame.bodies[body]}};
    write_vdb(dir / vdb_name, alone, its_options);
  }
  if (!options.preview) return;
  if (!files_->view) files_->view = surface_bounds(frame);
  fs::create_directories(files_->dir / "preview");
  render_preview(frame, files_->dir / "preview" / numbered(options.name, frame.frame, ".png"),
                 {.view = files_->view});
}

void RunFolder::close() { files_->close(); }

}  // namespace eulersolid
