#include "registry/manifest.h"

#include <gmock/gmock.h>

#include <cstring>

#include "registry/builder.h"
#include "support/temporary_folder.h"

namespace vyre::registry {
namespace {

using test::TemporaryFolder;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

constexpr std::string_view kDouble = R"({
  "format": 1,
  "dialect": "vyre-libs-example",
  "version": "1.2.3",
  "url": "https://example.invalid/dialect",
  "ops": [
    {
      "id": "example.double",
      "inputs": [{"name": "x", "type": "u32"}],
      "outputs": [{"name": "result", "type": "u32"}],
      "attributes": [{"name": "mode", "type": "string", "default": "wrap"}],
      "bytes_extraction": false,
      "laws": ["monotonic"],
      "composition": {
        "buffers": [
          {"name": "x", "type": "U32", "count": 1},
          {"name": "result", "type": "U32", "count": 1, "output": true}
        ],
        "body": [{"store": "result", "at": 0, "value": {"add": [{"load": "x", "at": 0}, {"load": "x", "at": 0}]}}]
      },
      "lowerings": {
        "primary_text": {"text": "fn main() {}"},
        "extension:acme": {"hex": "00ff"}
      }
    }
  ]
})";

Result<Manifest> read(std::string_view json, const std::string& folder = {}) {
  return read_manifest(json, folder, "test.dialect.json", std::pmr::get_default_resource());
}

TEST(Manifest, HoldsADialectAndItsOps) {
  Result<Manifest> read_in = read(kDouble);
  ASSERT_TRUE(read_in.ok()) << read_in.error().text();
  const Manifest& manifest = read_in.value();
  EXPECT_EQ(manifest.dialect.name, "vyre-libs-example");
  EXPECT_EQ(manifest.dialect.version, "1.2.3");
  EXPECT_EQ(manifest.dialect.url, "https://example.invalid/dialect");
  ASSERT_EQ(manifest.ops.size(), 1u);
  const OpDef& op = manifest.ops[0];
  EXPECT_EQ(op.id, "example.double");
  EXPECT_EQ(op.dialect, "vyre-libs-example");
  EXPECT_EQ(op.category, Category::kExtension);
  EXPECT_EQ(op.source, "test.dialect.json");
  ASSERT_EQ(op.signature.inputs.size(), 1u);
  EXPECT_EQ(op.signature.inputs[0].name, "x");
  EXPECT_EQ(op.signature.inputs[0].type, "u32");
  ASSERT_EQ(op.signature.outputs.size(), 1u);
  ASSERT_EQ(op.signature.attributes.size(), 1u);
  EXPECT_EQ(op.signature.attributes[0].default_value, "wrap");
  EXPECT_THAT(op.laws, ElementsAre("monotonic"));
  ASSERT_NE(op.composition, nullptr);
  EXPECT_EQ(op.composition->buffers.size(), 2u);
  ASSERT_EQ(op.lowerings.size(), 2u);
  const Lowering& acme = *op.lowerings.at({Target::Kind::kExtension, "acme"});
  ASSERT_EQ(acme.data()->size(), 2u);
  EXPECT_EQ((*acme.data())[1], std::byte{0xFF});
}

}  // namespace
}  // namespace vyre::registry
