#pragma once

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "base/status/guarded.h"
#include "base/status/status.h"
#include "vyre_driver.h"

// What crosses the boundary. Those that are there before anything goes wrong belong to nobody, so
// that reporting them allocates nothing.
struct vyre_error {
  constexpr vyre_error(const char* all, const vyre_error_info& parts, bool fixed)
      : text(all), info(parts), is_static(fixed) {}
  vyre_error(const vyre_error&) = delete;
  vyre_error& operator=(const vyre_error&) = delete;

  const char* text;
  vyre_error_info info;
  const bool is_static;
  mutable std::atomic<uint32_t> owners = 1;
};

namespace vyre::capi {

// An error with all that its info points at.
class MadeError final : public vyre_error {
 public:
  explicit MadeError(ErrorInfo made);

  const ErrorInfo& rep() const { return rep_; }

  MadeError* next_lent = nullptr;  // of those that plug-ins have; theirs

 private:
  void set_text();
  void set_findings();
  void set_info();

  ErrorInfo rep_;
  std::string text_;  // all of it
  std::string message_;
  std::string fix_;
  std::vector<vyre_finding> findings_;
  std::vector<const vyre_finding*> pointers_;
};

struct ErrorOwner {
  void operator()(vyre_error* error) const { vyre_error_destroy(error); }
};
using OwnedError = std::unique_ptr<vyre_error, ErrorOwner>;

// An error that the caller owns; null for success. Without memory the static error of that.
vyre_error* to_error(Status status) noexcept;

// What |error| says, null being success; one owner of |error| is taken.
Status take_status(vyre_error* error);

// The static error of memory, or of anything else that was thrown.
vyre_error* error_of(Thrown thrown) noexcept;

}  // namespace vyre::capi
