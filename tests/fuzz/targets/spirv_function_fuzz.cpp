// Words as the function of an op: linked into a kernel that is valid, or refused by name. The same
// words have the same end.
#include "fuzz/mutate/fuzz.h"
#include "spirv/external/op_link.h"

namespace vyre::fuzz {
namespace {

launch::OpFunction function_of(const uint8_t* data, size_t size) {
  launch::OpFunction function;
  function.op = "test.f";
  function.words.resize(size / sizeof(uint32_t));
  for (size_t i = 0; i < 4 * function.words.size(); ++i) {
    function.words[i / 4] |= uint32_t{data[i]} << 8 * (i % 4);
  }
  function.inputs = {ir::DataType::kU32, ir::DataType::kU32};
  return function;
}

}  // namespace
}  // namespace vyre::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const vyre::launch::OpFunction function = vyre::fuzz::function_of(data, size);
  const vyre::Status checked = vyre::spirv::check_function(function);
  const vyre::Status linked = vyre::spirv::check_link(function);
  if (!checked.ok()) vyre::fuzz::expect_refusal(checked, vyre::Code::kUnsupportedFeature);
  if (!linked.ok()) vyre::fuzz::expect_refusal(linked, vyre::Code::kUnsupportedFeature);
  vyre::fuzz::expect(linked.ok() || !checked.ok(), "valid, and cannot be linked");
  return 0;
}
