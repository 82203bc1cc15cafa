#include "runtime/emission/emission.h"

#include <deque>

#include "base/encoding/base64.h"
#include "base/json/writer.h"
#include "capi/boundary/blob.h"
#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "capi/boundary/info.h"
#include "capi/tools/emit_options.h"
#include "spirv/module/module.h"
#include "vyre_driver_tools.h"

using vyre::JsonWriter;
using vyre::Result;
using vyre::Status;
using vyre::runtime::ArgumentKind;
using vyre::runtime::Emission;
using vyre::runtime::EmittedArgument;
using vyre::runtime::EmittedKernel;
using namespace vyre::capi;

namespace {

static_assert(static_cast<int>(ArgumentKind::kParameter) == VYRE_ARGUMENT_PARAMETER);
static_assert(static_cast<int>(ArgumentKind::kCounts) == VYRE_ARGUMENT_COUNTS);
static_assert(static_cast<int>(ArgumentKind::kTrap) == VYRE_ARGUMENT_TRAP);
static_assert(static_cast<int>(ArgumentKind::kHidden) == VYRE_ARGUMENT_HIDDEN);

constexpr vyre_emission_info empty_info() {
  vyre_emission_info info = {};
  info.struct_size = sizeof info;
  info.aot_id = {"", 0};
  return info;
}

// What the info of a kernel points at.
struct Lists {
  Items<vyre_argument_info> arguments;
  Items<vyre_string> trap_sites;
};

}  // namespace

struct vyre_emission {
  explicit vyre_emission(Emission emission);

  const Emission rep;
  Texts texts;
  std::deque<Lists> lists;
  Items<vyre_kernel_info> kernels;
  std::vector<const vyre_kernel_info*> order;
  vyre_emission_info info = empty_info();
};

namespace {

vyre_argument_info info_of(const EmittedArgument& argument, size_t position, Texts& texts) {
  vyre_argument_info info = {};
  info.struct_size = sizeof info;
  info.name = texts.keep(argument.name);
  info.bytes = argument.bytes;
  info.element_bits = argument.element_bits;
  info.kind = static_cast<vyre_argument_kind>(argument.kind);
  info.slot = argument.slot;
  info.binding = argument.binding;
  info.position = static_cast<uint32_t>(position);
  info.access = static_cast<vyre_access>(argument.access);
  return info;
}

void add_kernel(const EmittedKernel& kernel, vyre_emission& emission) {
  Lists& lists = emission.lists.emplace_back();
  for (const EmittedArgument& argument : kernel.arguments) {
    lists.arguments.add(info_of(argument, lists.arguments.size(), emission.texts));
  }
  for (const std::string& site : kernel.trap_sites) {
    lists.trap_sites.add(emission.texts.keep(site));
  }
  vyre_kernel_info& info = emission.kernels.add({});
  info.struct_size = sizeof info;
  info.code = {kernel.words.data(), kernel.words.size() * sizeof(uint32_t)};
  info.entry = to_c(vyre::spirv::kEntryPoint);
  info.arguments = lists.arguments.data();
  info.argument_count = lists.arguments.size();
  info.trap_sites = lists.trap_sites.data();
  info.trap_site_count = lists.trap_sites.size();
  info.workgroup_memory_bytes = kernel.workgroup_memory_bytes;
  std::ranges::copy(kernel.workgroup_size, info.workgroup);
  info.push_constant_bytes = kernel.push_constant_bytes;
}

// ---- As JSON ----

constexpr std::string_view kKinds[] = {"parameter", "counts", "trap", "hidden"};
constexpr std::string_view kAccesses[] = {"read_only", "read_write", "uniform", "workgroup",
                                          "write_only"};

void write_axes(JsonWriter& json, std::string_view name, const uint32_t (&axes)[3]) {
  json.key(name).begin_array();
  for (const uint32_t axis : axes) json.integer(axis);
  json.end();
}

void write_argument(JsonWriter& json, const vyre_argument_info& argument) {
  json.begin_object().key("kind").string(kKinds[argument.kind]);
  if (argument.kind == VYRE_ARGUMENT_PARAMETER) json.key("name").string(view(argument.name));
  if (argument.kind == VYRE_ARGUMENT_PARAMETER || argument.kind == VYRE_ARGUMENT_HIDDEN) {
    json.key("slot").integer(argument.slot);
    json.key("element_bits").integer(argument.element_bits);
  }
  json.key("bytes").integer(argument.bytes);
  json.key("set").integer(argument.set).key("binding").integer(argument.binding);
  json.key("position").integer(argument.position);
  json.key("access").string(kAccesses[argument.access]).end();
}

void write_kernel(JsonWriter& json, const vyre_kernel_info& kernel) {
  json.begin_object(JsonWriter::Layout::kLines).key("entry").string(view(kernel.entry));
  write_axes(json, "workgroup", kernel.workgroup);
  json.key("workgroup_memory_bytes").integer(kernel.workgroup_memory_bytes);
  json.key("push_constant_bytes").integer(kernel.push_constant_bytes);
  json.key("arguments").begin_array(JsonWriter::Layout::kLines);
  for (size_t i = 0; i < kernel.argument_count; ++i) write_argument(json, *kernel.arguments[i]);
  json.end().key("trap_sites").begin_array(JsonWriter::Layout::kLines);
  for (size_t i = 0; i < kernel.trap_site_count; ++i) json.string(view(*kernel.trap_sites[i]));
  const auto* code = static_cast<const std::byte*>(kernel.code.data);
  json.end().key("code").string(vyre::base64_encode({code, kernel.code.size})).end();
}

std::string json_of(const vyre_emission_info& info) {
  JsonWriter json;
  json.begin_object(JsonWriter::Layout::kLines).key("aot_id").string(view(info.aot_id));
  write_axes(json, "grid", info.grid);
  json.key("kernels").begin_array(JsonWriter::Layout::kLines);
  for (size_t i = 0; i < info.kernel_count; ++i) write_kernel(json, *info.kernels[i]);
  json.end().end();
  return json.take();
}

Status hand_out_emission(vyre_emission** out, Result<Emission> made) {
  if (made.ok()) *out = new vyre_emission(made.take());
  return std::move(made).status();
}

}  // namespace

vyre_emission::vyre_emission(Emission emission) : rep(std::move(emission)) {
  for (const EmittedKernel& kernel : rep.kernels) add_kernel(kernel, *this);
  for (const uint32_t kernel : rep.order) order.push_back(kernels.data()[kernel]);
  info.aot_id = to_c(kSpirvAotId);
  info.kernels = order.data();
  info.kernel_count = order.size();
  if (rep.grid) std::ranges::copy(*rep.grid, info.grid);
}

vyre_error* vyre_program_emit(const vyre_program* program, const vyre_emit_desc* desc,
                              vyre_emission** out_emission) {
  return guard(VYRE_OUT(out_emission), VYRE_ARG(program), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto options, emit_options(desc));
    return with_label(
        hand_out_emission(out_emission, vyre::runtime::emit_spirv(*program->rep, options)),
        program->rep->label());
  });
}

vyre_error* vyre_pipeline_emit(const vyre_pipeline* pipeline, vyre_string target,
                               vyre_emission** out_emission) {
  return guard(VYRE_OUT(out_emission), VYRE_ARG(pipeline), [&]() -> Status {
    VYRE_RETURN_IF_ERROR(check_emit_target(target, "target"));
    VYRE_RETURN_IF_ERROR(pipeline->rep->check_made());
    return with_label(hand_out_emission(out_emission, vyre::runtime::emit_spirv(*pipeline->rep)),
                      pipeline->rep->nearest_label());
  });
}

const vyre_emission_info* vyre_emission_get_info(const vyre_emission* emission) {
  static constexpr vyre_emission_info kNone = empty_info();
  return emission == nullptr ? &kNone : &emission->info;
}

vyre_error* vyre_emission_save(const vyre_emission* emission, vyre_blob** out_json) {
  return guard(VYRE_OUT(out_json), VYRE_ARG(emission),
               [&] { return hand_out_blob(out_json, std::string_view(json_of(emission->info))); });
}

void vyre_emission_destroy(vyre_emission* emission) { delete emission; }
