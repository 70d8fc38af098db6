#include "io/scene/language/quantity.h"

#include <fmt/format.h>

#include <cctype>
#include <charconv>
#include <cmath>
#include <numbers>
#include <vector>

#include "io/constants.h"
#include "io/printable.h"
#include "io/scene/nearest_word.h"
#include "kernels/core/error.h"

namespace eulersolid {

namespace {

constexpr int deepest = 32;  // parentheses within each other

struct Unit {
  const char* name;
  Quantity is;
};

constexpr Unit units[] = {
    {"m", {1, 1, 0, 0}},
    {"km", {1e3, 1, 0, 0}},
    {"cm", {1e-2, 1, 0, 0}},
    {"mm", {1e-3, 1, 0, 0}},
    {"um", {1e-6, 1, 0, 0}},
    {"in", {0.0254, 1, 0, 0}},
    {"ft", {0.3048, 1, 0, 0}},
    {"kg", {1, 0, 1, 0}},
    {"g", {1e-3, 0, 1, 0}},
    {"mg", {1e-6, 0, 1, 0}},
    {"t", {1e3, 0, 1, 0}},
    {"lb", {0.45359237, 0, 1, 0}},
    {"s", {1, 0, 0, 1}},
    {"ms", {1e-3, 0, 0, 1}},
    {"us", {1e-6, 0, 0, 1}},
    {"min", {60, 0, 0, 1}},
    {"h", {3600, 0, 0, 1}},
    {"N", {1, 1, 1, -2}},
    {"kN", {1e3, 1, 1, -2}},
    {"mN", {1e-3, 1, 1, -2}},
    {"Pa", {1, -1, 1, -2}},
    {"hPa", {1e2, -1, 1, -2}},
    {"kPa", {1e3, -1, 1, -2}},
    {"MPa", {1e6, -1, 1, -2}},
    {"GPa", {1e9, -1, 1, -2}},
    {"bar", {1e5, -1, 1, -2}},
    {"psi", {6894.757293168361, -1, 1, -2}},  // 1 lb 9.80665 m/s^2 / in^2
    {"J", {1, 2, 1, -2}},
    {"kJ", {1e3, 2, 1, -2}},
    {"mJ", {1e-3, 2, 1, -2}},
    {"W", {1, 2, 1, -3}},
    {"Hz", {1, 0, 0, -1}},
    {"L", {1e-3, 3, 0, 0}},
    {"rad", {1, 0, 0, 0, 1}},
    {"deg", {std::numbers::pi / 180, 0, 0, 0, 1}},
    {"rev", {2 * std::numbers::pi, 0, 0, 0, 1}},
    {"rpm", {std::numbers::pi / 30, 0, 0, -1, 1}},
    {"%", {0.01, 0, 0, 0}},
    {"pi", {std::numbers::pi, 0, 0, 0}},
};

Quantity product(const Quantity& a, const Quantity& b) {
  return {a.value * b.value, a.metre + b.metre, a.kilogram + b.kilogram, a.second + b.second,
          a.radian + b.radian};
}

Quantity quotient(const Quantity& a, const Quantity& b) {
  return {a.value / b.value, a.metre - b.metre, a.kilogram - b.kilogram, a.second - b.second,
          a.radian - b.radian};
}

class Parser {
 public:
  explicit Parser(std::string_view text) : text_(text) {}

  Quantity all() {
    const Quantity value = sum();
    if (at_ < text_.size()) fail(fmt::format("has \"{}\" where nothing was expected", rest()));
    return value;
  }

 private:
  [[noreturn]] static void fail(const std::string& why) { throw InputError(why); }

  std::string rest() const { return printable(std::string(text_.substr(at_)), max_shown); }

  void skip_spaces() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }
  char next() {
    skip_spaces();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char wanted) {
    if (next() != wanted) return false;
    ++at_;
    return true;
  }
  static bool is_letter(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '%';
  }
  static bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }

  Quantity sum() {
    Quantity value = term();
    while (next() == '+' || next() == '-') {
      const double sign = text_[at_++] == '+' ? 1 : -1;
      const Quantity other = term();
      if (!value.has_unit_of(other))
        fail(fmt::format("adds {} and {}", unit_text(value), unit_text(other)));
      value.value += sign * other.value;
    }
    return value;
  }

  Quantity term() {
    Quantity value = factor();
    while (next() == '*' || next() == '/')
      value = text_[at_++] == '*' ? product(value, factor()) : quotient(value, factor());
    return value;
  }

  Quantity factor() {
    double sign = 1;
    while (next() == '-' || next() == '+')
      if (text_[at_++] == '-') sign = -sign;
    Quantity value = behind(primary());
    value.value *= sign;
    return value;
  }

  /// Units that follow without a sign: `2 cm`, `3 (1 + 2)` is none of them.
  Quantity behind(Quantity value) {
    while (is_letter(next())) value = product(value, raised(word()));
    return value;
  }

  Quantity primary() {
    if (take('(')) {
      if (++depth_ > deepest) fail("has too many parentheses within each other");
      const Quantity value = sum();
      if (!take(')')) fail("lacks a closing parenthesis");
      --depth_;
      return raised(value);
    }
    if (is_digit(next()) || next() == '.') return raised({number(), 0, 0, 0});
    if (is_letter(next())) return raised(word());
    if (at_ == text_.size()) fail("ends where a number was expected");
    fail(fmt::format("has \"{}\" where a number was expected", rest()));
  }

  /// A whole power.
  Quantity raised(Quantity value) {
    if (!take('^')) return value;
    const double sign = take('-') ? -1 : 1;
    if (!is_digit(next())) fail("has no whole number behind ^");
    const double power = sign * number();
    if (power != std::round(power) || std::fabs(power) > 20)
      fail("has a power that is no whole number of at most 20");
    const int n = int(power);
    return {std::pow(value.value, n), n * value.metre, n * value.kilogram, n * value.second,
            n * value.radian};
  }

  double number() {
    double value = 0;
    const char* const first = text_.data() + at_;
    const auto [end, error] = std::from_chars(first, text_.data() + text_.size(), value);
    if (error != std::errc()) fail(fmt::format("has \"{}\", which is no number", rest()));
    at_ += std::size_t(end - first);
    return value;
  }

  Quantity word() {
    const std::size_t start = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const std::string_view name = text_.substr(start, at_ - start);
    if (next() == '(') return function(name);
    std::vector<std::string> names;
    for (const Unit& unit : units) {
      if (unit.name == name) return unit.is;
      names.emplace_back(unit.name);
    }
    const std::string near = nearest_word(std::string(name), names);
    std::string advice;
    if (!near.empty())
      advice = fmt::format("; did you mean \"{}\"?", near);
    else if (start == 0)
      advice = "; a number comes first, as in \"2 cm\"";
    fail(fmt::format("has the unknown unit \"{}\"{}", printable(std::string(name), max_shown),
                     advice));
  }

  Quantity function(std::string_view name) {
    const Quantity x = primary();
    if (name == "sqrt" && x.metre % 2 == 0 && x.kilogram % 2 == 0 && x.second % 2 == 0 &&
        x.radian % 2 == 0)
      return {std::sqrt(x.value), x.metre / 2, x.kilogram / 2, x.second / 2, x.radian / 2};
    if (!x.is_number() && !x.has_unit_of({1, 0, 0, 0, 1}))
      fail(fmt::format("has {}() of {}", name, unit_text(x)));
    if (name == "sin") return {std::sin(x.value), 0, 0, 0};
    if (name == "cos") return {std::cos(x.value), 0, 0, 0};
    if (name == "tan") return {std::tan(x.value), 0, 0, 0};
    fail(fmt::format("has the unknown function {}(); known are sqrt, sin, cos, tan",
                     printable(std::string(name), max_shown)));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

void append_power(std::string& text, const char* unit, int power) {
  if (power == 0) return;
  text += fmt::format("{}{}{}", text.empty() ? "" : " ", unit,
                      power == 1 ? "" : fmt::format("^{}", power));
}

}  // namespace

Quantity evaluated(std::string_view expression) { return Parser(expression).all(); }

std::string unit_text(const Quantity& quantity) {
  std::string text;
  append_power(text, "kg", quantity.kilogram);
  append_power(text, "m", quantity.metre);
  append_power(text, "s", quantity.second);
  append_power(text, "rad", quantity.radian);
  return text.empty() ? "a number" : text;
}

}  // namespace eulersolid
