// Small dispatches: replay, submission and throughput of several threads, and large ones on memory
// of the host, beside the same in hand-written Vulkan with the best of four ways to wait.
// vyre_dispatch_bench [BACKEND] [JSON]: a line for each comparison goes to the end of |JSON|. The
// exit code is 1 when one misses its goal.

#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "hand_replay.h"
#include "hand_xor.h"
#include "samples.h"
#include "vyre_replay.h"

namespace bench {
namespace {

constexpr uint32_t kSmall = HandReplay::kElements;
constexpr int kRounds = 2000;
constexpr int kThroughputRounds = 7;
constexpr int kDispatches = 10000;
constexpr int kBatch = 1000;

using Words = std::vector<uint32_t>;

struct Inputs {
  explicit Inputs(size_t count) : left(count), right(count), result(count) {
    for (size_t i = 0; i < count; ++i) {
      left[i] = static_cast<uint32_t>(i) * 2246822519u + 1;
      right[i] = ~static_cast<uint32_t>(i) * 3266489917u;
    }
  }
  void check() const {
    for (size_t i = 0; i < left.size(); ++i) {
      if (result[i] == (left[i] ^ right[i])) continue;
      std::fprintf(stderr, "bench: element %zu is wrong\n", i);
      std::exit(1);
    }
  }
  Words left, right, result;
};

// The two sides, and the way to wait that is the fastest for the hand-written one.
class Sides {
 public:
  explicit Sides(const std::string& backend) : vyre_(backend), hand_(vyre_.uuid()) {
    HandReplay job(hand_, 1, false);
    double best = 0;
    for (const HandWait wait : kHandWaits) {
      Samples samples;
      for (int i = 0; i < 500; ++i) {
        samples.add(microseconds_of([&] { job.run(wait, queue_); }));
      }
      std::printf("by hand, %-14s %8.2f us\n", name_of(wait), samples.part(0.5));
      if (best != 0 && samples.part(0.5) >= best) continue;
      best = samples.part(0.5);
      wait_ = wait;
    }
  }

  Comparison replay() {
    VyreReplay vyre(vyre_, 1, false);
    HandReplay hand(hand_, 1, false);
    Comparison row{"256 elements resident, replayed and waited for", "us", false, 1.15};
    row.note = name_of(wait_);
    take_turns(
        kRounds, row, [&] { return microseconds_again([&] { vyre.run(); }); },
        [&] { return microseconds_again([&] { hand.run(wait_, queue_); }); });
    return row;
  }

  Comparison plain(bool host_bytes) {
    const VyreXor vyre = resident_xor();
    HandReplay hand(hand_, 1, false, host_bytes);
    Inputs ours(kSmall), theirs(kSmall);
    Comparison row{host_bytes ? "256 elements, host bytes, plain dispatch"
                              : "256 elements resident, plain dispatch",
                   "us", false, 1.15};
    const auto run_vyre = [&] {
      host_bytes ? vyre.run(ours.left, ours.right, ours.result) : vyre.run_resident();
    };
    const auto run_hand = [&] {
      host_bytes ? hand.run_host_bytes(wait_, queue_, theirs.left, theirs.right, theirs.result)
                 : hand.run(wait_, queue_);
    };
    take_turns(
        kRounds, row, [&] { return microseconds_again(run_vyre); },
        [&] { return microseconds_again(run_hand); });
    if (host_bytes) ours.check();
    if (host_bytes) theirs.check();
    return row;
  }

  Comparison submission(bool barriers) {
    VyreReplay vyre(vyre_, 5000, barriers);
    HandReplay hand(hand_, 5000, barriers);
    Comparison row{
        std::string("submitting 5,000 recorded dispatches") + (barriers ? " with barriers" : ""),
        "us"};
    const auto ours = [&] {
      vyre.run();
      const double time = microseconds_of([&] { vyre.submit(); });
      vyre.wait();
      return time;
    };
    const auto theirs = [&] {
      hand.run(wait_, queue_);
      const double time = microseconds_of([&] { hand.submit(wait_, queue_); });
      hand.wait(wait_);
      return time;
    };
    take_turns(hand_.needs_copies() ? 100 : 10, row, ours, theirs);
    return row;
  }

  Comparison one_by_one(int threads) {
    const VyreXor vyre(vyre_, kSmall);
    std::vector<std::unique_ptr<HandReplay>> hands;
    std::vector<Inputs> inputs(static_cast<size_t>(threads), Inputs(kSmall));
    for (int i = 0; i < threads; ++i) {
      hands.push_back(std::make_unique<HandReplay>(hand_, 1, false, true));
    }
    Comparison row{"dispatches with host bytes, each waited for, " + count_of(threads), "1/s", true,
                   0.9};
    const auto ours = [&](size_t i) {
      vyre.run(inputs[i].left, inputs[i].right, inputs[i].result);
    };
    const auto theirs = [&](size_t i) {
      hands[i]->run_host_bytes(best_wait(threads), queue_, inputs[i].left, inputs[i].right,
                               inputs[i].result);
    };
    take_turns(
        kThroughputRounds, row, [&] { return rate(threads, kDispatches, 1, ours); },
        [&] { return rate(threads, kDispatches, 1, theirs); });
    for (const Inputs& each : inputs) each.check();
    row.note = name_of(best_wait(threads));
    return row;
  }

  Comparison batched(int threads) {
    std::vector<std::unique_ptr<VyreReplay>> vyres;
    std::vector<std::unique_ptr<HandReplay>> hands;
    for (int i = 0; i < threads; ++i) {
      vyres.push_back(std::make_unique<VyreReplay>(vyre_, kBatch, true));
      hands.push_back(std::make_unique<HandReplay>(hand_, kBatch, true));
    }
    Comparison row{"dispatches in batches of 1,000, " + count_of(threads), "1/s", true, 0.9};
    const auto ours = [&](size_t i) { vyres[i]->run(); };
    const auto theirs = [&](size_t i) { hands[i]->run(best_wait(threads), queue_); };
    const int all = std::max(kDispatches, threads * kBatch);
    take_turns(
        kThroughputRounds, row, [&] { return rate(threads, all, kBatch, ours); },
        [&] { return rate(threads, all, kBatch, theirs); });
    return row;
  }

  Comparison host_memory(uint32_t count) {
    const VyreXor vyre(vyre_, count);
    HandXor hand(hand_, kernel_variants().front(), count, true);
    Inputs ours(count), theirs(count);
    Comparison row{std::to_string(count >> 20) + " Mi u32, memory of the host in and out", "us",
                   false, 1 / 0.9};
    take_turns(
        15, row,
        [&] { return microseconds_of([&] { vyre.run(ours.left, ours.right, ours.result); }); },
        [&] {
          return microseconds_of([&] { hand.run(theirs.left, theirs.right, theirs.result); });
        });
    ours.check();
    theirs.check();
    return row;
  }

  std::string device() const { return hand_.name(); }

 private:
  static std::string count_of(int threads) {
    return std::to_string(threads) + (threads == 1 ? " thread" : " threads");
  }

  VyreXor resident_xor() const {
    const Inputs inputs(kSmall);
    VyreXor job(vyre_, kSmall);
    job.make_resident(inputs.left, inputs.right);
    return job;
  }

  // Threads that poll take the processor from each other where there are more of them.
  HandWait best_wait(int threads) {
    const bool crowded = static_cast<unsigned>(threads) > std::thread::hardware_concurrency() / 2;
    return crowded ? HandWait::kFence : wait_;
  }

  // Dispatches a second of threads that do |all| together, |each| at a time.
  static double rate(int threads, int all, int each, const std::function<void(size_t)>& work) {
    const double time = microseconds_of([&] {
      std::vector<std::thread> running;
      for (int i = 0; i < threads; ++i) {
        running.emplace_back([&, i] {
          for (int done = 0; done < all / threads; done += each) work(static_cast<size_t>(i));
        });
      }
      for (std::thread& thread : running) thread.join();
    });
    return all / time * 1e6;
  }

  VyreDevice vyre_;
  HandDevice hand_;
  std::mutex queue_;
  HandWait wait_ = HandWait::kFence;
};

bool run(const std::string& backend, const std::string& json) {
  Sides sides(backend);
  std::vector<Comparison> rows;
  const auto add = [&](Comparison row) {
    std::printf("%s: %.3g\n", row.title.c_str(), row.ratio());
    std::fflush(stdout);
    rows.push_back(std::move(row));
  };
  add(sides.replay());
  add(sides.plain(false));
  add(sides.plain(true));
  add(sides.submission(false));
  add(sides.submission(true));
  for (const int threads : {1, 2, 8}) add(sides.one_by_one(threads));
  for (const int threads : {1, 2, 8}) add(sides.batched(threads));
  for (const uint32_t count : {1u << 20, 16u << 20}) add(sides.host_memory(count));
  return report(sides.device(), rows, json);
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(argc > 1 ? argv[1] : "", argc > 2 ? argv[2] : "") ? 0 : 1;
}
