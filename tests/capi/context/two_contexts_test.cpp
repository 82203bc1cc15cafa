// What a device keeps of a program from another context.
#include <cstdlib>
#include <map>
#include <mutex>

#include "capi/support/capi_support.h"

namespace vyre::test {
namespace {

// A host's allocator that is no longer to be called once the library has let go of it.
struct Heap {
  std::mutex mutex;
  std::map<void*, size_t> live;
  bool is_gone = false;
  uint64_t late = 0;  // calls behind that

  static void* allocate(void* user, size_t size, size_t alignment) {
    Heap& heap = *static_cast<Heap*>(user);
    const std::lock_guard lock(heap.mutex);
    heap.late += heap.is_gone ? 1 : 0;
    const size_t rounded = (size + alignment - 1) / alignment * alignment;
    void* const block = std::aligned_alloc(alignment, rounded);
    heap.live[block] = size;
    return block;
  }
  static void deallocate(void* user, void* block, size_t, size_t) {
    Heap& heap = *static_cast<Heap*>(user);
    const std::lock_guard lock(heap.mutex);
    heap.late += heap.is_gone ? 1 : 0;
    heap.live.erase(block);
    std::free(block);
  }
  static void let_go(void* user) {
    Heap& heap = *static_cast<Heap*>(user);
    const std::lock_guard lock(heap.mutex);
    heap.is_gone = true;
  }

  vyre_context_desc context() {
    vyre_context_desc desc = VYRE_CONTEXT_DESC_INIT;
    desc.allocate = &allocate;
    desc.deallocate = &deallocate;
    desc.allocate_user = this;
    desc.allocate_destroy = &let_go;
    return desc;
  }
  void expect_given_back() const {
    EXPECT_TRUE(is_gone);
    EXPECT_EQ(late, 0u);
    EXPECT_TRUE(live.empty());
  }
};

// out[i] = in[(i + 1) % 16], by way of what all workgroups wrote before a grid barrier.
constexpr std::string_view kTwoSegments = R"({
  "workgroup_size": [4, 1, 1],
  "buffers": [{"name": "in", "type": "U32", "count": 16},
              {"name": "mid", "type": "U32", "count": 16, "access": "read_write"},
              {"name": "out", "type": "U32", "count": 16, "access": "write_only"}],
  "body": [{"let": "i", "value": {"invocation_id": "x"}},
           {"store": "mid", "at": "i", "value": {"load": "in", "at": "i"}},
           {"barrier": "grid_sync"},
           {"store": "out", "at": "i",
            "value": {"load": "mid", "at": {"mod": [{"add": ["i", 1]}, 16]}}}]
})";

class TwoContexts : public testing::TestWithParam<const char*> {};
VYRE_ON_BOTH_BACKENDS(TwoContexts);

// Its kernels stay with the device, and with them what they were made of.
TEST_P(TwoContexts, AKernelOutlivesTheContextOfItsProgram) {
  Heap heap;
  {
    const Opened opened = open_device(GetParam());
    {
      const vyre_context_desc desc = heap.context();
      const auto other = made<Context>(vyre_context_create, &desc);
      const Program program = load(other, kIncrement);
      const auto pipeline =
          made<Pipeline>(vyre_pipeline_create, opened.device.get(), program.get(), nullptr);
      EXPECT_EQ(incremented(pipeline, numbers(7, 64)), numbers(8, 64));
    }
    EXPECT_EQ(heap.late, 0u);
    const Pipeline again = make_pipeline(opened, kIncrement);
    EXPECT_EQ(incremented(again, numbers(7, 64)), numbers(8, 64));
  }
  heap.expect_given_back();
}

TEST_P(TwoContexts, APipelineOnItsWayOutlivesTheContextOfItsProgram) {
  Heap heap;
  {
    const Opened opened = open_device(GetParam());
    {
      const vyre_context_desc desc = heap.context();
      const auto other = made<Context>(vyre_context_create, &desc);
      Pipeline pipeline;
      vyre_pipeline* begun = nullptr;
      const Program program = load(other, kIncrement);
      vyre_work* work = nullptr;
      EXPECT_TRUE(ok(
          vyre_pipeline_create_async(opened.device.get(), program.get(), nullptr, &begun, &work)));
      pipeline.reset(begun);
      const Work owned(work);
    }
    EXPECT_EQ(heap.late, 0u);
  }
  heap.expect_given_back();
}

TEST_P(TwoContexts, APlanOutlivesTheContextOfItsPipeline) {
  Heap heap;
  {
    Plan plan;
    {
      const vyre_context_desc desc = heap.context();
      const Opened opened(&desc, GetParam());
      const Pipeline pipeline = make_pipeline(opened, kTwoSegments);
      plan = made<Plan>(vyre_plan_create, pipeline.get(), nullptr, size_t{0}, nullptr);
      EXPECT_EQ(vyre_plan_get_info(plan.get())->segments, 2u);
    }
    heap.expect_given_back();
  }
  EXPECT_EQ(heap.late, 0u);
}

}  // namespace
}  // namespace vyre::test
