#include "registry/manifest/manifest.h"

#include <gmock/gmock.h>

#include <filesystem>

#include "ops.h"
#include "registry/builder.h"
#include "registry/builtin_dialects.h"
#include "support/temporary_folder.h"
#include "support/value_of.h"

namespace vyre::registry {
namespace {

using vyre::test::TemporaryFolder;

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

std::string replaced(std::string text, std::string_view from, std::string_view to) {
  const size_t at = text.find(from);
  EXPECT_NE(at, text.npos) << from;
  return text.replace(at, from.size(), to);
}

// kDouble with |from| replaced by |to|.
std::string altered(std::string_view from, std::string_view to) {
  return replaced(std::string(kDouble), from, to);
}

// What is wrong with |json|, which must be a manifest that is refused.
Status refusal(std::string_view json, const std::string& folder = {}) {
  Result<Manifest> manifest = read(json, folder);
  EXPECT_FALSE(manifest.ok());
  return std::move(manifest).status();
}

// A manifest of one op with the members |members|.
std::string of_op(std::string_view members) {
  return concat(
      R"({"format": 1, "dialect": "vyre-libs-x", "version": "1", "ops": [{"id": "x.op", )", members,
      "}]}");
}

TEST(Manifest, MakesASnapshotTogetherWithTheBuiltinOps) {
  Builder builder;
  builder.add(*builtin_snapshot().value());
  builder.add(read(kDouble).take());
  const auto snapshot = vyre::test::value_of(builder.freeze());
  EXPECT_NE(snapshot->find("example.double"), nullptr);
  EXPECT_EQ(snapshot->extern_dialects()[0].url, "https://example.invalid/dialect");
}

TEST(Manifest, OnlyIdAndDialectAreNeeded) {
  Result<Manifest> manifest =
      read(R"({"format": 1, "dialect": "vyre-libs-x", "version": "1", "ops": [{"id": "x.op"}]})");
  ASSERT_TRUE(manifest.ok()) << manifest.error().text();
  EXPECT_EQ(manifest.value().ops[0].composition, nullptr);
  EXPECT_TRUE(manifest.value().ops[0].signature.inputs.empty());
}

TEST(Manifest, UnknownKeysAreNamedWithTheirPlaceAndTheKnownOnes) {
  const Status top = refusal(altered("\"url\"", "\"link\""));
  EXPECT_EQ(top.code(), Code::kMalformedJson);
  EXPECT_THAT(top.text(), AllOf(HasSubstr("manifest 'test.dialect.json', top level"),
                                HasSubstr("unknown key 'link'"), HasSubstr("Fix: "),
                                HasSubstr("format, dialect, version, url, ops")));
  EXPECT_THAT(refusal(altered("\"laws\"", "\"rules\"")).text(),
              AllOf(HasSubstr("ops[0] (op 'example.double')"), HasSubstr("unknown key 'rules'")));
  EXPECT_THAT(refusal(altered("\"default\"", "\"value\"")).text(),
              HasSubstr("ops[0].attributes[0] (op 'example.double'): unknown key 'value'"));
  EXPECT_THAT(refusal(altered("\"text\"", "\"content\"")).text(),
              HasSubstr("ops[0].lowerings.primary_text (op 'example.double')"));
}

TEST(Manifest, MissingKeysAreNamed) {
  EXPECT_THAT(test::texts(refusal("{}")),
              ElementsAre(HasSubstr("'format' is missing"), HasSubstr("'dialect' is missing"),
                          HasSubstr("'version' is missing"), HasSubstr("'ops' is missing")));
  EXPECT_THAT(test::texts(refusal(of_op(R"("inputs": [{"name": "a"}, {"type": "u32"}])"))),
              ElementsAre(HasSubstr("ops[0].inputs[0] (op 'x.op'): the key 'type' is missing"),
                          HasSubstr("ops[0].inputs[1] (op 'x.op'): the key 'name' is missing")));
}

TEST(Manifest, ValuesOfTheWrongKindAreNamed) {
  EXPECT_THAT(refusal("[]").text(), HasSubstr("expected an object, found an array"));
  const Status status = refusal(of_op(
      R"("inputs": {}, "laws": [1], "bytes_extraction": 0, "composition": 7, "lowerings": [])"));
  EXPECT_THAT(test::texts(status),
              ElementsAre(HasSubstr("ops[0].inputs (op 'x.op'): expected an array"),
                          HasSubstr("bytes_extraction (op 'x.op'): expected true or false"),
                          HasSubstr("ops[0].laws[0] (op 'x.op'): expected a string"),
                          HasSubstr("ops[0].composition (op 'x.op'): expected a program"),
                          HasSubstr("ops[0].lowerings (op 'x.op'): expected an object")));
  EXPECT_THAT(test::texts(status), Each(HasSubstr("Fix: ")));
}

TEST(Manifest, AllProblemsComeAtOnce) {
  std::string json = altered("\"format\": 1", "\"format\": 2");
  json = replaced(json, "\"version\": \"1.2.3\"", "\"version\": 1");
  json = replaced(json, "\"00ff\"", "\"0f0\"");
  const Status status = refusal(json);
  EXPECT_THAT(test::codes(status),
              ElementsAre("MANIFEST-VALUE", "MANIFEST-VALUE", "MANIFEST-VALUE"));
  EXPECT_THAT(status.text(), HasSubstr("3 findings"));
}

TEST(Manifest, OtherFormatsAreRefused) {
  for (const char* format : {"0", "2", "1.5", "-1"}) {
    EXPECT_THAT(refusal(altered("\"format\": 1", concat("\"format\": ", format))).text(),
                AllOf(HasSubstr("format: this format"), HasSubstr("Fix: write 1")));
  }
}

TEST(Manifest, AWrongProgramIsNamedWithItsOpAndPlace) {
  const Status status = refusal(altered("\"add\"", "\"ad\""));
  EXPECT_THAT(test::codes(status), ElementsAre("MANIFEST-COMPOSITION"));
  EXPECT_THAT(status.text(), AllOf(HasSubstr("ops[0].composition (op 'example.double')"),
                                   HasSubstr("body[0].store.value"), HasSubstr("Fix: ")));
}

TEST(Manifest, ALoweringIsOneOfFileTextAndHex) {
  EXPECT_THAT(refusal(of_op(R"("lowerings": {"ptx": {"text": "a", "hex": "00"}})")).text(),
              HasSubstr("a lowering with 2 keys"));
  EXPECT_THAT(refusal(of_op(R"("lowerings": {"ptx": {}})")).text(), HasSubstr("0 keys"));
  EXPECT_THAT(refusal(of_op(R"("lowerings": {"ptx": {"text": 5}})")).text(),
              HasSubstr("lowerings.ptx.text (op 'x.op'): expected a string"));
}

TEST(Manifest, TargetsAreNamedAsTextAndOnce) {
  EXPECT_THAT(refusal(of_op(R"("lowerings": {"cuda": {"text": "a"}})")).text(),
              AllOf(HasSubstr("no target 'cuda'"), HasSubstr("extension:<id>")));
  EXPECT_THAT(
      refusal(of_op(R"("lowerings": {"spirv": {"hex": "00"}, "spv": {"hex": "00"}})")).text(),
      HasSubstr("two lowerings for one target"));
}

TEST(Manifest, BadSpirvIsFoundWhenItIsFrozen) {
  Builder builder;
  builder.add(read(of_op(R"("lowerings": {"spirv": {"hex": "0302230700"}})")).take());
  const auto snapshot = builder.freeze();
  ASSERT_FALSE(snapshot.ok());
  EXPECT_THAT(snapshot.error().text(), AllOf(HasSubstr("op 'x.op' (manifest 'test.dialect.json')"),
                                             HasSubstr("SPIR-V of 5 bytes")));
}

TEST(Manifest, ADialectWithoutThePrefixIsFoundWhenItIsFrozen) {
  Builder builder;
  builder.add(read(altered("vyre-libs-example", "example")).take());
  EXPECT_THAT(builder.freeze().error().text(), HasSubstr("does not begin with 'vyre-libs-'"));
}

TEST(Manifest, WithoutAFolderItNamesNoFiles) {
  const Status status = refusal(of_op(R"("composition": "a.json")"));
  EXPECT_EQ(status.code(), Code::kInputOutput);
  EXPECT_THAT(status.text(), HasSubstr("a manifest without a folder names a file"));
}

TEST(Manifest, ReadsTheFilesThatItNames) {
  const TemporaryFolder folder;
  folder.write("kernels/op.txt", "fn main() {}");
  folder.write("op.program.json", R"({"body": []})");
  Result<Manifest> manifest = read(of_op(R"("composition": "op.program.json",
                    "lowerings": {"primary_text": {"file": "kernels/op.txt"}})"),
                                   folder.path());
  ASSERT_TRUE(manifest.ok()) << manifest.error().text();
  const OpDef& op = manifest.value().ops[0];
  EXPECT_NE(op.composition, nullptr);
  EXPECT_EQ(*op.lowerings.begin()->second->data(), test::bytes_of("fn main() {}"));
}

// The manifest of an op whose text lies in the file |name|.
std::string naming(std::string_view name) {
  return of_op(concat(R"("lowerings": {"primary_text": {"file": ")", name, R"("}})"));
}

TEST(Manifest, NoNameLeadsOutOfItsFolder) {
  const TemporaryFolder outside;
  const std::string secret = outside.write("secret", "secret");
  const TemporaryFolder folder;
  std::filesystem::create_symlink(secret, folder.path("link"));
  std::filesystem::create_directory_symlink(outside.path(), folder.path("linked"));
  folder.write("inside/file", "ours");
  for (const std::string& name : {std::string("link"), std::string("linked/secret"), secret,
                                  std::string("../secret"), std::string("inside/../../secret"),
                                  std::string("inside/../inside/file"), std::string("inside")}) {
    const Status status = refusal(naming(name), folder.path());
    EXPECT_EQ(status.code(), Code::kInputOutput) << name;
    EXPECT_THAT(status.text(), AllOf(HasSubstr("ops[0].lowerings.primary_text.file (op 'x.op')"),
                                     HasSubstr("Fix: "), Not(HasSubstr("ours"))))
        << name;
  }
}

TEST(Manifest, FilesThatAreMissingOrTooLargeAreNamed) {
  const TemporaryFolder folder;
  EXPECT_THAT(refusal(naming("absent"), folder.path()).text(), HasSubstr("'absent'"));
  const std::string huge = folder.write("huge", "");
  std::filesystem::resize_file(huge, kMaxManifestFileBytes + 1);  // sparse
  EXPECT_THAT(refusal(naming("huge"), folder.path()).text(),
              AllOf(HasSubstr("'huge' has 67108865 bytes"), HasSubstr("at most 67108864")));
}

TEST(Manifest, AFileKnowsWhereItCameFrom) {
  const TemporaryFolder folder;
  const std::string file = folder.write("one.dialect.json", kDouble);
  Result<Manifest> manifest = read_manifest_file(file, std::pmr::get_default_resource());
  ASSERT_TRUE(manifest.ok()) << manifest.error().text();
  EXPECT_EQ(manifest.value().dialect.source, file);
  EXPECT_EQ(manifest.value().ops[0].source, file);
  EXPECT_EQ(read_manifest_file(folder.path("two"), std::pmr::get_default_resource()).error().code(),
            Code::kNotFound);
}

TEST(Manifest, AFolderIsReadByNameAndOnlyItsManifests) {
  const TemporaryFolder folder;
  folder.write("b.dialect.json", altered("vyre-libs-example", "vyre-libs-b"));
  folder.write("a.dialect.json", altered("vyre-libs-example", "vyre-libs-a"));
  folder.write("program.json", "no manifest");
  folder.write("deep/c.dialect.json", "not looked at");
  Result<std::vector<Manifest>> manifests =
      read_manifest_folder(folder.path(), std::pmr::get_default_resource());
  ASSERT_TRUE(manifests.ok()) << manifests.error().text();
  ASSERT_EQ(manifests.value().size(), 2u);
  EXPECT_EQ(manifests.value()[0].dialect.name, "vyre-libs-a");
  EXPECT_EQ(manifests.value()[1].dialect.name, "vyre-libs-b");
}

TEST(Manifest, APathIsAFileOrAFolder) {
  const TemporaryFolder folder;
  const std::string file = folder.write("a.dialect.json", kDouble);
  folder.write("b.dialect.json", altered("vyre-libs-example", "vyre-libs-b"));
  std::pmr::memory_resource* const memory = std::pmr::get_default_resource();
  EXPECT_EQ(read_manifests(file, memory).value().size(), 1u);
  EXPECT_EQ(read_manifests(folder.path(), memory).value().size(), 2u);
  EXPECT_EQ(read_manifests(folder.path("absent"), memory).error().code(), Code::kNotFound);
}

TEST(Manifest, AFolderReportsTheProblemsOfAllFiles) {
  const TemporaryFolder folder;
  folder.write("a.dialect.json", "{");
  folder.write("b.dialect.json", altered("\"laws\"", "\"rules\""));
  folder.write("c.dialect.json", kDouble);
  folder.write("real", kDouble);
  std::filesystem::create_symlink(folder.path("real"), folder.path("d.dialect.json"));
  const Result<std::vector<Manifest>> manifests =
      read_manifest_folder(folder.path(), std::pmr::get_default_resource());
  ASSERT_FALSE(manifests.ok());
  EXPECT_EQ(manifests.error().code(), Code::kMalformedJson);
  EXPECT_THAT(test::codes(manifests.error()),
              ElementsAre("MANIFEST-JSON", "MANIFEST-KEY", "MANIFEST-FILE"));
  EXPECT_THAT(test::texts(manifests.error()),
              ElementsAre(HasSubstr(folder.path("a.dialect.json")),
                          HasSubstr(folder.path("b.dialect.json")),
                          HasSubstr(folder.path("d.dialect.json"))));
}

TEST(Manifest, CutOffAnywhereItIsRefused) {
  for (size_t size = 0; size < kDouble.size(); ++size) {
    const Result<Manifest> manifest = read(kDouble.substr(0, size));
    ASSERT_FALSE(manifest.ok()) << size;
    ASSERT_THAT(manifest.error().text(), HasSubstr("Fix: "));
  }
}

// What a changed byte makes may be a manifest; reading and freezing it must only not do harm.
TEST(Manifest, AnyByteMayChange) {
  for (size_t at = 0; at < kDouble.size(); ++at) {
    for (const char byte : {'"', '{', ']', '0', '\\', '\x80', ' '}) {
      std::string json(kDouble);
      json[at] = byte;
      Result<Manifest> manifest = read(json);
      if (!manifest.ok()) {
        ASSERT_FALSE(manifest.error().info().findings.empty());
        continue;
      }
      Builder builder;
      builder.add(manifest.take());
      const auto snapshot = builder.freeze();
      if (snapshot.ok()) continue;
      ASSERT_THAT(snapshot.error().text(), HasSubstr("Fix: "));
    }
  }
}

}  // namespace
}  // namespace vyre::registry
