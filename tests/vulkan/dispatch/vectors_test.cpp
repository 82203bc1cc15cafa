#include "support/vectors.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <map>
#include <set>

#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "support/modest_device.h"
#include "support/published_run.h"
#include "vulkan/support/on_device.h"

namespace vyre::vulkan {
namespace {

using test::all_bytes;
using test::Bytes;
using test::bytes_of;

void erase_all(std::string& text, std::string_view start, std::string_view ends) {
  for (size_t at = text.find(start); at != std::string::npos; at = text.find(start, at)) {
    text.erase(at, text.find_first_of(ends, at + start.size()) - at);
  }
}

// The part of a refusal that does not depend on the program: no places, no names, no way out.
std::string reason_of(const std::string& text) {
  std::string what = text.substr(0, text.find(". Fix: "));
  erase_all(what, " at body", " :");
  erase_all(what, " '", "'");
  std::erase(what, '\'');
  return what;
}

// Cases whose published result does not follow from what the file has.
const std::map<std::string, std::string> kNotReproducible = {
    {"random/00186", "the program had a literal -0.0, which the wire form turns into +0.0"},
    {"random/00269", "the program had a subnormal literal, which the wire form turns into 0.0"},
};

// How far apart two f32 are on a scale where neighbors differ by one.
uint64_t steps_between(uint32_t a, uint32_t b) {
  const auto place = [](uint32_t bits) -> int64_t {
    const auto magnitude = static_cast<int64_t>(bits & 0x7FFFFFFFu);
    return bits >> 31 ? -magnitude - 1 : magnitude;
  };
  const int64_t difference = place(a) - place(b);
  return static_cast<uint64_t>(difference < 0 ? -difference : difference);
}

bool is_nan(uint32_t bits) { return (bits & 0x7FFFFFFFu) > 0x7F800000u; }

bool host_visible(const Bytes& got, const Bytes& expected, uint64_t ulp) {
  if (got.size() != expected.size()) return false;
  for (size_t i = 0; i + 4 <= got.size(); i += 4) {
    uint32_t a = 0, b = 0;
    std::memcpy(&a, &got[i], 4);
    std::memcpy(&b, &expected[i], 4);
    if (a != b && (is_nan(a) || is_nan(b) || steps_between(a, b) > ulp)) return false;
  }
  return true;
}

// Flags are a list of names in one file and an object of booleans in the other.
bool has_flag(JsonValue item, std::string_view wanted) {
  const JsonValue flags = item.find("flags");
  if (flags.is(JsonValue::Kind::kObject)) return flags.find(wanted) && flags.find(wanted).boolean();
  for (const JsonValue flag : flags) {
    if (flag.string() == wanted) return true;
  }
  return false;
}

// Whether atomics of more than one kind touch |buffer|: the oracle's lanes do them statement by
// statement, a parallel device in any order.
bool mixes_atomics(const ir::Program& program, ir::NameId buffer) {
  std::set<uint8_t> kinds;
  for (const ir::Expr& expr : program.exprs) {
    if (expr.kind == ir::ExprKind::kAtomic && expr.name == buffer) kinds.insert(expr.op);
  }
  return kinds.size() > 1;
}

// Whether all invocations do the same work on the same places: what one writes while another reads
// is a race that the oracle's order hides.
bool ignores_ids(const ir::Program& program) {
  return std::none_of(program.exprs.begin(), program.exprs.end(), [](const ir::Expr& expr) {
    return expr.kind == ir::ExprKind::kInvocationId || expr.kind == ir::ExprKind::kWorkgroupId ||
           expr.kind == ir::ExprKind::kLocalId;
  });
}

// The name of the |index|-th buffer that a run returns.
ir::NameId returned_buffer(const ir::Program& program, size_t index) {
  for (const ir::Buffer& buffer : program.buffers) {
    if (buffer.access == ir::Access::kWorkgroup || !test::is_returned(buffer)) continue;
    if (index-- == 0) return buffer.name;
  }
  return ir::kNone;
}

// Runs published cases on the device and counts how they end.
class Corpus {
 public:
  explicit Corpus(backend::Device& backend) : backend_(backend) {}

  void run(JsonValue item, JsonValue run) {
    const std::string name(item.find("name").string());
    if (kNotReproducible.contains(name)) return skip("not reproducible from the file");
    const std::vector<Bytes> inputs = all_bytes(run.find("inputs"));
    const JsonValue error = run.find("error");
    const bool oracle_fails = error && error.string() == "interpreter";
    if (!error && !is_false(run.find("order_dependent"))) return skip("order-dependent");
    const auto answer = execute(bytes_of(item.find("wire")), inputs);
    if (oracle_fails) {
      answer.ok() ? fail_case(name, "ran, but the oracle fails") : void(++failing);
    } else if (error) {
      EXPECT_THAT(answer, refuses(Code::kInvalidProgram, "")) << name;
      ++(answer.ok() ? wrong : invalid);
    } else if (!answer.ok() && answer.error().code() == Code::kUnsupportedFeature) {
      skip(reason_of(answer.error().text()));
    } else {
      const JsonValue ulp = item.find("ulp");
      const bool approximate = has_flag(item, "transcendental");
      compare(name, answer, all_bytes(run.find("outputs")),
              !approximate ? 0
              : ulp        ? static_cast<uint64_t>(ulp.number())
                           : 4);
    }
  }

  void print(const char* what) const {
    std::cout << what << ": " << equal << " equal, " << invalid << " invalid as published, "
              << failing << " fail as published, " << wrong << " wrong, " << refused
              << " refused or not comparable, " << unordered
              << " differ by the order of invocations\n";
    for (const auto& [reason, count] : refusals)
      std::cout << "  " << count << "  " << reason << '\n';
  }

  int equal = 0, invalid = 0, failing = 0, wrong = 0, refused = 0, unordered = 0;
  std::map<std::string, int> refusals;

 private:
  static bool is_false(JsonValue value) {
    return value.is(JsonValue::Kind::kBool) && !value.boolean();
  }

  Result<std::vector<Bytes>> execute(const Bytes& wire, const std::vector<Bytes>& inputs) {
    VYRE_ASSIGN_OR_RETURN(program_, ir::decode_wire(wire));
    ir::ValidationOptions options;
    options.distributed_collectives = true;  // of a single rank
    options.subgroup_operations = true;
    VYRE_RETURN_IF_ERROR(ir::validate(*program_, options));
    return test::PublishedRun(program_, inputs).run(backend_);
  }

  void skip(const std::string& reason) {
    ++refused;
    ++refusals[reason];
  }

  void compare(const std::string& name, const Result<std::vector<Bytes>>& answer,
               const std::vector<Bytes>& expected, uint64_t ulp) {
    if (!answer.ok()) return fail_case(name, answer.error().text());
    const std::vector<Bytes>& got = answer.value();
    if (got.size() != expected.size()) return fail_case(name, concat(got.size(), " outputs"));
    for (size_t i = 0; i < expected.size(); ++i) {
      if (got[i] == expected[i] || (ulp > 0 && host_visible(got[i], expected[i], ulp))) continue;
      if (ignores_ids(*program_) || mixes_atomics(*program_, returned_buffer(*program_, i))) {
        ++unordered;
        return;
      }
      return fail_case(name, concat("output ", i, " is ", hex_encode(got[i]).substr(0, 200),
                                    ", expected ", hex_encode(expected[i]).substr(0, 200)));
    }
    ++equal;
  }

  void fail_case(const std::string& name, const std::string& what) {
    ++wrong;
    ADD_FAILURE() << name << ": " << what;
  }

  backend::Device& backend_;
  std::shared_ptr<const ir::Program> program_;  // of the case that ran last
};

// The counts are those of Mesa's software device; another device refuses other programs.
bool is_software(const backend::Device& backend) {
  return backend.profile().kind == profile::DeviceKind::kCpu;
}

// Small workgroups have coarsened kernels too.
DeviceOptions merging() {
  DeviceOptions options;
  options.min_coarsened_invocations = 1;
  return options;
}

class PublishedVectors : public OnDevice {};

TEST_F(PublishedVectors, LibraryProgramsGiveThePublishedBytes) {
  const JsonDocument document = test::parsed(test::vector_text("programs.json"));
  const auto backend = open(merging());
  Corpus corpus(*backend);
  for (const JsonValue item : document.root().find("cases")) {
    for (const JsonValue run : item.find("runs")) corpus.run(item, run);
  }
  corpus.print("programs.json");
  EXPECT_EQ(corpus.wrong, 0);
  if (!is_software(*backend)) return;
  EXPECT_GE(corpus.equal + corpus.unordered, 386);
  EXPECT_LE(corpus.refused, 9);
}

bool all_take_part() { return std::getenv("VYRE_TEST_ALL_VECTORS") != nullptr; }

// One of |every| cases. VYRE_TEST_ALL_VECTORS=1 runs all of them.
bool takes_part(size_t number, size_t every) { return all_take_part() || number % every == 0; }

TEST_F(PublishedVectors, SoftwarePathsGiveThePublishedBytes) {
  const auto backend = open(test::modest_device());
  Corpus corpus(*backend);
  for (const char* file : {"programs.json", "random.json"}) {
    const JsonDocument document = test::parsed(test::vector_text(file));
    size_t number = 0;
    for (const JsonValue item : document.root().find("cases")) {
      if (!takes_part(number++, 16)) continue;
      if (!item.find("runs")) corpus.run(item, item);
      for (const JsonValue run : item.find("runs")) corpus.run(item, run);
    }
  }
  corpus.print("software paths");
  EXPECT_EQ(corpus.wrong, 0);
  EXPECT_GE(corpus.equal, 80);
}

TEST_F(PublishedVectors, GeneratedProgramsGiveThePublishedBytesOrAreRefused) {
  const JsonDocument document = test::parsed(test::vector_text("random.json"));
  const auto backend = open(merging());
  Corpus corpus(*backend);
  for (const JsonValue item : document.root().find("cases")) corpus.run(item, item);
  corpus.print("random.json");
  EXPECT_EQ(corpus.wrong, 0);
  EXPECT_EQ(corpus.failing, 19);
  if (!is_software(*backend)) return;
  EXPECT_GE(corpus.equal + corpus.unordered, 1054);
  EXPECT_EQ(corpus.invalid, 2);
  EXPECT_LE(corpus.refused, 91);
}

// What optimizations do to |item|: one backend has them forced on, the other off.
class BothWays {
 public:
  BothWays(backend::Device& on, backend::Device& off) : on_(on), off_(off) {}

  void run(JsonValue item, JsonValue run) {
    const std::string name(item.find("name").string());
    auto program = ir::decode_wire(bytes_of(item.find("wire")));
    if (!program.ok()) return;
    ir::ValidationOptions options;
    options.distributed_collectives = options.subgroup_operations = true;
    if (!ir::validate(*program.value(), options).ok()) return;
    const JsonValue dependent = run.find("order_dependent");
    if (dependent.is(JsonValue::Kind::kBool) && dependent.boolean()) return;
    compare(name, *program.value(),
            test::PublishedRun(program.value(), all_bytes(run.find("inputs"))));
  }

  int equal = 0, failed = 0, unordered = 0;

 private:
  void compare(const std::string& name, const ir::Program& program, test::PublishedRun run) {
    const auto with = run.run(on_), without = run.run(off_);
    ASSERT_EQ(with.ok(), without.ok()) << name;
    if (!with.ok()) {
      EXPECT_EQ(with.error().code(), without.error().code()) << name;
      ++failed;
      return;
    }
    ASSERT_EQ(with.value().size(), without.value().size()) << name;
    for (size_t i = 0; i < with.value().size(); ++i) {
      if (with.value()[i] == without.value()[i]) continue;
      if (ignores_ids(program) || mixes_atomics(program, returned_buffer(program, i))) {
        ++unordered;
        return;
      }
      ADD_FAILURE() << name << ": output " << i << " differs";
    }
    ++equal;
  }

  backend::Device& on_;
  backend::Device& off_;
};

TEST_F(PublishedVectors, OptimizationsChangeNoByte) {
  DeviceOptions on, off;
  on.optimizations = spirv::OptimizationMode::kAll;
  off.optimizations = spirv::OptimizationMode::kNone;
  const auto with = open(on), without = open(off);
  BothWays both(*with, *without);
  for (const char* file : {"programs.json", "random.json"}) {
    const JsonDocument document = test::parsed(test::vector_text(file));
    size_t number = 0;
    for (const JsonValue item : document.root().find("cases")) {
      if (!takes_part(number++, 4)) continue;
      if (!item.find("runs")) both.run(item, item);
      for (const JsonValue run : item.find("runs")) both.run(item, run);
    }
  }
  std::cout << both.equal << " equal, " << both.failed << " fail both ways, " << both.unordered
            << " differ by the order of invocations\n";
  EXPECT_GE(both.equal, all_take_part() ? 1400 : 350);
}

}  // namespace
}  // namespace vyre::vulkan
