#include "ir/wire/format.h"

namespace vyre::ir::wire {

std::string_view record_op_id(NodeKind kind) {
  switch (kind) {
    case NodeKind::kLet:
      return "vyre.node.let";
    case NodeKind::kAssign:
      return "vyre.node.assign";
    case NodeKind::kStore:
      return "vyre.node.store";
    case NodeKind::kIf:
      return "vyre.node.if";
    case NodeKind::kLoop:
      return "vyre.node.loop";
    case NodeKind::kReturn:
      return "vyre.node.return";
    case NodeKind::kBlock:
      return "vyre.node.block";
    case NodeKind::kBarrier:
      return "vyre.node.barrier";
    case NodeKind::kIndirectDispatch:
      return "vyre.node.indirect_dispatch";
    case NodeKind::kAsyncLoad:
      return "vyre.node.async_load";
    case NodeKind::kAsyncWait:
      return "vyre.node.async_wait";
    case NodeKind::kRegion:
      return "vyre.node.region";
    case NodeKind::kAsyncStore:
      return "vyre.node.async_store";
    case NodeKind::kTrap:
      return "vyre.node.trap";
    case NodeKind::kResume:
      return "vyre.node.resume";
    case NodeKind::kAllReduce:
      return "vyre.node.all_reduce";
    case NodeKind::kAllGather:
      return "vyre.node.all_gather";
    case NodeKind::kReduceScatter:
      return "vyre.node.reduce_scatter";
    case NodeKind::kBroadcast:
      return "vyre.node.broadcast";
    case NodeKind::kOpaque:
      return {};
  }
  return {};
}

}  // namespace vyre::ir::wire
