#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "io/geometry/source_mesh.h"
#include "io/preview/preview_look.h"
#include "io/problems/fclib.h"
#include "io/run/records.h"
#include "io/scene/scene.h"
#include "io/surface/frame_maps.h"
#include "io/table_file.h"
#include "shapes/placed_shape.h"

namespace eulersolid {

/// What the files of a run are called and what they hold.
struct RunFolderOptions {
  std::string name = {};  ///< stem of the frames: NAME_0001.vdb
  int start_frame = 1;    ///< number of the first frame
  double fps = 25;        ///< frames per second of simulated time
  std::string velocity_name = "velocity";
  double voxel_size = 0;                  ///< of the files' grids [m]; 0: half a cell
  bool half = false;                      ///< 16-bit floats in all grids but `rest`
  bool per_body = false;                  ///< one more sequence for every body
  std::vector<std::string> extra = {};    ///< further grids
  std::vector<std::string> surface = {};  ///< kinds of files of the bodies' surfaces
  bool archives = false;                  ///< and these are put together in the end
  /// Of bodies that were read from meshes, by their names; as they were at rest [m].
  std::map<std::string, SourceMesh> sources = {};
  bool rest_mesh = false;  ///< of each body also its surface at rest, moved with it
  bool vti = false;        ///< all grids as images for ParaView
  Bounds domain = {};      ///< which these do not leave
  bool regions = false;    ///< there are some, and so a table of them
  bool joints = false;     ///< likewise
  bool preview = false;    ///< a picture of every frame, drawn as the run goes
  /// What the pictures show; else where each frame's bodies are.
  std::optional<Bounds> view = {};
  PreviewLook look = {};                     ///< of the pictures
  std::vector<ObstacleSpec> obstacles = {};  ///< drawn in the pictures, meshes
};

/// What was in the folder of a run at some time: the rows of its tables, and the list of its files.
struct FolderState {
  FileMark steps, bodies, contacts;
  FileMark regions, joints;  ///< of tables that are there
  long long manifest = 0;    ///< its size [bytes]
};

/// The folder of one run: everything it writes, under the names of the contract.
///
/// A file appears under its final name when it is whole. Tables grow as `steps.csv.tmp` and the
/// like, one whole row at a time, and take their final names in close() or in the destructor, so
/// also when a run is interrupted or fails; after a kill the rows so far are in the .tmp file. What
/// another program does to one of these is undone, and told in run.log. Only
/// run.log and manifest.txt, which names all files before they are made, grow in place. No link
/// within the folder is followed.
///
/// Every function throws std::system_error with the path and the reason when a file cannot be
/// written, or the folder is not where it was any more; the file's temporary is removed then, and
/// tables lose no row written before. Frames are written by a thread of their own while the run
/// goes on, one after the other; what goes wrong with one is thrown, once, by a later call: at the
/// latest by write_frame(), wait() or close(). So frames never have a gap, but for parts that
/// cannot be made: see take_missing().
class RunFolder {
 public:
  /// Make the folder, or with `force` empty the folder of an earlier run: only the files that its
  /// manifest names are removed.
  /// @throws InputError when `dir` holds something and `force` is not given, when it is given and
  ///         `dir` is not the folder of a run (no manifest.txt), or is not a folder, or
  ///         another run is writing into it
  static RunFolder create(const std::filesystem::path& dir, bool force,
                          const RunFolderOptions& options);

  /// Write into a folder that is there, and go on with its tables where they are unfinished.
  /// @throws InputError when another run is writing into it
  RunFolder(const std::filesystem::path& dir, const RunFolderOptions& options);

  /// Go on with the run in a folder, whether it ended or was killed: its tables are cut to what
  /// they held when its state was noted, its frames written again from there on.
  /// @param time  of that state [s]
  /// @param lost  gets a line each for rows that were changed meanwhile, and for files that are
  ///              not there any more or have been changed
  /// @throws InputError, before anything is changed, when a table is shorter than that, or as above
  static RunFolder resume(const std::filesystem::path& dir, const RunFolderOptions& options,
                          const FolderState& state, double time, std::vector<std::string>& lost);

  RunFolder(RunFolder&&) noexcept;
  RunFolder& operator=(RunFolder&&) noexcept;
  ~RunFolder();  ///< close(), where nobody is left to tell about a failure

  const std::filesystem::path& dir() const;

  void write_scene(const std::string& toml);
  void write_bodies(const std::string& json);  ///< bodies.json
  /// Write or replace run.json. On a disk without room for another one it is written over, if it is
  /// no longer than the one that is there.
  void write_run_json(const std::string& json);
  /// Name another file of the run, relative to its folder, before it is made.
  void list(const std::filesystem::path& file);
  void log(std::string_view line);  ///< one line of run.log, without its end

  void add_step(const StepRecord& step);
  void add_bodies(const FrameStamp& frame, const std::vector<BodyRecord>& bodies);
  void add_contacts(const FrameStamp& frame, const std::vector<ContactRecord>& contacts);
  /// @pre  the options say that there are some, or the list is empty
  void add_regions(const FrameStamp& frame, const std::vector<RegionRecord>& regions);
  void add_joints(const FrameStamp& frame, const std::vector<JointRecord>& joints);  ///< likewise

  /// Write the frame's VDB file with voxels of the size that the options say, and the bodies' and
  /// the preview where the options ask for them. Returns when the frame before is written, and
  /// leaves this one to a thread of its own: at most one frame is kept in memory.
  void write_frame(FrameMaps frame);

  /// Write the contact problem of a step, problems/step_000100.hdf5.
  void write_problem(int step, const FclibProblem& problem);

  /// Return when the last frame is written.
  void wait();

  /// Put the frames together in Alembic archives, where the options ask for them. What goes wrong
  /// with that is told by take_missing(): the frames are there.
  void write_archives();

  /// Which parts of frames that have been waited for could not be made, and why, each told once.
  /// run.log has them already.
  std::vector<std::string> take_missing();

  /// Return when all frames are written and all rows of the tables are on the disk.
  void sync();

  FolderState state();  ///< now, wherever the rows of its tables are

  /// Wait for the last frame and, whether or not it could be written, give the tables their final
  /// names; nothing may be added afterwards.
  void close();

 private:
  struct Files;
  explicit RunFolder(std::unique_ptr<Files> files);
  void log_remarks();  ///< of frames that have been written
  void note_missing(const std::vector<std::string>& parts);
  void add_row(TableFile& table, const std::string& row);
  std::unique_ptr<Files> files_;
};

}  // namespace eulersolid
