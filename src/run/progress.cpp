#include "src/run/progress.h"

#include <fmt/format.h>

#include <algorithm>

#include "src/run/terminal.h"

namespace eulersolid {

namespace {

constexpr double redraw_interval = 0.1;  // s; a terminal needs no more

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

RunProgress::RunProgress(ProgressStyle style, double duration, std::FILE* out)
    : style_(style), duration_(duration), out_(out) {}

RunProgress::~RunProgress() {
  if (drawn_length_ > 0) tell(out_, "\n");
}

std::string RunProgress::line(const StepRecord& step) const {
  const double elapsed = seconds_since(start_);
  std::string text = fmt::format("frame {}  t {:.4f} of {:.4g} s", frame_, step.time, duration_);
  if (step.step == 0) return text;  // nothing has been done yet
  text += fmt::format("  dt {:.2e} s  contacts {}  iterations {}  {:.3f} s/step", step.dt,
                      step.contact.count, step.contact.solver.iterations, elapsed / step.step);
  if (step.time > 0 && step.time < duration_)
    text += "  left " + duration_text(elapsed * (duration_ / step.time - 1));
  return text;
}

void RunProgress::frame(int frame, const StepRecord& step) {
  frame_ = frame;
  if (style_ == ProgressStyle::frames) tell(out_, line(step) + "\n");
  if (style_ == ProgressStyle::redrawn) redraw(step);
}

void RunProgress::step(const StepRecord& step) {
  if (style_ == ProgressStyle::steps)
    tell(out_, fmt::format("step {}  {}\n", step.step, line(step)));
  if (style_ == ProgressStyle::redrawn && seconds_since(drawn_) >= redraw_interval) redraw(step);
}

void RunProgress::redraw(const StepRecord& step) {
  const std::string text =
      line(step).substr(0, terminal_columns() - 1);  // a second line would stay
  // Blanks wipe what a longer line before has left.
  tell(out_, fmt::format("\r{:<{}}", text, std::max(text.size(), drawn_length_)));
  drawn_length_ = text.size(), drawn_ = Clock::now();
}

}  // namespace eulersolid
