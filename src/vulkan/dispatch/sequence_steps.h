#pragma once

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "vulkan/dispatch/sequence_step.h"

namespace vyre::vulkan {

// A flight's contexts by those of the steps themselves, while somebody else has them. Updates that
// bind other memory each time leave a name behind each, so those are looked for that are gone.
class TwinContexts {
 public:
  using Key = std::weak_ptr<SubmissionContext>;

  std::weak_ptr<SubmissionContext>& operator[](const Key& key) {
    if (known_.size() >= most_) {
      std::erase_if(known_, [](const auto& known) { return known.second.expired(); });
      most_ = 2 * known_.size() + 64;
    }
    return known_[key];
  }
  void clear() { known_.clear(); }

 private:
  std::map<Key, std::weak_ptr<SubmissionContext>, std::owner_less<>> known_;
  size_t most_ = 64;
};

// Makes the steps of one sequence. Dispatches of the same kernels on the same memory share a
// context, unless they come in the place of others. What comes to a place uses what was there: in
// the same kernels it finds its descriptor sets. For one thread at a time.
class SequenceSteps {
 public:
  explicit SequenceSteps(std::shared_ptr<VulkanDevice> opened) : opened_(std::move(opened)) {}

  // To come in the place of the one |number| of |steps|, or behind them. What is the same in its
  // dispatch and in that one belongs to that one until it takes it.
  Result<StepPtr> prepare(const backend::Step& step, uint32_t number,
                          const std::vector<StepPtr>& steps);
  // The same with |changes| to |now|, the step of that |number|, or where that is null to the one
  // that was cleared; null where nothing is left that can be changed so.
  StepPtr rebind(const backend::Rebinding& changes, uint32_t number, const SequenceStep* now);
  // The same step, with bytes of the host and trap words of its own where it has such.
  Result<StepPtr> twin(const StepPtr& step, TwinContexts& twins);

  // Takes what was at |number|, if nobody else has it: it serves what comes there. Allocates
  // nothing.
  void take_back(uint32_t number, StepPtr step);
  // The same of all steps of |lists|, none of which is under way.
  void recycle(std::span<std::vector<StepPtr>* const> lists);

 private:
  struct Place {
    const std::vector<StepPtr>& steps;
    uint32_t number;

    bool is_new() const { return number == steps.size(); }
  };
  StepPtr take_spare(uint32_t number);
  void keep(uint32_t number, StepPtr step);
  void keep_context_of(StepPtr twin);
  Status prepare_dispatch(const backend::Dispatch& dispatch, const Place& place,
                          SequenceStep& made);
  Status prepare_copy(const backend::Step& step, const Place& place, SequenceStep& made);
  Status prepare_fill(const backend::Step& step, SequenceStep& made);
  Status prepare_write(const backend::Step& step, SequenceStep& made);
  Status prepare_read(const backend::Step& step, SequenceStep& made);
  Status prepare_kind(const backend::Step& step, const Place& place, SequenceStep& made);
  Status prepare_host_twin(const SequenceStep& step, SequenceStep& made);
  Status prepare_trap_twin(const SequenceStep& step, TwinContexts& twins, SequenceStep& made);
  void find_key(const backend::Dispatch& dispatch);
  void share_context(const Place& place, SequenceStep& made);
  SubmissionContext& context_of(SequenceStep& made);
  uint64_t launch_of(const SequenceStep& made, const Place& place);
  std::shared_ptr<SubmissionContext> twin_context();

  const std::shared_ptr<VulkanDevice> opened_;
  uint64_t launches_ = 0;      // numbers of launches that were given
  std::vector<uint64_t> key_;  // what the dispatch does that is prepared
  // The dispatch that was added last, by what it does. What is found there is looked at.
  std::array<uint32_t, 256> last_added_ = {};
  std::vector<StepPtr> spares_;                                     // by number, or null
  std::vector<std::shared_ptr<SubmissionContext>> spare_contexts_;  // of twins
};

}  // namespace vyre::vulkan
