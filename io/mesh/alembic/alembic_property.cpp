#include "io/mesh/alembic/alembic_property.h"

#include <algorithm>
#include <boost/uuid/name_generator_sha1.hpp>
#include <utility>

#include "io/mesh/file_parts.h"

namespace eulersolid {

namespace {

/// Of the word that begins a property's header (lib/Alembic/AbcCoreOgawa/WriteUtil.cpp).
constexpr std::uint32_t one_value = 1, array = 2, four_bytes = 2 << 2, has_times = 0x100,
                        same_size = 0x400, constant = 0x800, metadata_follows = 0xff00000;

void append_text(std::string& bytes, const std::string& text) {
  append_value(bytes, std::uint32_t(text.size()));
  bytes += text;
}

}  // namespace

std::string alembic_digest(std::string_view bytes) {
  static const boost::uuids::name_generator_sha1 digest_of(boost::uuids::uuid{});
  const boost::uuids::uuid digest = digest_of(bytes.data(), bytes.size());
  return {digest.begin(), digest.end()};
}

AlembicProperty::AlembicProperty(std::string name, std::string metadata)
    : name_(std::move(name)), metadata_(std::move(metadata)) {}

AlembicProperty::AlembicProperty(std::string name, std::string metadata, AlembicValues values)
    : name_(std::move(name)), metadata_(std::move(metadata)), values_(values), has_values_(true) {}

void AlembicProperty::add(AlembicProperty property) { properties_.push_back(std::move(property)); }

void AlembicProperty::add_sample(OgawaFile& file, std::string_view bytes) {
  const std::string digest = alembic_digest(bytes);
  if (!samples_.empty() && samples_.back().digest == digest) return repeat_sample();
  const OgawaLink data = file.add_data(bytes.empty() ? "" : digest + std::string(bytes));
  samples_.push_back({data, bytes.size(), digest});
}

void AlembicProperty::repeat_sample() { samples_.push_back(samples_.back()); }

bool AlembicProperty::is_constant() const {
  return std::ranges::all_of(samples_,
                             [&](const Sample& s) { return s.digest == samples_.front().digest; });
}

std::string AlembicProperty::header() const {
  std::string bytes;
  std::uint32_t word = four_bytes | (metadata_.empty() ? 0 : metadata_follows);
  if (has_values_) {
    const bool all_of_one_size = std::ranges::all_of(
        samples_, [&](const Sample& s) { return s.size == samples_.front().size; });
    word |= values_.is_array ? array : one_value;
    word |= std::uint32_t(values_.number) << 4 | std::uint32_t(values_.width) << 12;
    word |= (values_.is_timed ? has_times : 0) | (all_of_one_size ? same_size : 0) |
            (is_constant() ? constant : 0);
  }
  append_value(bytes, word);
  if (has_values_) {
    append_value(bytes, std::uint32_t(is_constant() ? 1 : samples_.size()));
    if (values_.is_timed) append_value(bytes, std::uint32_t(1));  // number of the times
  }
  append_text(bytes, name_);
  if (!metadata_.empty()) append_text(bytes, metadata_);
  return bytes;
}

OgawaLink AlembicProperty::write(OgawaFile& file) const {
  std::vector<OgawaLink> children;
  for (const Sample& sample : samples_) {
    children.push_back(sample.data);
    if (values_.is_array) children.push_back(file.add_data(""));  // its size says how many
    if (is_constant()) break;
  }
  std::string headers;
  for (const AlembicProperty& property : properties_) {
    children.push_back(property.write(file));
    headers += property.header();
  }
  if (!properties_.empty()) children.push_back(file.add_data(headers));
  return file.add_group(children);
}

std::string AlembicProperty::digest() const {
  std::string all = header();
  for (const Sample& sample : samples_) all += sample.digest;
  for (const AlembicProperty& property : properties_) all += property.digest();
  return alembic_digest(all);
}

}  // namespace eulersolid
