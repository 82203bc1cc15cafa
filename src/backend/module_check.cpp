#include "backend/module_check.h"

#include <algorithm>

#include "base/status/lacks.h"
#include "ir/program/display_name.h"
#include "spirv/external/grammar.h"

namespace vyre::backend {
namespace {

class ModuleCheck {
 public:
  ModuleCheck(const DeviceView& device, const launch::ExternalCode& code)
      : device_(device), code_(code) {}

  Status run() {
    check_version();
    for (const uint32_t capability : code_.capabilities) check_capability(capability);
    for (const std::string& extension : code_.extensions) check_extension(extension);
    check_limit("max_push_constant_bytes", "bytes of push constants", code_.push_constant_bytes,
                device_.profile.max_push_constant_bytes);
    check_limit("workgroup_memory_bytes", "bytes of workgroup memory",
                code_.workgroup_memory_bytes.value_or(0), device_.profile.workgroup_memory_bytes);
    return lacks_.status();
  }

 private:
  const ModuleOffer& offer() const { return device_.capabilities.modules; }

  void lacks(std::string fact, std::string_view what, std::string_view fix,
             std::string_view why = "") {
    Finding finding{std::move(fact), path(),
                    concat("the SPIR-V module asks for ", what, ", which device '", device_.id,
                           "' does not offer", why)};
    finding.fix = fix;
    lacks_.add(std::move(finding));
  }

  static std::string why_not(const ModuleCarrier& carrier, bool is_left_off = false) {
    return concat(": it needs ", carrier.name,
                  is_left_off          ? ", which the host's device was made without"
                  : carrier.is_enabled ? ", which this device lacks"
                                       : ", which this library does not use");
  }

  std::string path() const { return concat("entry point ", ir::display_name(code_.entry_point)); }

  void check_version() {
    if (code_.minor_version <= offer().newest_minor) return;
    const std::string version = concat("SPIR-V 1.", code_.minor_version);
    lacks(version, version, concat("compile it as SPIR-V 1.", offer().newest_minor));
  }

  void check_capability(uint32_t capability) {
    if (std::ranges::find(offer().capabilities, capability) != offer().capabilities.end()) return;
    const std::string_view name = spirv::capability_name(capability);
    const bool is_left_off =
        std::ranges::find(offer().left_off, capability) != offer().left_off.end();
    const auto carrier_of = offer().carrier_of_capability;
    lacks(concat("SPIR-V capability ", capability, name.empty() ? "" : " ", name),
          name.empty() ? concat("capability number ", capability) : concat("capability ", name),
          is_left_off ? "enable it where the host makes its device"
                      : "compile the kernel without it, or choose another device",
          carrier_of == nullptr ? "" : why_not(carrier_of(capability), is_left_off));
  }

  void check_extension(std::string_view name) {
    if (std::ranges::find(offer().extensions, name) != offer().extensions.end()) return;
    const std::string_view shown = name.substr(0, 200);
    const auto carrier_of = offer().carrier_of_extension;
    lacks(concat("SPIR-V extension ", shown), concat("extension ", shown),
          "compile the kernel without it (debug information: without -gVS)",
          carrier_of == nullptr ? "" : why_not(carrier_of(name)));
  }

  void check_limit(std::string_view limit, std::string_view what, uint64_t wanted, uint64_t most) {
    if (wanted <= most) return;
    Finding finding{
        std::string(limit), path(),
        concat("the SPIR-V module's ", what, ": ", wanted, ", the device's ", limit, " is ", most)};
    finding.fix = "use less of it or choose another device";
    lacks_.add(std::move(finding));
  }

  const DeviceView& device_;
  const launch::ExternalCode& code_;
  Lacks lacks_;
};

}  // namespace

Status check_module(const DeviceView& device, const launch::ExternalCode& code) {
  return ModuleCheck(device, code).run();
}

}  // namespace vyre::backend
