#include "progress.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

namespace tool {

namespace {

// "name [#####.....] 5 of 10 unit"
std::string progress_line(const std::string& name, size_t done, size_t total,
                          const std::string& unit) {
  constexpr size_t kWidth = 30;
  const double share = total == 0 ? 1 : static_cast<double>(done) / static_cast<double>(total);
  const auto full = static_cast<size_t>(std::min(share, 1.0) * kWidth);
  return name + " [" + std::string(full, '#') + std::string(kWidth - full, '.') + "] " +
         std::to_string(done) + " of " + std::to_string(total) + " " + unit;
}

}  // namespace

Progress::Progress(std::string name, size_t total, std::string unit)
    : name_(std::move(name)),
      unit_(std::move(unit)),
      total_(total),
      shown_(isatty(STDERR_FILENO) != 0) {}

Progress::~Progress() {
  if (printed_) std::fprintf(stderr, "\r\033[K");
}

void Progress::at(size_t done) {
  if (!shown_) return;
  const Clock::time_point now = Clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(200);
  printed_ = true;
  std::fprintf(stderr, "\r\033[K%s", progress_line(name_, done, total_, unit_).c_str());
}

}  // namespace tool
