// Every program of the published vectors goes through the JSON form and comes back the same.
#include <gtest/gtest.h>

#include "corpus.h"
#include "ir/json/read.h"
#include "ir/json/write.h"
#include "ir/wire/decode.h"
#include "ir/wire/encode.h"

namespace vyre::ir {
namespace {

class JsonVectors : public testing::TestWithParam<const char*> {};

TEST_P(JsonVectors, ComeBackFromJsonTheSame) {
  size_t count = 0;
  for (const Blob& blob : read_corpus(GetParam())) {
    if (!blob.accepted) continue;
    const auto program = decode_wire(blob.bytes);
    ASSERT_TRUE(program.ok()) << blob.name << program.error().text();
    const std::string text = write_json(*program.value());
    const auto again = read_json(text);
    ASSERT_TRUE(again.ok()) << blob.name << again.error().text() << "\n" << text;
    EXPECT_EQ(encode_wire(*again.value(), program.value()->form).value(), blob.reencoded)
        << blob.name << "\n"
        << text;
    EXPECT_EQ(write_json(*again.value()), text) << blob.name;
    ++count;
  }
  EXPECT_GE(count, 390u);
}

INSTANTIATE_TEST_SUITE_P(Corpora, JsonVectors, testing::ValuesIn(kCorpora), [](const auto& test) {
  const std::string file = test.param;
  return file.substr(0, file.find('.'));
});

}  // namespace
}  // namespace vyre::ir
