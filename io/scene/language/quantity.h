#pragma once

#include <string>
#include <string_view>

namespace eulersolid {

/// A number with the powers of metre, kilogram, second and radian that it is counted in.
struct Quantity {
  double value = 0;  ///< in SI units
  int metre = 0, kilogram = 0, second = 0, radian = 0;

  bool has_unit_of(const Quantity& other) const {
    return metre == other.metre && kilogram == other.kilogram && second == other.second &&
           radian == other.radian;
  }
  bool is_number() const { return has_unit_of({}); }
};

/// What an expression such as `2 cm`, `2*pi/3`, `30 deg`, `0.5*9.81 m/s^2 * (2 ms)` comes to:
/// numbers, units with or without a space before them, pi, + - * / ^ with the usual precedence,
/// where a unit behind a number binds closest, parentheses, sqrt, sin, cos and tan. Units are m km
/// cm mm um in ft, kg g mg t lb, s ms us min h, N kN mN, Pa hPa kPa MPa GPa bar psi, J kJ mJ, W,
/// Hz, rad deg rev, rpm, L, %.
/// @throws InputError that says what is wrong, to follow the expression: `has the unknown unit
/// "cn"`
Quantity evaluated(std::string_view expression);

/// `m`, `kg/m^3`, `kg m/s^2` ...; `a number` without units.
std::string unit_text(const Quantity& quantity);

}  // namespace eulersolid
