#pragma once

#include <string>
#include <vector>

#include "capi/support/plugin_support.h"
#include "heap.h"
#include "support/temporary_folder.h"

// What a host makes of the library, and the scripts by which it does.
namespace vyre::faults {

using test::Buffer;
using test::Context;
using test::Device;
using test::Handle;
using test::Pipeline;
using test::Program;
using test::Registry;
using test::RegistryBuilder;
using test::Sequence;
using test::Words;
using test::Work;
using View = Handle<vyre_registry_view, vyre_registry_view_destroy>;

// A call that failed; the script goes no further.
struct Stopped {
  std::string why;
};

// A vyre_error that no caller should get: without a cure, or one that says the mistake is ours.
struct Wrong {
  std::string what;
};

// Throws Stopped with what |error| says, null being success.
void must(vyre_error* error);

template <typename Made, typename... Arguments>
void make(Made& out, auto create, Arguments... arguments) {
  typename Made::pointer object = nullptr;
  vyre_error* const error = create(arguments..., &object);
  out.reset(object);
  must(error);
}

// All that a script has made.
struct World {
  explicit World(std::string id) : device_id(std::move(id)) {}
  ~World() { give_back(); }
  void give_back();

  const std::string device_id;
  HostMemory memory;
  test::Scripted scripted;  // the table of a backend of this name
  test::TemporaryFolder folder;
  std::atomic<int> callbacks = 0;  // that the library has to let go of

  Context context;
  Device device;
  View view;
  std::vector<Registry> registries;
  std::vector<RegistryBuilder> builders;
  std::vector<Program> programs;
  std::vector<Pipeline> pipelines;
  std::vector<Buffer> buffers;
  std::vector<Sequence> sequences;
  std::vector<Work> works;
};

void open_context(World& world);
void open_device(World& world);

struct Script {
  const char* name;
  void (*before)(World& world);  // nothing fails yet
  void (*run)(World& world);
};
const std::vector<Script>& scripts();

// Whether what is there works: what is not there, or lost, is made. Throws Stopped or Wrong.
void use(World& world);

}  // namespace vyre::faults
