#include "process.h"
#include "support/matchers.h"

namespace vyre::test {
namespace {

const std::string kTwice = R"({
  "format": 1, "dialect": "vyre-libs-example", "version": "1",
  "ops": [{
    "id": "example.twice",
    "inputs": [{"name": "x", "type": "u32"}], "outputs": [{"name": "r", "type": "u32"}],
    "laws": ["monotonic"],
    "composition": {
      "buffers": [{"name": "x", "type": "U32", "count": 1},
                  {"name": "r", "type": "U32", "count": 1, "output": true}],
      "body": [{"store": "r", "at": 0, "value": {"mul": [2, {"load": "x", "at": 0}]}}]},
    "lowerings": {"extension:acme": {"text": "twice"}}
  }]
})";

std::string replaced(std::string text, const std::string& from, const std::string& to) {
  return text.replace(text.find(from), from.size(), to);
}

TEST(Ops, ListsWhatEveryContextKnows) {
  EXPECT_THAT(output_of(run_tool({"ops"})),
              AllOf(HasSubstr("core.indirect_dispatch"), HasSubstr("io.write_back_to_nvme"),
                    HasSubstr("mem.zerocopy_map"), HasSubstr("mem.unmap"), HasSubstr("intrinsic"),
                    HasSubstr("(fd i32, offset u64, length u64) -> handle GpuBufferHandle")));
}

TEST(Ops, OfOneDialectOnly) {
  EXPECT_THAT(output_of(run_tool({"ops", "--dialect", "core"})),
              AllOf(HasSubstr("core.indirect_dispatch"), Not(HasSubstr("io."))));
}

TEST(Ops, ADialectWithoutOpsIsNamed) {
  expect_refusal(run_tool({"ops", "--dialect", "nothing"}), {"'nothing'"});
}

TEST(Ops, OfManifestsToo) {
  const TemporaryFolder folder;
  folder.write("twice.dialect.json", kTwice);
  EXPECT_THAT(output_of(run_tool(
                  {"ops", "--manifests", folder.path("."), "--dialect", "vyre-libs-example"})),
              AllOf(HasSubstr("example.twice"), HasSubstr("extension"),
                    HasSubstr("composition, extension:acme"), HasSubstr("(x u32) -> r u32"),
                    Not(HasSubstr("io."))));
}

TEST(Ops, JsonHasTheWholeDefinition) {
  const TemporaryFolder folder;
  folder.write("twice.dialect.json", kTwice);
  EXPECT_THAT(
      output_of(run_tool({"ops", "--manifests", folder.path("."), "--json"})),
      AllOf(HasSubstr("\"id\":\"example.twice\""),
            HasSubstr("\"inputs\":[{\"name\":\"x\",\"type\":\"u32\"}]"),
            HasSubstr("\"composition\":true,\"reference\":false"),
            HasSubstr("\"lowerings\":[\"extension:acme\"]"), HasSubstr("\"laws\":[\"monotonic\"]"),
            HasSubstr("\"extern_dialects\":[{\"name\":\"vyre-libs-example\""),
            HasSubstr("\"id\":\"io.dma_from_nvme\"")));
}

TEST(Ops, AWrongFolderIsAnErrorThatNamesTheFile) {
  const TemporaryFolder folder;
  folder.write("bad.dialect.json", "{");
  expect_refusal(run_tool({"ops", "--manifests", folder.path(".")}), {"bad.dialect.json"});
}

TEST(OpsCheck, ARightManifestIsRight) {
  const TemporaryFolder folder;
  EXPECT_THAT(output_of(run_tool({"ops", "check", folder.write("a.dialect.json", kTwice)})),
              HasSubstr("is right"));
  EXPECT_EQ(run_tool({"ops", "check", "-"}, kTwice).exit_code, 0);
}

TEST(OpsCheck, EveryProblemIsALine) {
  const TemporaryFolder folder;
  std::string json = replaced(kTwice, "\"laws\"", "\"rules\"");
  json = replaced(json, "\"mul\"", "\"multiply\"");
  EXPECT_THAT(output_of(run_tool({"ops", "check", folder.write("a.dialect.json", json)}), 1),
              AllOf(HasSubstr("is not right, 2 findings"), HasSubstr("MANIFEST-KEY"),
                    HasSubstr("unknown key 'rules'"), HasSubstr("MANIFEST-COMPOSITION"),
                    HasSubstr("a.dialect.json'")));
}

TEST(OpsCheck, WhatOnlyShowsInARegistryIsFoundToo) {
  const std::string json = replaced(kTwice, "example.twice", "mem.unmap");
  EXPECT_THAT(output_of(run_tool({"ops", "check", "-"}, json), 1),
              AllOf(HasSubstr("OP-DUPLICATE"), HasSubstr("'mem.unmap'"), HasSubstr("'io'"),
                    HasSubstr("'vyre-libs-example'")));
}

TEST(OpsCheck, AFileThatIsNotThereGivesTwo) {
  expect_refusal(run_tool({"ops", "check", "/nowhere/a.dialect.json"}),
                 {"/nowhere/a.dialect.json"});
  EXPECT_EQ(run_tool({"ops", "check"}).exit_code, 2);
}

}  // namespace
}  // namespace vyre::test
