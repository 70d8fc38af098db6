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

/// HDF5 is used by one thread at a time: held around each call, also while a process is forked off
/// that is to use it. HDF5 may have a lock of its own: a child that was forked off while another
/// thread had that would wait for ever.
class Hdf5Lock {
 public:
  /// HDF5 prints each failure to stderr unless it is told not to; ours are told by exceptions.
  Hdf5Lock() { H5Eset_auto2(H5E_DEFAULT, nullptr, nullptr); }

 private:
  static std::recursive_mutex& mutex() {
    static std::recursive_mutex one;
    return one;
  }
  std::lock_guard<std::recursive_mutex> held_{mutex()};
};

}  // namespace eulersolid
