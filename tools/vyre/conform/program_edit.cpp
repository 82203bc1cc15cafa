#include "program_edit.h"

#include <cjson/cJSON.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>
#include <string>

namespace tool {

namespace {

Result<Tree> tree_of(const vyre_program* program) {
  const Result<std::string> text = json_of(program);
  if (!text) return text.failure();
  Tree tree(cJSON_ParseWithLength(text->data(), text->size()));
  if (tree) return tree;
  return Failure{"the program's JSON form cannot be read. Fix: report this with the program."};
}

Result<Program> program_of(vyre_context* context, const cJSON* tree) {
  char* text = cJSON_PrintUnformatted(tree);
  Result<Program> program = make<Program>([&](vyre_program** out) {
    return vyre_program_load(context, text, std::strlen(text), nullptr, out);
  });
  cJSON_free(text);
  return program;
}

cJSON* find_buffer(cJSON* tree, std::string_view name) {
  cJSON* buffer = nullptr;
  cJSON_ArrayForEach(buffer, cJSON_GetObjectItemCaseSensitive(tree, "buffers")) {
    const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(buffer, "name"));
    if (text && name == text) return buffer;
  }
  return nullptr;
}

// Vectors write words with a capital letter, programs without.
cJSON* lower_case(const cJSON* value) {
  if (!cJSON_IsString(value)) return cJSON_Duplicate(value, 1);
  std::string text = cJSON_GetStringValue(value);
  for (char& c : text)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return cJSON_CreateString(text.c_str());
}

// Trees of programs are at most a thousand levels deep.
void replace_zeros(cJSON* tree, const std::string& bits) {
  const cJSON* literal = cJSON_GetObjectItemCaseSensitive(tree, "f32");
  if (cJSON_IsNumber(literal) && literal->valuedouble == 0)
    cJSON_ReplaceItemInObjectCaseSensitive(tree, "f32", cJSON_CreateString(bits.c_str()));
  for (cJSON* child = tree->child; child; child = child->next) replace_zeros(child, bits);
}

const char* text_of(const cJSON* tree, const char* key) {
  const char* text = cJSON_GetStringValue(cJSON_GetObjectItemCaseSensitive(tree, key));
  return text ? text : "";
}

void collect_atomics(const cJSON* tree, std::string_view buffer, std::set<std::string>& kinds) {
  const std::string kind = text_of(tree, "atomic");
  if (!kind.empty() && text_of(tree, "buffer") == buffer)
    kinds.insert(kind == "lru_update" ? "max" : kind);  // the same operation
  for (const cJSON* child = tree->child; child; child = child->next)
    collect_atomics(child, buffer, kinds);
}

// Locals stand as plain strings where a value may be.
bool mentions(const cJSON* tree, const std::string& local) {
  const char* key = tree->string ? tree->string : "";
  const bool declares = std::string_view(key) == "let";
  if (cJSON_IsString(tree) && !declares && local == cJSON_GetStringValue(tree)) return true;
  for (const cJSON* child = tree->child; child; child = child->next)
    if (mentions(child, local)) return true;
  return false;
}

bool is_atomic(const cJSON* tree) { return *text_of(tree, "atomic") != '\0'; }

// Whether |tree|, part of |program|, uses what an atomic returned. A Let of a local that nobody
// reads drops it.
bool uses_atomic(const cJSON* tree, const cJSON* program) {
  const char* local = text_of(tree, "let");
  for (const cJSON* child = tree->child; child; child = child->next) {
    const bool dropped = is_atomic(child) && *local != '\0' && !mentions(program, local);
    if ((is_atomic(child) && !dropped) || uses_atomic(child, program)) return true;
  }
  return false;
}

bool has_an_id(const cJSON* tree) {
  for (const char* id : {"invocation_id", "workgroup_id", "local_id", "subgroup_local_id"})
    if (cJSON_GetObjectItemCaseSensitive(tree, id)) return true;
  for (const cJSON* child = tree->child; child; child = child->next)
    if (has_an_id(child)) return true;
  return false;
}

// The places, as they are written down, at which buffers are loaded and stored since the last grid
// barrier.
class Touched {
 public:
  // Whether a buffer is loaded and stored at different places, anywhere in |program|.
  static bool overlaps(const cJSON* program) {
    Touched touched;
    return touched.overlap_before_a_barrier(program) || touched.overlap();
  }

 private:
  using Places = std::map<std::string, std::set<std::string>>;

  bool overlap_before_a_barrier(const cJSON* tree) {
    if (std::string_view(text_of(tree, "barrier")) == "grid_sync") {
      if (overlap()) return true;
      *this = {};
    }
    note(loads_, tree, text_of(tree, "load"));
    note(stores_, tree, text_of(tree, "store"));
    for (const cJSON* child = tree->child; child; child = child->next)
      if (overlap_before_a_barrier(child)) return true;
    return false;
  }

  bool overlap() const {
    return std::any_of(stores_.begin(), stores_.end(), [&](const auto& stored) {
      const auto loaded = loads_.find(stored.first);
      return loaded != loads_.end() &&
             (loaded->second != stored.second || stored.second.size() > 1);
    });
  }

  static void note(Places& places, const cJSON* tree, const std::string& buffer) {
    if (buffer.empty()) return;
    char* place = cJSON_PrintUnformatted(cJSON_GetObjectItemCaseSensitive(tree, "at"));
    places[buffer].insert(place ? place : "");
    cJSON_free(place);
  }

  Places loads_;
  Places stores_;
};

}  // namespace

Result<Program> with_buffer_properties(vyre_context* context, const vyre_program* program,
                                       const Json& properties) {
  const Result<Tree> tree = tree_of(program);
  if (!tree) return tree.failure();
  const std::string_view name = properties["buffer"].text();
  cJSON* buffer = find_buffer(tree->get(), name);
  if (!buffer)
    return Failure{"no buffer '" + std::string(name) +
                   "' to set properties of. Fix: correct the case."};
  for (const auto& [key, value] : properties.members())
    if (key != "buffer") cJSON_AddItemToObject(buffer, key.c_str(), lower_case(value));
  return program_of(context, tree->get());
}

Result<Program> with_zero_literals(vyre_context* context, const vyre_program* program,
                                   std::string_view bits) {
  const Result<Tree> tree = tree_of(program);
  if (!tree) return tree.failure();
  replace_zeros(tree->get(), std::string(bits));
  return program_of(context, tree->get());
}

Result<Program> with_any_length(vyre_context* context, const vyre_program* program,
                                std::span<const std::string_view> names) {
  const Result<Tree> tree = tree_of(program);
  if (!tree) return tree.failure();
  for (const std::string_view name : names)
    cJSON_DeleteItemFromObjectCaseSensitive(find_buffer(tree->get(), name), "count");
  return program_of(context, tree->get());
}

bool shows_order_of_atomics(const vyre_program* program, std::string_view buffer) {
  const Result<Tree> tree = tree_of(program);
  if (!tree) return false;
  std::set<std::string> kinds;
  collect_atomics(tree->get(), buffer, kinds);
  return kinds.size() > 1 || uses_atomic(tree->get(), tree->get());
}

bool may_race(const vyre_program* program) {
  const Result<Tree> tree = tree_of(program);
  return tree && (!has_an_id(tree->get()) || Touched::overlaps(tree->get()));
}

}  // namespace tool
