// Programs whose workgroup size nobody chose, in that of the device and beside it in single
// invocations; and what a guard costs, beside the same program without one.
// vyre_workgroup_bench [DEVICE] [options of report.h]. The exit code is 1 when one misses its goal.

#include <array>
#include <string>
#include <vector>

#include "harness/give_up.h"
#include "harness/report.h"
#include "vyre/xor_kernel.h"

namespace bench {
namespace {

using Axes = std::array<uint32_t, 3>;

constexpr uint32_t kElements = 1u << 20;
constexpr Axes kPicture = {1920, 1080, 1};
constexpr Axes kBlock = {128, 96, 80};

// to[i] = from[i] * 3 + 1, with i by |index|, in workgroups of |size|.
std::string program_of(const std::string& size, const std::string& index) {
  return R"({"workgroup_size": [)" + size + R"(], "buffers": [
    {"name": "from", "type": "U32"}, {"name": "to", "type": "U32", "access": "write_only"}],
    "body": [{"let": "i", "value": )" +
         index + R"(}, {"store": "to", "at": "i",
    "value": {"add": [{"mul": [{"load": "from", "at": "i"}, 3]}, 1]}}]})";
}

std::string id(const char* axis) { return R"({"invocation_id": ")" + std::string(axis) + "\"}"; }

std::string times_plus(const std::string& a, uint32_t factor, const std::string& b) {
  return R"({"add": [{"mul": [)" + a + ", " + std::to_string(factor) + "]}, " + b + "]}";
}

std::string index_of(const Axes& shape) {
  std::string index = id("x");
  if (shape[1] > 1) index = times_plus(id("y"), shape[0], index);
  if (shape[2] > 1) index = times_plus(id("z"), shape[0] * shape[1], index);
  return index;
}

// A program on buffers that stay on the device.
class Kernel {
 public:
  // |workgroup|: what the pipeline asks for; all 0: nothing.
  Kernel(const VyreDevice& device, const std::string& json, const Axes& shape,
         const Axes& workgroup)
      : elements_(shape[0] * shape[1] * shape[2]), desc_(vyre_shape(shape[0], shape[1], shape[2])) {
    const auto program = make<Owner<vyre_program, vyre_program_destroy>>(
        vyre_program_load, device.context(), json.data(), json.size(), nullptr);
    vyre_pipeline_desc desc = VYRE_PIPELINE_DESC_INIT;
    std::copy(workgroup.begin(), workgroup.end(), desc.workgroup);
    pipeline_ = make<VyrePipeline>(vyre_pipeline_create, device.device(), program.get(), &desc);
    for (VyreBuffer& buffer : buffers_) buffer = device.create_buffer(uint64_t{elements_} * 4);
    run();
    expect_results();
  }

  void run() {
    const vyre_binding bindings[] = {vyre_bind_buffer(0, buffers_[0].get()),
                                     vyre_bind_buffer(1, buffers_[1].get())};
    check(vyre_dispatch(pipeline_.get(), bindings, 2, &desc_, nullptr));
  }

  std::string workgroup() const {
    const uint32_t* size = vyre_pipeline_get_info(pipeline_.get())->workgroup;
    return std::to_string(size[0]) + "x" + std::to_string(size[1]) + "x" + std::to_string(size[2]);
  }

 private:
  void expect_results() const {
    std::vector<uint32_t> words(elements_);
    check(vyre_buffer_read(buffers_[1].get(), 0, words.data(), words.size() * 4));
    for (const uint32_t word : words) {
      if (word != 1) give_up("an invocation is missing");
    }
  }

  const uint32_t elements_;
  const vyre_dispatch_desc desc_;
  VyrePipeline pipeline_;
  std::array<VyreBuffer, 2> buffers_;
};

struct Side {
  std::string name;
  std::string json;
  Axes workgroup = {0, 0, 0};
};

void compare(Report& report, const VyreDevice& device, const std::string& title, double goal,
             const Axes& shape, const Side& ours, const Side& other) {
  Comparison row{title, "us", false, goal};
  if (!report.wants(row.title)) return;
  Kernel kernel(device, ours.json, shape, ours.workgroup);
  Kernel beside(device, other.json, shape, other.workgroup);
  row.side = other.name;
  row.note = kernel.workgroup() + " beside " + beside.workgroup();
  take_turns(
      report.rounds(30), row, [&] { return microseconds_of([&] { kernel.run(); }); },
      [&] { return microseconds_of([&] { beside.run(); }); });
  report.add(std::move(row));
}

// The goals are far from what is seen: a device that gains nothing at least loses nothing.
void compare_sizes(Report& report, const VyreDevice& device) {
  const struct {
    const char* title;
    Axes shape;
    std::vector<Axes> others;
  } rows[] = {{"a line", {kElements, 1, 1}, {{128, 1, 1}, {256, 1, 1}}},
              {"a picture", kPicture, {{8, 8, 1}, {64, 1, 1}, {32, 2, 1}}},
              {"a block", kBlock, {{8, 8, 1}, {64, 1, 1}, {16, 2, 2}}}};
  for (const auto& [title, shape, others] : rows) {
    const Side chosen{"", program_of("1, 1, 1", index_of(shape))};
    compare(report, device, std::string(title) + " in workgroups that nobody chose", 1.03, shape,
            chosen, {"1x1x1", chosen.json, {1, 1, 1}});
    for (const Axes& other : others) {
      const std::string size = std::to_string(other[0]) + ", " + std::to_string(other[1]) + ", " +
                               std::to_string(other[2]);
      compare(report, device, std::string(title) + " beside another declared size", 0, shape,
              chosen, {"[" + size + "]", program_of(size, index_of(shape))});
    }
  }
}

void compare_guards(Report& report, const VyreDevice& device) {
  const std::string index = id("x");  // a line is given workgroups of 256
  compare(report, device, "a guard where it ends nothing", 1.03, {kElements, 1, 1},
          {"", program_of("1, 1, 1", index)}, {"256 declared", program_of("256, 1, 1", index)});
  compare(report, device, "a shape that is a part of a workgroup", 1.03, {kElements - 1, 1, 1},
          {"", program_of("256, 1, 1", index)}, {"1x1x1 chosen", program_of("1, 1, 1", index)});
}

int run(const Arguments& arguments) {
  Report report("workgroup", arguments);
  const VyreDevice device(arguments.backend);
  report.on(device.name());
  compare_sizes(report, device);
  compare_guards(report, device);
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_workgroup_bench", argc, argv));
}
