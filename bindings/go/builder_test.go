package vyre

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func newBuilder(t *testing.T) *Builder {
	t.Helper()
	c := must(DefaultContext())(t)
	defer c.Close() // what is made of it outlives it
	return opened(c.CreateBuilder())(t)
}

// build gives the program that make builds.
func build(t *testing.T, make func(b *Builder)) *Program {
	t.Helper()
	b := newBuilder(t)
	make(b)
	return opened(b.Finish())(t)
}

// wantProgram checks that make builds the program that json is.
func wantProgram(t *testing.T, json string, make func(b *Builder)) {
	t.Helper()
	have := must(build(t, make).ToJSON())(t)
	want := must(load(t, json).ToJSON())(t)
	if have != want {
		t.Errorf("got %s\nwant %s", have, want)
	}
}

func TestBuiltProgramsRun(t *testing.T) {
	program := build(t, func(b *Builder) {
		b.SetWorkgroup(64, 1, 1)
		b.DeclareInput(0, "a", "F32")
		b.DeclareOutput(1, "out", "F32")
		i := b.InvocationID(0)
		b.If(b.Lt(i, b.Length("a")), func() {
			b.Store("out", i, b.Mul(b.Load("a", i), b.F32(2)))
		})
	})
	onEach(t, func(t *testing.T, backend *Backend) {
		out := make([]float32, 3)
		run(t, compileProgram(t, backend, program), Input(0, []float32{1, -2.5, 8}), Output(1, out))
		wantSlice(t, out, []float32{2, -5, 16})
	})
}

func TestBuildersBuildEveryStatement(t *testing.T) {
	wantProgram(t, `{"entry_op_id": "test.all", "workgroup_size": [8, 2, 1],
		"buffers": [{"name": "a", "type": "U32", "count": 4, "binding": 3, "access": "read_write", "kind": "global"},
			{"name": "part", "type": "F32", "count": 8, "access": "workgroup"}],
		"body": [
			{"let": "x", "value": 1}, {"assign": "x", "value": 2},
			{"store": "a", "at": "x", "value": {"load": "a", "at": 0}},
			{"if": true, "then": ["return"]},
			{"if": false, "then": [{"barrier": "acquire"}], "else": [{"barrier": "grid_sync"}]},
			{"loop": "i", "from": 1, "to": {"buf_len": "a"}, "body": [{"store": "a", "at": "i", "value": "x"}]},
			{"block": [{"let": "y", "value": {"i32": -3}}]},
			{"trap": 7, "tag": "bad"}, {"resume": "bad"},
			{"indirect_dispatch": "a", "offset": "8"},
			{"async_load": "a", "to": "part", "offset": 0, "size": 4, "tag": "t"},
			{"async_store": "part", "to": "a", "offset": 0, "size": 4, "tag": "t"},
			{"async_wait": "t"},
			{"all_reduce": "a", "op": "bit_xor", "group": 5},
			{"all_gather": "a", "to": "part", "group": 5},
			{"reduce_scatter": "a", "to": "part", "op": "sum", "group": 5},
			{"broadcast": "a", "root": 2, "group": 5},
			{"opaque": "ext", "payload": "0aff"}]}`, everyStatement)
}

func everyStatement(b *Builder) {
	b.SetEntry("test.all")
	b.SetWorkgroup(8, 2, 1)
	b.Declare(BufferDesc{Name: "a", Slot: 3, ElementCount: 4, Access: AccessReadWrite, Memory: MemoryGlobal})
	b.DeclareShared("part", "F32", 8)
	x := b.Let("x", b.U32(1))
	b.Assign("x", b.U32(2))
	b.Store("a", x, b.Load("a", b.U32(0)))
	b.If(b.Boolean(true), func() { b.Return() })
	b.IfElse(b.Boolean(false), func() { b.Barrier(OrderingAcquire) }, func() { b.Barrier(OrderingGridSync) })
	b.Loop("i", b.U32(1), b.Length("a"), func(i Expr) { b.Store("a", i, b.Local("x")) })
	b.Block(func() { b.Let("y", b.I32(-3)) })
	b.Trap(b.U32(7), "bad")
	b.Resume("bad")
	b.IndirectDispatch("a", 8)
	b.AsyncLoad("a", "part", b.U32(0), b.U32(4), "t")
	b.AsyncStore("part", "a", b.U32(0), b.U32(4), "t")
	b.AsyncWait("t")
	b.Collective(CollectiveAllReduce, ReduceBitXor, "a", "", 0, 5)
	b.Collective(CollectiveAllGather, 0, "a", "part", 0, 5)
	b.Collective(CollectiveReduceScatter, ReduceSum, "a", "part", 0, 5)
	b.Collective(CollectiveBroadcast, 0, "a", "", 2, 5)
	b.OpaqueStatement("ext", []byte{0x0a, 0xff})
}

func TestBuildersBuildRegions(t *testing.T) {
	wantProgram(t, `{"body": [{"region": "gen", "body": ["return"]}]}`, func(b *Builder) {
		b.Region("gen", func() { b.Return() })
	})
	wantProgram(t, `{"body": [{"if": true}, {"loop": "i", "to": 2}, {"block": []}]}`, func(b *Builder) {
		b.IfElse(b.Boolean(true), nil, nil)
		b.Loop("i", b.U32(0), b.U32(2), nil)
		b.Block(nil)
	})
}

func TestBuildersBuildEveryExpression(t *testing.T) {
	wantProgram(t, `{"buffers": [{"name": "a", "type": "U32", "access": "read_write", "kind": "global"}],
		"body": [
			{"let": "e0", "value": {"invocation_id": "x"}}, {"let": "e1", "value": {"workgroup_id": "y"}},
			{"let": "e2", "value": {"local_id": "z"}}, {"let": "e3", "value": {"subgroup_local_id": true}},
			{"let": "e4", "value": {"subgroup_size": true}}, {"let": "e5", "value": {"f32": 0.5}},
			{"let": "e6", "value": {"select": [true, 1, 2]}}, {"let": "e7", "value": {"cast": "I32", "value": 3}},
			{"let": "e8", "value": {"fma": [{"f32": 1}, {"f32": 2}, {"f32": 3}]}},
			{"let": "e9", "value": {"atomic": "add", "buffer": "a", "at": 0, "value": 1, "ordering": "relaxed"}},
			{"let": "e10", "value": {"atomic": "compare_exchange", "buffer": "a", "at": 0, "expected": 4, "value": 1}},
			{"let": "e11", "value": {"subgroup_add": 1}}, {"let": "e12", "value": {"subgroup_shuffle": [1, 2]}},
			{"let": "e13", "value": {"subgroup_ballot": true}},
			{"let": "e14", "value": {"call": "math.add", "args": [1, 2]}}, {"let": "e15", "value": {"call": "math.zero"}},
			{"let": "e16", "value": {"opaque": "ext", "payload": "01"}},
			{"let": "e17", "value": {"opaque": "ext", "payload": ""}}]}`, everyExpression)
}

func everyExpression(b *Builder) {
	b.Declare(BufferDesc{Name: "a", Access: AccessReadWrite})
	one, two := b.U32(1), b.U32(2)
	for i, e := range []func() Expr{
		func() Expr { return b.InvocationID(0) },
		func() Expr { return b.WorkgroupID(1) },
		func() Expr { return b.LocalID(2) },
		func() Expr { return b.SubgroupID() },
		func() Expr { return b.SubgroupSize() },
		func() Expr { return b.F32(0.5) },
		func() Expr { return b.Select(b.Boolean(true), one, two) },
		func() Expr { return b.Cast("I32", b.U32(3)) },
		func() Expr { return b.Fma(b.F32(1), b.F32(2), b.F32(3)) },
		func() Expr { return b.Atomic(AtomicAdd, OrderingRelaxed, "a", b.U32(0), Expr{}, one) },
		func() Expr { return b.Atomic(AtomicCompareExchange, OrderingSeqCst, "a", b.U32(0), b.U32(4), one) },
		func() Expr { return b.Subgroup(SubgroupAdd, one, Expr{}) },
		func() Expr { return b.Subgroup(SubgroupShuffle, one, two) },
		func() Expr { return b.Subgroup(SubgroupBallot, b.Boolean(true), Expr{}) },
		func() Expr { return b.Call("math.add", one, two) },
		func() Expr { return b.Call("math.zero") },
		func() Expr { return b.Opaque("ext", []byte{1}) },
		func() Expr { return b.Opaque("ext", nil) },
	} {
		b.Let(fmt.Sprint("e", i), e())
	}
}

// snake turns AbsDiff into abs_diff, as operators are spelled in JSON.
func snake(name string) string {
	name = strings.NewReplacer("CLZ", "Clz", "CTZ", "Ctz", "NaN", "Nan").Replace(name)
	return strings.ToLower(regexp.MustCompile(`\B([A-Z])`).ReplaceAllString(name, "_$1"))
}

// TestEachOperatorHasItsMethod calls every method of the form (Expr[, Expr]) Expr by its name, which
// says what the program must hold.
func TestEachOperatorHasItsMethod(t *testing.T) {
	tried := 0
	builder := reflect.TypeFor[*Builder]()
	for i := range builder.NumMethod() {
		method := builder.Method(i)
		switch method.Type {
		case reflect.TypeFor[func(*Builder, Expr) Expr]():
			wantProgram(t, `{"body": [{"let": "x", "value": {"`+snake(method.Name)+`": 1}}]}`, func(b *Builder) {
				b.Let("x", method.Func.Interface().(func(*Builder, Expr) Expr)(b, b.U32(1)))
			})
			tried++
		case reflect.TypeFor[func(*Builder, Expr, Expr) Expr]():
			wantProgram(t, `{"body": [{"let": "x", "value": {"`+snake(method.Name)+`": [1, 2]}}]}`, func(b *Builder) {
				b.Let("x", method.Func.Interface().(func(*Builder, Expr, Expr) Expr)(b, b.U32(1), b.U32(2)))
			})
			tried++
		}
	}
	wantEqual(t, tried, len(headerNames(t, `#define VYRE_((?:BI|U)NARY_\w+) 0x`)))
}

func TestTheFirstMistakeStays(t *testing.T) {
	b := newBuilder(t)
	b.DeclareOutput(0, "out", "U32")
	ok(t, b.Status())
	b.Store("absent", b.U32(0), b.U32(1))
	first := b.Status()
	wantError(t, first, ErrInvalidArgument, "absent")
	b.Store("nowhere", b.U32(0), b.U32(1))
	wantEqual(t, b.U32(1), Expr{})
	wantEqual(t, b.Status().Error(), first.Error())
	program, err := b.Finish()
	if program != nil {
		t.Error("a mistake came with a program")
	}
	wantEqual(t, err.Error(), first.Error())
	ok(t, b.Status()) // as if new
	b.DeclareOutput(0, "out", "U32")
	b.Store("out", b.U32(0), b.U32(41))
	program = must(b.Finish())(t)
	defer program.Close()
	out := make([]uint32, 1)
	pipeline := compileProgram(t, acquire(t, newTestContext(t, nil), "cpu-ref"), program)
	run(t, pipeline, Output(0, out))
	wantEqual(t, out[0], 41)
}

func TestAnExpressionIsUsedOnce(t *testing.T) {
	b := newBuilder(t)
	sum := b.Add(b.U32(1), b.U32(2))
	b.Let("x", sum)
	b.Let("y", sum)
	wantError(t, b.Status(), ErrInvalidArgument, "")
}
