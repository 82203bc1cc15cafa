// Tables that are refused by what is wrong with them, and those of older and newer headers.
#include <cstring>
#include <memory>

#include "capi/support/plugin_support.h"
#include "vyre_driver_plugin.h"

namespace vyre::test {
namespace {

std::string adding(const vyre_backend_table& table) {
  const Context context = new_context();
  return said(vyre_context_add_backend(context.get(), &table));
}

TEST(PluginTable, AnotherAbiVersionIsRefused) {
  Scripted scripted;
  scripted.table.abi_version = VYRE_ABI_VERSION + 1;
  EXPECT_THAT(
      adding(scripted.table),
      AllOf(StartsWith("2001 "), HasSubstr("ABI version " + std::to_string(VYRE_ABI_VERSION + 1)),
            HasSubstr("this library has " + std::to_string(VYRE_ABI_VERSION)), HasSubstr("Fix: ")));
}

TEST(PluginTable, SizesThatNoTableHasAreRefused) {
  for (const size_t size : {size_t{0}, size_t{8}, offsetof(vyre_backend_table, get_device_info) - 8,
                            sizeof(vyre_backend_table) - 4, SIZE_MAX}) {
    Scripted scripted;
    scripted.table.struct_size = size;
    EXPECT_THAT(adding(scripted.table),
                AllOf(StartsWith("2001 "),
                      HasSubstr("struct_size is " + std::to_string(size) + ", which no table has"),
                      HasSubstr("Fix: begin with VYRE_BACKEND_TABLE_INIT")));
  }
}

// The first |size| bytes of a table, and nothing behind them.
std::unique_ptr<std::byte[]> cut_table(const vyre_backend_table& table, size_t size) {
  vyre_backend_table shorter = table;
  shorter.struct_size = size;
  auto bytes = std::make_unique<std::byte[]>(size);
  std::memcpy(bytes.get(), &shorter, size);
  return bytes;
}

const vyre_backend_table& as_table(const std::unique_ptr<std::byte[]>& bytes) {
  return *reinterpret_cast<const vyre_backend_table*>(bytes.get());
}

TEST(PluginTable, ATableOfAnOlderHeaderIsTakenWithoutTheNewestEntries) {
  for (size_t size = offsetof(vyre_backend_table, count_devices); size < sizeof(vyre_backend_table);
       size += sizeof(void*)) {
    Scripted scripted;
    scripted.what.profile.host_import_alignment = 0;
    use_everything(open_table(as_table(cut_table(scripted.table, size))));
    EXPECT_EQ(scripted.what.calls[ENTRY_get_metrics], 0u);
    EXPECT_EQ(scripted.what.destroyed, 1u);
  }
}

TEST(PluginTable, ATableThatEndsBeforeWhatIsRequiredLacksIt) {
  Scripted scripted;
  const auto cut = cut_table(scripted.table, offsetof(vyre_backend_table, wait));
  EXPECT_THAT(adding(as_table(cut)),
              AllOf(StartsWith("2001 "), HasSubstr("lacks wait, free_work")));
}

TEST(PluginTable, ATableOfANewerHeaderIsTakenAsFarAsItIsKnown) {
  struct Longer {
    vyre_backend_table table;
    uint64_t more;
  };
  for (const uint64_t more : {uint64_t{0}, uint64_t{1}}) {
    Scripted scripted;
    Longer longer{scripted.table, more};
    longer.table.struct_size = sizeof longer;
    use_everything(open_table(longer.table));
    EXPECT_EQ(scripted.what.destroyed, 1u);
  }
}

TEST(PluginTable, IdsThatAreNoneAreRefused) {
  for (const std::string& id :
       {std::string(), std::string("a b"), std::string("vulkan:1"), std::string("\n"),
        std::string(65, 'a'), std::string("\0x", 2), std::string("reference"),
        std::string("oracle"), std::string("cpu-ref")}) {
    Scripted scripted;
    scripted.table.id = c_string(id);
    EXPECT_THAT(adding(scripted.table), AllOf(StartsWith("2001 "), HasSubstr("|id|"))) << id;
  }
  Scripted scripted;
  scripted.table.id = {nullptr, 3};
  EXPECT_THAT(adding(scripted.table), AllOf(StartsWith("2001 "), HasSubstr("|id|")));
}

TEST(PluginTable, UnknownFlagsAreRefused) {
  for (const int bit : {7, 63}) {
    Scripted scripted;
    scripted.table.flags |= uint64_t{1} << bit;
    EXPECT_THAT(adding(scripted.table), HasSubstr("|flags| has the unknown bits"));
  }
}

TEST(PluginTable, AnIdThatIsTakenNamesBothOwners) {
  for (const char* id : {"scripted", "vulkan"}) {
    Scripted first, second;
    const Context context = new_context();
    ASSERT_TRUE(ok(vyre_context_add_backend(context.get(), &first.table)));
    second.table.id = vyre_str(id);
    EXPECT_THAT(said(vyre_context_add_backend(context.get(), &second.table)),
                AllOf(StartsWith("2003 "), HasSubstr(id), HasSubstr("the host's backend"),
                      HasSubstr("Fix: ")));
    EXPECT_EQ(second.what.destroyed, 0u);
  }
}

TEST(PluginTable, NullIsRefused) {
  const Context context = new_context();
  Scripted scripted;
  EXPECT_THAT(said(vyre_context_add_backend(context.get(), nullptr)),
              StartsWith("2001 vyre_context_add_backend: table is NULL"));
  EXPECT_THAT(said(vyre_context_add_backend(nullptr, &scripted.table)),
              StartsWith("2001 vyre_context_add_backend: context is NULL"));
}

}  // namespace
}  // namespace vyre::test
