#include <cstdio>
#include <cstdlib>

#include "ops.h"
#include "registry/ops/publisher.h"
#include "support/allocations.h"
#include "support/threads.h"

// Many readers and two publishers. VYRE_TORTURE_PUBLISHES sets the number of publishes, which
// scripts/soak registry makes large.
namespace vyre::registry {
namespace {

constexpr size_t kReaders = 8;
constexpr size_t kPublishers = 2;
constexpr size_t kOps = 8;

uint64_t publishes() {
  const char* const text = std::getenv("VYRE_TORTURE_PUBLISHES");
  return text == nullptr ? 2'000 : std::strtoull(text, nullptr, 10);
}

std::string name_of(size_t i) { return "torture." + std::to_string(i); }

// Stands in every op of one snapshot and knows which; counts the snapshots that are alive.
class Version final : public ir::OpReference {
 public:
  explicit Version(uint64_t own_number) : number(own_number) { live.fetch_add(1); }
  ~Version() override { live.fetch_sub(1); }
  Status run(std::span<const std::byte>, std::vector<std::byte>&) const override { return {}; }

  const uint64_t number;
  static inline std::atomic<int64_t> live = 0;
};

std::shared_ptr<const Snapshot> make(uint64_t number) {
  const auto version = std::make_shared<const Version>(number);
  Builder builder;
  for (size_t i = 0; i < kOps; ++i) {
    OpDef def = test::op(name_of(i));
    def.reference = version;
    builder.add(std::move(def));
  }
  return builder.freeze().take();
}

uint64_t version_of(const OpDef* op) { return static_cast<const Version&>(*op->reference).number; }

void raise(std::atomic<uint64_t>& value, uint64_t to) {
  uint64_t seen = value.load();
  while (seen < to && !value.compare_exchange_weak(seen, to)) {
  }
}

struct Torture {
  Publisher publisher{make(0)};
  const uint64_t wanted = publishes();
  std::vector<OpId> ids;
  std::atomic<uint64_t> finished = 0;  // the newest version whose publishing is over
  std::atomic<uint64_t> reads = 0;
  std::atomic<uint64_t> torn = 0;
  std::atomic<uint64_t> stale = 0;
  std::atomic<uint64_t> early = 0;

  // Versions are published in their order: each replaces the one before it.
  void publish() {
    while (true) {
      const auto current = publisher.current();
      const uint64_t next = version_of(current->ops()[0].get()) + 1;
      if (next > wanted) return;
      if (publisher.replace(current, make(next))) raise(finished, next);
    }
  }

  void look_at(const Snapshot& snapshot, uint64_t oldest) {
    const OpDef* const first = snapshot.lookup(ids[0]);
    const uint64_t version = version_of(first);
    bool whole = snapshot.ops().size() == kOps;
    for (const OpId id : ids) {
      const OpDef* const op = snapshot.lookup(id);
      whole = whole && op != nullptr && version_of(op) == version;
    }
    torn += !whole;
    stale += version < oldest;
    early += version > finished.load() + kPublishers;
    ++reads;
  }

  void read(bool through_view) {
    View view(publisher);
    for (uint64_t oldest = 0; oldest < wanted;) {
      oldest = finished.load();
      if (through_view) {
        look_at(view.current(), oldest);
      } else {
        look_at(*publisher.current(), oldest);
      }
    }
  }

  void run() {
    for (size_t i = 0; i < kOps; ++i) ids.push_back(test::id_of(name_of(i)));
    const vyre::test::Threads readers(kReaders, [this](uint32_t i) { read(i % 2 == 0); });
    const vyre::test::Threads publishers(kPublishers, [this](uint32_t) { publish(); });
  }
};

TEST(Torture, ReadersSeeWholeAndCurrentSnapshotsAndNothingIsLeft) {
  const int64_t blocks_before = vyre::test::live_blocks();
  uint64_t reads = 0;
  {
    Torture torture;
    torture.run();
    reads = torture.reads;
    EXPECT_EQ(torture.torn, 0u);
    EXPECT_EQ(torture.stale, 0u) << "older than a publish that was over";
    EXPECT_EQ(torture.early, 0u);
    EXPECT_EQ(version_of(torture.publisher.current()->ops()[0].get()), torture.wanted);
    EXPECT_EQ(torture.publisher.generation(), torture.wanted + 1);
    EXPECT_EQ(Version::live, 1);
  }
  EXPECT_EQ(Version::live, 0);
  std::printf("torture: %zu readers, %zu publishers, %llu publishes, %llu reads\n", kReaders,
              kPublishers, static_cast<unsigned long long>(publishes()),
              static_cast<unsigned long long>(reads));
  // The names of the ops stay with the process; a second round takes nothing more.
  const int64_t blocks_between = vyre::test::live_blocks();
  EXPECT_LE(blocks_between, blocks_before + 64);
  {
    Torture torture;
    torture.run();
  }
  EXPECT_EQ(vyre::test::live_blocks(), blocks_between);
}

}  // namespace
}  // namespace vyre::registry
