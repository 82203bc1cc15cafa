#include "runtime/context.h"

namespace vyre::runtime {
namespace {

std::shared_ptr<const registry::Snapshot> or_empty(
    std::shared_ptr<const registry::Snapshot> snapshot) {
  return snapshot != nullptr ? snapshot : registry::Snapshot::freeze({}).take();
}

}  // namespace

std::shared_ptr<Context> Context::create(ContextOptions options) {
  return std::shared_ptr<Context>(new Context(std::move(options)));
}

Context::Context(ContextOptions options)
    : memory_(std::move(options.memory)),
      log_(std::move(options.log)),
      files_(options.files != nullptr ? *options.files : system_files()),
      inventory_(std::move(options.families)),
      completions_(std::move(options.run_job), options.own_threads),
      registry_(or_empty(std::move(options.registry))) {}

}  // namespace vyre::runtime
