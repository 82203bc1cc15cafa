#pragma once

#include <memory>
#include <memory_resource>
#include <vector>

#include "backend/inventory.h"
#include "base/status/log.h"
#include "base/status/status.h"
#include "base/system/file_calls.h"
#include "cache/disk_store.h"
#include "cache/memory_store.h"
#include "ir/program/program.h"
#include "registry/ops/publisher.h"
#include "runtime/context/completion_dispatcher.h"
#include "trace/trace.h"

namespace vyre::runtime {

struct ContextOptions {
  LogSink log;
  Observation observe;
  std::shared_ptr<std::pmr::memory_resource> memory;  // null: the C++ heap
  JobRunner run_job;                                  // null: the host lends no threads
  bool own_threads = false;
  std::vector<std::unique_ptr<backend::Backend>> backends;
  backend::SelectOptions selection;                    // where a call pins and excludes nothing
  std::shared_ptr<cache::DiskStore> disk_store;        // null: compiled code is kept in memory only
  cache::MemoryOptions code_budget;                    // of each device
  FileCalls* files = nullptr;                          // null: the system's; borrowed
  std::shared_ptr<const registry::Snapshot> registry;  // the first one; null: no op is known
  registry::Publisher::Prepare prepare_registry = nullptr;  // of each that is published
};

// What would otherwise be global to the process. Every object made from it keeps it alive.
class Context {
 public:
  static std::shared_ptr<Context> create(ContextOptions options);

  void log(LogLevel level, std::string_view text) const {
    if (log_) log_(level, text);
  }
  const LogSink& log_sink() const { return log_; }
  const Observation& observation() const { return observation_; }
  Trace* trace() const { return observation_.trace.get(); }  // null: none
  std::pmr::memory_resource* memory() const {
    return memory_ ? memory_.get() : std::pmr::new_delete_resource();
  }
  // Null: the C++ heap. For what may outlive the context.
  const std::shared_ptr<std::pmr::memory_resource>& shared_memory() const { return memory_; }

  FileCalls& files() const { return files_; }
  cache::DiskStore* disk_store() const { return disk_store_.get(); }  // may be null
  // Puts an artifact into the disk store, which is not null, and keeps that within its budget.
  void keep_on_disk(const cache::Key& key, std::span<const uint8_t> artifact);
  const cache::MemoryOptions& code_budget() const { return code_budget_; }
  backend::Inventory& inventory() { return inventory_; }
  CompletionDispatcher& completions() { return completions_; }
  // For jobs that compile, so that callbacks do not wait for them.
  CompletionDispatcher& compilations() { return compilations_; }
  registry::Publisher& registry() { return registry_; }

 private:
  explicit Context(ContextOptions options);

  // Constant after construction. Memory first: everything below may come from it.
  const std::shared_ptr<std::pmr::memory_resource> memory_;
  const LogSink log_;
  const Observation observation_;
  FileCalls& files_;
  const std::shared_ptr<cache::DiskStore> disk_store_;
  const cache::MemoryOptions code_budget_;

  // Thread-safe by themselves.
  backend::Inventory inventory_;
  CompletionDispatcher compilations_;
  CompletionDispatcher completions_;
  registry::Publisher registry_;
};

// |program| of |context|, holding the memory it lies in, which ends after it, but not the context.
std::shared_ptr<const ir::Program> keep_memory(std::shared_ptr<const ir::Program> program,
                                               const Context& context);

}  // namespace vyre::runtime
