#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "backend/device.h"
#include "profile/device_profile.h"

namespace vyre::backend {

inline constexpr uint32_t kMaxCapabilityScore = 66;
inline constexpr uint32_t kUnranked = 0xFFFFFFFFu;

// What programs need of a device.
class Needs {
 public:
  virtual ~Needs() = default;
  // Success where |device| can run all of them; else why not, with a finding for each fact.
  virtual Status check(const DeviceView& device) const = 0;
};

// What the choice among devices may consider.
struct SelectOptions {
  bool refuse_software = false;
  std::string id;  // consider this one only; empty = all
  std::vector<std::string> exclude;
  std::string origin = "the caller";             // who pins and excludes, for messages
  std::shared_ptr<const Needs> needs = nullptr;  // null: none
};

// The first fact that put an entry where it is.
enum class Decision : uint8_t {
  kNone,
  kBest,         // nothing comes before it
  kSoftware,     // a software device comes after real ones
  kScore,        // lower capability score
  kTiming,       // lower timing quality
  kBandwidth,    // less memory bandwidth
  kRank,         // higher rank
  kAcquisition,  // finding it took longer
  kId,           // equal in all facts
  kUnusable,
  kNotNamed,  // another one is asked for
  kExcluded,
  kSoftwareRefused,
  kOracle,
  kDoesNotDispatch,
  kProgram,
};

// "EXCLUSION"
std::string_view decision_name(Decision decision);

// One device as the choice sees it, or a backend without any.
struct Entry {
  std::string id;
  std::string version;
  std::string reason;  // why it is chosen, comes later, is not considered or cannot be used
  profile::DeviceProfile profile;
  uint32_t rank = kUnranked;    // lower is better
  uint64_t acquisition_ns = 0;  // measured once and kept, so that a context always answers the same
  uint32_t score = 0;
  uint32_t order = 0;  // from 1 among the candidates; 0 = not considered
  Decision decision = Decision::kNone;
  bool is_device = false;  // else the backend, which shows none
  bool usable = false;
  bool dispatches = false;
  bool oracle = false;
  bool chosen = false;
  size_t backend = 0;
  size_t device = 0;
  std::optional<Capabilities> capabilities = {};  // none: known when it is open
  std::optional<spirv::Target> target = {};
  std::vector<Finding> missing = {};  // of SelectOptions::needs

  DeviceView view() const { return {id, profile, *capabilities, target ? &*target : nullptr}; }
};

// "vulkan" of "vulkan:<uuid>".
std::string_view backend_name(std::string_view id);

// Whether |id| names the entry, or the backend that it belongs to.
bool is_named(const Entry& entry, std::string_view id);

// What a device can do, as one number of at most kMaxCapabilityScore.
uint32_t capability_score(const profile::DeviceProfile& profile);

uint32_t timing_quality_score(profile::TimingQuality quality);

// True for the ids that answer what is right and are never chosen implicitly.
bool is_oracle(std::string_view id);

// The order of preference: devices that are not the host's processor first, then capability,
// timing quality, memory bandwidth, rank, acquisition time and id. A strict weak order, total when
// ids differ.
bool entry_before(const Entry& left, const Entry& right);

// Puts the candidates first, best first, and says of every entry why it stands where it does.
void choose(std::vector<Entry>& entries, const SelectOptions& options);

}  // namespace vyre::backend
