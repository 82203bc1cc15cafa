#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "host/files.h"
#include "host/library.h"

namespace tool {

// A program of a case, with what the cases ask about it.
struct CaseProgram {
  Program program;
  vyre_program_info info;
  std::vector<vyre_parameter_info> buffers;  // in the order of declaration
};

// One launch. |bytes| is parallel to the declared buffers: what the caller gives, or as many zeros
// as the buffer has bytes.
struct CaseLaunch {
  std::vector<Bytes> bytes;
  std::array<uint32_t, 3> grid = {1, 1, 1};
  uint32_t repeats = 1;  // of the whole program on the same buffers
};

// The context and the one device that all cases of a command run on. The device is opened when
// a case needs it.
class Session {
 public:
  // |split|: of every dispatch.
  static Result<Session> create(const DeviceOptions& options,
                                vyre_split split = VYRE_SPLIT_AUTOMATIC);

  vyre_context* context() const { return context_.get(); }
  std::optional<Failure> open_device();
  vyre_device* device() const { return device_.get(); }

  // A session on the oracle, opened when it is first asked for; null when there is no oracle.
  Session* oracle();

  // Invocations run one after another, in the order that the published results assume.
  bool sequential() const { return sequential_; }

  // |desc|: null: the bytes alone say what they are.
  Result<CaseProgram> decode(const Bytes& wire, const vyre_program_desc* desc = nullptr) const;
  Result<CaseProgram> inspect(Result<Program> program) const;
  Result<Pipeline> compile(const CaseProgram& program) const;

  // What each declared buffer holds afterwards; empty for buffers that do not come back.
  Result<std::vector<Bytes>> execute(const CaseProgram& program, const Pipeline& pipeline,
                                     CaseLaunch launch) const;

 private:
  std::optional<Failure> dispatch(const Pipeline& pipeline,
                                  const std::vector<vyre_binding>& bindings,
                                  const CaseLaunch& launch) const;
  Result<std::vector<Bytes>> execute_on_host_memory(const CaseProgram& program,
                                                    const Pipeline& pipeline,
                                                    CaseLaunch launch) const;
  Result<std::vector<Bytes>> execute_on_device_buffers(const CaseProgram& program,
                                                       const Pipeline& pipeline,
                                                       const CaseLaunch& launch) const;

  DeviceOptions options_;
  vyre_split split_ = VYRE_SPLIT_AUTOMATIC;
  Context context_;
  Device device_;
  std::unique_ptr<Session> oracle_;
  bool sequential_ = false;
};

// The codes of the findings of |program|, in order. |flags| are VYRE_VALIDATE_...
std::vector<std::string> validate(const CaseProgram& program, uint64_t flags);

}  // namespace tool
