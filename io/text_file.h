#pragma once

#include <filesystem>
#include <memory>
#include <string>

namespace eulersolid {

/// Reads a text file line by line, plain or compressed by gzip, and knows where it is.
class TextFile {
 public:
  /// @throws InputError when there is no such file, or it cannot be read
  explicit TextFile(const std::filesystem::path& path);
  ~TextFile();
  TextFile(const TextFile&) = delete;
  TextFile& operator=(const TextFile&) = delete;

  /// The next line without its end, LF or CR LF. False at the end of the file.
  /// @throws InputError when the compressed data are damaged or end too early
  bool next(std::string& line);

  long line() const;  ///< number of the line read last, from 1

  /// @throws InputError `file:line: message`, of the line read last or of an earlier one
  [[noreturn]] void fail(const std::string& message) const { fail(message, line()); }
  [[noreturn]] void fail(const std::string& message, long line) const;

 private:
  struct Parts;
  std::unique_ptr<Parts> parts_;
};

}  // namespace eulersolid
