// Small dispatches: replay, submission and throughput of several threads, and large ones on memory
// of the host, beside the same in hand-written Vulkan with the best of four ways to wait.
// vyre_dispatch_bench [DEVICE] [options of report.h]. The exit code is 1 when one misses its goal.

#include <vyre_driver_tools.h>

#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "harness/cache_noise.h"
#include "harness/report.h"
#include "harness/worker_pool.h"
#include "harness/xor_inputs.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/kernel.h"
#include "vyre/replay.h"

namespace bench {
namespace {

constexpr uint32_t kSmall = 256;
constexpr int kRounds = 20000;
constexpr int kThroughputRounds = 41;  // a scheduler has several speeds for threads on few cores
constexpr int kDispatches = 10000;
constexpr int kBatch = 1000;

// Threads that wait for |device| do not sleep, as the hand-written side's do not.
class AlwaysLooking {
 public:
  explicit AlwaysLooking(const VyreDevice& device) : device_(device.device()) {
    check(vyre_device_get_submit_policy(device_, &usual_));
    vyre_submit_policy policy = usual_;
    policy.spin_ns = UINT64_MAX;
    check(vyre_device_set_submit_policy(device_, &policy));
  }
  ~AlwaysLooking() { check(vyre_device_set_submit_policy(device_, &usual_)); }
  AlwaysLooking(const AlwaysLooking&) = delete;
  AlwaysLooking& operator=(const AlwaysLooking&) = delete;

 private:
  vyre_device* const device_;
  vyre_submit_policy usual_ = VYRE_SUBMIT_POLICY_INIT;
};

// The two sides, and the way to wait that is the fastest for the hand-written one.
class Sides {
 public:
  Sides(const std::string& backend, Report& report)
      : vyre_(backend), hand_(vyre_.uuid()), heat_(hand_), report_(report) {
    report_.on(hand_.name());
    heat_.raise();
    choose_wait(hand_, report_.rounds(5000));
    wait_ = hand_.wait();
    if (hand_.needs_copies()) choose_bytes();
  }

  void replay() {
    Comparison row{"256 elements resident, replayed and waited for", "us", false, 1.15};
    if (!report_.wants(row.title)) return;
    heat_.raise();
    VyreReplay vyre(vyre_, 1, false);
    RawXor hand(hand_, variant_, kSmall);
    row.note = name_of(wait_);
    take_turns(
        report_.rounds(kRounds), row, [&] { return microseconds_again([&] { vyre.run(); }); },
        [&] { return microseconds_again([&] { hand.run_resident(); }); });
    report_.add(std::move(row));
  }

  void plain(bool host_bytes) {
    Comparison row{host_bytes ? "256 elements, host bytes, plain dispatch"
                              : "256 elements resident, plain dispatch",
                   "us", false, 1.15};
    if (!report_.wants(row.title)) return;
    heat_.raise();
    XorInputs ours(kSmall), theirs(kSmall);
    const VyreXor vyre(vyre_);
    const VyreKernel resident = resident_xor(vyre_, ours);
    RawXor hand(hand_, variant_, kSmall, {.bytes = host_bytes ? bytes_ : RawBytes::kResident});
    row.note = std::string(name_of(wait_)) + (host_bytes ? ", " : "") +
               (host_bytes ? name_of(bytes_) : "");
    const auto run_vyre = [&] { host_bytes ? vyre.run(ours) : resident.run(); };
    const auto run_hand = [&] { host_bytes ? hand.run(theirs) : hand.run_resident(); };
    take_turns(
        report_.rounds(kRounds), row, [&] { return microseconds_again(run_vyre); },
        [&] { return microseconds_again(run_hand); });
    if (host_bytes) ours.need("vyre");
    if (host_bytes) theirs.need("the other side");
    report_.add(std::move(row));
  }

  void submission(bool barriers) {
    Comparison row{
        std::string("submitting 5,000 recorded dispatches") + (barriers ? " with barriers" : ""),
        "us"};
    if (!report_.wants(row.title)) return;
    heat_.raise();
    const AlwaysLooking looking(vyre_);
    VyreReplay vyre(vyre_, 5000, barriers);
    RawXor hand(hand_, variant_, kSmall, {.dispatches = 5000, .barriers = barriers});
    const auto ours = [&] {
      const double time = microseconds_of([&] { vyre.submit(); });
      vyre.wait();
      return time;
    };
    const auto theirs = [&] {
      const double time = microseconds_of([&] { hand.submit(); });
      hand.wait();
      return time;
    };
    // A device that is the processor takes its caches itself.
    const int tries = barriers ? 5 : 50;
    OwnCache cache(hand_.needs_copies() ? tries : 1);
    Samples all_ours, all_theirs;
    take_turns(
        report_.rounds(hand_.needs_copies() ? 100 : 10), row,
        [&] { return cache.measure([&] { vyre.run(); }, ours, all_ours); },
        [&] { return cache.measure([&] { hand.run_resident(); }, theirs, all_theirs); });
    row.note = "disturbed ones too: " + all_ours.text() + ", by hand " + all_theirs.text();
    report_.add(std::move(row));
  }

  void one_by_one(int threads) {
    Comparison row{"dispatches with host bytes, each waited for, " + count_of(threads), "1/s", true,
                   0.9};
    if (!report_.wants(row.title)) return;
    heat_.raise();
    const VyreXor vyre(vyre_);
    std::vector<RawXor> hands;
    std::vector<XorInputs> inputs(static_cast<size_t>(threads), XorInputs(kSmall));
    for (int i = 0; i < threads; ++i) {
      hands.emplace_back(hand_, variant_, kSmall, RawXorOptions{.bytes = bytes_});
    }
    const auto ours = [&](size_t i) { vyre.run(inputs[i]); };
    wait_among(threads);
    const auto theirs = [&](size_t i) { hands[i].run(inputs[i]); };
    WorkerPool workers(threads);
    take_turns(
        report_.rounds(kThroughputRounds), row, [&] { return rate(workers, 1, ours); },
        [&] { return rate(workers, 1, theirs); });
    for (XorInputs& each : inputs) each.need("a thread");
    row.note = std::string(name_of(hand_.wait())) + ", " + name_of(bytes_);
    report_.add(std::move(row));
  }

  void batched(int threads) {
    Comparison row{"dispatches in batches of 1,000, " + count_of(threads), "1/s", true, 0.9};
    if (!report_.wants(row.title)) return;
    heat_.raise();
    std::vector<VyreReplay> vyres;
    std::vector<RawXor> hands;
    const RawXorOptions batch{.dispatches = kBatch, .barriers = true};
    for (int i = 0; i < threads; ++i) {
      vyres.emplace_back(vyre_, kBatch, true);
      hands.emplace_back(hand_, variant_, kSmall, batch);
    }
    const auto ours = [&](size_t i) { vyres[i].run(); };
    wait_among(threads);
    const auto theirs = [&](size_t i) { hands[i].run_resident(); };
    WorkerPool workers(threads);
    take_turns(
        report_.rounds(kThroughputRounds), row, [&] { return rate(workers, kBatch, ours); },
        [&] { return rate(workers, kBatch, theirs); });
    report_.add(std::move(row));
  }

  void host_memory(uint32_t count) {
    Comparison row{std::to_string(count >> 20) + " Mi u32, memory of the host in and out", "us",
                   false, 1 / 0.9};
    if (!report_.wants(row.title)) return;
    heat_.raise();
    const VyreXor vyre(vyre_);
    hand_.set_wait(wait_);
    RawXor hand(hand_, variant_, count, {.bytes = RawBytes::kCopied});
    XorInputs ours(count), theirs(count);
    take_turns(
        report_.rounds(15), row, [&] { return microseconds_of([&] { vyre.run(ours); }); },
        [&] { return microseconds_of([&] { hand.run(theirs); }); });
    ours.need("vyre");
    theirs.need("the other side");
    report_.add(std::move(row));
  }

 private:
  static std::string count_of(int threads) {
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  }

  // The fastest place for words of the host on a device with memory of its own.
  void choose_bytes() {
    XorInputs inputs(kSmall);
    std::vector<std::unique_ptr<RawXor>> jobs;
    std::vector<Way> ways;
    for (const RawBytes bytes : kRawHostBytes) {
      jobs.push_back(
          std::make_unique<RawXor>(hand_, variant_, kSmall, RawXorOptions{.bytes = bytes}));
      ways.push_back({name_of(bytes), [&, job = jobs.back().get()] {
                        return microseconds_again([&] { job->run(inputs); });
                      }});
    }
    bytes_ = kRawHostBytes[min_of(ways, report_.rounds(500), "us")];
  }

  // Threads that poll take the processor from each other where there are more of them.
  void wait_among(int threads) {
    const bool crowded = static_cast<unsigned>(threads) > std::thread::hardware_concurrency() / 2;
    hand_.set_wait(crowded ? RawWait::kFence : wait_);
  }

  // Dispatches a second of threads that do kDispatches together, or a few more, |each| at a time.
  static double rate(WorkerPool& workers, int each, const std::function<void(size_t)>& work) {
    const int turns = (kDispatches + workers.size() * each - 1) / (workers.size() * each);
    const double time = microseconds_of([&] {
      workers.run([&](size_t i) {
        for (int turn = 0; turn < turns; ++turn) work(i);
      });
    });
    return workers.size() * turns * each / time * 1e6;
  }

  VyreDevice vyre_;
  RawDevice hand_;
  RawHeat heat_;
  Report& report_;  // borrowed, outlives this
  const KernelVariant& variant_ = kernel_variants().front();
  RawWait wait_ = RawWait::kFence;
  RawBytes bytes_ = RawBytes::kCopied;
};

int run(const Arguments& arguments) {
  Report report("dispatch", arguments);
  Sides sides(arguments.backend, report);
  sides.replay();
  sides.plain(false);
  sides.plain(true);
  sides.submission(false);
  sides.submission(true);
  for (const int threads : {1, 2, 8}) sides.one_by_one(threads);
  for (const int threads : {1, 2, 8}) sides.batched(threads);
  for (const uint32_t count : {1u << 20, 16u << 20}) sides.host_memory(count);
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_dispatch_bench", argc, argv));
}
