#pragma once

#include <vyre_driver.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "files.h"

namespace tool {

// Owners of the library's objects.
template <auto kDestroy>
struct Destroy {
  template <class T>
  void operator()(T* object) const {
    kDestroy(object);
  }
};
using Context = std::unique_ptr<vyre_context, Destroy<vyre_context_destroy>>;
using Program = std::unique_ptr<vyre_program, Destroy<vyre_program_destroy>>;
using Backend = std::unique_ptr<vyre_backend, Destroy<vyre_backend_destroy>>;
using BackendList = std::unique_ptr<vyre_backend_list, Destroy<vyre_backend_list_destroy>>;
using Pipeline = std::unique_ptr<vyre_pipeline, Destroy<vyre_pipeline_destroy>>;
using DeviceBuffer = std::unique_ptr<vyre_buffer, Destroy<vyre_buffer_destroy>>;
using Error = std::unique_ptr<vyre_error, Destroy<vyre_error_destroy>>;

inline std::string_view view(vyre_string text) { return {text.data, text.size}; }
inline vyre_string borrow(std::string_view text) { return {text.data(), text.size()}; }

struct Finding {
  std::string code;
  std::string path;
  std::string text;
};
std::vector<Finding> findings(const vyre_error* error);

// What |error| says, findings included, as one text. Takes the error.
Failure failure(vyre_error* error);

// The same, if there is an error.
std::optional<Failure> failure_of(vyre_error* error);

// Calls |create(out)| and owns what it made.
template <class Owner, class Create>
Result<Owner> make(Create create) {
  typename Owner::pointer object = nullptr;
  if (vyre_error* error = create(&object)) return failure(error);
  return Owner(object);
}

// What |write(memory, capacity, out_size)| gives: it is asked for the size first.
template <class Content, class Write>
Result<Content> collect(Write write) {
  size_t size = 0;
  if (vyre_error* error = write(nullptr, 0, &size)) return failure(error);
  Content content(size, 0);
  if (vyre_error* error = write(content.data(), content.size(), &size)) return failure(error);
  return content;
}

// |count| things, each of them |one| before |get(index, out)| fills it.
template <class Thing, class Get>
Result<std::vector<Thing>> list_of(size_t count, const Thing& one, Get get) {
  std::vector<Thing> things(count, one);
  for (size_t i = 0; i < count; ++i)
    if (vyre_error* error = get(i, &things[i])) return failure(error);
  return things;
}

// Every command that touches a device has these.
struct DeviceOptions {
  std::string backend;               // empty: the last plug-in's, or the preferred one
  std::vector<std::string> plugins;  // paths of plug-ins to load before
  bool validation = false;           // Vulkan devices run under the validation layer
  uint64_t optimizations = 0;        // VYRE_CONTEXT_..._OPTIMISATIONS, or as they pay
  bool quiet = false;                // of the library's messages only errors are shown
  std::string trace;                 // where to write a trace; empty: none is kept
  std::string cache_folder;          // empty: VYRE_CACHE_DIR, or none
  bool cache_read_only = false;
  uint64_t cache_bytes = 0;  // 0: the library's default
};

// A context whose messages go to standard error.
Result<Context> create_context(const DeviceOptions& options = {});

// Writes what the context's trace has to where |options| say, if anywhere.
std::optional<Failure> write_trace(const vyre_context* context, const DeviceOptions& options);

// Loads each plug-in; the ids of their backends.
Result<std::vector<std::string>> load_plugins(vyre_context* context,
                                              const std::vector<std::string>& paths);

Result<Backend> acquire_backend(vyre_context* context, const DeviceOptions& options);

Result<vyre_device_profile> profile_of(const vyre_backend* backend);
Result<vyre_program_info> info_of(const vyre_program* program);

// Every declared buffer, in the order of declaration.
Result<std::vector<vyre_buffer_info>> buffers_of(const vyre_program* program);

// A program with the context that it lives in, from a file, wire or JSON told apart by content; "-"
// is standard input.
struct Loaded {
  Context context;
  Program program;
};
Result<Loaded> load(const std::string& path, const DeviceOptions& options = {});

// |values| may be null.
Result<Pipeline> compile(vyre_backend* backend, const vyre_program* program,
                         const vyre_spec_map* values);

// |program| in its two forms.
Result<Bytes> wire_of(const vyre_program* program);
Result<std::string> json_of(const vyre_program* program);

// What the commands that run programs ask about a declared buffer.
bool takes_input(const vyre_buffer_info& buffer);
bool gives_output(const vyre_buffer_info& buffer);

// "16 bytes (4 x U32)" or "any number of U32 elements".
std::string expected_size(const vyre_buffer_info& buffer);

// A failure when the |size| bytes of file |path| are not what the buffer takes.
std::optional<Failure> check_size(const vyre_buffer_info& buffer, const std::string& path,
                                  uint64_t size);

std::string_view role_name(uint32_t role);
std::string_view access_name(uint32_t access);

// A "name = bits set" table: names of the bits of |bits|, in order.
std::vector<std::string_view> need_names(uint64_t needs);
std::vector<std::string_view> feature_names(uint64_t features);
std::vector<std::string_view> quirk_names(uint64_t quirks);

}  // namespace tool
