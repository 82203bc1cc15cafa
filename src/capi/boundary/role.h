#pragma once

#include <cstdint>

#include "launch/binding_plan.h"
#include "vyre_driver.h"

namespace vyre::capi {

// The header's number of a role.
constexpr uint32_t role_number(launch::Role role) { return static_cast<uint32_t>(role) + 1; }

static_assert(role_number(launch::Role::kShared) == VYRE_ROLE_SHARED);
static_assert(role_number(launch::Role::kPersistent) == VYRE_ROLE_PERSISTENT);
static_assert(role_number(launch::Role::kOutput) == VYRE_ROLE_OUTPUT);
static_assert(role_number(launch::Role::kInput) == VYRE_ROLE_INPUT);
static_assert(role_number(launch::Role::kInputOutput) == VYRE_ROLE_INPUT_OUTPUT);
static_assert(role_number(launch::Role::kUniform) == VYRE_ROLE_UNIFORM);

}  // namespace vyre::capi
