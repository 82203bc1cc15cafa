// What it costs that signed divisions without a result fail: the same kernel beside the one of a
// pipeline in which they give zero, which has no place for a trap and does not look.
// vyre_division_bench [DEVICE] [options of report.h].

#include <vyre_driver.h>
#include <vyre_driver_sequence.h>

#include <array>
#include <string>
#include <vector>

#include "harness/report.h"
#include "vyre/xor_kernel.h"

namespace bench {
namespace {

constexpr uint32_t kSmall = 256;
constexpr uint32_t kLarge = 16u << 20;
constexpr int kRounds = 20000;

constexpr const char* kQuotient = R"({"workgroup_size": [256, 1, 1],
  "buffers": [{"name": "a", "type": "I32"}, {"name": "b", "type": "I32"},
              {"name": "out", "type": "I32", "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"if": {"lt": ["i", {"buf_len": "out"}]}, "then": [
             {"store": "out", "at": "i",
              "value": {"div": [{"load": "a", "at": "i"}, {"load": "b", "at": "i"}]}}]}]})";

// out[i] = a[i] / b[i], in each of the ways to dispatch it.
class Quotient {
 public:
  Quotient(const VyreDevice& device, vyre_pipeline_flags flags, uint32_t count)
      : pipeline_(device.create_pipeline(kQuotient, flags)), a_(count), b_(count), out_(count) {
    for (uint32_t i = 0; i < count; ++i) {
      a_[i] = static_cast<int32_t>(i * 2654435761u);
      b_[i] = static_cast<int32_t>(i % 1000 + 1);
    }
    for (VyreBuffer& buffer : buffers_) buffer = device.create_buffer(bytes());
    check(vyre_buffer_write(buffers_[0].get(), 0, a_.data(), bytes()));
    check(vyre_buffer_write(buffers_[1].get(), 0, b_.data(), bytes()));
    for (uint32_t slot = 0; slot < 3; ++slot) {
      bindings_[slot] = vyre_bind_buffer(slot, buffers_[slot].get());
    }
    sequence_ = make<VyreSequence>(vyre_sequence_create, device.device(), nullptr);
    uint32_t step = 0;
    check(vyre_sequence_add_dispatch(sequence_.get(), pipeline_.get(), bindings_.data(), 3, nullptr,
                                     &step));
    check(vyre_sequence_prepare(sequence_.get()));
  }

  void resident() { check(vyre_dispatch(pipeline_.get(), bindings_.data(), 3, nullptr, nullptr)); }
  void replayed() { check(vyre_sequence_run(sequence_.get(), nullptr, nullptr)); }
  void with_host_bytes() {
    const vyre_binding bindings[] = {vyre_bind_input(0, a_.data(), bytes()),
                                     vyre_bind_input(1, b_.data(), bytes()),
                                     vyre_bind_output(2, out_.data(), bytes())};
    check(vyre_dispatch(pipeline_.get(), bindings, 3, nullptr, nullptr));
  }
  double device_microseconds() {
    vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
    desc.flags = VYRE_DISPATCH_TIMED;
    vyre_dispatch_result result = VYRE_DISPATCH_RESULT_INIT;
    check(vyre_dispatch(pipeline_.get(), bindings_.data(), 3, &desc, &result));
    const bool is_known = result.device_ns != VYRE_UNKNOWN;
    return static_cast<double>(is_known ? result.device_ns : result.host_ns) * 1e-3;
  }

 private:
  uint64_t bytes() const { return a_.size() * sizeof(int32_t); }

  const VyrePipeline pipeline_;
  std::vector<int32_t> a_, b_, out_;
  std::array<VyreBuffer, 3> buffers_;
  std::array<vyre_binding, 3> bindings_;
  VyreSequence sequence_;
};

class Sides {
 public:
  Sides(const VyreDevice& device, Report& report, uint32_t count)
      : traps_(device, 0, count),
        defined_(device, VYRE_PIPELINE_DIVISION_GIVES_ZERO, count),
        report_(report) {}

  template <typename Time>
  void compare(const std::string& title, int rounds, Time time) {
    Comparison row{title, "us"};
    if (!report_.wants(row.title)) return;
    take_turns(
        report_.rounds(rounds), row, [&] { return time(traps_); }, [&] { return time(defined_); });
    row.side = "gives zero";
    const auto more = [&](double quantile) {
      return std::to_string(row.vyre.part(quantile) - row.hand.part(quantile)) + " us";
    };
    row.note = "the trap costs " + more(0.5) + " in the median, " + more(0.1) + " at 10%";
    report_.add(std::move(row));
  }

 private:
  Quotient traps_, defined_;
  Report& report_;
};

int run(const Arguments& arguments) {
  Report report("division", arguments);
  const VyreDevice device(arguments.backend);
  report.on(device.name());
  const auto again = [](void (Quotient::*work)()) {
    return [work](Quotient& side) { return microseconds_again([&] { (side.*work)(); }); };
  };
  Sides small(device, report, kSmall);
  small.compare("256 divisions resident, plain dispatch", kRounds, again(&Quotient::resident));
  small.compare("256 divisions resident, replayed", kRounds, again(&Quotient::replayed));
  small.compare("256 divisions, host bytes, plain dispatch", kRounds,
                again(&Quotient::with_host_bytes));
  small.compare("256 divisions resident, time on the device", kRounds / 4,
                [](Quotient& side) { return side.device_microseconds(); });
  Sides large(device, report, kLarge);
  large.compare("16 Mi divisions resident, time on the device", 50,
                [](Quotient& side) { return side.device_microseconds(); });
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_division_bench", argc, argv));
}
