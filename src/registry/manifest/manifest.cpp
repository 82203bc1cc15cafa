#include "registry/manifest/manifest.h"

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <optional>

#include "base/encoding/hex.h"
#include "base/system/trusted_folder.h"
#include "ir/json/read.h"
#include "ir/load.h"
#include "registry/manifest/input.h"

namespace vyre::registry {
namespace {

using Need = ManifestInput::Need;
using Kind = JsonValue::Kind;

constexpr double kFormat = 1;
constexpr std::string_view kTopKeys[] = {"format", "dialect", "version", "url", "ops"};
constexpr std::string_view kOpKeys[] = {"id",          "inputs",           "outputs",
                                        "attributes",  "bytes_extraction", "laws",
                                        "composition", "lowerings"};
constexpr std::string_view kParameterKeys[] = {"name", "type"};
constexpr std::string_view kAttributeKeys[] = {"name", "type", "default"};
constexpr std::string_view kLoweringKeys[] = {"file", "text", "hex"};

Lowering::Bytes bytes_of(std::string_view text) {
  const auto bytes = std::as_bytes(std::span(text));
  return {bytes.begin(), bytes.end()};
}

// One manifest on its way from JSON to ops.
class Reader {
 public:
  // |folder| is null when the manifest can name no files.
  Reader(std::string_view source, const Folder* folder, std::pmr::memory_resource* memory,
         ManifestInput& in)
      : source_(source), folder_(folder), memory_(memory), in_(in) {}

  Manifest manifest(JsonValue root) {
    Manifest manifest;
    manifest.dialect.source = source_;
    if (!in_.known_keys(root, kTopKeys)) return manifest;
    in_.member(root, "format", Need::kRequired, [&](JsonValue v) { format(v); });
    string(root, "dialect", Need::kRequired, manifest.dialect.name);
    string(root, "version", Need::kRequired, manifest.dialect.version);
    string(root, "url", Need::kOptional, manifest.dialect.url);
    in_.member(root, "ops", Need::kRequired, [&](JsonValue list) {
      in_.each(list, [&](JsonValue v) { manifest.ops.push_back(op(v, manifest.dialect.name)); });
    });
    return manifest;
  }

 private:
  void string(JsonValue object, std::string_view key, Need need, std::string& out) {
    in_.member(object, key, need, [&](JsonValue v) { in_.string(v, out); });
  }

  void format(JsonValue value) {
    if (!in_.expect(value, Kind::kNumber) || value.number() == kFormat) return;
    in_.problem(kFindingValue, "this format of manifests is not known",
                "write 1, or use a library that knows it");
  }

  OpDef op(JsonValue value, const std::string& dialect) {
    OpDef op;
    op.dialect = dialect;
    op.category = Category::kExtension;
    op.is_extern = true;
    op.source = source_;
    const JsonValue id = value.find("id");
    if (id.is(Kind::kString)) in_.set_op(id.string());
    if (in_.known_keys(value, kOpKeys)) {
      string(value, "id", Need::kRequired, op.id);
      signature(value, op.signature);
      implementation(value, op);
    }
    in_.set_op({});
    return op;
  }

  void signature(JsonValue value, Signature& signature) {
    operands(value, "inputs", signature.inputs);
    operands(value, "outputs", signature.outputs);
    in_.member(value, "attributes", Need::kOptional, [&](JsonValue list) {
      in_.each(list, [&](JsonValue v) { signature.attributes.push_back(attribute(v)); });
    });
    in_.member(value, "bytes_extraction", Need::kOptional, [&](JsonValue v) {
      if (in_.expect(v, Kind::kBool)) signature.bytes_extraction = v.boolean();
    });
  }

  void operands(JsonValue value, std::string_view key, std::vector<Operand>& out) {
    in_.member(value, key, Need::kOptional, [&](JsonValue list) {
      in_.each(list, [&](JsonValue v) {
        Operand& operand = out.emplace_back();
        if (!in_.known_keys(v, kParameterKeys)) return;
        string(v, "name", Need::kRequired, operand.name);
        string(v, "type", Need::kRequired, operand.type);
      });
    });
  }

  Attribute attribute(JsonValue value) {
    Attribute attribute;
    if (!in_.known_keys(value, kAttributeKeys)) return attribute;
    string(value, "name", Need::kRequired, attribute.name);
    string(value, "type", Need::kRequired, attribute.type);
    string(value, "default", Need::kOptional, attribute.default_value);
    return attribute;
  }

  void implementation(JsonValue value, OpDef& op) {
    in_.member(value, "laws", Need::kOptional, [&](JsonValue list) {
      in_.each(list, [&](JsonValue v) { in_.string(v, op.laws.emplace_back()); });
    });
    in_.member(value, "composition", Need::kOptional,
               [&](JsonValue v) { op.composition = composition(v); });
    in_.member(value, "lowerings", Need::kOptional, [&](JsonValue table) {
      in_.members(table, [&](std::string_view key, JsonValue v) { lowering(key, v, op); });
    });
  }

  // The program itself, or the name of a file that holds it in either form.
  std::shared_ptr<const ir::Program> composition(JsonValue value) {
    if (value.is(Kind::kObject)) return program(ir::read_json(value, memory_));
    if (!value.is(Kind::kString)) {
      in_.problem(kFindingValue, concat("expected a program, found ", kind_name(value.kind())),
                  "write the program as an object, or the name of its file as a string");
      return nullptr;
    }
    const std::optional<std::string> bytes = file(value.string());
    if (!bytes) return nullptr;
    return program(ir::load_program(
        {reinterpret_cast<const uint8_t*>(bytes->data()), bytes->size()}, memory_));
  }

  std::shared_ptr<const ir::Program> program(Result<std::shared_ptr<const ir::Program>> read) {
    if (read.ok()) return read.take();
    in_.problem(kFindingProgram, read.error().text());
    return nullptr;
  }

  void lowering(std::string_view key, JsonValue value, OpDef& op) {
    const Result<Target> target = parse_target(key);
    if (!target.ok()) return in_.problem(kFindingKey, target.error().text());
    std::optional<Lowering::Bytes> bytes = content(value);
    if (!bytes) return;
    const bool is_new =
        op.lowerings.emplace(target.value(), std::make_shared<const Lowering>(std::move(*bytes)))
            .second;
    if (!is_new) {
      in_.problem(kFindingKey, "two lowerings for one target", "keep one of 'spirv' and 'spv'");
    }
  }

  // What {"file": name}, {"text": text} or {"hex": digits} stands for.
  std::optional<Lowering::Bytes> content(JsonValue value) {
    if (!in_.known_keys(value, kLoweringKeys)) return std::nullopt;
    if (value.size() != 1) {
      in_.problem(kFindingValue, concat("a lowering with ", value.size(), " keys"),
                  "write exactly one of file, text and hex");
      return std::nullopt;
    }
    std::optional<Lowering::Bytes> bytes;
    in_.member(value, "file", Need::kOptional, [&](JsonValue v) { bytes = file_content(v); });
    in_.member(value, "text", Need::kOptional, [&](JsonValue v) {
      if (in_.expect(v, Kind::kString)) bytes = bytes_of(v.string());
    });
    in_.member(value, "hex", Need::kOptional, [&](JsonValue v) { bytes = hex_content(v); });
    return bytes;
  }

  std::optional<Lowering::Bytes> file_content(JsonValue value) {
    if (!in_.expect(value, Kind::kString)) return std::nullopt;
    const std::optional<std::string> text = file(value.string());
    return text ? std::optional(bytes_of(*text)) : std::nullopt;
  }

  std::optional<Lowering::Bytes> hex_content(JsonValue value) {
    if (!in_.expect(value, Kind::kString)) return std::nullopt;
    const auto digits = hex_decode(value.string());
    if (!digits) {
      in_.problem(kFindingValue, "malformed hex", "write two hex digits per byte and nothing else");
      return std::nullopt;
    }
    return bytes_of({reinterpret_cast<const char*>(digits->data()), digits->size()});
  }

  std::optional<std::string> file(std::string_view name) {
    if (folder_ == nullptr) {
      in_.problem(kFindingFile, "a manifest without a folder names a file",
                  "write the content into the manifest, or load it from a folder");
      return std::nullopt;
    }
    Result<std::string> bytes = folder_->read(name, kMaxManifestFileBytes);
    if (bytes.ok()) return bytes.take();
    in_.problem(kFindingFile, bytes.error().text());
    return std::nullopt;
  }

  const std::string source_;
  const Folder* const folder_;
  std::pmr::memory_resource* const memory_;
  ManifestInput& in_;
};

// One error for all |findings|, of which there is one at least.
Status unusable(std::vector<Finding> findings) {
  const bool only_files = std::ranges::all_of(
      findings, [](const Finding& finding) { return finding.code == kFindingFile; });
  Status status =
      fail(only_files ? Code::kInputOutput : Code::kMalformedJson, findings.front().text, " (",
           findings.size(), findings.size() == 1 ? " finding)" : " findings)");
  status.info().findings = std::move(findings);
  return status;
}

Status unusable(std::string_view code, std::string_view origin, const Status& status) {
  ManifestInput in(origin);
  in.problem(code, status.text());
  return unusable(in.take());
}

Result<Manifest> read(std::string_view json, const Folder* folder, std::string_view origin,
                      std::pmr::memory_resource* memory) {
  const Result<JsonDocument> document = JsonDocument::parse(json);
  if (!document.ok()) return unusable(kFindingJson, origin, document.error());
  ManifestInput in(origin);
  Manifest manifest = Reader(origin, folder, memory, in).manifest(document.value().root());
  std::vector<Finding> findings = in.take();
  if (!findings.empty()) return unusable(std::move(findings));
  return manifest;
}

Result<Manifest> read_in(const Folder& folder, const std::string& name,
                         std::pmr::memory_resource* memory) {
  const std::string origin = concat(folder.path(), '/', name);
  const Result<std::string> json = folder.read(name, kMaxManifestFileBytes);
  if (!json.ok()) return unusable(kFindingFile, origin, json.error());
  return read(json.value(), &folder, origin, memory);
}

}  // namespace

Result<Manifest> read_manifest(std::string_view json, const std::string& folder,
                               std::string_view origin, std::pmr::memory_resource* memory) {
  if (folder.empty()) return read(json, nullptr, origin, memory);
  VYRE_ASSIGN_OR_RETURN(const Folder opened, Folder::open(folder));
  return read(json, &opened, origin, memory);
}

Result<Manifest> read_manifest_file(const std::string& path, std::pmr::memory_resource* memory) {
  VYRE_ASSIGN_OR_RETURN(const std::string real, real_path(path));
  const size_t slash = real.rfind('/');
  VYRE_ASSIGN_OR_RETURN(const Folder folder, Folder::open(real.substr(0, slash + 1)));
  return read_in(folder, real.substr(slash + 1), memory);
}

Result<std::vector<Manifest>> read_manifest_folder(const std::string& path,
                                                   std::pmr::memory_resource* memory) {
  VYRE_ASSIGN_OR_RETURN(const Folder folder, Folder::open(path));
  VYRE_ASSIGN_OR_RETURN(const std::vector<std::string> names, folder.names(kManifestEnding));
  std::vector<Manifest> manifests;
  std::vector<Finding> findings;
  for (const std::string& name : names) {
    Result<Manifest> manifest = read_in(folder, name, memory);
    if (manifest.ok()) {
      manifests.push_back(manifest.take());
    } else {
      Status status = std::move(manifest).status();
      std::ranges::move(status.info().findings, std::back_inserter(findings));
    }
  }
  if (!findings.empty()) return unusable(std::move(findings));
  return manifests;
}

Result<std::vector<Manifest>> read_manifests(const std::string& path,
                                             std::pmr::memory_resource* memory) {
  std::error_code nothing;
  if (std::filesystem::is_directory(path, nothing)) return read_manifest_folder(path, memory);
  VYRE_ASSIGN_OR_RETURN(Manifest manifest, read_manifest_file(path, memory));
  std::vector<Manifest> manifests;
  manifests.push_back(std::move(manifest));
  return manifests;
}

}  // namespace vyre::registry
