#pragma once

#include <functional>
#include <utility>

namespace vyre::test {

// A runtime::JobRunner that hands each job to |run|.
template <typename Run>
auto lends(Run run) {
  return [run = std::move(run)](std::function<void()> job) -> std::function<void()> {
    return [run, job = std::move(job)] { run(job); };
  };
}

}  // namespace vyre::test
