#include "capi/builder.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::ir::Builder;
using vyre::ir::NodeKind;
using namespace vyre::capi;

namespace {

Result<NodeKind> collective_kind(uint32_t collective) {
  constexpr NodeKind kKinds[] = {NodeKind::kAllReduce, NodeKind::kAllGather,
                                 NodeKind::kReduceScatter, NodeKind::kBroadcast};
  if (collective >= VYRE_COLLECTIVE_ALL_REDUCE && collective <= VYRE_COLLECTIVE_BROADCAST) {
    return kKinds[collective - 1];
  }
  return vyre::fail(Code::kInvalidArgument, "no collective has the number ", collective,
                    ". Fix: use a VYRE_COLLECTIVE_ constant");
}

}  // namespace

void vyre_builder_assign(vyre_builder* builder, vyre_string name, vyre_expr value) {
  make(builder, __func__, {name}, [&](Builder& b) { return b.assign(view(name), value); });
}

void vyre_builder_store(vyre_builder* builder, vyre_string buffer, vyre_expr index,
                        vyre_expr value) {
  make(builder, __func__, {buffer},
       [&](Builder& b) { return b.store(view(buffer), index, value); });
}

void vyre_builder_begin_if(vyre_builder* builder, vyre_expr condition) {
  make(builder, __func__, {}, [&](Builder& b) { return b.begin_if(condition); });
}

void vyre_builder_begin_else(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.begin_else(); });
}

void vyre_builder_begin_block(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.begin_block(); });
}

void vyre_builder_begin_region(vyre_builder* builder, vyre_string generator) {
  make(builder, __func__, {generator}, [&](Builder& b) { return b.begin_region(view(generator)); });
}

void vyre_builder_end(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.end(); });
}

void vyre_builder_return(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.leave(); });
}

void vyre_builder_barrier(vyre_builder* builder, uint32_t ordering) {
  make(builder, __func__, {}, [&](Builder& b) { return b.barrier(ordering); });
}

void vyre_builder_trap(vyre_builder* builder, vyre_expr address, vyre_string tag) {
  make(builder, __func__, {tag}, [&](Builder& b) { return b.trap(address, view(tag)); });
}

void vyre_builder_resume(vyre_builder* builder, vyre_string tag) {
  make(builder, __func__, {tag}, [&](Builder& b) { return b.resume(view(tag)); });
}

void vyre_builder_indirect_dispatch(vyre_builder* builder, vyre_string count_buffer,
                                    uint64_t offset) {
  make(builder, __func__, {count_buffer},
       [&](Builder& b) { return b.indirect_dispatch(view(count_buffer), offset); });
}

void vyre_builder_async_load(vyre_builder* builder, vyre_string source, vyre_string destination,
                             vyre_expr offset, vyre_expr size, vyre_string tag) {
  make(builder, __func__, {source, destination, tag}, [&](Builder& b) {
    return b.async_copy(NodeKind::kAsyncLoad, view(source), view(destination), offset, size,
                        view(tag));
  });
}

void vyre_builder_async_store(vyre_builder* builder, vyre_string source, vyre_string destination,
                              vyre_expr offset, vyre_expr size, vyre_string tag) {
  make(builder, __func__, {source, destination, tag}, [&](Builder& b) {
    return b.async_copy(NodeKind::kAsyncStore, view(source), view(destination), offset, size,
                        view(tag));
  });
}

void vyre_builder_async_wait(vyre_builder* builder, vyre_string tag) {
  make(builder, __func__, {tag}, [&](Builder& b) { return b.async_wait(view(tag)); });
}

void vyre_builder_collective(vyre_builder* builder, uint32_t collective, uint32_t op,
                             vyre_string source, vyre_string destination, uint32_t root,
                             uint64_t group) {
  make(builder, __func__, {source, destination}, [&](Builder& b) -> Status {
    VYRE_ASSIGN_OR_RETURN(const NodeKind kind, collective_kind(collective));
    return b.collective(kind, op, view(source), view(destination), root, group);
  });
}

void vyre_builder_opaque_statement(vyre_builder* builder, vyre_string kind, const void* payload,
                                   size_t size) {
  make(builder, __func__, {kind}, [&](Builder& b) -> Status {
    VYRE_RETURN_IF_ERROR(bytes_of(payload, size, "payload").status());
    return b.opaque_statement(view(kind), std::span(static_cast<const uint8_t*>(payload), size));
  });
}
