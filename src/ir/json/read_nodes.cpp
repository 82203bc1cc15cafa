#include <algorithm>
#include <array>

#include "ir/json/read_body.h"
#include "ir/program/display_name.h"

namespace vyre::ir::json {

// The key that tells the kind of a statement, and the other keys it may have.
struct StatementForm {
  NodeKind kind;
  std::array<std::string_view, 5> keys;  // the telling one first
};

namespace {

constexpr StatementForm kStatements[] = {
    {NodeKind::kLet, {"let", "value"}},
    {NodeKind::kAssign, {"assign", "value"}},
    {NodeKind::kStore, {"store", "at", "value"}},
    {NodeKind::kIf, {"if", "then", "else"}},
    {NodeKind::kLoop, {"loop", "from", "to", "body"}},
    {NodeKind::kBlock, {"block"}},
    {NodeKind::kBarrier, {"barrier"}},
    {NodeKind::kIndirectDispatch, {"indirect_dispatch", "offset"}},
    {NodeKind::kAsyncLoad, {"async_load", "to", "offset", "size", "tag"}},
    {NodeKind::kAsyncStore, {"async_store", "to", "offset", "size", "tag"}},
    {NodeKind::kAsyncWait, {"async_wait"}},
    {NodeKind::kRegion, {"region", "source", "body"}},
    {NodeKind::kTrap, {"trap", "tag"}},
    {NodeKind::kResume, {"resume"}},
    {NodeKind::kAllReduce, {"all_reduce", "op", "group"}},
    {NodeKind::kAllGather, {"all_gather", "to", "group"}},
    {NodeKind::kReduceScatter, {"reduce_scatter", "to", "op", "group"}},
    {NodeKind::kBroadcast, {"broadcast", "root", "group"}},
    {NodeKind::kOpaque, {"opaque", "payload"}},
};

const StatementForm* find_form(JsonValue object, JsonValue& main) {
  for (const JsonValue member : object) {
    for (const StatementForm& form : kStatements) {
      if (form.keys[0] != member.key()) continue;
      main = member;
      return &form;
    }
  }
  return nullptr;
}

}  // namespace

bool BodyReader::enter() {
  if (depth_ == Program::kMaxDepth) {
    return in_.bad(concat("nested deeper than ", Program::kMaxDepth), "nest less deeply");
  }
  ++depth_;
  return true;
}

bool BodyReader::nodes(JsonValue array, std::vector<NodeId>& ids) {
  return in_.each(array, [&](JsonValue value) {
    NodeId id = kNone;
    if (!node(value, id)) return false;
    ids.push_back(id);
    return true;
  });
}

bool BodyReader::node(JsonValue value, NodeId& id) {
  if (!enter()) return false;
  const bool read =
      value.is(JsonValue::Kind::kString) ? bare_statement(value, id) : node_object(value, id);
  --depth_;
  return read;
}

bool BodyReader::node_object(JsonValue value, NodeId& id) {
  if (!in_.expect(value, JsonValue::Kind::kObject)) return false;
  JsonValue main;
  const StatementForm* form = find_form(value, main);
  if (form == nullptr) {
    return in_.bad("no key tells the kind of the statement",
                   "use one of let, assign, store, if, loop, block, barrier, region, trap, ...");
  }
  Node node{.kind = form->kind};
  const auto read = [&] {
    return in_.known_keys(value, form->keys) && node_fields(value, main, node);
  };
  if (!in_.inside(form->keys[0], read)) return false;
  id = out_.add(node);
  return true;
}

bool BodyReader::bare_statement(JsonValue value, NodeId& id) {
  if (value.string() == "return") {
    id = out_.add(Node{.kind = NodeKind::kReturn});
  } else if (value.string() == "barrier") {
    id = out_.add(Node{.kind = NodeKind::kBarrier});
  } else {
    return in_.bad(concat("unknown statement ", display_name(value.string())),
                   "write \"return\", \"barrier\" or an object");
  }
  return true;
}

bool BodyReader::node_fields(JsonValue object, JsonValue main, Node& node) {
  switch (node.kind) {
    case NodeKind::kLet:
    case NodeKind::kAssign:
      return in_.name(main, node.name) && expr_field(object, "value", node.exprs[0]);
    case NodeKind::kStore:
      return in_.name(main, node.name) && expr_field(object, "at", node.exprs[0]) &&
             expr_field(object, "value", node.exprs[1]);
    case NodeKind::kIf:
      return expr(main, node.exprs[0]) && list_field(object, "then", node.body) &&
             list_field(object, "else", node.otherwise);
    case NodeKind::kLoop:
      return loop(object, main, node);
    case NodeKind::kReturn:
      return true;
    case NodeKind::kBlock:
      return list(main, node.body);
    case NodeKind::kBarrier:
      return in_.word(main, spelling::kOrderings, node.ordering);
    case NodeKind::kIndirectDispatch:
      return in_.name(main, node.name) && in_.member(object, "offset", [&](JsonValue value) {
        return in_.u64(value, node.number);
      });
    case NodeKind::kAsyncLoad:
    case NodeKind::kAsyncStore:
      return async_copy(object, main, node);
    case NodeKind::kAsyncWait:
    case NodeKind::kResume:
      return in_.name(main, node.tag);
    case NodeKind::kRegion:
      return in_.name(main, node.name) && in_.optional(object, "source", [&](JsonValue value) {
        return in_.name(value, node.name2);
      }) && list_field(object, "body", node.body);
    case NodeKind::kTrap:
      return expr(main, node.exprs[0]) && name_field(object, "tag", node.tag);
    case NodeKind::kAllReduce:
      return in_.name(main, node.name) && collective(object, node);
    case NodeKind::kAllGather:
      return in_.name(main, node.name) && name_field(object, "to", node.name2) &&
             group(object, node);
    case NodeKind::kReduceScatter:
      return in_.name(main, node.name) && name_field(object, "to", node.name2) &&
             collective(object, node);
    case NodeKind::kBroadcast:
      return in_.name(main, node.name) && group(object, node) &&
             in_.member(object, "root", [&](JsonValue value) { return in_.u32(value, node.root); });
    case NodeKind::kOpaque:
      return opaque(object, main, node.name, node.body);
  }
  return false;
}

bool BodyReader::list(JsonValue array, Range& list) {
  std::vector<NodeId> ids;
  if (!nodes(array, ids)) return false;
  list = out_.list(ids);
  return true;
}

// A list that may be left out.
bool BodyReader::list_field(JsonValue object, std::string_view key, Range& list) {
  return in_.optional(object, key, [&](JsonValue array) { return this->list(array, list); });
}

bool BodyReader::loop(JsonValue object, JsonValue main, Node& node) {
  if (!in_.name(main, node.name)) return false;
  if (object.find("from")) {
    if (!expr_field(object, "from", node.exprs[0])) return false;
  } else {
    node.exprs[0] = out_.add(Expr{.kind = ExprKind::kLitU32});
  }
  return expr_field(object, "to", node.exprs[1]) && list_field(object, "body", node.body);
}

bool BodyReader::async_copy(JsonValue object, JsonValue main, Node& node) {
  return in_.name(main, node.name) && name_field(object, "to", node.name2) &&
         expr_field(object, "offset", node.exprs[0]) && expr_field(object, "size", node.exprs[1]) &&
         name_field(object, "tag", node.tag);
}

bool BodyReader::group(JsonValue object, Node& node) {
  return in_.optional(object, "group", [&](JsonValue value) {
    uint32_t group = 0;
    if (!in_.u32(value, group)) return false;
    node.number = group;
    return true;
  });
}

bool BodyReader::collective(JsonValue object, Node& node) {
  return in_.member(object, "op", [&](JsonValue value) {
    return in_.word(value, spelling::kCollectiveOps, node.op);
  }) && group(object, node);
}

bool BodyReader::opaque(JsonValue object, JsonValue main, NameId& kind, Range& payload) {
  std::vector<uint8_t> bytes;
  if (!in_.name(main, kind) ||
      !in_.member(object, "payload", [&](JsonValue value) { return in_.hex(value, bytes); })) {
    return false;
  }
  payload = out_.payload(bytes);
  return true;
}

}  // namespace vyre::ir::json
