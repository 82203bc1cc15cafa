#include "capi/builder/builder.h"
#include "vyre_driver_builder.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::ir::Builder;
using vyre::ir::NodeKind;
using namespace vyre::capi;

namespace {

Result<NodeKind> collective_kind(uint32_t kind) {
  constexpr NodeKind kKinds[] = {NodeKind::kAllReduce, NodeKind::kAllGather,
                                 NodeKind::kReduceScatter, NodeKind::kBroadcast};
  if (kind >= VYRE_COLLECTIVE_ALL_REDUCE && kind <= VYRE_COLLECTIVE_BROADCAST) {
    return kKinds[kind - 1];
  }
  return vyre::fail(Code::kInvalidArgument, "no collective has the number ", kind,
                    ". Fix: use a VYRE_COLLECTIVE_ constant");
}

void copy(vyre_builder* builder, const char* function, NodeKind kind, vyre_parameter source,
          vyre_parameter destination, vyre_expr offset, vyre_expr size, vyre_string tag) {
  make(builder, function, {{tag, "tag"}}, [&](Builder& b) {
    return b.async_copy(kind, to_parameter(source), to_parameter(destination), to_value(offset),
                        to_value(size), view(tag));
  });
}

}  // namespace

vyre_expr vyre_builder_let(vyre_builder* builder, vyre_string name, vyre_expr value) {
  return make_id<vyre_expr>(builder, __func__, {{name, "name"}},
                            [&](Builder& b) { return b.let(view(name), to_value(value)); });
}

vyre_local vyre_builder_local(vyre_builder* builder, vyre_string name, vyre_expr initial) {
  return make_id<vyre_local>(builder, __func__, {{name, "name"}},
                             [&](Builder& b) { return b.local(view(name), to_value(initial)); });
}

vyre_expr vyre_builder_get(vyre_builder* builder, vyre_local local) {
  return make_id<vyre_expr>(builder, __func__, {},
                            [&](Builder& b) { return b.get(to_local(local)); });
}

void vyre_builder_assign(vyre_builder* builder, vyre_local local, vyre_expr value) {
  make(builder, __func__, {},
       [&](Builder& b) { return b.assign(to_local(local), to_value(value)); });
}

void vyre_builder_store(vyre_builder* builder, vyre_parameter array, vyre_expr index,
                        vyre_expr value) {
  make(builder, __func__, {},
       [&](Builder& b) { return b.store(to_parameter(array), to_value(index), to_value(value)); });
}

void vyre_builder_begin_if(vyre_builder* builder, vyre_expr condition) {
  make(builder, __func__, {}, [&](Builder& b) { return b.begin_if(to_value(condition)); });
}

void vyre_builder_begin_else(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.begin_else(); });
}

vyre_expr vyre_builder_begin_loop(vyre_builder* builder, vyre_string name, vyre_expr from,
                                  vyre_expr to) {
  return make_id<vyre_expr>(builder, __func__, {{name, "name"}}, [&](Builder& b) {
    return b.begin_loop(view(name), to_value(from), to_value(to));
  });
}

void vyre_builder_begin_block(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.begin_block(); });
}

void vyre_builder_begin_region(vyre_builder* builder, vyre_string generator) {
  make(builder, __func__, {{generator, "generator"}},
       [&](Builder& b) { return b.begin_region(view(generator)); });
}

void vyre_builder_end(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.end(); });
}

void vyre_builder_return(vyre_builder* builder) {
  make(builder, __func__, {}, [](Builder& b) { return b.leave(); });
}

void vyre_builder_barrier(vyre_builder* builder, vyre_ordering ordering) {
  make(builder, __func__, {}, [&](Builder& b) { return b.barrier(ordering); });
}

void vyre_builder_trap(vyre_builder* builder, vyre_expr address, vyre_string tag) {
  make(builder, __func__, {{tag, "tag"}},
       [&](Builder& b) { return b.trap(to_value(address), view(tag)); });
}

void vyre_builder_resume(vyre_builder* builder, vyre_string tag) {
  make(builder, __func__, {{tag, "tag"}}, [&](Builder& b) { return b.resume(view(tag)); });
}

void vyre_builder_indirect_dispatch(vyre_builder* builder, vyre_parameter counts, uint64_t offset) {
  make(builder, __func__, {},
       [&](Builder& b) { return b.indirect_dispatch(to_parameter(counts), offset); });
}

void vyre_builder_async_load(vyre_builder* builder, vyre_parameter source,
                             vyre_parameter destination, vyre_expr offset, vyre_expr size,
                             vyre_string tag) {
  copy(builder, __func__, NodeKind::kAsyncLoad, source, destination, offset, size, tag);
}

void vyre_builder_async_store(vyre_builder* builder, vyre_parameter source,
                              vyre_parameter destination, vyre_expr offset, vyre_expr size,
                              vyre_string tag) {
  copy(builder, __func__, NodeKind::kAsyncStore, source, destination, offset, size, tag);
}

void vyre_builder_async_wait(vyre_builder* builder, vyre_string tag) {
  make(builder, __func__, {{tag, "tag"}}, [&](Builder& b) { return b.async_wait(view(tag)); });
}

void vyre_builder_collective(vyre_builder* builder, vyre_collective kind, vyre_reduce op,
                             vyre_parameter source, vyre_parameter destination, uint32_t root,
                             uint32_t group) {
  make(builder, __func__, {}, [&](Builder& b) -> Status {
    VYRE_ASSIGN_OR_RETURN(const NodeKind node, collective_kind(kind));
    return b.collective(node, op, to_parameter(source), to_parameter(destination), root, group);
  });
}

void vyre_builder_opaque_statement(vyre_builder* builder, vyre_string kind, const void* payload,
                                   size_t size) {
  make(builder, __func__, {{kind, "kind"}}, [&](Builder& b) -> Status {
    VYRE_RETURN_IF_ERROR(bytes_of(payload, size, "payload").status());
    return b.opaque_statement(view(kind), std::span(static_cast<const uint8_t*>(payload), size));
  });
}
