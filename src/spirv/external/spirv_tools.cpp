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
    findings.back().fix = "compile the module for Vulkan 1.2";
  }
};

}  // namespace

bool has_tools() { return true; }

Status validate_module(std::span<const uint32_t> words) {
  Complaints complaints;
  spvtools::SpirvTools tools(kEnvironment);
  tools.SetMessageConsumer(complaints.consumer());
  if (tools.Validate(words.data(), words.size())) return {};
  Status status = fail(Code::kInvalidProgram, "the SPIR-V module is not valid for Vulkan 1.2: ",
                       complaints.text.substr(0, kMaxText), ". Fix: compile it for that target");
  status.info().findings = std::move(complaints.findings);
  return status;
}

Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t> words) {
  Complaints complaints;
  spvtools::Optimizer optimizer(kEnvironment);
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

Status validate_module(std::span<const uint32_t>) { return {}; }

Result<std::vector<uint32_t>> checked_module(std::span<const uint32_t>) {
  return fail(Code::kUnsupportedFeature,
              "this library was built without SPIRV-Tools, which VYRE_PIPELINE_CHECKED needs. Fix: "
              "leave the flag out, or build with -DVYRE_WITH_SPIRV_TOOLS=ON");
}

#endif

}  // namespace vyre::spirv
