#include "worker.h"

#include <cstdlib>

#include "differential/generate/generator.h"
#include "differential/generate/grid_features.h"
#include "differential/judge/case_json.h"
#include "differential/judge/reducer.h"
#include "ir/validate/validate.h"
#include "reference/reference_device.h"
#include "support/modest_device.h"
#include "vulkan/backend/vulkan_device.h"

namespace vyre::differential {
namespace {

constexpr size_t kMaxReduced = 5;  // mismatches of one process; the others are printed as drawn

// The first Vulkan device, twice: as it is with coarsened kernels wherever possible, and with what
// it offers beyond the least taken away, so that software paths run.
struct Devices {
  std::shared_ptr<backend::Device> oracle, full, modest;

  static Result<Devices> open() {
    Devices devices;
    VYRE_ASSIGN_OR_RETURN(devices.oracle, reference::create_reference_device());
    VYRE_ASSIGN_OR_RETURN(auto instance, vulkan::Instance::open({}));
    vulkan::DeviceOptions full;
    full.min_coarsened_invocations = 1;
    VYRE_ASSIGN_OR_RETURN(devices.full, vulkan::VulkanDevice::open(instance, 0, full));
    VYRE_ASSIGN_OR_RETURN(devices.modest,
                          vulkan::VulkanDevice::open(instance, 0, test::modest_device()));
    return devices;
  }

  bool is_modest(uint64_t index) const { return index % 2 == 1; }
  backend::Device& device(uint64_t index) const { return is_modest(index) ? *modest : *full; }

  std::string name(uint64_t index) const {
    const profile::DeviceProfile& profile = device(index).profile();
    return concat(profile.name, ", subgroups of ", profile.subgroup_size.value_or(0),
                  is_modest(index) ? ", software paths" : "");
  }
};

class Worker {
 public:
  Worker(const Options& options, Devices devices)
      : options_(options), devices_(std::move(devices)) {}

  void run(uint64_t index) {
    Case sketch = generate(options_.seed, index, options_.weights());
    sketch.semantics = options_.semantics;
    backend::Device& device = devices_.device(index);
    Judgment judgment = judge(sketch, *devices_.oracle, device);
    if (const auto program = program_of(sketch); program.ok()) {
      const std::string lost = lost_in_forms(*program.value());
      if (!lost.empty()) judgment = {Verdict::kInvalid, lost};
      // What cannot be cut was refused, which the judge has seen.
      if (options_.grid_sync) (void)add_grid_features(*program.value(), sketch).ok();
    }
    outcomes_.add(sketch, judgment, devices_.name(index));
    const bool wrong =
        judgment.verdict == Verdict::kMismatch || judgment.verdict == Verdict::kInvalid;
    if (wrong) show(index, sketch, judgment);
  }

  const OutcomeCounts& outcomes() const { return outcomes_; }

 private:
  void show(uint64_t index, const Case& sketch, const Judgment& judgment) {
    const bool smaller =
        options_.reduce && judgment.verdict == Verdict::kMismatch && reduced_++ < kMaxReduced;
    backend::Device& device = devices_.device(index);
    const auto still_wrong = [&](const Case& candidate) {
      return judge(candidate, *devices_.oracle, device).verdict == Verdict::kMismatch;
    };
    const Case shown = smaller ? differential::reduce(sketch, still_wrong) : sketch;
    const Judgment last = smaller ? judge(shown, *devices_.oracle, device) : judgment;
    std::printf("program %llu of seed %llu on %s: %s%s\n%s\n",
                static_cast<unsigned long long>(index),
                static_cast<unsigned long long>(options_.seed), devices_.name(index).c_str(),
                std::string(verdict_name(judgment.verdict)).c_str(), smaller ? ", reduced" : "",
                write_case(shown, last).c_str());
    std::fflush(stdout);
  }

  const Options& options_;
  const Devices devices_;
  OutcomeCounts outcomes_;
  size_t reduced_ = 0;
};

}  // namespace

bool belongs(const Options& options, const Part& part, uint64_t index) {
  uint64_t place = index - options.from;
  if (options.spread) {
    if (place % options.widths.size() != part.width) return false;
    place /= options.widths.size();
  }
  // Programs go in pairs, because every second one takes the software paths.
  return place / 2 % part.parts == part.part;
}

Status work(const Options& options, const Part& part, std::FILE* report) {
  const std::string width = std::to_string(options.widths[part.width]);
  setenv("LP_NATIVE_VECTOR_WIDTH", width.c_str(), 1);
  setenv("MESA_SHADER_CACHE_DISABLE", "1", 1);  // it takes no account of the width
  VYRE_ASSIGN_OR_RETURN(Devices devices, Devices::open());
  Worker worker(options, std::move(devices));
  for (uint64_t index = options.from; index < options.from + options.count; ++index) {
    if (!belongs(options, part, index)) continue;
    std::fprintf(report, "i %llu\n", static_cast<unsigned long long>(index));
    std::fflush(report);
    worker.run(index);
  }
  const std::string counts = worker.outcomes().write();
  std::fwrite(counts.data(), 1, counts.size(), report);
  return {};
}

}  // namespace vyre::differential
