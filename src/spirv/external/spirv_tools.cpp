#include "spirv/external/spirv_tools.h"

#if defined(VYRE_HAS_SPIRV_TOOLS)
#include <spirv/unified1/spirv.h>

#include <spirv-tools/libspirv.hpp>
#include <spirv-tools/optimizer.hpp>
#endif

namespace vyre::spirv {

#if defined(VYRE_HAS_SPIRV_TOOLS)

namespace {

spv_target_env environment(const ModuleRules& rules) {
  return rules.version_1_3 ? SPV_ENV_VULKAN_1_3 : SPV_ENV_VULKAN_1_2;
}

constexpr size_t kMaxText = 2000;

// What the tools say, up to a length.
struct Complaints {
  std::string text;
  std::vector<Finding> findings;

  spvtools::MessageConsumer consumer() {
    return [this](spv_message_level_t, const char*, const spv_position_t& position,
                  const char* message) { add(concat("word ", position.index), message); };
  }

  void add(const std::string& place, std::string_view message) {
    if (text.size() > kMaxText) return;
    message = message.substr(0, kMaxText);
    text += concat(text.empty() ? "" : "; ", place, ": ", message);
    findings.push_back({"SPIR-V", place, std::string(message)});
    findings.back().fix = "compile the module for that version";
  }
};

// Whether the tools know every capability of |words|: they are asked for the text of each alone.
bool are_known(const spvtools::SpirvTools& tools, std::span<const uint32_t> words) {
  constexpr size_t kHeaderWords = 5;
  for (size_t at = kHeaderWords; at + 1 < words.size(); at += 2) {
    if (words[at] != (2u << SpvWordCountShift | SpvOpCapability)) break;
    const uint32_t alone[] = {words[0], words[1], 0, 1, 0, words[at], words[at + 1]};
    std::string text;
    if (!tools.Disassemble(alone, std::size(alone), &text)) return false;
  }
  return true;
}

spvtools::ValidatorOptions options_of(const ModuleRules& rules) {
  spvtools::ValidatorOptions options;
  options.SetRelaxBlockLayout(true);  // part of Vulkan 1.1
  options.SetAllowLocalSizeId(true);  // the sizes are written into the module
  options.SetScalarBlockLayout(rules.scalar_layout);
  options.SetUniformBufferStandardLayout(rules.uniform_standard_layout);
  options.SetWorkgroupScalarBlockLayout(rules.workgroup_scalar_layout);
  return options;
}

}  // namespace

bool has_tools() { return true; }

Status validate_module(std::span<const uint32_t> words, const ModuleRules& rules) {
  Complaints complaints;
  spvtools::SpirvTools tools(environment(rules));
  if (!are_known(tools, words)) return {};
  tools.SetMessageConsumer(complaints.consumer());
  if (tools.Validate(words.data(), words.size(), options_of(rules))) return {};
  Status status = fail(Code::kInvalidProgram, "the SPIR-V module is not valid for Vulkan 1.",
                       rules.version_1_3 ? 3 : 2, ": ", complaints.text.substr(0, kMaxText),
                       ". Fix: compile it for that version");
  status.info().findings = std::move(complaints.findings);
  return status;
}

Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t> words) {
  Complaints complaints;
  spvtools::Optimizer optimizer(environment(kAllRules));
  optimizer.SetMessageConsumer(complaints.consumer());
  optimizer.RegisterPass(spvtools::CreateGraphicsRobustAccessPass());
  spvtools::OptimizerOptions options;
  options.set_run_validator(false);  // it was validated, and is again
  std::vector<uint32_t> checked;
  if (optimizer.Run(words.data(), words.size(), &checked, options)) return checked;
  return fail(
      Code::kUnsupportedFeature, "the indexes of the SPIR-V module cannot be kept inside: ",
      complaints.text.substr(0, kMaxText),
      ". Fix: leave VYRE_PIPELINE_CHECKED out, or compile the kernel without what is named");
}

#else

bool has_tools() { return false; }

Status validate_module(std::span<const uint32_t>, const ModuleRules&) { return {}; }

Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t>) {
  return fail(Code::kUnsupportedFeature,
              "this library was built without SPIRV-Tools, which VYRE_PIPELINE_CHECKED needs. Fix: "
              "leave the flag out, or build with -DVYRE_WITH_SPIRV_TOOLS=ON");
}

#endif

}  // namespace vyre::spirv
