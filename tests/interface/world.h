#pragma once

#include <atomic>
#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "interface/context_host.h"
#include "interface/models.h"
#include "support/temporary_folder.h"

namespace vyre::interface {

class Caller;

// A program that calls are made with, in one of its forms.
struct Source {
  std::string bytes;
  bool valid = true, module = false, cut = false;
};

// The objects of one round, which its threads share.
class World {
 public:
  World(uint64_t seed, vulkan_side* side);
  World(const World&) = delete;

  // Makes the first contexts, devices and programs.
  void begin(Caller& caller);
  // Ends all objects in any order, and looks whether everything was given back.
  void end(Caller& caller);

  // One object; the first is made when there is none.
  std::shared_ptr<Program> program(Caller& caller, bool valid = true);
  std::shared_ptr<Device> device(Caller& caller);
  std::shared_ptr<Pipeline> pipeline(Caller& caller);
  std::shared_ptr<Pipeline> pipeline_of(Caller& caller, const DeviceFacts& facts);
  std::shared_ptr<Buffer> buffer(Caller& caller);
  std::shared_ptr<Buffer> buffer_of(Caller& caller, const DeviceFacts& facts);
  std::shared_ptr<Image> image_of(Caller& caller, const DeviceFacts& facts);
  std::shared_ptr<Registry> registry(Caller& caller);

  ContextHost& new_host(Random& random);
  DeviceFacts& new_facts();
  void add_device(Caller& caller, vyre_device* made, const Context& context, bool imported = false,
                  bool record_only = false);

  // Work that its own callback keeps alive is waited for in the end.
  void keep_waiting_for(const std::shared_ptr<Work>& work);

  const std::vector<Source>& sources() const { return sources_; }
  const test::TemporaryFolder& folder() const { return folder_; }
  vulkan_side* side() const { return side_; }

  Pool<Context> contexts{4};
  Pool<Device> devices{8};
  Pool<Program> programs{24};
  Pool<Pipeline> pipelines{32};
  Pool<Buffer> buffers{64};
  Pool<Image> images{24};
  Pool<Semaphore> semaphores{6};
  Pool<Work> works{24};
  Pool<Sequence> sequences{12};
  Pool<Registry> registries{8};
  Pool<RegistryBuilder> registry_builders{6};
  Pool<Error> errors{16};
  Pool<Blob> blobs{16};
  Pool<Plan> plans{6};
  Pool<Emission> emissions{6};
  Pool<MetricList> metric_lists{6};
  Pool<CacheList> cache_lists{6};
  Pool<DeviceList> device_lists{4};
  Pool<BackendList> backend_lists{6};
  std::atomic<uint32_t> names{0};  // numbers for names that are not taken

 private:
  template <typename Some>
  void drop(Some& pool);
  void wait_for_works(const Caller& caller);
  void check_saxpy(Caller& caller, const Device& device);

  test::TemporaryFolder folder_;
  vulkan_side* const side_;
  std::mutex mutex_;
  std::deque<ContextHost> hosts_;
  std::deque<DeviceFacts> facts_;
  std::vector<std::weak_ptr<Work>> waited_for_;
  std::vector<Source> sources_;
  Random random_;
};

std::vector<Source> make_sources();

// What the actions of other files do too; each a sound call, or one that may be odd.
void create_context(Caller& caller);
void open_device(Caller& caller, const std::shared_ptr<Context>& context, std::string_view id);
void load_program(Caller& caller, const Source& source);
void create_pipeline(Caller& caller, const std::shared_ptr<Device>& device,
                     const std::shared_ptr<Program>& program);
void create_buffer(Caller& caller, const std::shared_ptr<Device>& device);
void get_registry(Caller& caller);
void import_vulkan(Caller& caller);
void add_table(Caller& caller, const std::shared_ptr<Context>& context);

}  // namespace vyre::interface
