#include "runtime/context.h"

namespace vyre::runtime {

std::shared_ptr<Context> Context::create(ContextOptions options) {
  return std::shared_ptr<Context>(new Context(std::move(options)));
}

Context::Context(ContextOptions options)
    : memory_(std::move(options.memory)),
      log_(std::move(options.log)),
      inventory_(std::move(options.families)),
      completions_(std::move(options.run_job), options.own_threads) {}

}  // namespace vyre::runtime
