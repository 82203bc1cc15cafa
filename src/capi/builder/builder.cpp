#include "capi/builder/builder.h"

#include <array>
#include <chrono>
#include <utility>

#include "base/hash/xxhash.h"
#include "capi/core/shared_context.h"
#include "vyre_driver_builder.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::ir::Builder;
using vyre::runtime::Program;
using vyre::runtime::ProgramOrigin;
using namespace vyre::capi;

namespace {

// Another one for each builder, as far as chance allows: the library has no counter of its own.
uint32_t number_of(const vyre_builder* builder) {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  const std::array<uint64_t, 2> seed = {reinterpret_cast<uintptr_t>(builder),
                                        static_cast<uint64_t>(now)};
  const std::string_view bytes(reinterpret_cast<const char*>(seed.data()), sizeof seed);
  return static_cast<uint32_t>(vyre::hash_bytes(bytes));
}

}  // namespace

vyre_builder::vyre_builder(std::shared_ptr<vyre::runtime::Context> owner)
    : context(std::move(owner)),
      identity{.number = number_of(this)},
      rep(context->memory(), identity) {}

Builder vyre_builder::restart() {
  const Builder::Identity next{identity.number + 1, identity.earlier + 1};
  Builder built = std::exchange(rep, Builder(context->memory(), next));
  identity = next;
  return built;
}

namespace vyre::capi {
namespace {

Status check_strings(TextArguments texts) {
  for (const Text& text : texts) VYRE_RETURN_IF_ERROR(check_string(text.text, text.name));
  return {};
}

}  // namespace

void take_step(vyre_builder* builder, std::string_view function, TextArguments texts,
               const std::function<Status(ir::Builder&)>& step) noexcept {
  if (builder == nullptr) return;
  std::lock_guard lock(builder->mutex);
  if (builder->mistake != nullptr) return;
  const auto take = [&]() -> Status {
    Status status = check_strings(texts);
    if (status.ok()) status = step(builder->rep);
    if (status.ok()) return status;
    status.info().text = concat(function, " at ", builder->rep.place(), ": ", status.text());
    return status;
  };
  builder->mistake.reset(guard(take, nullptr));
}

}  // namespace vyre::capi

vyre_error* vyre_builder_create(vyre_context* context, vyre_builder** out_builder) {
  return guard(VYRE_OUT(out_builder),
               [&]() -> Status { return hand_out(out_builder, context_or_shared(context)); });
}

vyre_error* vyre_builder_get_error(const vyre_builder* builder, vyre_error** out_error) {
  return guard(VYRE_OUT(out_error), VYRE_ARG(builder), [&]() -> Status {
    std::lock_guard lock(builder->mutex);
    *out_error = vyre_error_share(builder->mistake.get());
    return {};
  });
}

vyre_error* vyre_builder_finish(vyre_builder* builder, vyre_program** out_program) {
  vyre_error* mistake = nullptr;
  vyre_error* error = guard(VYRE_OUT(out_program), VYRE_ARG(builder), [&]() -> Status {
    std::lock_guard lock(builder->mutex);
    Builder built = builder->restart();
    ProgramOrigin origin{.label = std::exchange(builder->label, {})};
    mistake = builder->mistake.release();
    if (mistake != nullptr) return {};
    VYRE_ASSIGN_OR_RETURN(auto ir, built.finish());
    *out_program = new vyre_program(
        std::make_shared<const Program>(builder->context, std::move(ir), std::move(origin)));
    return {};
  });
  return error != nullptr ? error : mistake;
}

void vyre_builder_destroy(vyre_builder* builder) { delete builder; }

void vyre_builder_set_workgroup(vyre_builder* builder, uint32_t x, uint32_t y, uint32_t z) {
  make(builder, __func__, {}, [&](Builder& b) -> Status {
    b.set_workgroup({x, y, z});
    return {};
  });
}

void vyre_builder_set_entry(vyre_builder* builder, vyre_string op_id) {
  make(builder, __func__, {{op_id, "op_id"}}, [&](Builder& b) -> Status {
    b.set_entry(view(op_id));
    return {};
  });
}

void vyre_builder_set_label(vyre_builder* builder, vyre_string label) {
  make(builder, __func__, {{label, "label"}}, [&](Builder&) -> Status {
    builder->label = view(label);
    return {};
  });
}

vyre_type vyre_builder_type(vyre_builder* builder, vyre_string spelling) {
  vyre::ir::TypeId type = 0;
  make(builder, __func__, {{spelling, "spelling"}}, [&](Builder& b) -> Status {
    VYRE_ASSIGN_OR_RETURN(type, b.type(view(spelling)));
    return {};
  });
  return static_cast<vyre_type>(type);
}
