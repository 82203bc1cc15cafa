// Words of a SPIR-V module: read and made ready for this library's layout, or refused by name. What
// comes out is read again, with the same interface.
#include "fuzz/mutate/fuzz.h"
#include "spirv/external/external_module.h"

namespace vyre::fuzz {
namespace {

void expect_named(const Status& status) {
  const bool known = status.code() == Code::kInvalidProgram || status.code() == Code::kNotFound ||
                     status.code() == Code::kMalformedModule ||
                     status.code() == Code::kUnsupportedFeature;
  expect_refusal(status, known ? status.code() : Code::kInvalidProgram);
}

void check_interface(const spirv::ExternalModule& module,
                     const std::vector<spirv::SpecChoice>& choices) {
  const auto interface = module.interface_of("", choices);
  if (!interface.ok()) return expect_named(interface.error());
  std::vector<uint32_t> numbers(interface.value().bindings.size());
  for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  const std::vector<uint32_t> words = module.rebound(interface.value(), numbers);
  expect(words.size() == module.words().words().size(), "another length");
  const auto again = take(spirv::ExternalModule::read(std::as_bytes(std::span(words))),
                          "the rewritten module is not read");
  const auto seen = take(again.interface_of("", choices), "it has no interface any more");
  expect(seen.bindings.size() == numbers.size(), "other buffers");
  expect(seen.workgroup_size == interface.value().workgroup_size, "another workgroup");
  for (uint32_t i = 0; i < numbers.size(); ++i) {
    expect(seen.bindings[i].set == 0 && seen.bindings[i].binding == i, "other numbers");
  }
}

}  // namespace
}  // namespace vyre::fuzz

int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto module = vyre::spirv::ExternalModule::read(std::as_bytes(std::span(data, size)));
  if (!module.ok()) {
    vyre::fuzz::expect_refusal(module.error(), module.error().code());
    return 0;
  }
  const auto initial = module.value().initial_interface("");
  if (!initial.ok()) {
    vyre::fuzz::expect(initial.error().code() != vyre::Code::kInvalidProgram, "needs a size");
    vyre::fuzz::expect_named(initial.error());
  }
  vyre::fuzz::check_interface(module.value(), {});
  std::vector<vyre::spirv::SpecChoice> choices;
  for (const auto& constant : module.value().constants()) {
    choices.push_back({constant.number, constant.bits ^ 5});
  }
  vyre::fuzz::check_interface(module.value(), choices);
  return 0;
}
