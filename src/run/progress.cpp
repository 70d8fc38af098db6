#include "src/run/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "kernels/core/clock.h"
#include "src/run/terminal.h"

namespace eulersolid {

namespace {

constexpr double redraw_interval = 0.1;  // s; a terminal needs no more
constexpr double json_interval = 1;      // s; nor does a program that watches

}  // namespace

double RunPace::elapsed() const { return seconds_since(start_); }

double RunPace::seconds_per_step(int steps) const {
  return steps > steps_ ? elapsed() / (steps - steps_) : 0;
}

std::optional<double> RunPace::seconds_left(double time) const {
  if (!(time > time_)) return {};
  return elapsed() * std::max(0.0, end_ - time) / (time - time_);
}

RunProgress::~RunProgress() {
  if (drawn_length_ > 0) tell(stderr, "\n");
}

std::string RunProgress::line(const StepRecord& step) const {
  std::string text = fmt::format("frame {}  t {:.4f} of {:.4g} s", frame_, step.time, pace_.end());
  if (step.step == 0) return text;  // nothing has been done yet
  text += fmt::format("  dt {:.2e} s  contacts {}  iterations {}  {:.3f} s/step", step.dt,
                      step.contact.count, step.contact.solver.iterations,
                      pace_.seconds_per_step(step.step));
  const double left = pace_.seconds_left(step.time).value_or(0);
  if (left > 0) text += "  left " + duration_text(left);
  return text;
}

void RunProgress::tell_json(const char* event, const StepRecord& step) {
  nlohmann::ordered_json json{{"event", event},    {"frame", frame_},         {"step", step.step},
                              {"time", step.time}, {"end_time", pace_.end()}, {"dt", step.dt}};
  json["contacts"] = step.contact.count;
  json["iterations"] = step.contact.solver.iterations;
  json["seconds_per_step"] = pace_.seconds_per_step(step.step);
  json["seconds_left"] = nullptr;
  if (const auto left = pace_.seconds_left(step.time)) json["seconds_left"] = *left;
  tell(stdout, json.dump() + "\n");
  told_ = Clock::now();
}

void RunProgress::frame(int frame, const StepRecord& step) {
  frame_ = frame;
  if (style_ == ProgressStyle::frames) tell(stderr, line(step) + "\n");
  if (style_ == ProgressStyle::redrawn) redraw(step);
  if (style_ == ProgressStyle::json) tell_json("frame", step);
}

void RunProgress::step(const StepRecord& step) {
  if (style_ == ProgressStyle::steps)
    tell(stderr, fmt::format("step {}  {}\n", step.step, line(step)));
  if (style_ == ProgressStyle::redrawn && seconds_since(told_) >= redraw_interval) redraw(step);
  if (style_ == ProgressStyle::json && seconds_since(told_) >= json_interval)
    tell_json("step", step);
}

void RunProgress::redraw(const StepRecord& step) {
  const std::string text =
      line(step).substr(0, terminal_columns() - 1);  // a second line would stay
  // Blanks wipe what a longer line before has left.
  tell(stderr, fmt::format("\r{:<{}}", text, std::max(text.size(), drawn_length_)));
  drawn_length_ = text.size(), told_ = Clock::now();
}

}  // namespace eulersolid
