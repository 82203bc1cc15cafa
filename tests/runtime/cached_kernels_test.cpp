#include "cached_kernels.h"

#include <spawn.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include <bit>
#include <filesystem>

#include "runtime/kernel_cache/serialized_source.h"
#include "support/threads.h"

extern char** environ;

namespace vyre::runtime {
namespace {

namespace fs = std::filesystem;

TEST_F(CachedKernels, AnEqualProgramIsCompiledOnce) {
  const auto on = backend();
  const auto first = pipeline(on, adds(1)), second = pipeline(on, adds(1));
  EXPECT_EQ(origin(first), Origin::kCompiled);
  EXPECT_EQ(origin(second), Origin::kMemory);
  EXPECT_EQ(Driver::pipelines, 1u);
  EXPECT_EQ(on->code_counters().hits, 1u);
  EXPECT_TRUE(adds_right(first, 1) && adds_right(second, 1));
}

TEST_F(CachedKernels, WhatTheDiskHasIsNotLoweredAgain) {
  EXPECT_EQ(origin(pipeline(backend(disk()), adds(1))), Origin::kCompiled);
  const auto modules = Driver::modules;
  const auto later = disk();
  const auto made = pipeline(backend(later), adds(1));
  EXPECT_EQ(origin(made), Origin::kDisk);
  EXPECT_EQ(later->counters().hits, 2u);
  EXPECT_EQ(later->counters().writes, 0u);
  EXPECT_EQ(Driver::modules, modules);
  EXPECT_TRUE(adds_right(made, 1));
}

// The first call compiles, the second finds it; where nothing is kept, nothing is known.
TEST_F(CachedKernels, PrewarmMissesThenHits) {
  const auto on = backend(disk());
  EXPECT_EQ(origin(pipeline(on, adds(7))), Origin::kCompiled);
  EXPECT_EQ(origin(pipeline(on, adds(7))), Origin::kMemory);
}

// One program that each of the others differs from in one thing.
std::vector<std::shared_ptr<const ir::Program>> similar_programs() {
  std::vector<std::shared_ptr<const ir::Program>> all;
  const auto add = [&](uint32_t slot, uint32_t count, uint32_t shared,
                       std::optional<ir::ByteRange> range, std::string_view element,
                       uint32_t value) {
    test::Build b(4);
    ir::Buffer out = test::output(slot, count);
    out.output_byte_range = range;
    b.buffer("o", out).buffer("s", test::shared(shared));
    ir::Buffer in = test::input(7, 16);
    in.element = ir::parse_type_name(b.assembler().program().types, element).value();
    b.buffer("a", in);
    all.push_back(b.finish({b.store("s", b.lid(), b.u32(value)), b.store("o", b.gid(), b.u32(1))}));
  };
  add(0, 8, 8, {}, "U32", 1);
  add(1, 8, 8, {}, "U32", 1);
  add(0, 9, 8, {}, "U32", 1);
  add(0, 8, 9, {}, "U32", 1);
  add(0, 8, 8, ir::ByteRange{0, 16}, "U32", 1);
  add(0, 8, 8, {}, "Vec<U32,3>", 1);
  add(0, 8, 8, {}, "Vec<U32,2>", 1);
  add(0, 8, 8, {}, "U32", 2);
  for (const uint32_t bits : {0u, 0x80000000u, 1u, 0x7FC00000u, 0x7FC00001u, 0xFFC00000u}) {
    test::Build b(4, {{"o", test::output(0, 8, ir::DataType::kF32)}});
    all.push_back(b.finish({b.store("o", b.gid(), b.f32(std::bit_cast<float>(bits)))}));
  }
  for (const bool live_out : {false, true}) {
    test::Build b;
    ir::Buffer out = test::output(0, 0);
    out.pipeline_live_out = live_out;
    b.workgroup(4).buffer("o", out);
    all.push_back(b.finish({b.store("o", b.gid(), b.u32(1))}));
  }
  return all;
}

TEST_F(CachedKernels, SimilarProgramsHaveArtifactsOfTheirOwn) {
  const auto on = backend(disk());
  const auto all = similar_programs();
  std::set<cache::Key> keys;
  for (const auto& program : all) {
    EXPECT_EQ(origin(pipeline(on, program)), Origin::kCompiled);
    for (const cache::Key& key : on->code_keys()) keys.insert(key);
  }
  EXPECT_EQ(keys.size(), all.size());
}

TEST_F(CachedKernels, ManyThreadsCompileANewKeyOnce) {
  const auto on = backend(disk());
  std::atomic<uint32_t> right = 0;
  test::on_threads(32, [&](uint32_t) { right += adds_right(pipeline(on, adds(3)), 3) ? 1 : 0; });
  EXPECT_EQ(right, 32u);
  EXPECT_EQ(Driver::pipelines, 1u);
  EXPECT_EQ(on->code_counters().misses, 1u);
}

TEST_F(CachedKernels, AFolderThatCannotBeWrittenFailsNoDispatch) {
  fs::create_directories(path());
  cache::DiskOptions read_only;
  read_only.read_only = true;
  const auto kept = disk(read_only);
  EXPECT_TRUE(adds_right(pipeline(backend(kept), adds(1)), 1));
  EXPECT_EQ(kept->counters().writes, 0u);
  EXPECT_TRUE(fs::is_empty(path()));
}

// Every step of the store fails in turn, as on a full disk.
TEST_F(CachedKernels, AFullDiskFailsNoDispatch) {
  struct Full final : cache::Probe {
    int before(cache::Step step) override { return step == cache::Step::kWrite ? ENOSPC : 0; }
  } full;
  cache::DiskOptions options;
  options.probe = &full;
  const auto kept = disk(options);
  EXPECT_TRUE(adds_right(pipeline(backend(kept), adds(1)), 1));
  EXPECT_EQ(kept->counters().failed_writes, 2u);
}

TEST_F(CachedKernels, MemoryNeverExceedsItsBudgets) {
  const auto on = backend(nullptr, {3, 1 << 20});
  for (uint32_t i = 0; i < 8; ++i) {
    EXPECT_TRUE(adds_right(pipeline(on, adds(i)), i));
    EXPECT_LE(on->code_counters().entries, 3u);
  }
  EXPECT_EQ(on->code_counters().evicted, 5u);
  const auto tiny = backend(nullptr, {100, 1});
  EXPECT_TRUE(adds_right(pipeline(tiny, adds(1)), 1));
  EXPECT_EQ(tiny->code_counters().entries, 0u);
}

TEST_F(CachedKernels, TheDiskIsWithinItsBudgetAfterATrim) {
  const auto bytes_in = [](const cache::DiskStore& store) {
    uint64_t bytes = 0;
    for (const cache::Listed& entry : store.list()) bytes += entry.bytes;
    return bytes;
  };
  const auto roomy = disk();
  const auto on = backend(roomy);
  for (uint32_t i = 0; i < 8; ++i) EXPECT_TRUE(adds_right(pipeline(on, adds(i)), i));
  cache::DiskOptions options;
  options.max_bytes = bytes_in(*roomy) / 2;
  const auto kept = disk(options);
  kept->trim();
  EXPECT_LE(bytes_in(*kept), options.max_bytes);
  EXPECT_GT(bytes_in(*kept), 0u);
  EXPECT_GT(kept->counters().trimmed, 0u);
}

TEST_F(CachedKernels, KeysOfOneRunArePreparedInTheNext) {
  std::vector<cache::Key> keys;
  {
    const auto on = backend(disk());
    for (uint32_t i = 0; i < 4; ++i) pipeline(on, adds(i));
    keys = on->code_keys();
  }
  ASSERT_EQ(keys.size(), 4u);
  const auto on = backend(disk());
  for (const cache::Key& key : keys) EXPECT_TRUE(on->prepare(key).value());
  EXPECT_EQ(Driver::pipelines, 8u);
  for (uint32_t i = 0; i < 4; ++i) {
    const auto made = pipeline(on, adds(i));
    EXPECT_EQ(origin(made), Origin::kMemory);
    EXPECT_TRUE(adds_right(made, i));
  }
  EXPECT_EQ(Driver::pipelines, 8u);
}

TEST_F(CachedKernels, OneModuleServesAllValues) {
  const auto on = backend(disk());
  EXPECT_EQ(origin(pipeline(on, adds_named(), with(1))), Origin::kCompiled);
  const auto modules = Driver::modules;
  EXPECT_EQ(origin(pipeline(on, adds_named(), with(2))), Origin::kDisk);
  EXPECT_EQ(origin(pipeline(on, adds_named(), with(1, 32))), Origin::kDisk);
  EXPECT_EQ(origin(pipeline(on, adds_named(), with(1))), Origin::kMemory);
  EXPECT_EQ(Driver::modules, modules);
  EXPECT_EQ(disk()->list().size(), 4u);  // one module, three kernels of it
  EXPECT_TRUE(adds_right(pipeline(on, adds_named(), with(1)), 1));
  EXPECT_TRUE(adds_right(pipeline(on, adds_named(), with(2)), 2));
  EXPECT_TRUE(adds_right(pipeline(on, adds_named(), with(1, 32)), 1));
}

TEST_F(CachedKernels, KernelsOfNamedValuesArePreparedToo) {
  std::vector<cache::Key> keys;
  {
    const auto on = backend(disk());
    for (uint32_t i = 0; i < 3; ++i) pipeline(on, adds_named(), with(i, 16u << i));
    keys = on->code_keys();
  }
  ASSERT_EQ(keys.size(), 3u);
  const auto on = backend(disk());
  for (const cache::Key& key : keys) EXPECT_TRUE(on->prepare(key).value());
  for (uint32_t i = 0; i < 3; ++i) {
    const auto made = pipeline(on, adds_named(), with(i, 16u << i));
    EXPECT_EQ(origin(made), Origin::kMemory);
    EXPECT_TRUE(adds_right(made, i));
  }
}

// Subgroup operations ask for the size of the workgroup: such a program has a module for each.
TEST_F(CachedKernels, AProgramThatIsLoweredForItsValuesHasModulesOfItsOwn) {
  test::Build b(32, {{"o", test::output(0, kElements)}});
  const auto sum = b.subgroup_add(b.binary(ir::BinOp::kAdd, b.lid(), b.spec("number")));
  const auto program =
      b.finish({b.let("width", b.spec("vyre.workgroup.x")), b.store("o", b.gid(), sum)});
  const auto first = backend(disk());
  for (const uint32_t width : {32u, 64u}) {
    EXPECT_EQ(origin(pipeline(first, program, with(1, width))), Origin::kCompiled);
  }
  EXPECT_EQ(disk()->list().size(), 4u);
  const auto modules = Driver::modules;
  const auto later = disk();
  const auto again = backend(later);
  for (const uint32_t width : {32u, 64u}) pipeline(again, program, with(1, width));
  EXPECT_EQ(later->counters().writes, 0u);
  EXPECT_EQ(Driver::modules, modules);
}

TEST_F(CachedKernels, ADriverThatKeepsNothingCostsNothing) {
  for (const bool no_cache : {true, false}) {
    Driver::gives_no_cache = no_cache;
    Driver::gives_no_data = !no_cache;
    const uint32_t number = no_cache ? 1 : 2;
    EXPECT_EQ(origin(pipeline(backend(disk()), adds(number))), Origin::kCompiled);
    const auto again = pipeline(backend(disk()), adds(number));
    EXPECT_EQ(origin(again), Origin::kDisk);
    EXPECT_TRUE(adds_right(again, number));
  }
  EXPECT_TRUE(Driver::data.empty());
}

TEST_F(CachedKernels, AKeyThatTheDiskLacksIsPassedOver) {
  const auto on = backend(disk());
  EXPECT_FALSE(on->prepare(cache::Key{}).value());
  EXPECT_FALSE(backend()->prepare(cache::Key{}).value());
}

std::set<std::string> paths_in(const cache::DiskStore& store) {
  std::set<std::string> paths;
  for (const cache::Listed& entry : store.list()) paths.insert(entry.path);
  return paths;
}

// What a device compiled with other features is another device's.
TEST_F(CachedKernels, FilesLieUnderTheFirstDigitsOfKeysThatHoldTheDevice) {
  const auto mine = backend(disk());
  pipeline(mine, adds(1));
  const std::string key = cache::key_text(mine->code_keys().at(0));
  const std::set<std::string> before = paths_in(*disk());
  EXPECT_EQ(before.size(), 2u);
  EXPECT_TRUE(before.contains(concat(key.substr(0, 2), '/', key)));
  auto instance = vulkan::Instance::open({});
  vulkan::DeviceOptions options;
  options.min_coarsened_invocations = 0;
  auto other = test::value_of(vulkan::VulkanDevice::open(instance.take(), 0, options));
  ContextOptions context;
  const auto kept = disk();
  context.disk_store = kept;
  const auto on = std::make_shared<Device>(Context::create(std::move(context)), std::move(other));
  EXPECT_EQ(origin(pipeline(on, adds(1))), Origin::kCompiled);
  EXPECT_EQ(kept->counters().missed(cache::Miss::kAbsent), 2u);
  EXPECT_NE(on->code_keys().at(0), mine->code_keys().at(0));
  EXPECT_EQ(paths_in(*kept).size(), 4u);
}

// Run by FourProcessesShareAFolder, in each of four processes.
TEST_F(CachedKernels, DISABLED_OfFourProcesses) {
  const char* folder = std::getenv("VYRE_TEST_KEPT");
  ASSERT_NE(folder, nullptr);
  auto store = test::value_of(cache::DiskStore::open(folder, {}));
  const auto on = backend(std::move(store));
  std::atomic<uint32_t> right = 0;
  test::on_threads(
      32, [&](uint32_t i) { right += adds_right(pipeline(on, adds(i % 8)), i % 8) ? 1 : 0; });
  EXPECT_EQ(right, 32u);
  EXPECT_EQ(Driver::pipelines, 8u);
}

TEST_F(CachedKernels, FourProcessesShareAFolder) {
  ::setenv("VYRE_TEST_KEPT", path().c_str(), 1);
  std::vector<pid_t> children;
  const std::string self = fs::read_symlink("/proc/self/exe").string();
  for (int i = 0; i < 4; ++i) {
    std::vector<std::string> arguments = {self, "--gtest_also_run_disabled_tests",
                                          "--gtest_filter=*DISABLED_OfFourProcesses"};
    std::vector<char*> pointers;
    for (std::string& argument : arguments) pointers.push_back(argument.data());
    pointers.push_back(nullptr);
    pid_t child = 0;
    ASSERT_EQ(::posix_spawn(&child, self.c_str(), nullptr, nullptr, pointers.data(), environ), 0);
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  const auto kept = disk();
  EXPECT_EQ(kept->list().size(), 16u);
  for (const cache::Listed& entry : kept->verify()) EXPECT_FALSE(entry.miss) << entry.path;
}

TEST_F(CachedKernels, ASerializedSourceGivesTheSourceAgain) {
  const auto context = Context::create({});
  for (const auto& program : similar_programs()) {
    launch::KernelSource source;
    source.program = program;
    source.plan =
        std::make_shared<const launch::BindingPlan>(launch::BindingPlan::create(*program).take());
    source.workgroup_size = {4, 1, 1};
    source.segment_number = 3;
    source.launch = {launch::Axes{2, 3, 4}, {std::nullopt, 12}};
    for (ir::ExprId id = 0; id < program->exprs.size(); ++id) {
      if (program->exprs[id].kind == ir::ExprKind::kLitU32) source.parameters.push_back(id);
    }
    const auto plain = serialized_source(source);
    source.division_gives_zero = true;
    const auto defined = serialized_source(source);
    source.paths =
        std::make_shared<const std::vector<std::string>>(program->nodes.size(), "body[7]");
    const auto serialized = serialized_source(source);
    ASSERT_TRUE(plain && defined && serialized);
    EXPECT_NE(*plain, *defined);
    EXPECT_NE(*defined, *serialized);
    const auto again = test::value_of(read_source(*serialized, *context));
    EXPECT_EQ(serialized_source(again), serialized);
    EXPECT_EQ(again.parameters.size(), source.parameters.size());
    EXPECT_EQ(again.launch.bytes, source.launch.bytes);
    EXPECT_TRUE(again.division_gives_zero);
    ASSERT_NE(again.paths, nullptr);
    EXPECT_EQ(again.paths->size(), again.program->nodes.size());
  }
}

// o[i] = test.f(a[i])
launch::KernelSource calls(const launch::OpFunction& function) {
  test::Build b(kElements, {{"a", test::input(0, kElements)}, {"o", test::output(1, kElements)}});
  launch::KernelSource source;
  source.program = b.finish({b.store("o", b.gid(), b.call("test.f", {b.load("a", b.gid())}))});
  source.plan = std::make_shared<const launch::BindingPlan>(
      test::value_of(launch::BindingPlan::create(*source.program)));
  source.functions.push_back(std::make_shared<const launch::OpFunction>(function));
  return source;
}

TEST_F(CachedKernels, SourcesWithFunctionsAreAsDifferentAsThese) {
  using ir::DataType;
  const launch::OpFunction functions[] = {
      {"test.f", {1, 2}, {DataType::kU32}, DataType::kU32},
      {"test.f", {1, 3}, {DataType::kU32}, DataType::kU32},
      {"test.f", {1, 2}, {DataType::kI32}, DataType::kU32},
      {"test.f", {1, 2}, {DataType::kU32}, DataType::kF32},
      {"test.f", {1}, {DataType::kU32, DataType::kU32}, DataType::kU32}};
  const auto context = Context::create({});
  std::set<std::vector<uint8_t>> all;
  for (const launch::OpFunction& function : functions) {
    const auto serialized = serialized_source(calls(function));
    ASSERT_TRUE(serialized);
    EXPECT_TRUE(all.insert(*serialized).second);
    const auto again = test::value_of(read_source(*serialized, *context));
    EXPECT_EQ(serialized_source(again), serialized);
    ASSERT_EQ(again.functions.size(), 1u);
    EXPECT_EQ(again.functions[0]->words, function.words);
  }
  launch::KernelSource without = calls(functions[0]);
  without.functions.clear();
  EXPECT_FALSE(serialized_source(without)) << "what it calls is not told";
}

TEST_F(CachedKernels, EveryTruncatedSourceIsRefused) {
  const auto context = Context::create({});
  launch::KernelSource source = calls({"test.f", {1, 2}, {ir::DataType::kU32}});
  const auto serialized = serialized_source(source).value();
  for (size_t size = 0; size < serialized.size(); ++size) {
    EXPECT_FALSE(read_source(std::span(serialized).first(size), *context).ok()) << size;
  }
}

}  // namespace
}  // namespace vyre::runtime
