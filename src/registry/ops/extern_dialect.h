#pragma once

#include <string>
#include <string_view>

namespace vyre::registry {

// A dialect from outside the library, whose ops it lists.
struct ExternDialect {
  std::string name;  // begins with kExternPrefix
  std::string version;
  std::string url;
  std::string source;  // absolute path of its manifest; empty: registered by a call
};

inline constexpr std::string_view kExternPrefix = "vyre-libs-";

}  // namespace vyre::registry
