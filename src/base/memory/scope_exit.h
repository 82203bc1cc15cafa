#pragma once

namespace vyre {

// Calls |at_exit| at the end of the scope that it stands in.
template <typename Call>
class [[nodiscard]] ScopeExit {
 public:
  explicit ScopeExit(Call at_exit) : at_exit_(at_exit) {}
  ~ScopeExit() { at_exit_(); }
  ScopeExit(const ScopeExit&) = delete;
  ScopeExit& operator=(const ScopeExit&) = delete;

 private:
  Call at_exit_;
};

}  // namespace vyre
