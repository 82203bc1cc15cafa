// vyre beside CUDA on the same GPU, in one process, taking turns: small dispatches, submissions and
// large work, on memory of the device and of the host. The CUDA side has the best of several ways
// to launch, wait and write the kernel. vyre_cuda_bench [DEVICE] [options of report.h]; the exit
// code is 77 where there is no CUDA.

#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "device.h"
#include "harness/report.h"
#include "harness/xor_inputs.h"
#include "vyre/kernel.h"
#include "vyre/replay.h"

namespace bench {
namespace {

constexpr uint32_t kSmall = 256;
constexpr uint32_t kLaunches = 5000;
constexpr uint32_t kMebi = 1u << 20;
constexpr double kBytesPerElement = 12;  // two read, one written

class Sides {
 public:
  Sides(const std::string& backend, Report& report) : vyre_(backend), report_(report) {
    const int ordinal = CudaDevice::find(vyre_.uuid());
    if (ordinal < 0) cannot_run("CUDA has no device with the UUID of " + vyre_.name());
    for (size_t i = 0; i < kCudaWaits.size(); ++i) {
      devices_[i] = std::make_unique<CudaDevice>(ordinal, kCudaWaits[i]);
    }
    report_.on(vyre_.name());
    load_ = std::make_unique<CudaXor>(spinning(), cuda_variants()[3], 64 * kMebi);
  }

  void small_resident() {
    const std::array<const char*, 2> titles = {"256 elements resident, replayed and waited for",
                                               "256 elements resident, plain dispatch"};
    if (!report_.wants(titles[0]) && !report_.wants(titles[1])) return;
    XorInputs inputs(kSmall);
    VyreReplay replay(vyre_, 1, false);
    const VyreKernel plain = resident_xor(vyre_, inputs);
    Small jobs(*this, inputs);
    const Way best = jobs.best_resident(report_.rounds(200));
    add({titles[0], "us"}, 1000, best, [&] { return microseconds_again([&] { replay.run(); }); });
    add({titles[1], "us"}, 1000, best, [&] { return microseconds_again([&] { plain.run(); }); });
  }

  void small_host_bytes() {
    Comparison row{"256 elements, host bytes, plain dispatch", "us"};
    if (!report_.wants(row.title)) return;
    XorInputs ours(kSmall), theirs(kSmall);
    const VyreXor vyre(vyre_);
    Small jobs(*this, theirs);
    const Way best = jobs.best_host_bytes(report_.rounds(200), theirs);
    add(std::move(row), 1000, best, [&] { return microseconds_again([&] { vyre.run(ours); }); });
    ours.need("vyre");
    theirs.need("CUDA");
  }

  void submission(bool in_order) {
    const std::string what =
        "5,000 recorded dispatches" + std::string(in_order ? " with barriers" : "");
    if (!report_.wants(what)) return;
    VyreReplay vyre(vyre_, kLaunches, in_order);
    const CudaXor job(spinning(), cuda_variants().front(), kSmall, in_order ? 1 : kLaunches);
    const CudaGraph chain(job, kLaunches, true), free(job, kLaunches, in_order);
    std::vector<Way> submits, runs;
    const auto add_way = [&](const char* name, const std::function<void()>& submit) {
      submits.push_back({name, [&, submit] { return submit_time(submit); }});
      runs.push_back({name, [&, submit] { return run_time(submit); }});
    };
    add_way("a graph, one after the other", [&] { chain.submit(); });
    if (!in_order) add_way("a graph, all at once", [&] { free.submit(); });
    add_way("5,000 launches", [&] {
      for (uint32_t i = 0; i < kLaunches; ++i) job.launch(in_order ? 0 : i);
    });
    const int rounds = report_.rounds(100);
    add({"submitting " + what, "us"}, rounds, best_of(submits, 20), [&] {
      vyre.run();
      const double time = microseconds_of([&] { vyre.submit(); });
      vyre.wait();
      return time;
    });
    add({what + ", submitted and waited for", "us"}, rounds, best_of(runs, 20),
        [&] { return microseconds_again([&] { vyre.run(); }); });
  }

  void device_time(uint32_t mebi) {
    const uint32_t count = mebi * kMebi;
    Comparison row{std::to_string(mebi) + " Mi u32 resident, by device time", "GB/s", true};
    if (!report_.wants(row.title)) return;
    if (spinning().free_bytes() < size_t{count} * 32) {
      row.missing = "the device has too little memory that is free";
      row.side = "CUDA";
      return report_.add(std::move(row));
    }
    XorInputs inputs(count);
    const VyreKernel vyre = resident_xor(vyre_, inputs);
    vyre.run();
    vyre.read(2, inputs.result);
    inputs.need("vyre");
    const auto rate = [&](double seconds) { return kBytesPerElement * count / seconds / 1e9; };
    const auto [job, name] = best_kernel(count, inputs);
    const Way best{name, [&, job = job.get()] { return rate(job->device_seconds()); }};
    add(std::move(row), 100, best, [&] {
      vyre.run();
      return rate(vyre.run_timed().value_or(0));
    });
  }

  void host_memory(uint32_t mebi) {
    const uint32_t count = mebi * kMebi;
    Comparison row{std::to_string(mebi) + " Mi u32, memory of the host in and out", "us"};
    if (!report_.wants(row.title)) return;
    XorInputs ours(count), theirs(count);
    const VyreXor vyre(vyre_);
    const CudaXor job(spinning(), cuda_variants()[3], count);
    const auto copies = [&] { return microseconds_of([&] { job.run_copies(theirs); }); };
    const auto stream = [&] { return microseconds_of([&] { job.run_stream(theirs); }); };
    const Way best = best_of({{"copies that wait", copies}, {"copies in the stream", stream}}, 5);
    add(std::move(row), 15, best, [&] { return microseconds_of([&] { vyre.run(ours); }); });
    ours.need("vyre");
    theirs.need("CUDA");
  }

 private:
  // A small job in each context: one for each way to wait.
  class Small {
   public:
    Small(const Sides& sides, const XorInputs& inputs) : sides_(sides) {
      for (size_t i = 0; i < kCudaWaits.size(); ++i) {
        jobs_[i] = std::make_unique<CudaXor>(*sides.devices_[i], cuda_variants().front(), kSmall);
        jobs_[i]->write(inputs);
        graphs_[i] = std::make_unique<CudaGraph>(*jobs_[i], 1, true);
        staged_[i] = std::make_unique<CudaPinned>(*jobs_[i], false);
        mapped_[i] = std::make_unique<CudaPinned>(*jobs_[i], true);
      }
    }

    Way best_resident(int trials) const {
      std::vector<Way> ways;
      for (size_t i = 0; i < kCudaWaits.size(); ++i) {
        const CudaXor& job = *jobs_[i];
        add(ways, i, "launch, ", [&job] {
          job.launch();
          job.wait();
        });
        add(ways, i, "graph, ", [&job, &graph = *graphs_[i]] {
          graph.submit();
          job.wait();
        });
      }
      return sides_.best_of(ways, trials);
    }

    Way best_host_bytes(int trials, XorInputs& inputs) const {
      std::vector<Way> ways;
      for (size_t i = 0; i < kCudaWaits.size(); ++i) {
        const auto on = [&](const char* name, const auto& job, const auto& run) {
          add(ways, i, name, [&inputs, job = job.get(), run] { ((*job).*run)(inputs); });
        };
        on("plain copies, ", jobs_[i], &CudaXor::run_copies);
        on("copies in the stream, ", jobs_[i], &CudaXor::run_stream);
        on("graph on pinned memory, ", staged_[i], &CudaPinned::run);
        on("mapped memory, ", mapped_[i], &CudaPinned::run);
      }
      return sides_.best_of(ways, trials);
    }

   private:
    void add(std::vector<Way>& ways, size_t i, const char* name,
             const std::function<void()>& run) const {
      ways.push_back({std::string(name) + name_of(kCudaWaits[i]), [job = jobs_[i].get(), run] {
                        job->device().use();
                        return microseconds_again(run);
                      }});
    }

    const Sides& sides_;  // borrowed, outlives this
    std::array<std::unique_ptr<CudaXor>, 4> jobs_;
    std::array<std::unique_ptr<CudaGraph>, 4> graphs_;
    std::array<std::unique_ptr<CudaPinned>, 4> staged_, mapped_;
  };

  // Small dispatches alone do not raise the clocks of a device that had little to do.
  void heat() const {
    for (double seconds = 0; seconds < 1;) seconds += load_->device_seconds();
  }

  Way best_of(const std::vector<Way>& ways, int trials) const {
    heat();
    return ways[min_of(ways, trials, "us")];
  }

  const CudaDevice& spinning() const { return *devices_[0]; }

  // Of the host, in the call that starts them, and until they are done.
  double submit_time(const std::function<void()>& submit) const {
    run_time(submit);
    const double time = microseconds_of(submit);
    spinning().wait();
    return time;
  }
  double run_time(const std::function<void()>& submit) const {
    spinning().use();
    return microseconds_again([&] {
      submit();
      spinning().wait();
    });
  }

  void add(Comparison row, int rounds, const Way& other, const std::function<double()>& vyre) {
    if (!report_.wants(row.title)) return;
    row.side = "CUDA";
    row.note = other.name;
    heat();
    take_turns(report_.rounds(rounds), row, vyre, other.run);
    report_.add(std::move(row));
  }

  std::pair<std::unique_ptr<CudaXor>, std::string> best_kernel(uint32_t count, XorInputs& inputs) {
    std::unique_ptr<CudaXor> best;
    double least = 0;
    for (const CudaVariant& variant : cuda_variants()) {
      auto job = std::make_unique<CudaXor>(spinning(), variant, count);
      job->write(inputs);
      const double time = median_seconds(*job);
      job->read(inputs);
      inputs.need(variant.name);
      std::printf("  other side, %-34s %8.1f GB/s\n", variant.name,
                  kBytesPerElement * count / time / 1e9);
      if (best && time >= least) continue;
      best = std::move(job);
      least = time;
    }
    const std::string name = best->variant().name;
    return {std::move(best), name};
  }

  static double median_seconds(const CudaXor& job) {
    Samples samples;
    for (double seconds = 0; seconds < 0.3;) seconds += job.device_seconds();
    for (int i = 0; i < 12; ++i) samples.add(job.device_seconds());
    return samples.part(0.5);
  }

  VyreDevice vyre_;
  Report& report_;  // borrowed, outlives this
  std::array<std::unique_ptr<CudaDevice>, 4> devices_;
  std::unique_ptr<CudaXor> load_;
};

int run(const Arguments& arguments) {
  Report report("cuda", arguments);
  if (const std::string reason = cu::load(); !reason.empty()) cannot_run(reason);
  Sides sides(arguments.backend, report);
  sides.small_resident();
  sides.small_host_bytes();
  sides.submission(false);
  sides.submission(true);
  sides.device_time(16);
  sides.device_time(256);
  sides.host_memory(16);
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_cuda_bench", argc, argv));
}
