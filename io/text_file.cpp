#include "io/text_file.h"

#include <zlib.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "kernels/core/error.h"

namespace eulersolid {

struct TextFile::Parts {
  std::string name;
  gzFile file = nullptr;  // zlib reads what is not compressed as it is
  long line = 0;
  std::array<char, 1 << 16> buffer;
};

TextFile::TextFile(const std::filesystem::path& path) : parts_(std::make_unique<Parts>()) {
  parts_->name = path.string();
  if (std::filesystem::is_directory(path)) throw InputError(parts_->name + ": is a folder");
  errno = 0;
  parts_->file = gzopen(parts_->name.c_str(), "rb");
  if (parts_->file == nullptr)
    throw InputError(parts_->name + ": " + std::strerror(errno == 0 ? ENOMEM : errno));
}

TextFile::~TextFile() {
  if (parts_->file != nullptr) gzclose_r(parts_->file);
}

bool TextFile::next(std::string& line) {
  line.clear();
  ++parts_->line;
  for (;;) {
    const char* part = gzgets(parts_->file, parts_->buffer.data(), int(parts_->buffer.size()));
    if (part == nullptr) break;
    line += part;
    if (line.ends_with('\n')) break;
  }
  int status = Z_OK;
  const char* why = gzerror(parts_->file, &status);
  if (status == Z_BUF_ERROR) fail("the compressed data end too early; is the file whole?");
  if (status != Z_OK && status != Z_STREAM_END)
    fail(std::string("cannot be read: ") + (status == Z_ERRNO ? std::strerror(errno) : why));
  const bool there = !line.empty();
  if (line.ends_with('\n')) line.pop_back();
  if (line.ends_with('\r')) line.pop_back();
  return there;
}

long TextFile::line() const { return parts_->line; }

void TextFile::fail(const std::string& message, long line) const {
  throw InputError(parts_->name + ":" + std::to_string(line) + ": " + message);
}

}  // namespace eulersolid
