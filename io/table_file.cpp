#include "io/table_file.h"

#include <fmt/format.h>

#include <cassert>
#include <charconv>
#include <fstream>
#include <string_view>
#include <system_error>
#include <utility>

#include "kernels/core/error.h"

namespace eulersolid {

namespace fs = std::filesystem;

namespace {

/// The file that holds the rows of a table: unfinished where the run was killed, else whole.
fs::path rows_of(const fs::path& table) {
  const fs::path unfinished = temporary_name(table);
  return fs::exists(unfinished) ? unfinished : table;
}

/// Rows are never removed: whatever went wrong with them, a later run may go on from them.
void remove_if_empty(const fs::path& file) {
  std::error_code ignored;
  if (fs::file_size(file, ignored) == 0) fs::remove(file, ignored);
}

/// Is the second field of a row a time after `time`? What is no number is not.
bool is_later(std::string_view row, double time) {
  const std::size_t comma = row.find(',');
  if (comma == std::string_view::npos) return false;
  row.remove_prefix(comma + 1);
  double own = time;
  std::from_chars(row.data(), row.data() + row.size(), own);
  return own > time;
}

/// Bytes of the rows up to a time. Times of frames and of steps differ by rounding.
long long size_until(const fs::path& file, double time) {
  const double last = time + 1e-9 * time;
  std::ifstream stream(file, std::ios::binary);
  long long size = 0;
  for (std::string row; std::getline(stream, row);) {
    if (is_later(row, last)) break;
    size += std::ssize(row) + (stream.eof() ? 0 : 1);
  }
  return size;
}

}  // namespace

TableFile::TableFile(fs::path path, std::string header)
    : path_(std::move(path)), header_(std::move(header)) {}

bool TableFile::renew() {
  if (file_->is_in_place()) return false;
  file_->write_anew();
  return true;
}

bool TableFile::add(const std::string& row) {
  assert(!closed_);
  open();
  const bool renewed = renew();
  file_->add(row);
  return renewed;
}

void TableFile::require_rows(const FileMark& mark) const {
  if (mark.size < 0)
    throw InputError(fmt::format("the checkpoint says that {} had {} bytes; it is damaged",
                                 path_.string(), mark.size));
  const fs::path rows = rows_of(path_);
  if (!fs::exists(rows)) return;
  const auto size = static_cast<long long>(fs::file_size(rows));
  if (size < mark.size)
    throw InputError(fmt::format(
        "{} holds {} bytes, fewer than the {} when the checkpoint was written: rows are lost; put "
        "the file back, or remove it to go on without them",
        rows.string(), size, mark.size));
}

void TableFile::reopen(const FileMark& mark) {
  was_there_ = fs::exists(rows_of(path_));
  file_ = std::make_unique<LineFile>(rows_of(path_));
  reopened_size_ = mark.size;
  is_ours_ = file_->size() >= mark.size && file_->checksum(mark.size) == mark.checksum;
}

std::string TableFile::altered() const {
  if (!was_there_) return path_.string() + " is not there any more; it begins anew";
  if (is_ours_) return "";
  return path_.string() + " has other rows than the run wrote; they stay as they are";
}

void TableFile::go_on_from(double time) {
  const fs::path name = temporary_name(path_);
  file_->rename(name);
  file_->cut(is_ours_ ? reopened_size_ : size_until(name, time));
  if (file_->size() == 0) file_->add(header_);
  if (!file_->ends_a_line()) file_->add("");
}

void TableFile::sync() {
  open();
  file_->sync();
}

FileMark TableFile::mark() {
  open();
  return {file_->size(), file_->checksum()};
}

bool TableFile::close() {
  closed_ = true;
  try {
    open();
    const bool renewed = renew();
    file_->finish_as(path_);
    return renewed;
  } catch (const std::system_error&) {
    remove_if_empty(temporary_name(path_));  // not even the header fits
    throw;
  }
}

/// A table that has a header even when it has no row.
void TableFile::open() {
  if (file_ != nullptr) return;
  auto file = std::make_unique<LineFile>(temporary_name(path_));
  if (file->size() == 0) file->add(header_);
  file_ = std::move(file);
}

}  // namespace eulersolid
