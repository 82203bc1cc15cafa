#pragma once

#include <vyre_driver.h>

#include <string>
#include <vector>

#include "host/json.h"
#include "host/library.h"

// Ops of a registry as people and programs read them.
namespace tool {

using Registry = std::unique_ptr<vyre_registry, Destroy<vyre_registry_destroy>>;
using RegistryBuilder =
    std::unique_ptr<vyre_registry_builder, Destroy<vyre_registry_builder_destroy>>;

// An op with what is known about it; lives as long as its registry.
struct Op {
  const vyre_op* op = nullptr;
  vyre_op_info info = VYRE_OP_INFO_INIT;
};

// All ops of |registry| in its order; those of |dialect| unless that is empty.
Result<std::vector<Op>> ops_of(const vyre_registry* registry, const std::string& dialect);

std::string_view category_name(int32_t category);

// "fd i32, offset u64 -> handle GpuBufferHandle".
std::string signature_text(const Op& op);

// The targets that the op has a lowering for, as text.
Result<std::vector<std::string>> targets_of(const Op& op);

// One object.
std::optional<Failure> write_op(JsonWriter& json, const Op& op);

}  // namespace tool
