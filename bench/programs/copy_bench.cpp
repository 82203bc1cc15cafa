// Copies between buffers of the device in a sequence, each behind the one before, beside the same
// in Vulkan written by hand: by the command or by a kernel, whichever is faster.
// vyre_copy_bench [DEVICE] [options of report.h]. The exit code is 1 when one misses its goal.

#include <vyre_driver_sequence.h>

#include <string>
#include <vector>

#include "copy_vector.h"
#include "harness/give_up.h"
#include "harness/report.h"
#include "raw_vulkan/kernel.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/xor_kernel.h"

namespace bench {

using namespace vk;

namespace {

using Words = std::vector<uint32_t>;

struct Size {
  const char* name;
  uint32_t words;
  uint32_t copies;
};

constexpr Size kSizes[] = {{"64 KiB", 16u << 10, 100},
                           {"1 MiB", 256u << 10, 100},
                           {"16 MiB", 4u << 20, 20},
                           {"64 MiB", 16u << 20, 5}};

Words pattern(const Size& size) {
  Words words(size.words);
  for (uint32_t i = 0; i < size.words; ++i) words[i] = i * 2654435761u + 1;
  return words;
}

// A sequence of copies.
class VyreCopy {
 public:
  VyreCopy(const VyreDevice& device, const Size& size) {
    const uint64_t bytes = uint64_t{size.words} * 4;
    for (VyreBuffer& buffer : buffers_) buffer = device.create_buffer(bytes);
    sequence_ = make<VyreSequence>(vyre_sequence_create, device.device(), nullptr);
    for (uint32_t i = 0; i < size.copies; ++i) {
      uint32_t step = 0;
      check(vyre_sequence_add_copy(sequence_.get(), buffers_[0].get(), 0, buffers_[1].get(), 0,
                                   bytes, &step));
    }
    const Words words = pattern(size);
    check(vyre_buffer_write(buffers_[0].get(), 0, words.data(), bytes));
    run();
    Words copied(size.words);
    check(vyre_buffer_read(buffers_[1].get(), 0, copied.data(), bytes));
    if (copied != words) give_up("the copy of vyre is wrong");
  }

  void run() { check(vyre_sequence_run(sequence_.get(), nullptr, nullptr)); }

 private:
  std::array<VyreBuffer, 2> buffers_;
  VyreSequence sequence_;
};

// Copies by the command.
void record_copies(VkCommandBuffer commands, const RawBuffers& buffers, const Size& size) {
  begin(commands);
  const VkBufferCopy whole{0, 0, VkDeviceSize{size.words} * 4};
  for (uint32_t i = 0; i < size.copies; ++i) {
    if (i > 0) {
      record_barrier(commands, VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT,
                     VK_PIPELINE_STAGE_TRANSFER_BIT, VK_ACCESS_TRANSFER_WRITE_BIT);
    }
    vkCmdCopyBuffer(commands, buffers.all()[0], buffers.all()[2], 1, &whole);
  }
  end(commands);
}

std::vector<RawStage> stages_of(const RawDevice& device, const Size& size) {
  constexpr uint32_t kWorkgroup = 256;
  const uint32_t groups = (size.words / 4 + kWorkgroup - 1) / kWorkgroup;
  return {size.copies, {copy_vector, kWorkgroup, device.grid_of(groups), {size.words, 0}}};
}

double rate_of(const Size& size, const std::function<void()>& run) {
  const double seconds = microseconds_again(run) * 1e-6;
  return 4.0 * size.words * size.copies / seconds / 1e9;
}

void compare(Report& report, const VyreDevice& device, const RawDevice& hand, const Size& size) {
  Comparison row{std::string("copies of ") + size.name + " on the device, in a sequence", "GB/s",
                 true, hand.needs_copies() ? 0.9 : 0};  // else the places of the pages decide
  if (!report.wants(row.title)) return;
  VyreCopy vyre(device, size);
  RawBuffers buffers(hand, {size.words, 1, size.words});
  const Words words = pattern(size);
  buffers.write(0, words);  // pages that nobody wrote are read from one
  RawSubmit command(hand);
  record_copies(command.commands(), buffers, size);
  RawKernel kernel(hand, buffers, stages_of(hand, size));
  const std::vector<Way> ways = {
      {"command", [&] { return microseconds_again([&] { command.run(); }); }},
      {"kernel", [&] { return microseconds_again([&] { kernel.run(); }); }}};
  const bool by_kernel = min_of(ways, report.rounds(20, 5), "us") == 1;
  Words copied(size.words);
  buffers.read(2, copied);
  if (copied != words) give_up("the copy of the other side is wrong");
  row.note = by_kernel ? "kernel" : "command";
  take_turns(
      report.rounds(50), row, [&] { return rate_of(size, [&] { vyre.run(); }); },
      [&] { return rate_of(size, [&] { by_kernel ? kernel.run() : command.run(); }); });
  report.add(std::move(row));
}

int run(const Arguments& arguments) {
  Report report("copy", arguments);
  const VyreDevice vyre(arguments.backend);
  RawDevice hand(vyre.uuid());
  RawHeat heat(hand);
  heat.raise();
  choose_wait(hand, report.rounds(500));
  report.on(hand.name());
  for (const Size& size : kSizes) {
    heat.raise();
    compare(report, vyre, hand, size);
  }
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  return bench::run(bench::parse_arguments("vyre_copy_bench", argc, argv));
}
