#include "grid/workspace.h"

#include <mutex>
#include <utility>
#include <vector>

ES_BEGIN

void BodyKept::swap(BodyKept& other) noexcept {
  before.swap(other.before), cells.swap(other.cells);
  points.swap(other.points), states.swap(other.states);
}

void BodyWorkspace::resize(NodeBox node_box) {
  const Index n = node_box.nodes.count();
  before.resize(n), mass_before.resize(n), mass_after.resize(n);
  brought.resize(n), momentum.resize(n);
  vector1.resize(n), vector2.resize(n), vector3.resize(n), vector4.resize(n);
  scalar.resize(n), flags.resize(n), spread[0].resize(n), spread[1].resize(n);
  cell.resize(n), kink.resize(n);
}

class WorkspacePool {
 public:
  /// The one that came back last.
  std::unique_ptr<BodyWorkspace> take() {
    const std::lock_guard lock(mutex_);
    if (free_.empty()) return std::make_unique<BodyWorkspace>();
    std::unique_ptr<BodyWorkspace> work = std::move(free_.back());
    free_.pop_back();
    return work;
  }
  void give(std::unique_ptr<BodyWorkspace> work) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(work));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<BodyWorkspace>> free_;
};

std::shared_ptr<WorkspacePool> workspace_pool() {
  static std::mutex mutex;
  static std::weak_ptr<WorkspacePool> current;
  const std::lock_guard lock(mutex);
  std::shared_ptr<WorkspacePool> pool = current.lock();
  if (!pool) current = pool = std::make_shared<WorkspacePool>();
  return pool;
}

WorkspaceLoan::WorkspaceLoan(std::shared_ptr<WorkspacePool> pool, BodyKept& kept, NodeBox node_box)
    : pool_(std::move(pool)), kept_(kept), work_(pool_->take()) {
  work_->swap(kept_);
  work_->resize(node_box);
}

WorkspaceLoan::~WorkspaceLoan() {
  if (!work_) return;  // moved from
  work_->swap(kept_);
  pool_->give(std::move(work_));
}

ES_END
