#include "ir/validate/rules.h"

namespace vyre::ir {

std::string Findings::path() const {
  std::string text;
  for (const Part& part : path_) {
    if (!text.empty()) text += '.';
    text += part.label;
    if (part.index != kNone) text += concat('[', part.index, ']');
  }
  return text;
}

std::string_view access_name(Access access) {
  switch (access) {
    case Access::kReadOnly:
      return "read-only";
    case Access::kReadWrite:
      return "read-write";
    case Access::kUniform:
      return "uniform";
    case Access::kWorkgroup:
      return "workgroup";
    case Access::kWriteOnly:
      return "write-only";
  }
  return "unknown";
}

const char* kind_label(NodeKind kind) {
  switch (kind) {
    case NodeKind::kLet:
      return "let";
    case NodeKind::kAssign:
      return "assign";
    case NodeKind::kStore:
      return "store";
    case NodeKind::kIf:
      return "if";
    case NodeKind::kLoop:
      return "loop";
    case NodeKind::kReturn:
      return "return";
    case NodeKind::kBlock:
      return "block";
    case NodeKind::kBarrier:
      return "barrier";
    case NodeKind::kIndirectDispatch:
      return "indirect_dispatch";
    case NodeKind::kAsyncLoad:
      return "async_load";
    case NodeKind::kAsyncWait:
      return "async_wait";
    case NodeKind::kRegion:
      return "region";
    case NodeKind::kAsyncStore:
      return "async_store";
    case NodeKind::kTrap:
      return "trap";
    case NodeKind::kResume:
      return "resume";
    case NodeKind::kAllReduce:
      return "all_reduce";
    case NodeKind::kAllGather:
      return "all_gather";
    case NodeKind::kReduceScatter:
      return "reduce_scatter";
    case NodeKind::kBroadcast:
      return "broadcast";
    case NodeKind::kOpaque:
      return "opaque";
  }
  return "unknown";
}

}  // namespace vyre::ir
