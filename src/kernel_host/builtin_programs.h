#pragma once

#include <cstdint>
#include <memory>
#include <memory_resource>

#include "base/status/status.h"
#include "ir/program/program.h"

namespace vyre::kernel_host {

// Programs of ours, from |memory|, with workgroups of |width| invocations, one for each word.

// to[i] = from[i], of bindings 0 and 1.
Result<std::shared_ptr<const ir::Program>> copy_program(uint32_t width,
                                                        std::pmr::memory_resource* memory);

// if (i < length) if (before[i] != after[i]) changed[0] = 1, of bindings 0, 1 and kChanged.
inline constexpr uint32_t kChanged = 2;
Result<std::shared_ptr<const ir::Program>> comparing_program(uint32_t width,
                                                             std::pmr::memory_resource* memory);

// Looks at a grid in memory, with one invocation: of binding kCounts the three words from the one
// that kGridBlock says. Into kGridBlock come these words, or zeroes when one of them is too large,
// which is told in kGridTrap, a TrapWords. All bindings have words.
enum GridBinding : uint32_t { kCounts = 0, kGridBlock = 1, kGridTrap = 2 };
enum GridBlockWord : uint32_t { kGridOut = 0, kGridMost = 3, kFirstCount = 6, kGridBlockWords = 8 };
Result<std::shared_ptr<const ir::Program>> grid_program(std::pmr::memory_resource* memory);

}  // namespace vyre::kernel_host
