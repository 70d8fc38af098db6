#pragma once

#include <hdf5.h>

#include <mutex>
#include <utility>

namespace eulersolid {

/// An identifier of HDF5's, closed at the end; negative where the call that gave it failed.
class Hdf5Handle {
 public:
  Hdf5Handle(hid_t id, herr_t (*close)(hid_t)) : id_(id), close_(close) {}
  Hdf5Handle(Hdf5Handle&& o) noexcept : id_(std::exchange(o.id_, -1)), close_(o.close_) {}
  Hdf5Handle& operator=(Hdf5Handle&&) = delete;
  ~Hdf5Handle() {
    if (id_ >= 0) close_(id_);
  }
  operator hid_t() const { return id_; }
  bool failed() const { return id_ < 0; }

 private:
  hid_t id_;
  herr_t (*close_)(hid_t);
};

/// HDF5 is used by one thread at a time: held by whoever does, also while a process is forked off
/// that is to use it.
inline std::recursive_mutex& hdf5_mutex() {
  static std::recursive_mutex mutex;
  return mutex;
}
using Hdf5Lock = std::lock_guard<std::recursive_mutex>;

/// HDF5 prints each failure to stderr unless it is told not to; ours are told by exceptions.
inline void silence_hdf5() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

}  // namespace eulersolid
