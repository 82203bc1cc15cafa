#include <functional>

#include "spirv/support/lower_checked.h"
#include "spirv/support/on_device_and_oracle.h"

namespace vyre::spirv {
namespace {

using ir::Node;

// Copies between 's' and 'd' by the first invocation.
class Copies : public OnBoth {
 protected:
  NodeId copy(Build& b, NodeKind kind, ExprId offset, ExprId size, std::string_view from = "s",
              std::string_view to = "d", std::string_view tag = "t") {
    Node node{.kind = kind, .name = b.assembler().name(from), .name2 = b.assembler().name(to)};
    node.tag = b.assembler().name(tag);
    node.exprs = {offset, size};
    return b.assembler().add(node);
  }
  NodeId load(Build& b, uint32_t offset, uint32_t size) {
    return copy(b, NodeKind::kAsyncLoad, b.u32(offset), b.u32(size));
  }
  NodeId wait(Build& b, std::string_view tag = "t") {
    return b.assembler().add(Node{.kind = NodeKind::kAsyncWait, .tag = b.assembler().name(tag)});
  }

  // Others would take and give the same bytes at the same time.
  Programs by_the_first(Build& b, const Build::Nodes& nodes) {
    return b.finish({b.branch(b.equal(b.gid(), b.u32(0)), nodes)});
  }

  // Words from storage to storage, both of them in and out.
  static Build words(uint32_t count = 8) {
    Build b({{"s", in_out(0, count)}, {"d", in_out(1, count)}, {"o", output(2, count)}});
    return b;
  }
  static std::vector<Bytes> bytes(uint32_t count = 32) {
    Bytes from(count), to(count);
    for (uint32_t i = 0; i < count; ++i) {
      from[i] = static_cast<uint8_t>(i + 1);
      to[i] = static_cast<uint8_t>(0xFF - i);
    }
    return {from, to};
  }
  void expect_same(const Programs& program, const std::vector<Bytes>& inputs = bytes()) {
    lowered(*program, modest_target());
    expect_equal(program, inputs);
  }
};

TEST_F(Copies, GoBetweenElementsOfAllSizesAtAllOffsets) {
  const std::vector<DataType> types = {DataType::kU32, DataType::kU8, DataType::kU16,
                                       DataType::kU64};
  // Offset and size, larger ones first, so that all leave something.
  const std::vector<uint32_t> extents = {0xFFFFFFFF, 0xFFFFFFFF, 32, 40, 29, 29, 4,  21,
                                         5,          14,         20, 9,  9,  7,  3,  6,
                                         10,         5,          2,  3,  1,  2,  31, 1};
  for (const DataType from : types) {
    for (const DataType to : types) {
      SCOPED_TRACE(concat(ir::tag_name(from), " to ", ir::tag_name(to)));
      const auto count = [](DataType type) {
        return static_cast<uint32_t>(
            32 / ir::min_bytes(ir::TypeTable(std::pmr::new_delete_resource()), ir::scalar(type)));
      };
      Build b(1);
      b.buffer("s", input(0, count(from), from));
      b.buffer("p", input(1, static_cast<uint32_t>(extents.size())));
      b.buffer("d", in_out(2, count(to), to)).buffer("e", in_out(3, count(to), to));
      const auto pair = [&](uint32_t which) {
        return b.load("p", b.add(b.mul(b.var("i"), b.u32(2)), b.u32(which)));
      };
      const Programs program =
          b.finish({b.loop("i", b.u32(0), b.div(b.length("p"), b.u32(2)),
                           {copy(b, NodeKind::kAsyncLoad, pair(0), pair(1), "s", "d"), wait(b),
                            copy(b, NodeKind::kAsyncStore, pair(0), pair(1), "s", "e"), wait(b)})});
      const auto [source, destination] = std::pair(bytes()[0], bytes()[1]);
      expect_same(program, {source, bytes_of(extents), destination, destination});
    }
  }
}

TEST_F(Copies, ReachWorkgroupMemoryOfAllSizes) {
  for (const DataType type : {DataType::kU32, DataType::kU8, DataType::kU16}) {
    for (const uint32_t offset : {0u, 3u, 6u}) {
      SCOPED_TRACE(concat(ir::tag_name(type), " ", offset));
      Build b(8, {{"s", input(0, 8)}, {"m", shared(8, type)}, {"o", output(1, 8)}});
      b.buffer("d", in_out(2, 8));
      const auto loaded = b.cast(DataType::kU32, b.load("m", b.lid()));
      expect_same(b.finish({copy(b, NodeKind::kAsyncStore, b.u32(offset), b.u32(9), "s", "m"),
                            wait(b), b.barrier(), b.store("o", b.lid(), loaded),
                            copy(b, NodeKind::kAsyncLoad, b.u32(1), b.u32(7), "m", "d"), wait(b)}),
                  {bytes()[0], bytes()[1]});
    }
  }
}

TEST_F(Copies, TakeTheirBytesWhenTheyAreIssued) {
  Build b = words();
  expect_same(by_the_first(b, {load(b, 4, 20), b.store("s", b.u32(2), b.u32(77)), wait(b)}));
}

TEST_F(Copies, WriteTheirBytesWhenTheyAreWaitedFor) {
  Build b = words();
  expect_same(by_the_first(b, {load(b, 4, 20), b.store("o", b.u32(0), b.load("d", b.u32(0))),
                               wait(b), b.store("o", b.u32(1), b.load("d", b.u32(0)))}));
}

TEST_F(Copies, KeepFewBytesWhenBothSidesAreTouched) {
  Build b = words();
  expect_same(by_the_first(b, {load(b, 5, 18), b.store("s", b.u32(2), b.u32(77)),
                               b.store("o", b.u32(0), b.load("d", b.u32(0))), wait(b)}));
}

TEST_F(Copies, WithinOneBufferDoNotReadWhatTheyWrite) {
  Build b = words();
  expect_same(
      by_the_first(b, {copy(b, NodeKind::kAsyncStore, b.u32(6), b.u32(20), "d", "d"), wait(b)}));
}

TEST_F(Copies, OfManyBytesAreRefusedWhenBothSidesAreTouched) {
  Build b = words();
  const auto module = lower_for(*b.finish({load(b, 0, 257), b.store("s", b.u32(2), b.u32(77)),
                                           b.store("o", b.u32(0), b.load("d", b.u32(0))), wait(b)}),
                                full_target());
  ASSERT_FALSE(module.ok());
  EXPECT_EQ(module.error().code(), Code::kUnsupportedFeature);
  EXPECT_THAT(module.error().text(), StartsWith("AsyncLoad at body[0].region.body[0]: 's' may be"));
  EXPECT_THAT(module.error().text(), HasSubstr("Fix: "));
}

TEST_F(Copies, AcrossABarrierKeepWhatTheySaw) {
  Build b(4, {{"s", in_out(0, 4)}, {"d", in_out(1, 4)}});
  const auto first = [&] { return b.equal(b.lid(), b.u32(0)); };
  expect_same(
      b.finish({b.branch(first(), {load(b, 0, 16)}), b.barrier(), b.store("s", b.lid(), b.u32(9)),
                b.barrier(), b.branch(first(), {wait(b)})}),
      {bytes(16)[0], bytes(16)[1]});
}

TEST_F(Copies, UnderOneTagAreToldApart) {
  for (const uint32_t which : {0u, 1u}) {
    Build b = words();
    b.buffer("p", input(3, 1));
    expect_same(b.finish({b.branch(b.load("p", b.u32(0)), {load(b, 4, 8)},
                                   {copy(b, NodeKind::kAsyncStore, b.u32(16), b.u32(7))}),
                          wait(b)}),
                {bytes()[0], bytes()[1], bytes_of({which})});
  }
}

TEST_F(Copies, MayBeWaitedForInTheNextTrip) {
  Build b = words();
  const auto later = b.binary(BinOp::kGt, b.var("i"), b.u32(0));
  const auto trips =
      b.loop("i", b.u32(0), b.u32(4),
             {b.branch(later, {wait(b), b.store("o", b.var("i"), b.load("d", b.u32(0)))}),
              copy(b, NodeKind::kAsyncLoad, b.mul(b.var("i"), b.u32(4)), b.u32(4))});
  // Others would copy another trip's word in between.
  const auto is_first = b.equal(b.gid(), b.u32(0));
  expect_same(b.finish({b.branch(is_first, {trips, wait(b)})}));
}

TEST_F(Copies, WriteReadOnlyBuffersToo) {
  Build b({{"s", input(0, 8)}, {"d", input(1, 8)}, {"o", output(2, 8)}});
  const Programs program =
      b.finish({load(b, 0, 12), wait(b), b.store("o", b.u32(0), b.load("d", b.u32(2)))});
  expect_same(program);
  std::vector<bool> written;
  for (const auto& binding : value_of(launch::BindingPlan::create(*program)).bindings) {
    written.push_back(binding.is_written);
  }
  EXPECT_EQ(written, std::vector<bool>({false, true, true}));
}

TEST_F(Copies, TakeNumbersOfAllKinds) {
  const std::vector<std::function<ExprId(Build&)>> sizes = {
      [](Build& b) { return b.i32(6); },
      [](Build& b) { return b.f32(7.9f); },
      [](Build& b) { return b.f32(1e19f); },
      [](Build& b) { return b.boolean(true); },
      [](Build& b) { return b.cast(DataType::kU64, b.u32(9)); },
      [](Build& b) { return b.cast(DataType::kU8, b.u32(300)); },
      [](Build& b) { return b.load("wide", b.u32(0)); },
  };
  for (const auto& size : sizes) {
    Build b = words();
    b.buffer("wide", input(3, 1, DataType::kU64));
    expect_same(b.finish({copy(b, NodeKind::kAsyncLoad, b.u32(2), size(b)), wait(b)}),
                {bytes()[0], bytes()[1], bytes_of({4, 1})});
  }
}

TEST_F(Copies, OfNoNumberOfBytesTrap) {
  for (const auto& size :
       {+[](Build& b) { return b.i32(-1); }, +[](Build& b) { return b.f32(-1.0f); },
        +[](Build& b) { return b.f32(2e19f); }}) {
    Build b = words();
    expect_trap(b.finish({copy(b, NodeKind::kAsyncLoad, b.u32(2), size(b)), wait(b)}), bytes(),
                "the size of the copy at body[0].region.body[0]");
  }
}

class Mistakes : public Copies {
 protected:
  void expect_only_when_reached(
      const std::function<std::vector<NodeId>(Build&, ExprId taken)>& make, std::string_view text) {
    for (const uint32_t taken : {0u, 1u}) {
      Build b = words();
      b.buffer("p", input(3, 1));
      const Programs program = b.finish(make(b, b.load("p", b.u32(0))));
      lowered(*program, modest_target());
      const std::vector<Bytes> inputs = {bytes()[0], bytes()[1], bytes_of({taken})};
      if (taken != 0) {
        expect_trap(program, inputs, text);
      } else {
        expect_equal(program, inputs);
      }
    }
  }
};

TEST_F(Mistakes, AreATagThatIsPending) {
  expect_only_when_reached(
      [&](Build& b, ExprId taken) {
        return std::vector<NodeId>{load(b, 0, 4), b.branch(taken, {load(b, 8, 4)}), wait(b)};
      },
      "AsyncLoad 't' at body[0].region.body[1].if.then[0], while its tag is pending");
}

TEST_F(Mistakes, AreAWaitForNothing) {
  expect_only_when_reached(
      [&](Build& b, ExprId taken) {
        return std::vector<NodeId>{load(b, 0, 4), wait(b), b.branch(taken, {wait(b)})};
      },
      "AsyncWait 't' at body[0].region.body[2].if.then[0], without a copy under its tag");
}

TEST_F(Mistakes, AreACopyThatIsLeftPending) {
  expect_only_when_reached(
      [&](Build& b, ExprId taken) { return std::vector<NodeId>{b.branch(taken, {load(b, 0, 4)})}; },
      "a copy under tag 't', which an invocation has ended without waiting for");
}

TEST_F(Mistakes, AreAReturnWithACopyPending) {
  expect_only_when_reached(
      [&](Build& b, ExprId taken) {
        return std::vector<NodeId>{load(b, 0, 4), b.branch(taken, {b.leave()}), wait(b)};
      },
      "a copy under tag 't'");
}

TEST_F(Mistakes, AreBuffersThatAreNotDeclared) {
  expect_only_when_reached(
      [&](Build& b, ExprId taken) {
        return std::vector<NodeId>{b.branch(
            taken, {copy(b, NodeKind::kAsyncLoad, b.u32(0), b.u32(4), "__legacy_src__", "d")})};
      },
      "AsyncLoad 't' at body[0].region.body[0].if.then[0], whose buffers are not both declared");
}

TEST_F(Copies, OfMoreTripsThanTheDeviceMakesTrap) {
  constexpr uint32_t kWords = 65536;
  Build b = words(kWords);
  const Programs program =
      b.finish({b.branch(b.equal(b.gid(), b.u32(0)), {load(b, 0, kWords * 4), wait(b)})});
  const auto got = run(*device_, program, bytes(kWords * 4));
  if (got.ok()) return;  // a device without such a limit
  EXPECT_THAT(got.error().text(), HasSubstr("the copy at body[0].region.body[0].if.then[1]"));
}

}  // namespace
}  // namespace vyre::spirv
