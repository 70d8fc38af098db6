#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "io/scene/scene.h"
#include "io/scene/scene_places.h"

namespace eulersolid {

/// Checks that several tables of a scene share. All throw InputError.

/// @param what  it is the name of
void check_name(const std::string& name, const std::string& place, const std::string& what);

/// Angles are in radians: more than a whole turn was probably meant in degrees.
void warn_of_degrees(const RotationSpec& rotation, const std::string& place,
                     const std::string& label, std::vector<std::string>& warnings);

void check_axis(const RotationSpec& rotation, const std::string& place, const std::string& label);

/// Values that are right each may be wrong together.
/// @param path  of its table
void check_shape(const ShapeSpec& shape, const ScenePlaces& places,
                 const std::vector<std::string>& path, const std::string& label);

/// Times of keyframes ascend.
/// @param label  of their table, with a space after it
/// @param key    of the keyframes
/// @param place  of a time, by its number
void check_times(const std::vector<double>& times, const std::string& label, std::string_view key,
                 const std::function<std::string(std::size_t)>& place);

}  // namespace eulersolid
