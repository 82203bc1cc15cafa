#include "sketch.h"

#include "ir/build/assembler.h"
#include "ir/program/visit.h"

namespace vyre::differential {
namespace {

using ir::ExprKind;

// Copies trees into an assembler; the first bad type is the answer.
class Flattening {
 public:
  Result<std::shared_ptr<const ir::Program>> run(const Case& sketch) {
    assembler_.program().workgroup_size = sketch.workgroup;
    assembler_.program().semantics = sketch.semantics;
    for (const DeclaredBuffer& buffer : sketch.buffers) declare(buffer);
    assembler_.entry(list(sketch.body));
    if (!bad_.ok()) return std::move(bad_);
    return assembler_.finish();
  }

 private:
  ir::TypeId type(const std::string& name) {
    auto id = ir::parse_type_name(assembler_.program().types, name);
    if (id.ok()) return id.value();
    bad_ = std::move(id).status();
    return ir::scalar(ir::DataType::kU32);
  }

  void declare(const DeclaredBuffer& declared) {
    ir::Buffer buffer = declared.record;
    buffer.name = assembler_.name(declared.name);
    buffer.element = type(declared.element);
    assembler_.add(buffer);
  }

  ir::NameId optional_name(const std::string& text) {
    return text.empty() ? ir::kNone : assembler_.name(text);
  }

  ir::ExprId expression(const Expression& from) {
    ir::Expr expr = from.record;
    std::vector<ir::ExprId> operands;
    for (const Expression& operand : from.operands) operands.push_back(expression(operand));
    if (expr.kind == ExprKind::kCast) {
      expr.value = type(from.name);
    } else {
      expr.name = optional_name(from.name);
    }
    if (expr.kind == ExprKind::kOpaque) {
      expr.args = assembler_.payload(from.payload);
    } else if (expr.kind == ExprKind::kCall) {
      expr.args = assembler_.list(operands);
    } else if (expr.kind == ExprKind::kAtomic) {
      expr.operands = {operands[0], operands.size() > 2 ? operands[2] : ir::kNone, operands[1]};
    } else {
      std::copy(operands.begin(), operands.end(), expr.operands.begin());
    }
    return assembler_.add(expr);
  }

  std::vector<ir::NodeId> list(const std::vector<Statement>& from) {
    std::vector<ir::NodeId> ids;
    for (const Statement& each : from) ids.push_back(statement(each));
    return ids;
  }

  ir::NodeId statement(const Statement& from) {
    ir::Node node = from.record;
    node.name = optional_name(from.name);
    node.name2 = optional_name(from.name2);
    node.tag = optional_name(from.tag);
    for (size_t i = 0; i < from.operands.size(); ++i) node.exprs[i] = expression(from.operands[i]);
    if (ir::has_body(node.kind)) node.body = assembler_.list(list(from.body));
    if (node.kind == ir::NodeKind::kIf) node.otherwise = assembler_.list(list(from.otherwise));
    return assembler_.add(node);
  }

  ir::Assembler assembler_;
  Status bad_;
};

}  // namespace

bool has_no_input(const ir::Buffer& buffer) {
  return buffer.access == ir::Access::kWorkgroup || buffer.is_output ||
         buffer.access == ir::Access::kWriteOnly ||
         (buffer.access == ir::Access::kReadWrite && buffer.pipeline_live_out);
}

bool is_returned(const ir::Buffer& buffer) {
  return buffer.access == ir::Access::kReadWrite || buffer.access == ir::Access::kWriteOnly ||
         buffer.is_output;
}

Result<std::shared_ptr<const ir::Program>> program_of(const Case& sketch) {
  return Flattening().run(sketch);
}

size_t count_statements(const std::vector<Statement>& list) {
  size_t count = 0;
  visit_statements(list, [&](const Statement&) { ++count; });
  return count;
}

size_t count_expressions(const std::vector<Statement>& list) {
  size_t count = 0;
  visit_statements(list, [&](const Statement& statement) {
    for (const Expression& each : statement.operands) {
      visit_expressions(each, [&](const Expression&) { ++count; });
    }
  });
  return count;
}

}  // namespace vyre::differential
