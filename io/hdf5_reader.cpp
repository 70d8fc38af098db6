#include "io/hdf5_reader.h"

#include <limits>

#include "kernels/core/error.h"

namespace eulersolid {

using Kind = Hdf5Entry::Kind;

void Hdf5Reader::refuse(const std::string& what) const {
  throw InputError(path_.string() + ": " + what);
}

bool Hdf5Reader::has(const std::string& name) const { return contents_.contains(name); }

bool Hdf5Reader::is_written(const std::string& name) const {
  return has(name) && contents_.at(name).is_written;
}

const Hdf5Entry& Hdf5Reader::array(const std::string& name) const {
  const auto found = contents_.find(name);
  if (found == contents_.end() || found->second.kind == Kind::group) refuse("it holds no " + name);
  if (found->second.kind == Kind::other) refuse(found->second.text);
  return found->second;
}

std::vector<int> Hdf5Reader::integers(const std::string& name) const {
  const Hdf5Entry& entry = array(name);
  if (entry.kind != Kind::integers) refuse(name + " does not hold numbers of its kind");
  std::vector<int> values;
  values.reserve(entry.integers.size());
  for (const long long value : entry.integers) {
    if (value < std::numeric_limits<int>::min() || value > std::numeric_limits<int>::max())
      refuse(name + " holds " + std::to_string(value) + ", which is out of range");
    values.push_back(int(value));
  }
  return values;
}

std::vector<double> Hdf5Reader::numbers(const std::string& name) const {
  const Hdf5Entry& entry = array(name);
  if (entry.kind == Kind::text) refuse(name + " does not hold numbers of its kind");
  if (entry.kind == Kind::numbers) return entry.numbers;
  return {entry.integers.begin(), entry.integers.end()};
}

int Hdf5Reader::integer(const std::string& name) const {
  const std::vector<int> values = integers(name);
  if (values.size() != 1) refuse(name + " is not one number");
  return values[0];
}

std::string Hdf5Reader::text(const std::string& name) const {
  if (!has(name) || contents_.at(name).kind != Kind::text) return "";
  const std::string& text = contents_.at(name).text;
  return text.substr(0, text.find('\0'));
}

}  // namespace eulersolid
