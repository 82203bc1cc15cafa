// faults memory|vulkan [options]: makes the library fail wherever something from outside can, one
// place in each run of a script, and looks at what it does then.
#include <dlfcn.h>
#include <vulkan/vulkan_core.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <random>
#include <thread>

#include "children.h"
#include "faulty_vulkan.h"
#include "strike.h"
#include "world.h"

namespace vyre::faults {
namespace {

struct Options {
  std::string device = "cpu-ref";
  std::string script;     // one of them; empty: all
  std::string loader;     // that fails where it is told to
  uint64_t points = 0;    // at most, of all scripts; 0: every
  uint64_t at_least = 0;  // or the run fails
  uint64_t seed = 1;
  uint64_t only = 0;  // the one to run, in this process
  unsigned jobs = std::max(1u, std::thread::hardware_concurrency());
};

// ---- One run of a script ----

// What there is when all was given back.
struct Left {
  int64_t blocks = 0;
  int64_t objects = 0;
};

int64_t (*vulkan_objects)() = [] { return int64_t{0}; };

void check_given_back(const World& world) {
  if (world.memory.live != 0) throw Wrong{"blocks of the host are left"};
  if (world.memory.owners != 0) throw Wrong{"the host's allocator was not let go of once"};
  if (world.callbacks != 0) throw Wrong{"a callback was not let go of once"};
  const script& table = world.scripted.what;
  if (table.live_works + table.live_executables + table.live_memories + table.live_devices != 0) {
    throw Wrong{"objects of a table are left"};
  }
}

// The script, |fault| in it, and then what is there is used, and given back.
Report run_once(const Script& script, const std::string& device, const Fault& fault) {
  Report report{Outcome::kAbsorbed, {}};
  World world(device);
  script.before(world);
  arm(fault);
  try {
    script.run(world);
  } catch (const Stopped& stopped) {
    report = {Outcome::kTold, stopped.why};
  }
  if (has_struck() && !fault.from_then_on) {
    disarm();
    use(world);
  }
  world.give_back();
  disarm();
  check_given_back(world);
  if (!has_struck()) report.outcome = Outcome::kUnmet;
  return report;
}

// The same, and then all once more without a fault, so that all is there that stays for ever.
Report run(const Script& script, const std::string& device, const Fault& fault,
           const Left& expected) {
  Report report;
  try {
    report = run_once(script, device, fault);
    const Report after = run_once(script, device, {});
    if (!after.text.empty()) throw Wrong{"a run without a fault fails behind it: " + after.text};
  } catch (const Wrong& wrong) {
    return {Outcome::kWrong, wrong.what};
  } catch (const Stopped& stopped) {
    return {Outcome::kWrong, "what is there does not work: " + stopped.why};
  }
  const int64_t blocks = live_blocks() - expected.blocks;
  const int64_t objects = vulkan_objects() - expected.objects;
  if (blocks == 0 && objects == 0) return report;
  return {Outcome::kWrong, std::to_string(blocks) + " blocks and " + std::to_string(objects) +
                               " objects of Vulkan are left"};
}

// ---- Where a script can fail ----

// What a run without a fault meets.
struct Met {
  uint64_t calls = 0;
  Left left;
  std::vector<Site> sites;
};

using File = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;

template <typename Item>
void put(const File& file, const Item* items, size_t count) {
  if (std::fwrite(items, sizeof(Item), count, file.get()) != count) std::abort();
}
template <typename Item>
size_t get(const File& file, Item* items, size_t count) {
  return std::fread(items, sizeof(Item), count, file.get());
}

void look(const Script& script, const std::string& device, Kind kind, const File& file) {
  const Report report = run_once(script, device, {.kind = kind, .is_recorded = true});
  if (!report.text.empty()) throw Wrong{report.text};
  const uint64_t counted = calls();
  const std::vector<Site> met = sites();
  (void)run_once(script, device, {});
  const Left left{live_blocks(), vulkan_objects()};
  put(file, &counted, 1);
  put(file, &left, 1);
  put(file, met.data(), met.size());
  std::fflush(file.get());
}

Met find_sites(const Script& script, const std::string& device, Kind kind, unsigned seconds) {
  const File file(std::tmpfile(), &std::fclose);
  std::string problem;
  const auto body = [&]() -> Report {
    try {
      look(script, device, kind, file);
      return {Outcome::kAbsorbed, {}};
    } catch (const Wrong& wrong) {
      return {Outcome::kWrong, wrong.what};
    } catch (const Stopped& stopped) {
      return {Outcome::kWrong, stopped.why};
    }
  };
  run_jobs({{body, [&](const Report& report) { problem = report.text; }}}, 1, seconds);
  if (!problem.empty()) {
    std::printf("%s: without a fault: %s\n", script.name, problem.c_str());
    std::exit(1);
  }
  Met met;
  std::rewind(file.get());
  (void)get(file, &met.calls, 1);
  (void)get(file, &met.left, 1);
  for (Site site; get(file, &site, 1) == 1;) met.sites.push_back(site);
  return met;
}

// ---- Points ----

struct Point {
  const Script* script;
  Left left;
  Fault fault;
};

// What the functions of Vulkan may give, and what a driver gives all the same.
constexpr VkResult kResults[] = {VK_ERROR_OUT_OF_HOST_MEMORY,
                                 VK_ERROR_OUT_OF_DEVICE_MEMORY,
                                 VK_ERROR_INITIALIZATION_FAILED,
                                 VK_ERROR_DEVICE_LOST,
                                 VK_ERROR_UNKNOWN,
                                 VK_ERROR_TOO_MANY_OBJECTS,
                                 VK_ERROR_MEMORY_MAP_FAILED,
                                 VK_ERROR_FEATURE_NOT_PRESENT,
                                 VK_ERROR_FRAGMENTED_POOL,
                                 VK_ERROR_OUT_OF_POOL_MEMORY,
                                 VK_ERROR_INVALID_EXTERNAL_HANDLE,
                                 VK_ERROR_VALIDATION_FAILED_EXT,
                                 VK_NOT_READY,
                                 VK_TIMEOUT,
                                 VK_INCOMPLETE,
                                 static_cast<VkResult>(-424242)};

void add_points(const Script& script, const Met& met, Kind kind, bool every,
                std::vector<Point>& points) {
  const auto add = [&](Fault fault) {
    fault.kind = kind;
    points.push_back({&script, met.left, fault});
  };
  if (kind == Kind::kVulkan) {
    for (const Site& site : met.sites) {
      for (const VkResult result : kResults) add({.site = site, .result = result});
    }
    return;
  }
  for (const bool from_then_on : {false, true}) {
    for (uint64_t nth = 1; every && nth <= met.calls; ++nth) {
      add({.nth = nth, .from_then_on = from_then_on});
    }
    for (size_t i = 0; !every && i < met.sites.size(); ++i) {
      add({.site = met.sites[i], .from_then_on = from_then_on});
    }
  }
}

std::string name_of(const Point& point, const char* (*function_name)(uint32_t)) {
  const Fault& fault = point.fault;
  std::string name = point.script->name;
  if (fault.kind == Kind::kVulkan) {
    return name + ", " + function_name(fault.site.function) + " gives " +
           std::to_string(fault.result);
  }
  name += fault.nth != 0 ? ", allocation " + std::to_string(fault.nth) : ", a call stack";
  return name + (fault.from_then_on ? " and all behind it" : "");
}

// ---- The whole ----

struct Totals {
  uint64_t of[6] = {};
  uint64_t bad() const {
    return of[static_cast<int>(Outcome::kWrong)] + of[static_cast<int>(Outcome::kCrashed)] +
           of[static_cast<int>(Outcome::kHung)];
  }
};

class Faults {
 public:
  Faults(Kind kind, const Options& options) : kind_(kind), options_(options) {
    if (kind_ == Kind::kVulkan || !options_.loader.empty()) load_faulty_vulkan();
  }

  int run() {
    find_points();
    if (options_.only != 0) return run_one(points_.at(options_.only - 1));
    choose();
    std::vector<Job> jobs;
    for (size_t i = 0; i < points_.size(); ++i) {
      const Point& point = points_[i];
      jobs.push_back(
          {[&] { return faults::run(*point.script, options_.device, point.fault, point.left); },
           [&, i](const Report& report) { note(i, report); }});
    }
    run_jobs(std::move(jobs), options_.jobs, kSeconds);
    return tell();
  }

 private:
  static constexpr unsigned kSeconds = 120;

  void load_faulty_vulkan() {
    void* const module = dlopen(options_.loader.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (module == nullptr) {
      std::fprintf(stderr, "%s\n", dlerror());
      std::exit(2);
    }
    setenv("VYRE_FAULTY_VULKAN", options_.loader.c_str(), 1);
    const auto set = reinterpret_cast<decltype(&vyre_faulty_set)>(dlsym(module, "vyre_faulty_set"));
    set([](uint32_t function, void* caller, int32_t* with) {
      *with = result();
      return strikes(Kind::kVulkan, function, caller);
    });
    name_ = reinterpret_cast<decltype(name_)>(dlsym(module, "vyre_faulty_name"));
    vulkan_objects = reinterpret_cast<int64_t (*)()>(dlsym(module, "vyre_faulty_live"));
  }

  void find_points() {
    for (const Script& script : scripts()) {
      if (!options_.script.empty() && options_.script != script.name) continue;
      const Met met = find_sites(script, options_.device, kind_, kSeconds);
      sites_ += met.sites.size();
      add_points(script, met, kind_, kind_ == Kind::kMemory && options_.device != "vulkan",
                 points_);
      std::printf("%s: %" PRIu64 " calls from %zu call stacks\n", script.name, met.calls,
                  met.sites.size());
    }
  }

  // A sample of as many as are wanted, by the seed.
  void choose() {
    numbers_.resize(points_.size());
    for (size_t i = 0; i < numbers_.size(); ++i) numbers_[i] = i;
    if (options_.points == 0 || options_.points >= points_.size()) return;
    std::mt19937_64 random(options_.seed);
    std::ranges::shuffle(numbers_, random);
    numbers_.resize(options_.points);
    std::vector<Point> chosen;
    for (const size_t i : numbers_) chosen.push_back(points_[i]);
    points_ = std::move(chosen);
  }

  int run_one(const Point& point) {
    std::printf("%s\n", name_of(point, name_).c_str());
    const Report report = faults::run(*point.script, options_.device, point.fault, point.left);
    std::printf("outcome %d: %s\n", static_cast<int>(report.outcome), report.text.c_str());
    return 0;
  }

  void note(size_t i, const Report& report) {
    ++totals_.of[static_cast<int>(report.outcome)];
    static constexpr const char* kNames[] = {"", "", "", "WRONG", "CRASHED", "HUNG"};
    const char* const name = kNames[static_cast<int>(report.outcome)];
    if (*name == 0) return;
    std::printf("%s: point %zu, %s: %s\n", name, numbers_[i] + 1,
                name_of(points_[i], name_).c_str(), report.text.c_str());
    std::fflush(stdout);
  }

  int tell() const {
    const uint64_t* const of = totals_.of;
    std::printf("faults of %s on %s, seed %" PRIu64 ": %zu call stacks, %zu points: %" PRIu64
                " told, %" PRIu64 " absorbed, %" PRIu64 " not met; %" PRIu64 " crashes, %" PRIu64
                " hangs, %" PRIu64 " wrong or left behind\n",
                kind_ == Kind::kMemory ? "memory" : "Vulkan", options_.device.c_str(),
                options_.seed, sites_, points_.size(), of[1], of[0], of[2], of[4], of[5], of[3]);
    if (points_.size() < options_.at_least) {
      std::printf("at least %" PRIu64 " points are wanted\n", options_.at_least);
      return 1;
    }
    if (of[2] * 5 > points_.size()) {
      std::printf("over 20 %% of the points were not met\n");
      return 1;
    }
    return totals_.bad() == 0 ? 0 : 1;
  }

  const Kind kind_;
  const Options options_;
  const char* (*name_)(uint32_t) = nullptr;
  std::vector<Point> points_;
  std::vector<size_t> numbers_;  // of these, among all
  size_t sites_ = 0;
  Totals totals_;
};

}  // namespace
}  // namespace vyre::faults

int main(int argc, char** argv) {
  using namespace vyre::faults;
  CLI::App app(
      "Makes the library fail wherever something from outside can, and looks what it does");
  Options options;
  std::string kind;
  app.add_option("kind", kind)->required()->check(CLI::IsMember({"memory", "vulkan"}));
  app.add_option("--device", options.device);
  app.add_option("--script", options.script);
  app.add_option("--loader", options.loader);
  app.add_option("--points", options.points);
  app.add_option("--at-least", options.at_least);
  app.add_option("--seed", options.seed);
  app.add_option("--only", options.only);
  app.add_option("--jobs", options.jobs);
  CLI11_PARSE(app, argc, argv);
  set_up();
  return Faults(kind == "memory" ? Kind::kMemory : Kind::kVulkan, options).run();
}
