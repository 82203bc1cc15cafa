#pragma once

#include <vyre_driver.h>
#include <vyre_driver_tools.h>

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
using Device = std::unique_ptr<vyre_device, Destroy<vyre_device_destroy>>;
using DeviceList = std::unique_ptr<vyre_device_list, Destroy<vyre_device_list_destroy>>;
using Pipeline = std::unique_ptr<vyre_pipeline, Destroy<vyre_pipeline_destroy>>;
using DeviceBuffer = std::unique_ptr<vyre_buffer, Destroy<vyre_buffer_destroy>>;
using Blob = std::unique_ptr<vyre_blob, Destroy<vyre_blob_destroy>>;
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

// The bytes, or the text, of the blob that |create(out)| makes.
template <class Content, class Create>
Result<Content> content_of(Create create) {
  const Result<Blob> blob = make<Blob>(create);
  if (!blob) return blob.failure();
  const vyre_bytes bytes = vyre_blob_get_bytes(blob->get());
  const auto* begin = static_cast<const typename Content::value_type*>(bytes.data);
  return Content(begin, begin + bytes.size);
}

// Copies of the structs in a list of an info; what they point at stays the info's.
template <class Thing>
std::vector<Thing> list_of(const Thing* const* things, size_t count) {
  std::vector<Thing> all;
  for (size_t i = 0; i < count; ++i) all.push_back(*things[i]);
  return all;
}

// Every command that touches a device has these.
struct DeviceOptions {
  std::string device;                // its id; empty: the last plug-in's, or the best one
  std::vector<std::string> plugins;  // paths of plug-ins to load before
  bool validation = false;           // Vulkan devices run under the validation layer
  bool quiet = false;                // of the library's messages only errors are shown
  std::string trace;                 // where to write a trace; empty: none is kept
  std::string cache_folder;          // empty: VYRE_CACHE_DIR, or none
  bool cache_read_only = false;
  uint64_t cache_bytes = 0;  // 0: the library's default
};

// What makes contexts: vyre_context_create, or what a tool that links the rooms has in its place.
extern vyre_error* (*make_context)(const vyre_context_desc* desc, vyre_context** out_context);

// A context whose messages go to standard error.
Result<Context> create_context(const DeviceOptions& options = {});

// Writes what the context's trace has to where |options| say, if anywhere.
std::optional<Failure> write_trace(const vyre_context* context, const DeviceOptions& options);

// Loads each plug-in; the ids of their backends.
Result<std::vector<std::string>> load_plugins(vyre_context* context,
                                              const std::vector<std::string>& paths);

Result<Device> open_device(vyre_context* context, const DeviceOptions& options);

// Every parameter, in the order of declaration.
std::vector<vyre_parameter_info> parameters_of(const vyre_program* program);

// A program with the context that it lives in, from a file, wire or JSON told apart by content; "-"
// is standard input.
struct Loaded {
  Context context;
  Program program;
};
Result<Loaded> load(const std::string& path, const DeviceOptions& options = {},
                    const vyre_program_desc* desc = nullptr);

Result<Pipeline> compile(vyre_device* device, const vyre_program* program,
                         const std::vector<vyre_constant>& constants = {});

// |program| in its two forms.
Result<Bytes> wire_of(const vyre_program* program, vyre_wire_form form = VYRE_WIRE_ANY);
Result<std::string> json_of(const vyre_program* program);

// What the commands that run programs ask about a parameter.
bool takes_input(const vyre_parameter_info& parameter);
bool gives_output(const vyre_parameter_info& parameter);

// "16 bytes (4 x U32)" or "any number of U32 elements".
std::string expected_size(const vyre_parameter_info& parameter);

// A failure when the |size| bytes of file |path| are not what the parameter takes.
std::optional<Failure> check_size(const vyre_parameter_info& parameter, const std::string& path,
                                  uint64_t size);

std::string_view role_name(uint32_t role);
std::string_view access_name(uint32_t access);
std::string_view resource_name(const vyre_parameter_info& parameter);

// A "name = bits set" table: names of the bits of |bits|, in order.
std::vector<std::string_view> need_names(uint64_t needs);
std::vector<std::string_view> feature_names(uint64_t features);
std::vector<std::string_view> quirk_names(uint64_t quirks);

}  // namespace tool
