#include "spirv/external/spirv_tools.h"

#if defined(VYRE_HAS_SPIRV_TOOLS)
#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#endif

namespace vyre::spirv {

#if defined(VYRE_HAS_SPIRV_TOOLS)

namespace {

constexpr spv_target_env kEnvironment = SPV_ENV_VULKAN_1_2;
constexpr size_t kMaxText = 2000;

// Collects what the tools say, up to a length.
spvtools::MessageConsumer collect_into(std::string& text) {
  return [&text](spv_message_level_t, const char*, const spv_position_t& position,
                 const char* message) {
    if (text.size() > kMaxText) return;
    text += concat(text.empty() ? "" : "; ", "word ", position.index, ": ", message);
  };
}

}  // namespace

bool has_tools() { return true; }

Status validate_module(std::span<const uint32_t> words) {
  std::string text;
  spvtools::SpirvTools tools(kEnvironment);
  tools.SetMessageConsumer(collect_into(text));
  if (tools.Validate(words.data(), words.size())) return {};
  return fail(Code::kInvalidProgram,
              "the SPIR-V module is not valid for Vulkan 1.2: ", text.substr(0, kMaxText),
              ". Fix: compile it for that target");
}

Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t> words) {
  std::string text;
  spvtools::Optimizer optimizer(kEnvironment);
  optimizer.SetMessageConsumer(collect_into(text));
  optimizer.RegisterPass(spvtools::CreateGraphicsRobustAccessPass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);  // it was validated, and is again
  std::vector<uint32_t> checked;
  if (optimizer.Run(words.data(), words.size(), &checked, options)) return checked;
  return fail(Code::kUnsupportedFeature,
              "the indexes of the SPIR-V module cannot be kept inside: ", text.substr(0, kMaxText),
              ". Fix: leave VYRE_SPIRV_CHECKED out, or compile the kernel without what is named");
}

#else

bool has_tools() { return false; }

Status validate_module(std::span<const uint32_t>) { return {}; }

Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t>) {
  return fail(Code::kUnsupportedFeature,
              "this library was built without SPIRV-Tools, which VYRE_SPIRV_CHECKED needs. Fix: "
              "leave the flag out, or build with -DVYRE_WITH_SPIRV_TOOLS=ON");
}

#endif

}  // namespace vyre::spirv
