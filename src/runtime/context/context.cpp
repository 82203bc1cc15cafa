#include "runtime/context/context.h"

#include "runtime/context/parallel_tasks.h"

namespace vyre::runtime {
namespace {

std::shared_ptr<const registry::Snapshot> or_empty(
    std::shared_ptr<const registry::Snapshot> snapshot) {
  return snapshot != nullptr ? snapshot : registry::Snapshot::freeze({}).take();
}

// Null where there is no second thread.
backend::RunTogether together(const ContextOptions& options) {
  if (!options.run_job && !options.own_threads) return nullptr;
  return [run_job = options.run_job, own = options.own_threads](
             std::span<const std::function<void()>> tasks) { run_parallel(tasks, run_job, own); };
}

}  // namespace

std::shared_ptr<Context> Context::create(ContextOptions options) {
  return std::shared_ptr<Context>(new Context(std::move(options)));
}

Context::Context(ContextOptions options)
    : memory_(std::move(options.memory)),
      log_(std::move(options.log)),
      observation_(std::move(options.observe)),
      files_(options.files != nullptr ? *options.files : system_files()),
      disk_store_(std::move(options.disk_store)),
      code_budget_(options.code_budget),
      inventory_(std::move(options.backends), together(options), std::move(options.selection),
                 log_),
      compilations_(options.run_job, options.own_threads, "vyre-compile"),
      completions_(std::move(options.run_job), options.own_threads),
      registry_(or_empty(std::move(options.registry)), options.prepare_registry) {}

void Context::keep_on_disk(const cache::Key& key, std::span<const uint8_t> artifact) {
  disk_store_->write(key, artifact);
  if (disk_store_->takes_trim()) completions_.run([disk = disk_store_] { disk->trim(); });
}

std::shared_ptr<const ir::Program> keep_memory(std::shared_ptr<const ir::Program> program,
                                               const Context& context) {
  if (program == nullptr || context.shared_memory() == nullptr) return program;
  struct Kept {
    std::shared_ptr<std::pmr::memory_resource> memory;
    std::shared_ptr<const ir::Program> program;
  };
  const auto both = std::make_shared<const Kept>(Kept{context.shared_memory(), std::move(program)});
  return {both, both->program.get()};
}

}  // namespace vyre::runtime
