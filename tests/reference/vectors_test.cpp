#include "support/vectors.h"

#include <gtest/gtest.h>

#include <iostream>
#include <map>
#include <string>

#include "ir/validate/validate.h"
#include "ir/wire/decode.h"
#include "reference/reference_device.h"
#include "support/published_run.h"

namespace vyre::reference {
namespace {

using test::all_bytes;
using test::Bytes;
using test::bytes_of;

// The part of a refusal that does not depend on the program.
std::string reason_of(const std::string& text) {
  const size_t colon = text.find(':');
  return text.substr(0, colon);
}

// Cases whose published result does not follow from what the file has.
const std::map<std::string, std::string> kNotReproducible = {
    {"random/00186", "the program had a literal -0.0, which the wire form turns into +0.0"},
    {"random/00269", "the program had a subnormal literal, which the wire form turns into 0.0"},
    {"target/grid_sync/cross_group_read", "result of a barrier that does not hold the grid"},
};

// Runs published cases on one backend and counts how they end.
class Corpus {
 public:
  void run(const std::string& name, JsonValue wire, JsonValue run) {
    if (kNotReproducible.contains(name)) {
      ++not_reproducible;
      return;
    }
    const std::vector<Bytes> inputs = all_bytes(run.find("inputs"));
    auto answer = execute(bytes_of(wire), inputs);
    if (!answer.ok() && answer.error().code() == Code::kUnsupportedFeature) {
      refuse(answer.error());
    } else if (run.find("error")) {
      EXPECT_FALSE(answer.ok()) << name << " should fail";
      ++(answer.ok() ? wrong : failed_as_published);
    } else {
      compare(name, answer, all_bytes(run.find("outputs")));
    }
  }

  void print(const char* what) const {
    std::cout << what << ": " << equal << " equal, " << failed_as_published
              << " fail as published, " << wrong << " wrong, " << not_reproducible
              << " not reproducible, " << refused << " refused\n";
    for (const auto& [reason, count] : refusals)
      std::cout << "  " << count << "  " << reason << '\n';
  }

  int equal = 0, failed_as_published = 0, wrong = 0, refused = 0, not_reproducible = 0;
  std::map<std::string, int> refusals;

 private:
  Result<std::vector<Bytes>> execute(const Bytes& wire, const std::vector<Bytes>& inputs) {
    VYRE_ASSIGN_OR_RETURN(auto program, ir::decode_wire(wire));
    ir::ValidationOptions options;
    options.distributed_collectives = true;  // of a single rank
    options.subgroup_operations = true;
    VYRE_RETURN_IF_ERROR(ir::validate(*program, options));
    return test::PublishedRun(program, inputs).run(*backend_);
  }

  void refuse(const Status& status) {
    EXPECT_NE(status.text().find("Fix: "), std::string::npos) << status.text();
    ++refused;
    ++refusals[reason_of(status.text())];
  }

  void compare(const std::string& name, const Result<std::vector<Bytes>>& answer,
               const std::vector<Bytes>& expected) {
    const bool good = answer.ok() && answer.value() == expected;
    ++(good ? equal : wrong);
    if (good) return;
    ADD_FAILURE() << name << ": "
                  << (answer.ok() ? difference(answer.value(), expected) : answer.error().text());
  }

  static std::string difference(const std::vector<Bytes>& got, const std::vector<Bytes>& expected) {
    if (got.size() != expected.size()) return concat(got.size(), " outputs");
    for (size_t i = 0; i < got.size(); ++i) {
      if (got[i] != expected[i]) {
        return concat("output ", i, " is ", hex_encode(got[i]).substr(0, 200), ", expected ",
                      hex_encode(expected[i]).substr(0, 200));
      }
    }
    return "equal";
  }

  std::shared_ptr<backend::Device> backend_ = create_reference_device().take();
};

TEST(PublishedVectors, LibraryProgramsGiveThePublishedBytes) {
  const JsonDocument document = test::parsed(test::vector_text("programs.json"));
  Corpus corpus;
  for (const JsonValue item : document.root().find("cases")) {
    const std::string name(item.find("name").string());
    for (const JsonValue run : item.find("runs")) corpus.run(name, item.find("wire"), run);
  }
  corpus.print("programs.json");
  EXPECT_EQ(corpus.wrong, 0);
  EXPECT_EQ(corpus.equal, 395);
  EXPECT_EQ(corpus.refused, 0);
}

TEST(PublishedVectors, GeneratedProgramsGiveThePublishedBytesOrFail) {
  const JsonDocument document = test::parsed(test::vector_text("random.json"));
  Corpus corpus;
  for (const JsonValue item : document.root().find("cases")) {
    corpus.run(std::string(item.find("name").string()), item.find("wire"), item);
  }
  corpus.print("random.json");
  EXPECT_EQ(corpus.wrong, 0);
  EXPECT_EQ(corpus.equal, 1142);
  EXPECT_EQ(corpus.failed_as_published, 21);
  EXPECT_EQ(corpus.not_reproducible, 3);
  EXPECT_EQ(corpus.refused, 0);
}

}  // namespace
}  // namespace vyre::reference
