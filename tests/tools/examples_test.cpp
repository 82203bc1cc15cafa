#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <sstream>

#include "process.h"

namespace vyre::test {
namespace {

std::string program(const std::string& name) {
  return VYRE_SOURCE_DIR "/examples/programs/" + name;
}

class Examples : public ::testing::TestWithParam<const char*> {};

INSTANTIATE_TEST_SUITE_P(Programs, Examples,
                         ::testing::Values("text_stats", "line_table", "mandelbrot",
                                           "matrix_product"),
                         [](const auto& given) { return std::string(given.param); });

TEST_P(Examples, JsonAndWireAreTheSameProgram) {
  const TemporaryFolder folder;
  const std::string name = GetParam();
  output_of(run_tool({"convert", program(name + ".json"), folder.path("wire")}));
  EXPECT_EQ(folder.read("wire"), content_of(program(name + ".vyre")))
      << "Fix: vyre convert " << name << ".json " << name << ".vyre";
}

TEST_P(Examples, AreValid) {
  EXPECT_EQ(run_tool({"check", program(GetParam() + std::string(".vyre"))}).exit_code, 0);
}

struct Statistics {
  uint32_t lines = 0;
  uint32_t words = 0;
  uint32_t bytes = 0;
  std::array<uint32_t, 256> histogram{};
  bool operator==(const Statistics&) const = default;
};

void PrintTo(const Statistics& s, std::ostream* out) {
  *out << s.lines << " lines, " << s.words << " words, " << s.bytes << " bytes";
}

// What the program counts, written down plainly.
Statistics counted(const std::string& text) {
  Statistics result;
  bool in_word = false;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    ++result.bytes;
    ++result.histogram[byte];
    if (byte == '\n') ++result.lines;
    const bool space = byte == ' ' || (byte >= 9 && byte <= 13);
    const bool graphic = byte > 32 && byte < 127;
    if (graphic && !in_word) ++result.words;
    in_word = graphic || (in_word && !space);
  }
  return result;
}

uint32_t word(const std::string& bytes, size_t index) {
  uint32_t value = 0;
  if (bytes.size() >= (index + 1) * 4) std::memcpy(&value, bytes.data() + index * 4, 4);
  return value;
}

Statistics from_device(const std::string& text, const std::string& device) {
  const TemporaryFolder folder;
  std::vector<std::string> arguments = {"run",      program("text_stats.vyre"),
                                        "--device", device,
                                        "--input",  "text=" + folder.write("text", text)};
  for (const char* name : {"lines", "words", "bytes", "histogram"}) {
    arguments.push_back("--output");
    arguments.push_back(name + ("=" + folder.path(name)));
  }
  output_of(run_tool(arguments));
  Statistics result;
  result.lines = word(folder.read("lines"), 0);
  result.words = word(folder.read("words"), 0);
  result.bytes = word(folder.read("bytes"), 0);
  const std::string histogram = folder.read("histogram");
  for (size_t i = 0; i < result.histogram.size(); ++i) result.histogram[i] = word(histogram, i);
  return result;
}

// What text_stats.awk counts, which the demo compares the device with.
Statistics from_awk(const std::string& text) {
  const TemporaryFolder folder;
  const std::string command = "od -An -v -tu1 " + folder.write("text", text) + " | awk -f " +
                              program("text_stats.awk") + " >" + folder.path("counted");
  EXPECT_EQ(std::system(command.c_str()), 0);  // NOLINT: it is the demo's
  std::istringstream counted(folder.read("counted"));
  Statistics result;
  counted >> result.lines >> result.words >> result.bytes;
  for (uint32_t& count : result.histogram) counted >> count;
  EXPECT_TRUE(counted);
  return result;
}

class TextStatistics : public ::testing::TestWithParam<const char*> {
 protected:
  void expect_counted(const std::string& text) const {
    EXPECT_EQ(from_device(text, GetParam()), counted(text));
    EXPECT_EQ(from_awk(text), counted(text));
  }
};

INSTANTIATE_TEST_SUITE_P(Backends, TextStatistics, ::testing::Values("cpu-ref", "vulkan"),
                         name_of_backend);

TEST_P(TextStatistics, OfASmallText) { expect_counted("one two\nthree\tfour  \n\nfive"); }

TEST_P(TextStatistics, OfOneByte) { expect_counted("x"); }

TEST_P(TextStatistics, OfAWordOverManyChunks) { expect_counted(std::string(200'000, 'x')); }

TEST_P(TextStatistics, OfWordsThatEndAtBoundaries) {
  std::string text;
  for (int i = 0; i < 600; ++i) text += std::string(255, ' ') + 'x';
  expect_counted(text);
}

TEST_P(TextStatistics, OfBytesThatNeitherMakeNorEndAWord) {
  const std::string gap(100'000, '\xFF');
  expect_counted(gap + "a " + gap + "b" + gap + "c" + gap);
}

TEST_P(TextStatistics, OfExactlyOneChunkAndOneByteMore) {
  std::string text;
  for (int i = 0; i < 16384; ++i) text += "a b\n";
  expect_counted(text);
  expect_counted(text + "q");
}

TEST_P(TextStatistics, OfEveryByteInDisorder) {
  std::string text(150'000, '\0');
  uint32_t state = 1;
  for (char& c : text) {
    state = state * 1664525u + 1013904223u;
    c = static_cast<char>(state >> 24);
  }
  expect_counted(text);
}

// The offsets of the first byte of each line and of what follows the last, as long as there are.
std::vector<uint32_t> line_table(const std::string& text, const std::string& device) {
  const TemporaryFolder folder;
  output_of(
      run_tool({"run", program("line_table.vyre"), "--device", device, "--grid", "256", "--input",
                "text=" + folder.write("text", text), "--size",
                "offsets=" + std::to_string(4 * text.size() + 4), "--output",
                "offsets=" + folder.path("offsets"), "--output", "lines=" + folder.path("lines")}));
  const std::string offsets = folder.read("offsets");
  std::vector<uint32_t> table(word(folder.read("lines"), 0) + size_t{1});
  for (size_t i = 0; i < table.size(); ++i) table[i] = word(offsets, i);
  return table;
}

std::vector<uint32_t> line_table_of(const std::string& text) {
  std::vector<uint32_t> table = {0};
  for (uint32_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') table.push_back(i + 1);
  }
  return table;
}

TEST(LineTable, HoldsWhereEachLineBegins) {
  EXPECT_EQ(line_table("one\n\ntwo\nthree", "vulkan"), line_table_of("one\n\ntwo\nthree"));
  std::string text;
  for (uint32_t i = 0; i < 20'000; ++i) text += std::string(i * 7 % 13, 'x') + '\n';
  EXPECT_EQ(line_table(text, "vulkan"), line_table_of(text));
  EXPECT_EQ(line_table(text, "cpu-ref"), line_table_of(text));
}

TEST(Mandelbrot, EveryDeviceGivesTheBytesOfTheOracle) {
  const TemporaryFolder folder;
  output_of(run_tool({"run", program("mandelbrot.vyre"), "--device", "vulkan", "--output",
                      "image=" + folder.path("image")}));
  const std::string image = folder.read("image");
  ASSERT_EQ(image.size(), 720u * 480u);
  EXPECT_EQ(image[240 * 720 + 540], '\0');     // the origin belongs to the set
  EXPECT_EQ(image[0], static_cast<char>(25));  // the corner leaves after one step
}

// 64 by 64 numbers that are no whole ones.
std::string matrix(uint32_t seed) {
  std::string bytes;
  for (uint32_t i = 0; i < 64 * 64; ++i) {
    seed = seed * 1664525u + 1013904223u;
    const float number = static_cast<float>(seed >> 16) / 4096.0f - 7.0f;
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  }
  return bytes;
}

// What comes out with tiles of that width.
std::string product(const std::string& device, uint32_t tile) {
  const TemporaryFolder folder;
  const std::string groups = std::to_string(64 / tile), width = std::to_string(tile);
  output_of(run_tool({"run", program("matrix_product.vyre"), "--device", device, "--grid",
                      groups + "," + groups, "--constant", "vyre.workgroup.x=" + width,
                      "--constant", "vyre.workgroup.y=" + width, "--input",
                      "a=" + folder.write("a", matrix(1)), "--input",
                      "b=" + folder.write("b", matrix(2)), "--output", "c=" + folder.path("c")}));
  return folder.read("c");
}

TEST(MatrixProduct, EveryTileSizeGivesTheSameBytesOnOracleAndDevice) {
  const std::string expected = product("cpu-ref", 8);
  ASSERT_EQ(expected.size(), 64u * 64 * 4);
  float first = 0, sum = 0;
  std::memcpy(&first, expected.data(), sizeof first);
  const std::string a = matrix(1), b = matrix(2);
  for (uint32_t k = 0; k < 64; ++k) {
    float left = 0, right = 0;
    std::memcpy(&left, a.data() + 4 * k, sizeof left);
    std::memcpy(&right, b.data() + size_t{256} * k, sizeof right);
    sum = std::fma(left, right, sum);
  }
  EXPECT_EQ(first, sum);
  for (const char* device : {"cpu-ref", "vulkan"}) {
    for (const uint32_t tile : {2u, 4u, 8u, 16u}) {
      EXPECT_EQ(product(device, tile), expected) << device << " " << tile;
    }
  }
}

TEST(MatrixProduct, TilesThatDoNotFitFailTheDispatch) {
  const TemporaryFolder folder;
  const Finished end =
      run_tool({"run", program("matrix_product.vyre"), "--device", "vulkan", "--grid", "1",
                "--constant", "vyre.workgroup.x=4", "--input", "a=" + folder.write("a", matrix(1)),
                "--input", "b=" + folder.write("b", matrix(2))});
  EXPECT_EQ(end.exit_code, 1);
  EXPECT_THAT(end.err, ::testing::HasSubstr("tiles are square, 16 at most"));
}

}  // namespace
}  // namespace vyre::test
