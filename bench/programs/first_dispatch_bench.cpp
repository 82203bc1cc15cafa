// What the first dispatch of a published program takes after the device was opened, beside the same
// work written by hand: with and without what an earlier process has kept. Each sample is a process
// of its own; the drivers' own caches are off, or in a folder of their own where that is all that a
// driver keeps (Mesa's software device). vyre_first_dispatch_bench [DEVICE] [options of report.h].
// The exit code is 1 when the goal is missed.

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "harness/report.h"
#include "published_programs.h"
#include "raw_vulkan/xor_kernel.h"
#include "vyre/xor_kernel.h"

extern char** environ;

namespace bench {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

constexpr double kGoal = 1.3;
constexpr const char* kProgram = "vyre-primitives::bitset::xor";
constexpr uint32_t kLeft = 0x0000ffff, kRight = 0x00ff00ff;

Bytes read_file(const fs::path& path) {
  std::ifstream stream(path, std::ios::binary);
  return Bytes(std::istreambuf_iterator<char>(stream), {});
}

fs::path own_path() { return fs::read_symlink("/proc/self/exe"); }

double milliseconds_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
}

void need(uint32_t result) {
  if (result != (kLeft ^ kRight)) give_up("a result is wrong");
}

// One process's share: bytes in, result out, from an open device. The second number, of either
// side, is without decoding and compiling.
std::array<double, 2> dispatch_published(const VyreDevice& device, const Bytes& wire) {
  const auto begin = Clock::now();
  const auto program = make<Owner<vyre_program, vyre_program_destroy>>(
      vyre_program_load, device.context(), wire.data(), wire.size(), nullptr);
  const auto pipeline =
      make<VyrePipeline>(vyre_pipeline_create, device.device(), program.get(), nullptr);
  const auto compiled = Clock::now();
  uint32_t left = kLeft, right = kRight, result = 0;
  const vyre_binding bindings[] = {vyre_bind_input(0, &left, 4), vyre_bind_input(1, &right, 4),
                                   vyre_bind_inout(2, &result, 4)};
  check(vyre_dispatch(pipeline.get(), bindings, 3, nullptr, nullptr));
  need(result);
  return {milliseconds_since(begin), milliseconds_since(compiled)};
}

// Prints the first dispatch, and the first of another pipeline of the program in the same process.
void sample_vyre(const std::string& backend, const std::string& folder) {
  const Bytes wire = published_programs(kProgram).front();
  const VyreDevice device(backend, folder);
  const auto first = dispatch_published(device, wire);
  const auto second = dispatch_published(device, wire);
  std::printf("%.6f %.6f %.6f\n", first[0], first[1], second[0]);
}

// Of "vulkan:<uuid>".
RawUuid uuid_of(const std::string& id) {
  RawUuid uuid{};
  size_t digits = 0;
  for (const char c : id.substr(id.find(':') + 1)) {
    if (std::isxdigit(static_cast<unsigned char>(c)) == 0 || digits == 2 * uuid.size()) continue;
    const int value = std::stoi(std::string(1, c), nullptr, 16);
    uuid[digits / 2] = static_cast<uint8_t>(uuid[digits / 2] << 4 | value);
    ++digits;
  }
  return uuid;
}

using RawCache = OwnedOn<VkPipelineCache, vk::vkDestroyPipelineCache>;

RawCache create_cache(const RawDevice& device, const Bytes& kept) {
  auto info =
      vk::structure<VkPipelineCacheCreateInfo>(VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO);
  info.initialDataSize = kept.size();
  info.pInitialData = kept.empty() ? nullptr : kept.data();
  return device.make<RawCache>(vk::vkCreatePipelineCache, info, "vkCreatePipelineCache");
}

void keep(const RawDevice& device, VkPipelineCache cache, const fs::path& file) {
  size_t size = 0;
  check(vk::vkGetPipelineCacheData(device.device(), cache, &size, nullptr),
        "vkGetPipelineCacheData");
  Bytes bytes(size);
  check(vk::vkGetPipelineCacheData(device.device(), cache, &size, bytes.data()),
        "vkGetPipelineCacheData");
  std::ofstream(file, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(size));
}

void sample_hand(const std::string& backend, const std::string& folder) {
  RawDevice device(uuid_of(backend), true);
  const fs::path file = fs::path(folder) / "pipeline_cache";
  XorInputs words(1);
  words.left = {kLeft};
  words.right = {kRight};
  RawCache cache;
  const auto begin = Clock::now();
  device.create_layout();
  if (!folder.empty()) cache = create_cache(device, read_file(file));
  const auto prepared = Clock::now();
  RawXor job(device, kernel_variants()[0], 1, {.bytes = RawBytes::kCopied, .cache = cache.get()});
  job.run(words);
  const double first = milliseconds_since(begin);
  const double run = milliseconds_since(prepared) - job.compile_us() / 1e3;
  need(words.result[0]);
  if (!folder.empty() && !fs::exists(file)) keep(device, cache.get(), file);
  std::printf("%.6f %.6f\n", first, run);
}

// A sample in a process of its own: what it printed.
std::vector<double> sample(const std::string& side, const std::string& backend,
                           const std::string& folder) {
  const std::string mesa = folder.empty() ? "" : folder + "/mesa";
  ::setenv("__GL_SHADER_DISK_CACHE", "0", 1);
  ::setenv("MESA_SHADER_CACHE_DISABLE", folder.empty() ? "1" : "0", 1);
  ::setenv("MESA_SHADER_CACHE_DIR", mesa.c_str(), 1);
  const std::string command =
      "'" + own_path().string() + "' --sample " + side + " '" + backend + "' '" + folder + "'";
  FILE* output = ::popen(command.c_str(), "r");
  if (output == nullptr) give_up("popen failed");
  std::vector<double> values;
  for (double value; std::fscanf(output, "%lf", &value) == 1;) values.push_back(value);
  if (::pclose(output) != 0 || values.empty()) give_up("a sample failed");
  return values;
}

// The name and the whole id of the device that |wanted| means.
std::pair<std::string, std::string> name_and_id(const std::string& wanted) {
  const VyreDevice device(wanted);
  const vyre_string id = device.info().id;
  return {device.name(), std::string(id.data, id.size)};
}

// The rows: nothing kept, kept on disk, kept in memory, and without compiling.
std::array<Comparison, 4> measure(const std::string& backend, const fs::path& root, int rounds) {
  const std::string hand = root / "hand", vyre = root / "vyre";
  std::array<Comparison, 4> rows = {
      Comparison{"first dispatch, nothing kept", "ms"},
      Comparison{"first dispatch, kernels kept on disk", "ms", false, kGoal},
      Comparison{"first dispatch of another pipeline, kept in memory", "ms"},
      Comparison{"first dispatch, without compiling", "ms"}};
  for (Comparison& row : rows) row.note = "processes of their own";
  for (int round = -2; round < rounds; ++round) {  // the first two fill what is kept
    const double cold_hand = sample("hand", backend, "")[0];
    const std::vector<double> warm_hand = sample("hand", backend, hand);
    const double cold_vyre = sample("vyre", backend, "")[0];
    const std::vector<double> warm_vyre = sample("vyre", backend, vyre);
    if (round < 0) continue;
    const std::array<double, 4> ours = {cold_vyre, warm_vyre[0], warm_vyre[2], warm_vyre[1]};
    const std::array<double, 4> theirs = {cold_hand, warm_hand[0], warm_hand[0], warm_hand[1]};
    for (size_t i = 0; i < rows.size(); ++i) {
      rows[i].vyre.add(ours[i]);
      rows[i].hand.add(theirs[i]);
    }
  }
  return rows;
}

int compare(const Arguments& arguments) {
  Report report("first_dispatch", arguments);
  const auto [name, backend] = name_and_id(arguments.backend);
  report.on(name);
  const fs::path root = fs::temp_directory_path() / ("vyre-first-" + std::to_string(::getpid()));
  fs::create_directories(root / "hand");
  fs::create_directories(root / "vyre");
  for (Comparison& row : measure(backend, root, report.rounds(15))) {
    if (report.wants(row.title)) report.add(std::move(row));
  }
  fs::remove_all(root);
  return report.finish();
}

}  // namespace
}  // namespace bench

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  if (arguments.size() == 4 && arguments[0] == "--sample") {
    const auto run = arguments[1] == "hand" ? bench::sample_hand : bench::sample_vyre;
    run(arguments[2], arguments[3]);
    return 0;
  }
  return bench::compare(bench::parse_arguments("vyre_first_dispatch_bench", argc, argv));
}
