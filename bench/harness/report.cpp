#include "report.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace bench {

Arguments parse_arguments(const char* program, int argc, char** argv) {
  Arguments arguments;
  for (int i = 1; i < argc; ++i) {
    const std::string_view word = argv[i];
    const char* const next = i + 1 < argc ? argv[i + 1] : nullptr;
    if (word == "--quick") {
      arguments.quick = true;
    } else if (next != nullptr && (word == "--json" || word == "--only" || word == "--rounds")) {
      if (word == "--json") arguments.json = next;
      if (word == "--only") arguments.only = next;
      if (word == "--rounds") arguments.rounds = std::atoi(next);
      ++i;
    } else if (word.substr(0, 1) != "-" && arguments.backend.empty()) {
      arguments.backend = word;
    } else {
      give_up("'" + std::string(word) + "' is not known. Fix: " + program +
              " [DEVICE] [--json FILE] [--rounds N] [--quick] [--only TEXT]");
    }
  }
  return arguments;
}

namespace {

std::string goal_of(const Comparison& row) {
  if (row.goal == 0) return "";
  char text[32];
  std::snprintf(text, sizeof text, "%s %.2f%s", row.is_rate ? ">=" : "<=", row.goal,
                row.meets_goal() ? "" : " missed");
  return text;
}

void print(const Comparison& row) {
  if (!row.missing.empty()) {
    std::printf("%-58s not measured: %s\n", row.title.c_str(), row.missing.c_str());
    return;
  }
  std::printf("%-58s %-26s %-26s %-7s %6.2f %-15s %s\n", row.title.c_str(), row.vyre.text().c_str(),
              row.hand.text().c_str(), row.unit.c_str(), row.ratio(), goal_of(row).c_str(),
              row.note.c_str());
}

std::string quoted(const std::string& text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  }
  return out + "\"";
}

void write_side(std::FILE* file, const char* name, const Samples& samples) {
  std::fprintf(file, ", \"%s\": [%.6g, %.6g, %.6g]", name, samples.part(0.5), samples.part(0.1),
               samples.part(0.9));
}

void write(std::FILE* file, const std::string& bench, const std::string& device,
           const Comparison& row) {
  std::fprintf(file, "{\"bench\": %s, \"device\": %s, \"title\": %s, \"side\": %s",
               quoted(bench).c_str(), quoted(device).c_str(), quoted(row.title).c_str(),
               quoted(row.side).c_str());
  if (!row.missing.empty()) {
    std::fprintf(file, ", \"missing\": %s}\n", quoted(row.missing).c_str());
    return;
  }
  std::fprintf(file, ", \"unit\": %s, \"rate\": %s", quoted(row.unit).c_str(),
               row.is_rate ? "true" : "false");
  write_side(file, "vyre", row.vyre);
  write_side(file, "other", row.hand);
  if (row.hand.part(0.5) != 0) std::fprintf(file, ", \"ratio\": %.4g", row.ratio());
  std::fprintf(file, ", \"goal\": %.4g, \"note\": %s}\n", row.goal, quoted(row.note).c_str());
}

}  // namespace

int Report::rounds(int usual, int least) const {
  const int wanted = arguments_.quick ? usual / 10 : usual;
  return std::max(arguments_.rounds > 0 ? arguments_.rounds : wanted, least);
}

void Report::add(Comparison comparison) {
  std::FILE* file = arguments_.json.empty() ? nullptr : std::fopen(arguments_.json.c_str(), "a");
  if (file == nullptr && !arguments_.json.empty()) give_up(arguments_.json + " cannot be written");
  if (file != nullptr) {
    write(file, bench_, device_, comparison);
    std::fclose(file);
  }
  if (comparison.missing.empty()) {
    std::printf("%s: %.3g\n", comparison.title.c_str(), comparison.ratio());
  }
  std::fflush(stdout);
  rows_.push_back(std::move(comparison));
}

int Report::finish() const {
  const std::string other = rows_.empty() ? "" : rows_.front().side;
  std::printf("\n%s: median (10%% to 90%%)\n%-58s %-26s %-26s %-7s %6s %s\n", device_.c_str(), "",
              "vyre", other.c_str(), "", "ratio", "goal");
  for (const Comparison& row : rows_) print(row);
  const auto good = [](const Comparison& row) { return row.meets_goal(); };
  return std::all_of(rows_.begin(), rows_.end(), good) ? 0 : 1;
}

}  // namespace bench
