#include "runtime/kernel_cache/serialized_source.h"

#include <algorithm>

#include "base/encoding/byte_stream.h"
#include "ir/analysis/generations.h"
#include "ir/program/visit.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"
#include "specialization/resolve.h"

namespace vyre::runtime {
namespace {

using launch::KernelSource;

// The expressions of a program in the order in which they stand: the same for equal programs,
// whatever their ids.
std::vector<ir::ExprId> exprs_in_order(const ir::Program& program) {
  std::vector<ir::ExprId> order;
  ir::walk(program, program.entry, [&](ir::NodeId, const ir::Node& node) {
    ir::for_each_expr(program, node, [&](ir::ExprId id, const ir::Expr&) { order.push_back(id); });
  });
  return order;
}

// The wire form leaves out parameters of these.
bool is_shortened(const ir::Program& program, const ir::Buffer& buffer) {
  const ir::DataType tag = program.types[buffer.element].tag;
  return tag == ir::DataType::kVec || tag == ir::DataType::kTensorShaped;
}

// No wire form has outputs without a count.
bool is_refused(const ir::Buffer& buffer) {
  return buffer.count == 0 && (buffer.pipeline_live_out || buffer.is_output);
}

// Zeroes, subnormals and NaNs, of which the wire form has one.
bool is_rounded(const ir::Expr& expr) {
  if (expr.kind != ir::ExprKind::kLitF32) return false;
  const uint32_t magnitude = expr.value & 0x7FFFFFFFu;
  return magnitude > 0x7F800000u || (magnitude < 0x00800000u && expr.value != 0);
}

void make_plain(ir::Program& program, ir::Buffer& buffer) {
  if (is_refused(buffer)) buffer.pipeline_live_out = buffer.is_output = false;
  if (!is_shortened(program, buffer)) return;
  const uint64_t size = ir::min_bytes(program.types, buffer.element);
  buffer.element = size == 0 ? ir::scalar(ir::DataType::kBytes)
                             : program.types.intern({.tag = ir::DataType::kArray, .size = size});
}

// In form 6 what form 4 has not.
bool write_wire(ByteWriter& out, const ir::Program& program) {
  using enum ir::WireForm;
  const ir::WireForm form = ir::has_one_reading(program) ? k4 : k6;
  ir::wire::Writer wire;
  if (!ir::encode_wire(program, form, wire).ok()) return false;
  out.u8(static_cast<uint8_t>(form));
  out.u8(static_cast<uint8_t>(ir::kernel_semantics(program)));
  out.text(wire.bytes());
  return true;
}

bool write_carried(ByteWriter& out, const ir::Program& program) {
  const auto is_plain = [&](const ir::Buffer& one) {
    return !is_shortened(program, one) && !is_refused(one);
  };
  if (std::ranges::all_of(program.buffers, is_plain)) return write_wire(out, program);
  ir::Program copy = program;
  for (ir::Buffer& buffer : copy.buffers) make_plain(copy, buffer);
  return write_wire(out, copy);
}

void write_literals(ByteWriter& out, const ir::Program& program) {
  const auto count = static_cast<uint64_t>(std::ranges::count_if(program.exprs, is_rounded));
  if (count == 0) return out.u64(0);
  const std::vector<ir::ExprId> order = exprs_in_order(program);
  ByteWriter literals;
  uint64_t standing = 0;  // others are left over from building
  for (size_t place = 0; place < order.size(); ++place) {
    const ir::Expr& expr = program.exprs[order[place]];
    if (!is_rounded(expr)) continue;
    ++standing;
    literals.u64(place);
    literals.u32(expr.value);
  }
  out.u64(standing);
  out.raw(literals.take());
}

// A program as bytes that say all of it, beside those of the wire form what that leaves out:
//
//   u8 the form | u8 the semantics, where they matter
//   the bytes in that form, of a copy in which every buffer can be carried
//   for each buffer: the spelling of its element type | u8 whether it is live out | u8 an output
//   for each f32 literal that the wire form rounds: u64 its place in order | u32 its bits
//
// False when no wire form carries it.
bool write_program(ByteWriter& out, const ir::Program& program) {
  if (!write_carried(out, program)) return false;
  out.u64(program.buffers.size());
  for (const ir::Buffer& buffer : program.buffers) {
    out.text(ir::type_name(program.types, buffer.element));
    out.u8(buffer.pipeline_live_out ? 1 : 0);
    out.u8(buffer.is_output ? 1 : 0);
  }
  write_literals(out, program);
  return true;
}

Status malformed_program() {
  return fail(Code::kInvalidArgument,
              "the bytes are not a program that was compiled. Fix: compile the program again");
}

Status read_buffers(ByteReader& in, ir::Program& program) {
  if (in.count(sizeof(uint64_t) + 2 * sizeof(uint8_t)) != program.buffers.size())
    return malformed_program();
  for (ir::Buffer& buffer : program.buffers) {
    const std::string_view element = in.text();
    buffer.pipeline_live_out = in.u8() != 0;
    buffer.is_output = in.u8() != 0;
    if (element == ir::type_name(program.types, buffer.element)) continue;
    VYRE_ASSIGN_OR_RETURN(buffer.element, ir::parse_type_name(program.types, element));
  }
  return {};
}

Status read_literals(ByteReader& in, ir::Program& program) {
  const size_t count = in.count(sizeof(uint64_t) + sizeof(uint32_t));
  if (count == 0) return {};
  const std::vector<ir::ExprId> order = exprs_in_order(program);
  for (size_t i = 0; i < count; ++i) {
    const uint64_t place = in.u64();
    if (place >= order.size()) return malformed_program();
    ir::Expr& expr = program.exprs[order[place]];
    if (expr.kind != ir::ExprKind::kLitF32) return malformed_program();
    expr.value = in.u32();
  }
  return {};
}

Result<std::shared_ptr<const ir::Program>> read_program(ByteReader& in, const Context& context) {
  ir::Reading reading;
  reading.form = static_cast<ir::WireForm>(in.u8());
  reading.semantics = static_cast<ir::Semantics>(in.u8());
  VYRE_ASSIGN_OR_RETURN(const auto carried,
                        ir::decode_wire(in.bytes(), context.memory(), {}, reading));
  const auto program = std::make_shared<ir::Program>(context.memory());
  *program = *carried;
  VYRE_RETURN_IF_ERROR(read_buffers(in, *program));
  VYRE_RETURN_IF_ERROR(read_literals(in, *program));
  return std::shared_ptr<const ir::Program>(program);
}

void write_parameters(ByteWriter& out, const KernelSource& source) {
  out.u64(source.parameters.size());
  if (source.parameters.empty()) return;
  const std::vector<ir::ExprId> order = exprs_in_order(*source.program);
  for (const ir::ExprId parameter : source.parameters) {
    out.u64(static_cast<uint64_t>(std::ranges::find(order, parameter) - order.begin()));
  }
}

// The statements of a program in the order in which they stand, as of exprs_in_order().
std::vector<ir::NodeId> statements_in_order(const ir::Program& program) {
  std::vector<ir::NodeId> order;
  ir::walk(program, program.entry, [&](ir::NodeId id, const ir::Node&) { order.push_back(id); });
  return order;
}

// Messages have them.
void write_paths(ByteWriter& out, const KernelSource& source) {
  if (source.paths == nullptr) return out.u64(0);
  const std::vector<ir::NodeId> order = statements_in_order(*source.program);
  out.u64(order.size());
  for (const ir::NodeId id : order) out.text((*source.paths)[id]);
}

void write_launch(ByteWriter& out, const launch::KnownLaunch& launch) {
  out.u8(launch.grid ? 1 : 0);
  for (const uint32_t count : launch.grid.value_or(launch::Axes{})) out.u32(count);
  out.u64(launch.bytes.size());
  for (const std::optional<uint64_t>& bytes : launch.bytes) {
    out.u8(bytes ? 1 : 0);
    out.u64(bytes.value_or(0));
  }
}

void write_specialization(ByteWriter& out, const KernelSource& source) {
  if (source.specialization == nullptr) return out.u64(0);
  out.text(specialization::encode(*source.specialization));
}

Result<std::shared_ptr<const specialization::Map>> read_specialization(ByteReader& in) {
  const std::span<const uint8_t> bytes = in.bytes();
  if (bytes.empty()) return std::shared_ptr<const specialization::Map>();
  VYRE_ASSIGN_OR_RETURN(specialization::Map map, specialization::decode(bytes));
  return std::make_shared<const specialization::Map>(std::move(map));
}

void write_descriptors(ByteWriter& out, std::span<const launch::Descriptor> all) {
  out.u64(all.size());
  for (const auto& [array_index, resource, shape, texels, format] : all) {
    out.u32(array_index);
    out.u8(static_cast<uint8_t>(resource));
    out.u8(static_cast<uint8_t>(shape));
    out.u8(static_cast<uint8_t>(texels));
    out.u32(format);
  }
}

std::vector<launch::Descriptor> read_descriptors(ByteReader& in) {
  std::vector<launch::Descriptor> all(in.count(2 * sizeof(uint32_t) + 3 * sizeof(uint8_t)));
  for (auto& [array_index, resource, shape, texels, format] : all) {
    array_index = in.u32();
    resource = static_cast<launch::Resource>(in.u8());
    shape = static_cast<launch::ImageShape>(in.u8());
    texels = static_cast<launch::TexelKind>(in.u8());
    format = in.u32();
  }
  return all;
}

void write_external(ByteWriter& out, const launch::ExternalCode* code) {
  out.u8(code != nullptr ? 1 : 0);
  if (code == nullptr) return;
  const auto& [words, entry_point, constants, push_constant_bytes, min_bytes, descriptors, checked,
               subgroup_size, full_subgroups, minor_version, capabilities, extensions,
               workgroup_memory_bytes] = *code;
  out.words(words);
  out.text(entry_point);
  out.u64(constants.size());
  for (const launch::ExternalCode::Constant& one : constants) {
    out.u32(one.number);
    out.u32(one.bits);
  }
  out.u32(push_constant_bytes);
  out.u64(min_bytes.size());
  for (const uint64_t bytes : min_bytes) out.u64(bytes);
  write_descriptors(out, descriptors);
  out.u8(checked ? 1 : 0);
  out.u32(subgroup_size);
  out.u8(full_subgroups ? 1 : 0);
  out.u32(minor_version);
  out.words(capabilities);
  out.u64(extensions.size());
  for (const std::string& name : extensions) out.text(name);
  out.u8(workgroup_memory_bytes ? 1 : 0);
  out.u64(workgroup_memory_bytes.value_or(0));
}

std::shared_ptr<const launch::ExternalCode> read_external(ByteReader& in) {
  if (in.u8() == 0) return nullptr;
  const auto code = std::make_shared<launch::ExternalCode>();
  code->words = in.words();
  code->entry_point = in.text();
  code->constants.resize(in.count(2 * sizeof(uint32_t)));
  for (launch::ExternalCode::Constant& one : code->constants) {
    one.number = in.u32();
    one.bits = in.u32();
  }
  code->push_constant_bytes = in.u32();
  code->min_bytes.resize(in.count(sizeof(uint64_t)));
  for (uint64_t& bytes : code->min_bytes) bytes = in.u64();
  code->descriptors = read_descriptors(in);
  code->checked = in.u8() != 0;
  code->subgroup_size = in.u32();
  code->full_subgroups = in.u8() != 0;
  code->minor_version = in.u32();
  code->capabilities = in.words();
  code->extensions.resize(in.count(sizeof(uint64_t)));
  for (std::string& name : code->extensions) name = in.text();
  const bool is_known = in.u8() != 0;
  const uint64_t workgroup_memory_bytes = in.u64();
  if (is_known) code->workgroup_memory_bytes = workgroup_memory_bytes;
  return code;
}

// Descriptors of an array follow each other from the first.
bool are_whole(const launch::ExternalCode& code, size_t bindings) {
  if (code.min_bytes.size() != bindings || code.descriptors.size() != bindings) return false;
  uint32_t next = 0;
  for (const launch::Descriptor& one : code.descriptors) {
    if (one.array_index != 0 && one.array_index != next) return false;
    if (one.resource > launch::Resource::kSampledTexture || !is_known(one.shape) ||
        one.texels > launch::TexelKind::kSigned) {
      return false;
    }
    next = one.array_index + 1;
  }
  return true;
}

void write_functions(ByteWriter& out, const KernelSource& source) {
  out.u64(source.functions.size());
  for (const auto& function : source.functions) {
    const auto& [op, words, inputs, output] = *function;
    out.text(op);
    out.words(words);
    out.u64(inputs.size());
    for (const ir::DataType input : inputs) out.u8(static_cast<uint8_t>(input));
    out.u8(static_cast<uint8_t>(output));
  }
}

void read_functions(ByteReader& in, KernelSource& source) {
  source.functions.resize(in.count(3 * sizeof(uint64_t)));
  for (std::shared_ptr<const launch::OpFunction>& read : source.functions) {
    const auto function = std::make_shared<launch::OpFunction>();
    function->op = in.text();
    function->words = in.words();
    function->inputs.resize(in.count(sizeof(uint8_t)));
    for (ir::DataType& input : function->inputs) input = static_cast<ir::DataType>(in.u8());
    function->output = static_cast<ir::DataType>(in.u8());
    read = function;
  }
}

launch::KnownLaunch read_launch(ByteReader& in) {
  launch::KnownLaunch launch;
  const bool has_grid = in.u8() != 0;
  launch::Axes grid;
  for (uint32_t& count : grid) count = in.u32();
  if (has_grid) launch.grid = grid;
  launch.bytes.resize(in.count(sizeof(uint8_t) + sizeof(uint64_t)));
  for (std::optional<uint64_t>& bytes : launch.bytes) {
    const bool is_known = in.u8() != 0;
    const uint64_t count = in.u64();
    if (is_known) bytes = count;
  }
  return launch;
}

Status malformed() {
  return fail(Code::kInvalidArgument,
              "the bytes are not what a kernel was compiled from. Fix: compile the program again");
}

Result<std::vector<ir::ExprId>> read_parameters(ByteReader& in, const ir::Program& program) {
  std::vector<ir::ExprId> parameters(in.count(sizeof(uint64_t)));
  if (parameters.empty()) return parameters;
  const std::vector<ir::ExprId> order = exprs_in_order(program);
  for (ir::ExprId& parameter : parameters) {
    const uint64_t place = in.u64();
    if (place >= order.size()) return malformed();
    parameter = order[place];
  }
  return parameters;
}

Result<std::shared_ptr<const std::vector<std::string>>> read_paths(ByteReader& in,
                                                                   const ir::Program& program) {
  const size_t count = in.count(sizeof(uint64_t));
  if (count == 0) return std::shared_ptr<const std::vector<std::string>>();
  const std::vector<ir::NodeId> order = statements_in_order(program);
  if (count != order.size()) return malformed();
  const auto paths = std::make_shared<std::vector<std::string>>(program.nodes.size());
  for (const ir::NodeId id : order) (*paths)[id] = in.text();
  return std::shared_ptr<const std::vector<std::string>>(paths);
}

// Calls of functions are all that the functions are; what others run nobody knows.
bool is_all_told(const KernelSource& source) {
  const ir::Program& program = *source.program;
  return std::ranges::all_of(program.exprs, [&](const ir::Expr& expr) {
    return expr.kind != ir::ExprKind::kCall ||
           launch::find_function(source, program.names[expr.name]) != nullptr;
  });
}

}  // namespace

std::optional<std::vector<uint8_t>> serialized_source(const KernelSource& source) {
  if (!is_all_told(source)) return std::nullopt;
  ByteWriter out;
  out.u32(source.segment_number);
  for (const uint32_t size : source.workgroup_size) out.u32(size);
  out.u8(source.guarded ? 1 : 0);
  if (!write_program(out, *source.program)) return std::nullopt;
  write_parameters(out, source);
  write_launch(out, source.launch);
  write_specialization(out, source);
  write_external(out, source.external.get());
  write_functions(out, source);
  out.u8(source.division_gives_zero ? 1 : 0);
  write_paths(out, source);
  return out.take();
}

std::optional<std::vector<uint8_t>> serialized_for_any_values(const KernelSource& source) {
  if (source.specialization == nullptr) return serialized_source(source);
  KernelSource any = source;
  any.specialization = nullptr;
  for (uint32_t axis = 0; axis < 3; ++axis) {
    if (specialization::names_workgroup_axis(*source.specialization, axis)) {
      any.workgroup_size[axis] = 0;
    }
  }
  return serialized_source(any);
}

Result<KernelSource> read_source(std::span<const uint8_t> serialized, const Context& context) {
  ByteReader in(serialized);
  KernelSource source;
  source.segment_number = in.u32();
  for (uint32_t& size : source.workgroup_size) size = in.u32();
  source.guarded = in.u8() != 0;
  VYRE_ASSIGN_OR_RETURN(auto program, read_program(in, context));
  VYRE_ASSIGN_OR_RETURN(source.parameters, read_parameters(in, *program));
  source.launch = read_launch(in);
  VYRE_ASSIGN_OR_RETURN(source.specialization, read_specialization(in));
  source.external = read_external(in);
  read_functions(in, source);
  source.division_gives_zero = in.u8() != 0;
  VYRE_ASSIGN_OR_RETURN(source.paths, read_paths(in, *program));
  if (!in.done()) return malformed();
  VYRE_ASSIGN_OR_RETURN(launch::BindingPlan plan,
                        launch::BindingPlan::create(*program, source.external != nullptr));
  if (source.external != nullptr) {
    if (!are_whole(*source.external, plan.bindings.size())) return malformed();
    plan.set_descriptors(source.external->descriptors);
  }
  source.plan = std::make_shared<const launch::BindingPlan>(std::move(plan));
  source.program = keep_memory(std::move(program), context);
  return source;
}

}  // namespace vyre::runtime
