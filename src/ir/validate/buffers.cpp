#include <unordered_set>

#include "ir/validate/rules.h"

namespace vyre::ir {
namespace {

// Names and slots met so far.
class BufferRules {
 public:
  explicit BufferRules(Validation& validation)
      : v_(validation), named_(validation.program.names.size()) {}

  void check(const Buffer& buffer) {
    if (named_[buffer.name]) {
      v_.findings.error("R-NAME", "a second buffer is named ", v_.quoted(buffer.name));
    }
    named_[buffer.name] = true;
    if (buffer.access == Access::kWorkgroup) {
      check_workgroup_memory(buffer);
    } else if (!slots_.insert(buffer.binding).second) {
      v_.findings.error("R-BIND", "buffer ", v_.quoted(buffer.name), " has slot ", buffer.binding,
                        ", which another buffer has");
    }
    check_output(buffer);
  }

 private:
  void check_workgroup_memory(const Buffer& buffer) {
    if (buffer.count != 0) return;
    v_.findings.error("R-WGCOUNT", "workgroup buffer ", v_.quoted(buffer.name), " has no elements");
  }

  void check_output(const Buffer& buffer) {
    const DataType tag = v_.program.types[buffer.element].tag;
    if (!buffer.is_output || (tag != DataType::kArray && tag != DataType::kTensor)) return;
    v_.findings.error("R-OUTELEM", "output buffer ", v_.quoted(buffer.name),
                      " has elements of type ", v_.type(buffer.element));
  }

  Validation& v_;
  std::vector<bool> named_;
  std::unordered_set<uint32_t> slots_;
};

void validate_output_marker(Validation& v) {
  size_t outputs = 0;
  for (const Buffer& buffer : v.program.buffers) outputs += buffer.is_output ? 1 : 0;
  if (outputs <= 1) return;
  const Findings::Step step(v.findings, "buffers");
  v.findings.error("V022", outputs, " buffers are marked as output, one at most can be");
}

}  // namespace

void validate_buffers(Validation& v) {
  BufferRules rules(v);
  for (uint32_t i = 0; i < v.program.buffers.size(); ++i) {
    const Findings::Step step(v.findings, "buffers", i);
    rules.check(v.program.buffers[i]);
  }
  validate_output_marker(v);
}

}  // namespace vyre::ir
