#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "interface/functions.h"
#include "interface/random.h"
#include "interface/vulkan_side.h"
#include "vyre_driver.h"
#include "vyre_driver_builder.h"
#include "vyre_driver_image.h"
#include "vyre_driver_plugin.h"
#include "vyre_driver_registry.h"
#include "vyre_driver_sequence.h"
#include "vyre_driver_tools.h"
#include "vyre_driver_vulkan.h"

// What this program knows of the objects that it made.
namespace vyre::interface {

// A handle, which is destroyed by whoever lets go of it last.
template <typename Handle>
struct Held {
  Held(Handle* made, const char* end, void (*destroy_it)(Handle*))
      : raw(made), function(&functions().find(end)), destroy(destroy_it) {}
  ~Held() {
    destroy(raw);
    function->count(true, true);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

  Handle* const raw;
  Function* const function;
  void (*const destroy)(Handle*);
};

// Objects that any thread may take one of, so many at the most.
template <typename Object>
class Pool {
 public:
  explicit Pool(size_t capacity) : capacity_(capacity) {}

  // NULL when there is none that |fits|.
  template <typename Fits>
  std::shared_ptr<Object> pick(Random& random, Fits fits) {
    const std::lock_guard lock(mutex_);
    const size_t first = objects_.empty() ? 0 : random.below(objects_.size());
    for (size_t i = 0; i < objects_.size(); ++i) {
      const auto& object = objects_[(first + i) % objects_.size()];
      if (fits(*object)) return object;
    }
    return nullptr;
  }
  std::shared_ptr<Object> pick(Random& random) {
    return pick(random, [](const Object&) { return true; });
  }
  std::shared_ptr<Object> take(Random& random) {
    const std::lock_guard lock(mutex_);
    if (objects_.empty()) return nullptr;
    std::swap(objects_[random.below(objects_.size())], objects_.back());
    auto taken = std::move(objects_.back());
    objects_.pop_back();
    return taken;
  }
  // Over the capacity it takes the place of another one, which ends behind the lock: its callbacks
  // may come here again.
  void add(std::shared_ptr<Object> object, Random& random) {
    const std::lock_guard lock(mutex_);
    if (objects_.size() < capacity_) {
      objects_.push_back(std::move(object));
    } else {
      std::swap(objects_[random.below(objects_.size())], object);
    }
  }
  size_t size() {
    const std::lock_guard lock(mutex_);
    return objects_.size();
  }
  std::vector<std::shared_ptr<Object>> take_all() {
    const std::lock_guard lock(mutex_);
    return std::exchange(objects_, {});
  }

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::vector<std::shared_ptr<Object>> objects_;
};

// A device, however many handles it has.
struct DeviceFacts {
  std::string family;  // "cpu-ref", "vulkan", "scripted", "host"
  uint64_t alignment = 4;
  bool has_threads = false;  // of its context
  bool imported = false;     // the host's
  bool record_only = false;
  bool has_addresses = false;  // its buffers
  bool has_images = false;
};

struct Context : Held<vyre_context> {
  using Held::Held;
  bool has_threads = false, has_folder = false, traces = false;
  bool ranked = false;
  std::atomic<int> backends{0};
};

struct Device : Held<vyre_device> {
  Device(vyre_device* made, DeviceFacts& of)
      : Held(made, "vyre_device_destroy", vyre_device_destroy), facts(of) {}
  DeviceFacts& facts;
};

struct Program : Held<vyre_program> {
  explicit Program(vyre_program* made) : Held(made, "vyre_program_destroy", vyre_program_destroy) {}
  bool valid = true;  // a pipeline can be made of it, and runs
  bool module = false;
  bool cut = false;  // it has grid barriers
};

struct Pipeline : Held<vyre_pipeline> {
  Pipeline(vyre_pipeline* made, DeviceFacts& of, std::shared_ptr<Program> what)
      : Held(made, "vyre_pipeline_destroy", vyre_pipeline_destroy),
        facts(of),
        program(std::move(what)) {}
  DeviceFacts& facts;
  const std::shared_ptr<Program> program;
  bool good = true;  // it is made, or will be
  std::atomic<bool> ready{true};
};

struct Buffer : Held<vyre_buffer> {
  Buffer(vyre_buffer* made, DeviceFacts& of, uint64_t bytes)
      : Held(made, "vyre_buffer_destroy", vyre_buffer_destroy), facts(of), size(bytes) {}
  DeviceFacts& facts;
  const uint64_t size;
};

struct Image : Held<vyre_image> {
  Image(vyre_image* made, DeviceFacts& of, const vyre_image_desc& how)
      : Held(made, "vyre_image_destroy", vyre_image_destroy), facts(of), desc(how) {}
  DeviceFacts& facts;
  const vyre_image_desc desc;  // of R32U
};

struct Semaphore : Held<vyre_semaphore> {
  Semaphore(vyre_semaphore* made, DeviceFacts& of)
      : Held(made, "vyre_semaphore_destroy", vyre_semaphore_destroy), facts(of) {}
  DeviceFacts& facts;
  std::mutex mutex;                 // values only grow
  uint64_t value = 0;               // that it has, or that work under way will give it
  std::atomic<bool> unsure{false};  // what it has: it is left alone
};

struct Work : Held<vyre_work> {
  Work(vyre_work* made, DeviceFacts& of)
      : Held(made, "vyre_work_destroy", vyre_work_destroy), facts(of) {}
  DeviceFacts& facts;
  std::vector<vyre_binding> bindings;  // of a dispatch
  std::vector<uint32_t> results;       // that they point to
  uint64_t read_bytes = 0;             // of a read
  bool is_dispatch = false, has_point = false;
  std::atomic<bool> cancelled{false}, collected{false}, has_callback{false};
};

struct Step {
  enum Kind { kDispatch, kCopy, kFill, kWrite, kRead } kind;
  uint64_t bytes = 0;
  std::shared_ptr<Pipeline> pipeline;
};

struct Sequence : Held<vyre_sequence> {
  Sequence(vyre_sequence* made, DeviceFacts& of)
      : Held(made, "vyre_sequence_destroy", vyre_sequence_destroy), facts(of) {}
  DeviceFacts& facts;
  std::mutex mutex;  // of what follows: one thread at a time knows how it stands
  std::vector<Step> steps;
  bool busy = false, ran = false;
};

struct Registry : Held<vyre_registry> {
  explicit Registry(vyre_registry* made)
      : Held(made, "vyre_registry_destroy", vyre_registry_destroy) {}
};

struct RegistryBuilder : Held<vyre_registry_builder> {
  explicit RegistryBuilder(vyre_registry_builder* made)
      : Held(made, "vyre_registry_builder_destroy", vyre_registry_builder_destroy) {}
  std::mutex mutex;
  uint32_t ops = 0;
  bool broken = false, holds_registry = false;
};

// Work in a command buffer of the host, of one thread.
struct Recording : Held<vyre_recording> {
  Recording(vyre_recording* made, DeviceFacts& of)
      : Held(made, "vyre_recording_destroy", vyre_recording_destroy), facts(of) {}
  DeviceFacts& facts;
  std::shared_ptr<side_commands> commands;  // not before the recording is retired
  std::vector<uint64_t> reads;              // their sizes
  bool broken = false, ended = false, retired = false;
};

using Error = Held<vyre_error>;
using Blob = Held<vyre_blob>;
using Plan = Held<vyre_plan>;
using Emission = Held<vyre_emission>;
using MetricList = Held<vyre_metric_list>;
using CacheList = Held<vyre_cache_list>;
using DeviceList = Held<vyre_device_list>;
using BackendList = Held<vyre_backend_list>;

}  // namespace vyre::interface
