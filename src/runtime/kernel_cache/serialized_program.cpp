#include "runtime/kernel_cache/serialized_program.h"

#include <algorithm>

#include "ir/program/visit.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"

namespace vyre::runtime {
namespace {

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

bool write_wire(ByteWriter& out, const ir::Program& program) {
  ir::wire::Writer wire;
  if (!ir::encode_wire(program, wire).ok()) return false;
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

Status malformed() {
  return fail(Code::kInvalidArgument,
              "the bytes are not a program that was compiled. Fix: compile the program again");
}

Status read_buffers(ByteReader& in, ir::Program& program) {
  if (in.count(sizeof(uint64_t) + 2 * sizeof(uint8_t)) != program.buffers.size())
    return malformed();
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
    if (place >= order.size()) return malformed();
    ir::Expr& expr = program.exprs[order[place]];
    if (expr.kind != ir::ExprKind::kLitF32) return malformed();
    expr.value = in.u32();
  }
  return {};
}

}  // namespace

std::vector<ir::ExprId> exprs_in_order(const ir::Program& program) {
  std::vector<ir::ExprId> order;
  ir::walk(program, program.entry, [&](ir::NodeId, const ir::Node& node) {
    ir::for_each_expr(program, node, [&](ir::ExprId id, const ir::Expr&) { order.push_back(id); });
  });
  return order;
}

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

Result<std::shared_ptr<const ir::Program>> read_program(ByteReader& in, const Context& context) {
  VYRE_ASSIGN_OR_RETURN(const auto carried, ir::decode_wire(in.bytes(), context.memory()));
  const auto program = std::make_shared<ir::Program>(context.memory());
  *program = *carried;
  VYRE_RETURN_IF_ERROR(read_buffers(in, *program));
  VYRE_RETURN_IF_ERROR(read_literals(in, *program));
  return std::shared_ptr<const ir::Program>(program);
}

}  // namespace vyre::runtime
