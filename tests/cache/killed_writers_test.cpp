#include <sys/wait.h>
#include <unistd.h>

#include "support.h"

namespace vyre::cache {
namespace {

// Ends the process at the Nth step; one write takes few bytes, so that there are many.
class Killer : public Probe {
 public:
  explicit Killer(uint32_t steps) : left_(steps) {}
  int before(Step) override {
    if (left_-- == 0) ::_exit(kKilled);
    return 0;
  }
  size_t max_written() const override { return 11; }

  static constexpr int kKilled = 77;

 private:
  uint32_t left_;
};

constexpr uint64_t kEntries = 6;
constexpr size_t kSize = 400;

void write_all(const std::string& path, Probe* probe) {
  auto store = DiskStore::open(path, {.max_bytes = 1600, .probe = probe});
  for (uint64_t i = 0; i < kEntries; ++i) {
    store.value()->read(key_of_number(i));
    store.value()->write(key_of_number(i), artifact_of_number(i, kSize));
  }
  store.value()->trim();
}

// The exit status of a process that does that.
int run_and_wait(const std::string& path, uint32_t steps) {
  const pid_t child = ::fork();
  if (child == 0) {
    Killer killer(steps);
    write_all(path, &killer);
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

class KilledWriters : public InAFolder {
 protected:
  void expect_whole() const {
    const auto store = opened();
    ASSERT_NE(store, nullptr);
    for (uint64_t i = 0; i < kEntries; ++i) {
      const auto found = store->read(key_of_number(i));
      EXPECT_EQ(miss(found).value_or(Miss::kAbsent), Miss::kAbsent);
      EXPECT_EQ(hit(found).value_or(artifact_of_number(i, kSize)), artifact_of_number(i, kSize));
    }
    for (const Listed& entry : store->verify()) EXPECT_EQ(entry.miss, std::nullopt);
  }
};

TEST_F(KilledWriters, LeaveAStoreOfWholeEntries) {
  uint32_t kills = 0;
  for (uint32_t steps = 0;; ++steps) {
    const int status = run_and_wait(path(), steps);
    expect_whole();
    if (HasFailure()) return;
    if (status == 0) break;
    ASSERT_EQ(status, Killer::kKilled);
    ++kills;
  }
  EXPECT_GE(kills, 200u);
  std::printf("%u kills\n", kills);
}

TEST_F(KilledWriters, FourProcessesShareOneFolder) {
  std::vector<pid_t> children;
  for (int i = 0; i < 4; ++i) {
    const pid_t child = ::fork();
    if (child == 0) {
      for (int round = 0; round < 40; ++round) write_all(path(), nullptr);
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = -1;
    EXPECT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_EQ(status, 0);
  }
  expect_whole();
}

}  // namespace
}  // namespace vyre::cache
