#pragma once

#include "backend/inventory.h"
#include "support/matchers.h"
#include "support/scripted_backend.h"

// Inventories of scripted backends.
namespace vyre::backend {

using test::ScriptedBackend;

inline ScriptedBackend::Member member(std::string id,
                                      profile::DeviceProfile profile = test::roomy_profile(),
                                      std::string missing = {}, std::string failure = {}) {
  return {{std::move(id), "1", std::move(profile), std::move(missing)}, std::move(failure)};
}

inline std::unique_ptr<Backend> backend(std::string name, std::optional<uint32_t> rank,
                                        std::vector<ScriptedBackend::Member> members) {
  return std::make_unique<ScriptedBackend>(std::move(name), rank, std::move(members),
                                           std::make_shared<test::Script>());
}

template <typename... Families>
Inventory inventory_of(Families... backends) {
  std::vector<std::unique_ptr<Backend>> all;
  (all.push_back(std::move(backends)), ...);
  return Inventory(std::move(all));
}

inline SelectOptions named(std::string_view id) {
  SelectOptions options;
  options.id = id;
  return options;
}

}  // namespace vyre::backend
