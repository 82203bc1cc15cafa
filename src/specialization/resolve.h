#pragma once

#include <array>
#include <memory>
#include <memory_resource>
#include <span>
#include <string>
#include <vector>

#include "base/status/status.h"
#include "ir/program/constant_value.h"
#include "ir/program/program.h"
#include "specialization/map.h"

namespace vyre::specialization {

using Workgroup = std::array<uint32_t, 3>;

// A value for each of |named|, what a program names: that of |given|, else its default, else, for
// the workgroup size on an axis, that of |declared|. Fails and tells all that is wrong: with
// kNotFound when names of |given| are not among |named|, else with kInvalidArgument for values of
// another kind and missing ones. |ignored|, when not null, takes such names instead.
Result<Map> resolve(std::span<const ir::ConstantValue> named, const Map& given,
                    const Workgroup& declared, std::vector<std::string>* ignored = nullptr);

// One for each of |names|, constants that a program does not name.
std::vector<Finding> findings_of_unknown(std::span<const std::string> names);

// |declared|, with what |values| say about axes.
Workgroup workgroup_of(const Workgroup& declared, const Map& values);

// Whether |values| say what the workgroup size is on |axis|.
bool names_workgroup_axis(const Map& values, uint32_t axis);

// A copy of |program| with literals in place of the values it names, all of which |values| has.
std::shared_ptr<const ir::Program> with_literals(const ir::Program& program, const Map& values,
                                                 std::pmr::memory_resource* memory);

// The literal that stands for a value: an element type is its tag's number.
ir::Expr literal(const Value& value);

}  // namespace vyre::specialization
