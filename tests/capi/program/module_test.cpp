// SPIR-V modules of other compilers as programs: read, looked at, saved; no device is needed.
#include <algorithm>
#include <cstring>

#include "base/hash/blake3.h"
#include "capi/support/spirv_support.h"

namespace vyre::test {
namespace {

class Modules : public testing::Test {
 protected:
  vyre_error* try_load(const std::string& bytes, const vyre_program_desc* desc = nullptr) {
    vyre_program* program = nullptr;
    vyre_error* error =
        vyre_program_load(context_.get(), bytes.data(), bytes.size(), desc, &program);
    program_.reset(program);
    return error;
  }
  const vyre_program_info& load(const std::string& bytes, const vyre_program_desc* desc = nullptr) {
    EXPECT_TRUE(ok(try_load(bytes, desc)));
    return *vyre_program_get_info(program_.get());
  }
  std::string saved(const vyre_save_desc* desc = nullptr) const {
    const auto blob = made<Blob>(vyre_program_save, program_.get(), desc);
    const vyre_bytes bytes = vyre_blob_get_bytes(blob.get());
    EXPECT_EQ(reinterpret_cast<uintptr_t>(bytes.data) % 16, 0u);
    return {static_cast<const char*>(bytes.data), bytes.size};
  }
  Digest fingerprint() const {
    Digest digest = {};
    EXPECT_TRUE(ok(vyre_program_get_fingerprint(program_.get(), VYRE_WIRE_ANY, digest.data())));
    return digest;
  }

  const Context context_ = made<Context>(vyre_context_create, nullptr);
  Program program_;
};

// Every word in the other order of bytes.
std::string swapped(std::string bytes) {
  for (size_t i = 0; i + 4 <= bytes.size(); i += 4) {
    std::reverse(bytes.begin() + static_cast<std::ptrdiff_t>(i),
                 bytes.begin() + static_cast<std::ptrdiff_t>(i + 4));
  }
  return bytes;
}

const vyre_parameter_info* find(const vyre_program_info& info, std::string_view name) {
  for (size_t i = 0; i < info.parameter_count; ++i) {
    if (string_of(info.parameters[i]->name) == name) return info.parameters[i];
  }
  return nullptr;
}

TEST_F(Modules, AreToldByTheirFirstBytesAndDescribed) {
  const vyre_program_info& info = load(kernel("saxpy"));
  EXPECT_EQ(info.format, VYRE_FORMAT_SPIRV);
  EXPECT_EQ(info.form, VYRE_WIRE_ANY);
  EXPECT_EQ(info.semantics, VYRE_SEMANTICS_ANY);
  EXPECT_EQ(string_of(info.entry), "main");
  EXPECT_STREQ(info.entry.data, "main");
  EXPECT_EQ(info.workgroup[0], 64u);
  EXPECT_EQ(info.workgroup[1], 1u);
  EXPECT_EQ(info.dimensions, 1u);
  EXPECT_EQ(info.push_constant_bytes, 32u);
  EXPECT_EQ(info.constant_count, 0u);
  EXPECT_EQ(info.expression_count + info.statement_count, 0u);
}

TEST_F(Modules, TellTheirParametersBySlot) {
  const vyre_program_info& info = load(kernel("histogram"));
  ASSERT_EQ(info.parameter_count, 3u);  // not the one that nothing uses
  const struct {
    const char *name, *element;
    vyre_access access;
    vyre_role role;
    uint64_t min_bytes;
  } expected[] = {{"shape", "Bytes", VYRE_ACCESS_UNIFORM, VYRE_ROLE_UNIFORM, 40},
                  {"Values", "U32", VYRE_ACCESS_READ_ONLY, VYRE_ROLE_INPUT, 0},
                  {"counted", "Bytes", VYRE_ACCESS_READ_WRITE, VYRE_ROLE_INPUT_OUTPUT, 4}};
  for (uint32_t i = 0; i < 3; ++i) {
    const vyre_parameter_info& parameter = *info.parameters[i];
    EXPECT_EQ(parameter.struct_size, sizeof parameter);
    EXPECT_STREQ(parameter.name.data, expected[i].name);
    EXPECT_STREQ(parameter.element.data, expected[i].element);
    EXPECT_EQ(parameter.access, expected[i].access);
    EXPECT_EQ(parameter.role, expected[i].role);
    EXPECT_GE(parameter.min_bytes, expected[i].min_bytes);
    EXPECT_EQ(parameter.slot, i);
    EXPECT_EQ(parameter.set, 0u);
    EXPECT_EQ(parameter.binding, i);
    EXPECT_EQ(parameter.array_count, 1u);
    EXPECT_EQ(parameter.resource, VYRE_RESOURCE_BUFFER);
  }
}

TEST_F(Modules, TellTheirSetsAndConstants) {
  const vyre_program_info& info = load(kernel("matmul"));
  EXPECT_EQ(info.dimensions, 2u);
  EXPECT_EQ(info.push_constant_bytes, 4u);
  EXPECT_EQ(info.workgroup_memory_bytes, 2 * 4 * 4 * 4u);
  const vyre_parameter_info* left = find(info, "left");
  ASSERT_NE(left, nullptr);
  EXPECT_EQ(left->set, 1u);
  EXPECT_EQ(left->binding, 4u);
  EXPECT_EQ(left->slot, 4u);
  ASSERT_EQ(info.constant_count, 3u);  // by name
  const struct {
    const char* name;
    vyre_constant_kind kind;
    uint64_t bits;
    uint32_t number, axis;
  } expected[] = {{"NEGATED", VYRE_CONSTANT_BOOL, 0, 3, 0},
                  {"OFFSET", VYRE_CONSTANT_I32, 0, 5, 0},
                  {"TILE", VYRE_CONSTANT_U32, 4, 0, 1}};
  for (size_t i = 0; i < 3; ++i) {
    const vyre_constant_info& constant = *info.constants[i];
    EXPECT_EQ(constant.struct_size, sizeof constant);
    EXPECT_STREQ(constant.name.data, expected[i].name);
    EXPECT_EQ(constant.kind, expected[i].kind);
    EXPECT_EQ(constant.initial.kind, expected[i].kind);
    EXPECT_EQ(constant.initial.bits, expected[i].bits);
    EXPECT_EQ(constant.has_initial, 1u);
    EXPECT_EQ(constant.number, expected[i].number);
    EXPECT_EQ(constant.workgroup_axis, expected[i].axis);
  }
}

TEST_F(Modules, ConstantsOfOtherTypesKeepTheirDefault) {
  const vyre_program_info& info = load(kernel("wide"));
  ASSERT_EQ(info.constant_count, 1u);
  EXPECT_EQ(info.constants[0]->kind, VYRE_CONSTANT_OTHER);
  EXPECT_EQ(info.constants[0]->initial.bits, 5u);
  EXPECT_NE(info.needs & VYRE_NEEDS_INT64, 0u);
}

TEST_F(Modules, AreSavedAsTheirWords) {
  const std::string module = kernel("matmul");
  load(module);
  EXPECT_EQ(saved(), module);
  vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
  desc.format = VYRE_FORMAT_SPIRV;
  EXPECT_EQ(saved(&desc), module);
}

TEST_F(Modules, OfEitherOrderOfBytesAreOne) {
  const std::string module = kernel("histogram");
  load(module);
  const Digest expected = fingerprint();
  EXPECT_EQ(expected, Blake3().update(module).digest());  // the words in little-endian order
  const vyre_program_info& info = load(swapped(module));
  EXPECT_EQ(info.parameter_count, 3u);
  EXPECT_EQ(fingerprint(), expected);
  EXPECT_EQ(saved(), module);
}

TEST_F(Modules, HaveNoOtherForm) {
  load(kernel("saxpy"));
  const auto save = [&](vyre_format format) {
    vyre_save_desc desc = VYRE_SAVE_DESC_INIT;
    desc.format = format;
    vyre_blob* blob = nullptr;
    vyre_error* error = vyre_program_save(program_.get(), &desc, &blob);
    EXPECT_EQ(blob, nullptr);
    return error;
  };
  EXPECT_TRUE(refused(save(VYRE_FORMAT_WIRE), VYRE_ERROR_UNSUPPORTED_FEATURE, {"SPIR-V module"}));
  EXPECT_TRUE(refused(save(VYRE_FORMAT_JSON), VYRE_ERROR_UNSUPPORTED_FEATURE, {"SPIR-V module"}));
  uint8_t digest[32];
  EXPECT_TRUE(refused(vyre_program_get_fingerprint(program_.get(), VYRE_WIRE_FORM_4, digest),
                      VYRE_ERROR_UNSUPPORTED_FEATURE, {"form is 2", "SPIR-V module"}));
}

TEST_F(Modules, AreInsistedOnByTheirFormat) {
  const std::string module = kernel("saxpy");
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.format = VYRE_FORMAT_SPIRV;
  load(module, &desc);
  desc.format = VYRE_FORMAT_JSON;
  EXPECT_TRUE(refused(try_load(module, &desc), VYRE_ERROR_MALFORMED_JSON, {}));
  desc.format = VYRE_FORMAT_WIRE;
  EXPECT_TRUE(refused(try_load(module, &desc), VYRE_ERROR_MALFORMED_WIRE, {}));
  EXPECT_EQ(program_, nullptr);
}

TEST_F(Modules, ThatAreBrokenAreMalformed) {
  const std::string module = kernel("saxpy");
  const vyre_error_code code = VYRE_ERROR_MALFORMED_MODULE;
  EXPECT_TRUE(refused(try_load(module.substr(0, module.size() - 40)), code, {"broken"}));
  EXPECT_TRUE(refused(try_load(module.substr(0, 41)), code, {"41 bytes"}));
  EXPECT_TRUE(refused(try_load(module.substr(0, 4)), code, {}));
  EXPECT_EQ(program_, nullptr);
}

TEST_F(Modules, EntryPointsThatAreNotThereAreNotFoundAndListed) {
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.label = vyre_str("my module");
  desc.entry = vyre_str("other");
  const Error error(try_load(kernel("saxpy"), &desc));
  const vyre_error_info* info = vyre_error_get_info(error.get());
  EXPECT_EQ(info->code, VYRE_ERROR_NOT_FOUND);
  EXPECT_NE(text_of(error.get()).find("'other'"), std::string::npos);
  EXPECT_EQ(string_of(info->label), "my module");
  ASSERT_EQ(info->finding_count, 1u);
  EXPECT_NE(string_of(info->findings[0]->path).find("'main'"), std::string::npos);
  EXPECT_GT(info->findings[0]->fix.size, 0u);
  desc.entry = vyre_str("main");
  EXPECT_EQ(string_of(load(kernel("saxpy"), &desc).label), "my module");
}

TEST_F(Modules, AreSeenAsTheCallerDescribesThem) {
  const vyre_spirv_parameter seen[] = {
      {vyre_str("x"), vyre_str("F32"), 8, 0, 0, 5, VYRE_ACCESS_READ_ONLY, 0},
      {{}, {}, 0, 0, 1, 2, VYRE_ACCESS_READ_ONLY, 0},
      {{}, vyre_str("F32"), 0, 0, 2, 9, VYRE_ACCESS_WRITE_ONLY, 0}};
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  desc.parameters = seen;
  desc.parameter_count = 3;
  const vyre_program_info& info = load(kernel("saxpy"), &desc);
  ASSERT_EQ(info.parameter_count, 3u);
  const vyre_parameter_info& y = *info.parameters[0];  // by slot
  EXPECT_EQ(y.slot, 2u);
  EXPECT_EQ(y.binding, 1u);
  EXPECT_STREQ(y.element.data, "Bytes");
  const vyre_parameter_info& x = *info.parameters[1];
  EXPECT_EQ(x.slot, 5u);
  EXPECT_STREQ(x.name.data, "x");
  EXPECT_EQ(x.element_count, 8u);
  EXPECT_EQ(x.static_bytes, 32u);
  EXPECT_EQ(x.element_type, VYRE_TYPE_F32);
  EXPECT_EQ(info.parameters[2]->role, VYRE_ROLE_OUTPUT);
}

TEST_F(Modules, DescribedWronglyAreRefused) {
  vyre_spirv_parameter seen[] = {{{}, {}, 0, 0, 0, 0, VYRE_ACCESS_READ_ONLY, 7}};
  vyre_program_desc desc = VYRE_PROGRAM_DESC_INIT;
  const vyre_error_code code = VYRE_ERROR_INVALID_ARGUMENT;
  const auto load = [&] { return try_load(kernel("saxpy"), &desc); };
  desc.parameters = seen;
  desc.parameter_count = 1;
  EXPECT_TRUE(refused(load(), code, {"vyre_program_load: ", "parameters[0]", "reserved is 7"}));
  seen[0].reserved = 0;
  seen[0].access = static_cast<vyre_access>(5);
  EXPECT_TRUE(refused(load(), code, {"vyre_program_load: ", "parameters[0]", "access 5"}));
  seen[0].access = VYRE_ACCESS_READ_ONLY;
  seen[0].element_count = uint64_t{1} << 32;
  EXPECT_TRUE(refused(load(), code, {"parameters[0]", "4294967296"}));
  seen[0].element_count = 0;
  seen[0].name = {nullptr, 3};
  EXPECT_TRUE(refused(load(), code, {"parameters[0]", "name has 3 bytes"}));
  desc.parameters = nullptr;
  EXPECT_TRUE(refused(load(), code, {"parameter_count is 1"}));
  EXPECT_EQ(program_, nullptr);
}

TEST_F(Modules, AreValidatedWhereTheToolsAreBuiltIn) {
  load(kernel("saxpy"));
  vyre_error* error = vyre_program_validate(program_.get(), nullptr);
  if ((vyre_get_build_flags() & VYRE_BUILD_SPIRV_TOOLS) != 0) {
    EXPECT_TRUE(ok(error));
  } else {
    EXPECT_TRUE(refused(error, VYRE_ERROR_UNSUPPORTED_FEATURE, {"SPIRV-Tools"}));
  }
}

TEST_F(Modules, ArePipelinesOfTheirProgram) {
  const Opened opened = open_device("vulkan");
  const Module module = describe(kernel("matmul"), {vyre_constant_u32("TILE", 8)});
  const Pipeline pipeline = make(opened, module);
  const vyre_pipeline_info* info = vyre_pipeline_get_info(pipeline.get());
  EXPECT_EQ(info->workgroup[0], 8u);
  EXPECT_EQ(info->workgroup[1], 8u);
  EXPECT_EQ(info->push_constant_bytes, 4u);
  EXPECT_EQ(info->dimensions, 2u);
  const auto program = made<Program>(vyre_pipeline_get_program, pipeline.get());
  EXPECT_EQ(vyre_program_get_info(program.get())->format, VYRE_FORMAT_SPIRV);
}

}  // namespace
}  // namespace vyre::test
