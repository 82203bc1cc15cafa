// What live pipelines and dispatches under way hold: bytes of the heap, the driver's included, and
// of the device's memory, beside the same in hand-written Vulkan. A dispatch counts from its start
// until its results are collected. vyre_memory_bench [DEVICE] [options of report.h].

#include <vyre_driver_tools.h>

#include <array>
#include <string>
#include <vector>

#include "harness/heap_count.h"
#include "harness/report.h"
#include "raw_vulkan/memory.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/kernel.h"
#include "vyre/kernel_programs.h"
#include "vyre/replay.h"

namespace bench {
namespace {

constexpr int kPipelines = 1000;
constexpr int kBatches = 10;  // a sample is the mean of one of them

std::string program_of(uint32_t number) {
  return R"({"workgroup_size": [64, 1, 1], "buffers": [{"name": "a", "type": "U32"},
      {"name": "b", "type": "U32"}, {"name": "out", "type": "U32", "access": "write_only"}],
      "body": [{"let": "i", "value": {"invocation_id": "x"}}, {"store": "out", "at": "i", "value":
      {"add": [{"bit_xor": [{"load": "a", "at": "i"}, {"load": "b", "at": "i"}]}, )" +
         std::to_string(number) + "]}}]}";
}

double device_bytes(const VyreDevice& device) {
  return static_cast<double>(device.metric(VYRE_METRIC_DEVICE_BYTES));
}

// How many bytes of the heap there are more of after |work|.
template <class Work>
double growth(Work work) {
  const int64_t before = live_heap_bytes();
  work();
  return static_cast<double>(live_heap_bytes() - before);
}

void measure_pipelines(Report& report, const VyreDevice& device, const RawDevice& hand) {
  Comparison row{"heap of a live pipeline, of " + std::to_string(kPipelines), "B"};
  if (!report.wants(row.title)) return;
  const uint32_t each = static_cast<uint32_t>(report.rounds(kPipelines, 100) / kBatches);
  std::vector<VyrePipeline> ours;
  ours.reserve(kPipelines + 1);
  ours.push_back(device.create_pipeline(program_of(0)));
  RawPipelines theirs(hand);
  theirs.add(1024);
  uint32_t made = 0;
  for (int batch = 0; batch < kBatches; ++batch, made += each) {
    const double grown = growth([&] {
      for (uint32_t i = 1; i <= each; ++i)
        ours.push_back(device.create_pipeline(program_of(made + i)));
    });
    row.vyre.add(grown / each);
    const double by_hand = growth([&] {
      for (uint32_t i = 1; i <= each; ++i) theirs.add(made + i);
    });
    row.hand.add(by_hand / each);
  }
  row.note = "different programs, driver warm; " + std::to_string(made) + " of them";
  report.add(std::move(row));
}

// Dispatches that were started and not collected.
class VyreWorks {
 public:
  VyreWorks(const VyreDevice& device, uint32_t most, bool host_bytes)
      : pipeline_(device.create_pipeline(xor_program())), host_bytes_(host_bytes) {
    words_.resize(RawPending::kElements);
    works_.reserve(most);
    for (size_t i = 0; !host_bytes && i < buffers_.size(); ++i) {
      buffers_[i] = device.create_buffer(most * RawPending::kBytes);
    }
  }

  void submit() {
    const auto bindings = bindings_of(works_.size() * RawPending::kBytes);
    works_.push_back(make<Work>(vyre_dispatch_async, pipeline_.get(), bindings.data(),
                                bindings.size(), nullptr));
  }

  void wait() {
    for (const auto& work : works_) {
      vyre_work_state state = VYRE_WORK_RUNNING;
      check(vyre_work_wait(work.get(), VYRE_FOREVER, &state));
      if (state != VYRE_WORK_READY) give_up("a dispatch failed");
    }
  }

 private:
  using Work = Owner<vyre_work, vyre_work_destroy>;
  std::array<vyre_binding, 3> bindings_of(uint64_t offset) {
    constexpr uint64_t kBytes = RawPending::kBytes;
    if (host_bytes_) {
      return {vyre_bind_input(0, words_.data(), kBytes), vyre_bind_input(1, words_.data(), kBytes),
              vyre_bind_output(2, words_.data(), kBytes)};
    }
    std::array<vyre_binding, 3> bindings;
    for (uint32_t i = 0; i < 3; ++i) {
      bindings[i] = vyre_bind_range(i, buffers_[i].get(), offset, kBytes);
    }
    return bindings;
  }

  const VyrePipeline pipeline_;
  const bool host_bytes_;
  std::vector<uint32_t> words_;
  std::array<VyreBuffer, 3> buffers_;
  std::vector<Work> works_;
};

// Bytes of heap and of the device's memory for each of |count| under way, the first of this device
// but one.
std::array<double, 2> work_bytes(const VyreDevice& device, uint32_t count, bool host_bytes) {
  VyreWorks job(device, count + 1, host_bytes);
  job.submit();
  job.wait();
  const double before = device_bytes(device);
  const double heap = growth([&] {
    for (uint32_t i = 0; i < count; ++i) job.submit();
  });
  const double memory = device_bytes(device) - before;
  job.wait();
  return {heap / count, memory / count};
}

// The device's memory is reserved for all of them before.
std::array<double, 2> work_bytes(const RawDevice& device, uint32_t count, bool host_bytes) {
  RawPending job(device, count + 1, host_bytes);
  job.submit();
  job.wait();
  const double heap = growth([&] {
    for (uint32_t i = 0; i < count; ++i) job.submit();
  });
  job.wait();
  const double memory = host_bytes ? static_cast<double>(job.device_bytes()) : 0;
  return {heap / count, memory / (count + 1)};
}

void measure_works(Report& report, const std::string& backend, uint32_t count, bool host_bytes) {
  const std::string what = " of a dispatch under way on " +
                           std::string(host_bytes ? "host bytes" : "buffers") + ", of " +
                           std::to_string(count);
  Comparison heap{"heap" + what, "B"}, memory{"device memory" + what, "B"};
  if (!report.wants(heap.title) && !report.wants(memory.title)) return;
  for (int round = 0; round < 3; ++round) {
    const VyreDevice device(backend);
    const auto ours = work_bytes(device, count, host_bytes);
    const RawDevice hand(device.uuid());
    const auto theirs = work_bytes(hand, count, host_bytes);
    heap.vyre.add(ours[0]);
    heap.hand.add(theirs[0]);
    memory.vyre.add(ours[1]);
    memory.hand.add(theirs[1]);
  }
  heap.note = "the first of their backend";
  memory.note = "beyond what the first one reserved";
  report.add(std::move(heap));
  if (host_bytes) report.add(std::move(memory));
}

// Of the heap, for each of many runs once the first are over.
double allocations_of(const std::function<void()>& work) {
  constexpr int kRuns = 1000;
  for (int i = 0; i < 100; ++i) work();
  const int64_t before = heap_allocations();
  for (int i = 0; i < kRuns; ++i) work();
  return static_cast<double>(heap_allocations() - before) / kRuns;
}

void measure_allocations(Report& report, const VyreDevice& device, const RawDevice& hand) {
  constexpr uint32_t kCount = RawPending::kElements;
  XorInputs words(kCount);
  const VyreXor job(device);
  const VyreKernel kernel = resident_xor(device, words);
  VyreReplay replay(device, 1, false);
  RawXor resident(hand, kernel_variants()[0], kCount);
  RawXor copied(hand, kernel_variants()[0], kCount, {.bytes = RawBytes::kCopied});
  const auto by_hand = [&] { resident.run_resident(); };
  const auto by_hand_on_bytes = [&] { copied.run(words); };
  const auto compare = [&](const char* title, const std::function<void()>& ours,
                           const std::function<void()>& theirs) {
    Comparison row{title, "each"};
    if (!report.wants(row.title)) return;
    for (int i = 0; i < report.rounds(5); ++i) {
      row.vyre.add(allocations_of(ours));
      row.hand.add(allocations_of(theirs));
    }
    row.note = "the driver's included";
    report.add(std::move(row));
  };
  compare(
      "heap allocations of a replayed sequence", [&] { replay.run(); }, by_hand);
  compare(
      "heap allocations of a resident dispatch", [&] { kernel.run(); }, by_hand);
  compare(
      "heap allocations of a dispatch on host bytes", [&] { job.run(words); }, by_hand_on_bytes);
}

int run(const Arguments& arguments) {
  Report report("memory", arguments);
  const VyreDevice device(arguments.backend);
  const RawDevice hand(device.uuid());
  report.on(hand.name());
  measure_pipelines(report, device, hand);
  measure_allocations(report, device, hand);
  for (const bool host_bytes : {false, true}) {
    for (const uint32_t count : {10u, 100u, 1000u}) {
      measure_works(report, arguments.backend, count, host_bytes);
    }
  }
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_memory_bench", argc, argv));
}
