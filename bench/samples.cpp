#include "samples.h"

#include <algorithm>
#include <cstdio>

namespace bench {

double Samples::part(double quantile) const {
  if (values_.empty()) return 0;
  std::vector<double> sorted = values_;
  std::sort(sorted.begin(), sorted.end());
  return sorted[static_cast<size_t>(quantile * static_cast<double>(sorted.size() - 1))];
}

std::string Samples::text() const {
  char buffer[64];
  std::snprintf(buffer, sizeof buffer, "%.4g (%.4g-%.4g)", part(0.5), part(0.1), part(0.9));
  return buffer;
}

bool Comparison::meets_goal() const {
  return goal == 0 || (is_rate ? ratio() >= goal : ratio() <= goal);
}

double microseconds_of(const std::function<void()>& work) {
  const auto begin = std::chrono::steady_clock::now();
  work();
  return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin)
      .count();
}

double microseconds_again(const std::function<void()>& work) {
  work();
  return microseconds_of(work);
}

void take_turns(int rounds, Comparison& comparison, const std::function<double()>& vyre,
                const std::function<double()>& hand) {
  constexpr int kWarmUps = 3;
  for (int i = 0; i < rounds + kWarmUps; ++i) {
    const double ours = vyre();
    const double theirs = hand();
    if (i < kWarmUps) continue;
    comparison.vyre.add(ours);
    comparison.hand.add(theirs);
  }
}

namespace {

void print(const Comparison& row) {
  std::printf("%-52s %-26s %-26s %-7s %6.2f ", row.title.c_str(), row.vyre.text().c_str(),
              row.hand.text().c_str(), row.unit.c_str(), row.ratio());
  if (row.goal != 0) {
    std::printf("%s %.2f%s", row.is_rate ? ">=" : "<=", row.goal,
                row.meets_goal() ? "" : " missed");
  }
  std::printf("  %s\n", row.note.c_str());
}

void write_side(std::FILE* file, const char* name, const Samples& samples) {
  std::fprintf(file, ", \"%s\": [%.6g, %.6g, %.6g]", name, samples.part(0.5), samples.part(0.1),
               samples.part(0.9));
}

void write(std::FILE* file, const std::string& device, const Comparison& row) {
  std::fprintf(file, "{\"device\": \"%s\", \"title\": \"%s\", \"unit\": \"%s\", \"rate\": %s",
               device.c_str(), row.title.c_str(), row.unit.c_str(), row.is_rate ? "true" : "false");
  write_side(file, "vyre", row.vyre);
  write_side(file, "hand", row.hand);
  std::fprintf(file, ", \"ratio\": %.4g, \"goal\": %.4g, \"note\": \"%s\"}\n", row.ratio(),
               row.goal, row.note.c_str());
}

}  // namespace

bool report(const std::string& device, const std::vector<Comparison>& comparisons,
            const std::string& json_path) {
  std::printf("\n%s: median (10%% to 90%%)\n%-52s %-26s %-26s %-7s %6s\n", device.c_str(), "",
              "vyre", "by hand", "", "ratio");
  for (const Comparison& row : comparisons) print(row);
  if (std::FILE* file = json_path.empty() ? nullptr : std::fopen(json_path.c_str(), "a")) {
    for (const Comparison& row : comparisons) write(file, device, row);
    std::fclose(file);
  }
  return std::all_of(comparisons.begin(), comparisons.end(),
                     [](const Comparison& row) { return row.meets_goal(); });
}

}  // namespace bench
