package vyre

import (
	"fmt"
	"reflect"
	"regexp"
	"strings"
	"testing"
)

func testBuilder(t *testing.T) *Builder {
	t.Helper()
	b := NewBuilder()
	t.Cleanup(b.Close)
	return b
}

// build gives the program that make builds.
func build(t *testing.T, make func(b *Builder)) *Program {
	t.Helper()
	b := testBuilder(t)
	make(b)
	return opened(b.Finish())(t)
}

// wantProgram checks that make builds the program that json is.
func wantProgram(t *testing.T, json string, make func(b *Builder)) {
	t.Helper()
	wanted := opened(LoadProgram([]byte(json), &ProgramOptions{Semantics: SemanticsV0_7}))(t)
	have, want := jsonOf(t, build(t, make)), jsonOf(t, wanted)
	if have != want {
		t.Errorf("got %s\nwant %s", have, want)
	}
}

func TestBuiltProgramsRun(t *testing.T) {
	program := build(t, func(b *Builder) {
		b.SetLabel("twice")
		a, out := b.Input("a", F32), b.Output("out", F32)
		i := b.Index()
		b.If(i.Lt(a.Length()), func() {
			out.Store(i, a.Load(i).Mul(b.F32(2)))
		})
	})
	wantEqual(t, program.Info().Label, "twice")
	wantEqual(t, program.Info().Semantics, SemanticsV0_7)
	onEach(t, func(t *testing.T, device *Device) {
		out := make([]float32, 3)
		run(t, compileProgram(t, device, program), In("a", []float32{1, -2.5, 8}), Out("out", out))
		wantSlice(t, out, []float32{2, -5, 16})
	})
}

func TestExpressionsMeanTheirValueWhereTheyWereMade(t *testing.T) {
	program := build(t, func(b *Builder) {
		x := b.InOut("x", U32)
		before := x.Load(b.U32(0))
		x.Store(b.U32(0), b.U32(100))
		sum := b.Local("sum", b.U32(0))
		b.Loop("", b.U32(0), b.U32(4), func(k Expr) { sum.Assign(sum.Get().Add(k).Add(before)) })
		x.Store(b.U32(1), sum.Get())
		x.Store(b.U32(2), before.Add(before))
	})
	onEach(t, func(t *testing.T, device *Device) {
		x := []uint32{5, 0, 0}
		options := &DispatchOptions{Shape: [3]uint32{1, 1, 1}}
		must(dispatch(compileProgram(t, device, program), options, InOut("x", x)))(t)
		wantSlice(t, x, []uint32{100, 26, 10})
	})
}

func TestSeveralOutputsAreReturned(t *testing.T) {
	program := build(t, func(b *Builder) {
		a, double, square := b.Input("a", U32), b.Output("double", U32), b.Output("square", U32)
		i := b.Index()
		x := a.Load(i)
		double.Store(i, x.Add(x))
		square.Store(i, x.Mul(x))
	})
	for _, parameter := range program.Info().Parameters[1:] {
		wantEqual(t, parameter.Flags&ParameterReturned, ParameterReturned)
	}
	onEach(t, func(t *testing.T, device *Device) {
		double, square := make([]uint32, 3), make([]uint32, 3)
		run(t, compileProgram(t, device, program), In("a", []uint32{3, 4, 5}), Out("double", double), Out("square", square))
		wantSlice(t, double, []uint32{6, 8, 10})
		wantSlice(t, square, []uint32{9, 16, 25})
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
	slot := uint32(3)
	a := b.Declare(ParameterDesc{Name: "a", Type: U32, Slot: &slot, ElementCount: 4, Access: AccessReadWrite})
	part := b.Shared("part", F32, 8)
	x := b.Local("x", b.U32(1))
	x.Assign(b.U32(2))
	a.Store(x.Get(), a.Load(b.U32(0)))
	b.If(b.Bool(true), func() { b.Return() })
	b.IfElse(b.Bool(false), func() { b.Barrier(OrderingAcquire) }, func() { b.Barrier(OrderingGridSync) })
	b.Loop("i", b.U32(1), a.Length(), func(i Expr) { a.Store(i, x.Get()) })
	b.Block(func() { b.Let("y", b.I32(-3)) })
	b.Trap(b.U32(7), "bad")
	b.Resume("bad")
	b.IndirectDispatch(a, 8)
	b.AsyncLoad(a, part, b.U32(0), b.U32(4), "t")
	b.AsyncStore(part, a, b.U32(0), b.U32(4), "t")
	b.AsyncWait("t")
	b.Collective(CollectiveAllReduce, ReduceBitXor, a, Parameter{}, 0, 5)
	b.Collective(CollectiveAllGather, ReduceNone, a, part, 0, 5)
	b.Collective(CollectiveReduceScatter, ReduceSum, a, part, 0, 5)
	b.Collective(CollectiveBroadcast, ReduceNone, a, Parameter{}, 2, 5)
	b.OpaqueStatement("ext", []byte{0x0a, 0xff})
}

func TestBuildersBuildRegions(t *testing.T) {
	wantProgram(t, `{"body": [{"region": "gen", "body": ["return"]}]}`, func(b *Builder) {
		b.Region("gen", func() { b.Return() })
	})
	wantProgram(t, `{"body": [{"if": true}, {"loop": "i", "to": 2}, {"block": []}]}`, func(b *Builder) {
		b.IfElse(b.Bool(true), nil, nil)
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
			{"let": "e17", "value": {"opaque": "ext", "payload": ""}},
			{"let": "e18", "value": {"load": "a", "at": 1}}, {"let": "e19", "value": {"buf_len": "a"}}]}`, everyExpression)
}

func everyExpression(b *Builder) {
	a := b.Declare(ParameterDesc{Name: "a", Type: U32, Access: AccessReadWrite})
	one, two := b.U32(1), b.U32(2)
	for i, e := range []func() Expr{
		func() Expr { return b.InvocationID(0) },
		func() Expr { return b.WorkgroupID(1) },
		func() Expr { return b.LocalID(2) },
		func() Expr { return b.SubgroupID() },
		func() Expr { return b.SubgroupSize() },
		func() Expr { return b.F32(0.5) },
		func() Expr { return b.Bool(true).Select(one, two) },
		func() Expr { return b.U32(3).Cast(I32) },
		func() Expr { return b.F32(1).Fma(b.F32(2), b.F32(3)) },
		func() Expr { return a.Atomic(AtomicAdd, OrderingRelaxed, b.U32(0), Expr{}, one) },
		func() Expr { return a.Atomic(AtomicCompareExchange, OrderingSeqCst, b.U32(0), b.U32(4), one) },
		func() Expr { return one.Subgroup(SubgroupAdd, Expr{}) },
		func() Expr { return one.Subgroup(SubgroupShuffle, two) },
		func() Expr { return b.Bool(true).Subgroup(SubgroupBallot, Expr{}) },
		func() Expr { return b.Call("math.add", one, two) },
		func() Expr { return b.Call("math.zero") },
		func() Expr { return b.Opaque("ext", []byte{1}) },
		func() Expr { return b.Opaque("ext", nil) },
		func() Expr { return a.Load(one) },
		func() Expr { return a.Length() },
	} {
		b.Let(fmt.Sprint("e", i), e())
	}
}

// snake turns AbsDiff into abs_diff, as operators are spelled in JSON.
func snake(name string) string {
	name = strings.NewReplacer("CLZ", "Clz", "CTZ", "Ctz", "NaN", "Nan").Replace(name)
	return strings.ToLower(regexp.MustCompile(`\B([A-Z])`).ReplaceAllString(name, "_$1"))
}

// TestEachOperatorHasItsMethod calls every method of the form ([Expr]) Expr of an expression by its
// name, which says what the program must hold.
func TestEachOperatorHasItsMethod(t *testing.T) {
	tried := 0
	expression := reflect.TypeFor[Expr]()
	for i := range expression.NumMethod() {
		method := expression.Method(i)
		switch method.Type {
		case reflect.TypeFor[func(Expr) Expr]():
			wantProgram(t, `{"body": [{"let": "x", "value": {"`+snake(method.Name)+`": 1}}]}`, func(b *Builder) {
				b.Let("x", method.Func.Interface().(func(Expr) Expr)(b.U32(1)))
			})
			tried++
		case reflect.TypeFor[func(Expr, Expr) Expr]():
			wantProgram(t, `{"body": [{"let": "x", "value": {"`+snake(method.Name)+`": [1, 2]}}]}`, func(b *Builder) {
				b.Let("x", method.Func.Interface().(func(Expr, Expr) Expr)(b.U32(1), b.U32(2)))
			})
			tried++
		}
	}
	wantEqual(t, tried, len(headerNames(t, `(VYRE_(?:BI|U)NARY_\w+) = `)))
}

func TestTypesAndSlotsOfParameters(t *testing.T) {
	b := testBuilder(t)
	one := uint32(1)
	wantEqual(t, b.Type("F32"), F32)
	second := b.Declare(ParameterDesc{Name: "x", Type: U32, Slot: &one, Memory: MemoryReadonly})
	first := b.Input("v", b.Type("Vec<F32,4>"))
	shared := b.Shared("s", U32, 4)
	third := b.InOut("o", U32)
	wantSlice(t, []uint32{first.Slot(), second.Slot(), shared.Slot(), third.Slot(), Parameter{}.Slot()},
		[]uint32{0, 1, UnknownU32, 2, UnknownU32})
	program := must(b.Finish())(t)
	defer program.Close()
	vector := program.Info().Parameters[1]
	wantEqual(t, vector.Element, "Vec<F32,4>")
	wantEqual(t, vector.ElementBytes, 16)
	wantEqual(t, first.Slot(), UnknownU32) // from before Finish
}

func TestReturnedRangesAreKept(t *testing.T) {
	program := build(t, func(b *Builder) {
		b.Declare(ParameterDesc{
			Name: "o", Type: F32, ElementCount: 8, Access: AccessReadWrite, ReturnStart: 4, ReturnEnd: 16,
			Flags: ParameterMarkedOutput | ParameterMarkedLiveOut | ParameterReturnsRange,
		})
	})
	info := program.Info().Parameters[0]
	wantEqual(t, info.ReturnStart, 4)
	wantEqual(t, info.ReturnEnd, 16)
	wantEqual(t, info.Flags, ParameterMarkedOutput|ParameterMarkedLiveOut|ParameterReturnsRange|ParameterReturned)
}

func TestTheFirstMistakeStays(t *testing.T) {
	b := testBuilder(t)
	out := b.Output("out", U32)
	ok(t, b.Err())
	out.Store(Expr{}, b.U32(1))
	first := b.Err()
	wantError(t, first, ErrInvalidArgument, "vyre_builder_store")
	b.Input("out", U32)
	wantEqual(t, b.U32(1), Expr{})
	wantEqual(t, b.U32(1).Add(b.U32(2)).Sqrt(), Expr{})
	wantEqual(t, b.Local("x", b.U32(1)), Local{})
	wantEqual(t, b.Err().Error(), first.Error())
	program, err := b.Finish()
	if program != nil {
		t.Error("a mistake came with a program")
	}
	wantEqual(t, err.Error(), first.Error())
	ok(t, b.Err()) // as if new
	b.Output("out", U32).Store(b.U32(0), b.U32(41))
	program = must(b.Finish())(t)
	defer program.Close()
	numbers := make([]uint32, 1)
	run(t, compileProgram(t, oracle(t), program), Out("out", numbers))
	wantEqual(t, numbers[0], 41)
}

func TestWhatBelongsToAnotherBuilderIsNamed(t *testing.T) {
	other := testBuilder(t)
	foreign, array := other.U32(1), other.Input("a", U32)
	b := testBuilder(t)
	b.Let("x", b.U32(1).Add(foreign))
	wantError(t, failed(b.Finish()), ErrInvalidArgument, "of another builder")
	b.IndirectDispatch(array, 0)
	wantError(t, failed(b.Finish()), ErrInvalidArgument, "of another builder")
	old := b.U32(1)
	opened(b.Finish())(t)
	b.Let("x", old)
	wantError(t, failed(b.Finish()), ErrInvalidArgument, "from before")
}

func TestAnExpressionEndsWithItsBlock(t *testing.T) {
	b := testBuilder(t)
	out := b.Output("out", U32)
	var inner Expr
	b.Block(func() { inner = b.Let("x", b.U32(1)) })
	out.Store(b.U32(0), inner)
	wantError(t, b.Err(), ErrInvalidArgument, "was made at")
}

func TestSubgroupsReduce(t *testing.T) {
	words := map[SubgroupOp]string{SubgroupAdd: "add", SubgroupMul: "mul", SubgroupMin: "min", SubgroupMax: "max",
		SubgroupAnd: "and", SubgroupOr: "or", SubgroupXor: "xor"}
	for op, word := range words {
		wantProgram(t, `{"body": [{"let": "x", "value": {"subgroup_`+word+`": 1}}]}`, func(b *Builder) {
			b.Let("x", b.U32(1).Subgroup(op, Expr{}))
		})
	}
}
