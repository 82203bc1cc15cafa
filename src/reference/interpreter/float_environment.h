#pragma once

#include <cfenv>

namespace vyre::reference {

// IEEE arithmetic while it lives: round to nearest, subnormals kept. A host may have set its
// threads otherwise.
class FloatEnvironment {
 public:
  FloatEnvironment() {
    std::fegetenv(&saved_);
    std::fesetenv(FE_DFL_ENV);
  }
  ~FloatEnvironment() { std::fesetenv(&saved_); }
  FloatEnvironment(const FloatEnvironment&) = delete;
  FloatEnvironment& operator=(const FloatEnvironment&) = delete;

 private:
  std::fenv_t saved_;
};

}  // namespace vyre::reference
