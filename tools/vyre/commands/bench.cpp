#include <cstdio>

#include "bench/measure.h"
#include "bench/report.h"
#include "commands.h"
#include "constants.h"
#include "host/arguments.h"
#include "host/progress.h"

namespace tool {

namespace {

// One device with the program compiled for it.
struct Target {
  std::string name;  // as the command line has it
  std::string id;
  std::string device;
  Device owner;
  Pipeline pipeline;
};

class Bench {
 public:
  explicit Bench(const BenchOptions& options) : options_(options) {}
  std::optional<Failure> prepare();
  std::optional<Failure> open();
  std::optional<Failure> run();
  std::string text() const;
  std::optional<Failure> write_trace() const {
    return tool::write_trace(loaded_.context.get(), options_.device);
  }

 private:
  std::optional<Failure> open_one(const std::string& id,
                                  const std::vector<vyre_constant>& constants);
  std::optional<Failure> run_case(const BenchCase& bench_case, Progress& progress);
  size_t steps_of_one() const { return size_t{options_.warmup} + 2 * size_t{options_.repeat}; }

  const BenchOptions& options_;
  Loaded loaded_;
  BenchPlan plan_;
  std::vector<std::string> ids_;
  std::vector<Target> targets_;
  std::vector<BenchRow> rows_;
  size_t steps_ = 0;  // before the case and backend under way
};

std::optional<Failure> check_format(const std::string& format) {
  if (format == "table" || format == "json" || format == "csv") return std::nullopt;
  return Failure{"--format is '" + format + "'. Fix: use table, json or csv."};
}

// Everything that can be wrong before a device is opened.
std::optional<Failure> Bench::prepare() {
  if (auto failure = check_format(options_.format)) return failure;
  if (auto failure = keep(parse_list(options_.devices, "--device"), ids_)) return failure;
  vyre_dispatch_desc with_grid = VYRE_DISPATCH_DESC_INIT;
  if (auto failure = set_launch(options_.grid, options_.shape, with_grid)) return failure;
  if (auto failure = keep(load(options_.program, options_.device), loaded_)) return failure;
  return keep(BenchPlan::create(loaded_.program.get(), options_), plan_);
}

std::optional<Failure> Bench::open_one(const std::string& id,
                                       const std::vector<vyre_constant>& constants) {
  DeviceOptions device = options_.device;
  device.device = id;
  device.plugins.clear();
  auto opened = open_device(loaded_.context.get(), device);
  if (!opened) return opened.failure();
  auto pipeline = compile(opened->get(), loaded_.program.get(), constants);
  if (!pipeline) return pipeline.failure();
  const vyre_device_info* info = vyre_device_get_info(opened->get());
  const std::string shown(view(info->id));
  targets_.push_back({id.empty() ? shown : id, shown, std::string(view(info->name)),
                      std::move(*opened), std::move(*pipeline)});
  return std::nullopt;
}

std::optional<Failure> Bench::open() {
  const auto plugins = load_plugins(loaded_.context.get(), options_.device.plugins);
  if (!plugins) return plugins.failure();
  if (ids_.empty()) ids_.push_back(plugins->empty() ? std::string() : plugins->back());
  const auto constants = parse_constants(loaded_.program.get(), options_.constants);
  if (!constants) return constants.failure();
  for (const std::string& id : ids_)
    if (auto failure = open_one(id, *constants)) return failure;
  return std::nullopt;
}

std::optional<Failure> Bench::run_case(const BenchCase& bench_case, Progress& progress) {
  double yardstick = 0;
  for (const Target& target : targets_) {
    auto launch =
        BenchLaunch::create(target.owner.get(), target.pipeline.get(), bench_case, options_);
    if (!launch) return launch.failure();
    size_t done = steps_;
    const auto measured = measure(*launch, options_, [&] { progress.at(++done); });
    if (!measured) return measured.failure();
    steps_ += steps_of_one();
    if (&target == &targets_.front()) yardstick = measured->host.median;
    const double ratio = yardstick > 0 ? measured->host.median / yardstick : 1;
    rows_.push_back({target.name, target.id, target.device, bench_case.elements, bench_case.bytes,
                     *measured, ratio});
  }
  return std::nullopt;
}

std::optional<Failure> Bench::run() {
  Progress progress("bench", plan_.size() * targets_.size() * steps_of_one(), "dispatches");
  for (size_t i = 0; i < plan_.size(); ++i)
    if (auto failure = run_case(plan_.at(i), progress)) return failure;
  return std::nullopt;
}

std::string Bench::text() const {
  if (options_.format == "json") return bench_json(options_, rows_);
  if (options_.format == "csv") return bench_csv(rows_);
  return rows_.empty() ? std::string() : bench_table(options_, rows_);
}

}  // namespace

int bench(const BenchOptions& options) {
  Bench bench(options);
  if (const auto failure = bench.prepare()) return report(*failure);
  if (const auto failure = bench.open()) return report(*failure);
  const auto failed = bench.run();
  std::fputs(bench.text().c_str(), stdout);  // also what was measured before a failure
  if (const auto failure = bench.write_trace()) return report(*failure);
  return failed ? report(*failed) : kExitOk;
}

}  // namespace tool
