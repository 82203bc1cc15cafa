#pragma once

#include <functional>
#include <span>

#include "runtime/context/completion_dispatcher.h"

namespace vyre::runtime {

// Runs all tasks and returns when they have ended: on this thread, and at once on threads that
// the host lends, else on ours where |own_threads| permits them. A host that never gets to a job
// delays nothing: whoever is free takes the next task. What a task throws is thrown here, when all
// have ended.
void run_parallel(std::span<const std::function<void()>> tasks, const JobRunner& run_job,
                  bool own_threads);

}  // namespace vyre::runtime
