#pragma once

#include <string>

#include "build.h"

// Programs at the limits of the language, of a size that can be chosen.
namespace vyre::test {

using ProgramPtr = std::shared_ptr<const ir::Program>;

// A region with one output of one word and |statements| statements in it, all told.
inline Build for_one_word() {
  Build b(1);
  b.buffer("out", output(0, 1));
  return b;
}

inline std::string numbered(const char* name, uint32_t i) { return name + std::to_string(i); }

// Locals v0 .. vn in one scope, each from the one before. Result: n.
inline ProgramPtr many_locals(uint32_t statements) {
  Build b = for_one_word();
  Build::Nodes body = {b.let("v0", b.u32(0))};
  for (uint32_t i = 1; i + 2 < statements; ++i) {
    body.push_back(b.let(numbered("v", i), b.add(b.var(numbered("v", i - 1)), b.u32(1))));
  }
  const auto last = static_cast<uint32_t>(body.size() - 1);
  body.push_back(b.store("out", b.u32(0), b.var(numbered("v", last))));
  return b.finish(body);
}

// A counter that goes up again and again, with a return that is never taken before each step.
inline ProgramPtr many_returns(uint32_t statements) {
  Build b = for_one_word();
  Build::Nodes body;
  for (uint32_t i = 0; i + 3 < statements; i += 3) {
    const auto count = [&] { return b.load("out", b.u32(0)); };
    body.push_back(b.branch(b.equal(count(), b.u32(i + 1'000'000)), {b.leave()}));
    body.push_back(b.store("out", b.u32(0), b.add(count(), b.u32(1))));
  }
  return b.finish(body);
}

// Regions that exclude themselves, each under a name of its own. Result: how many.
inline ProgramPtr many_regions(uint32_t statements) {
  Build b = for_one_word();
  Build::Nodes body;
  for (uint32_t i = 0; i + 2 < statements; i += 2) {
    body.push_back(b.region(numbered("r", i) + "#self-exclusive",
                            {b.store("out", b.u32(0), b.add(b.load("out", b.u32(0)), b.u32(1)))}));
  }
  return b.finish(body);
}

// Loops of one trip, |depth| of them inside each other, around a store. Result: 1.
inline ProgramPtr nested_loops(uint32_t depth) {
  Build b = for_one_word();
  ir::NodeId inner = b.store("out", b.u32(0), b.add(b.load("out", b.u32(0)), b.u32(1)));
  for (uint32_t i = 0; i < depth; ++i) {
    inner = b.loop(numbered("i", i), b.u32(0), b.u32(1), {inner});
  }
  return b.finish({inner});
}

// One sum whose left operands are |depth| operators deep, so often as fills |statements|.
inline ProgramPtr deep_expressions(uint32_t depth, uint32_t statements) {
  Build b = for_one_word();
  Build::Nodes body;
  for (uint32_t s = 0; s + 1 < statements; ++s) {
    ir::ExprId sum = b.u32(0);
    for (uint32_t i = 0; i < depth; ++i) sum = b.add(sum, b.u32(1));
    body.push_back(b.store("out", b.u32(0), sum));
  }
  return b.finish(body);
}

}  // namespace vyre::test
