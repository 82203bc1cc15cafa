#pragma once

#include <memory>
#include <string>

#include "backend/sequence.h"
#include "runtime/work/work.h"

namespace vyre::runtime {

// Starts a transfer; one of no bytes is over.
Result<std::unique_ptr<backend::Waitable>> start(const Device& device, uint64_t generation,
                                                 const backend::Step& step, Owner owner);

Status wait_for(Result<std::unique_ptr<backend::Waitable>> started);

// A transfer for who is going to have it, made before it is started.
class Started {
 public:
  Started(std::shared_ptr<Device> device, std::string label, backend::Step::Kind kind, Owner owner);

  // What |work| is to whom it is for.
  std::shared_ptr<Work> hand_over(std::unique_ptr<backend::Waitable> work);

 private:
  const std::shared_ptr<Device> device_;
  std::shared_ptr<Work> work_;  // null: nobody has it
  UnownedWork::Place place_;
};

}  // namespace vyre::runtime
