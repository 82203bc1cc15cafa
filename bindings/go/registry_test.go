package vyre

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
)

// with is a registry of what the context publishes, and one op more.
func with(t *testing.T, c *Context, op OpDesc) *Registry {
	t.Helper()
	builder := must(c.NewRegistryBuilder())(t)
	defer builder.Close()
	known := must(c.Registry())(t)
	defer known.Close()
	ok(t, builder.AddRegistry(known))
	ok(t, builder.AddOp(op))
	return opened(builder.Finish())(t)
}

func TestIdsHaveOneNumber(t *testing.T) {
	first := must(InternOpID("go.first"))(t)
	again := must(InternOpID("go.first"))(t)
	wantEqual(t, again, first)
	wantEqual(t, FindOpID("go.first"), first)
	wantEqual(t, first.Name(), "go.first")
	wantEqual(t, FindOpID("go.never"), 0)
}

func TestTargetsSurviveTextAndBack(t *testing.T) {
	aot := map[Target]string{
		{Kind: TargetPTX}: "secondary_text", {Kind: TargetSPIRV}: "spv",
		{Kind: TargetPrimaryText}: "primary_text", {Kind: TargetPrimaryBinary}: "primary_binary",
		{Kind: TargetSecondaryText}: "secondary_text", {Kind: TargetNativeModule}: "native_module",
		{Kind: TargetReference}: "reference_backend", ExtensionTarget("acme"): "acme",
	}
	for target, id := range aot {
		text := must(target.Save())(t)
		back := must(LoadTarget(text))(t)
		wantEqual(t, back, target)
		wantEqual(t, target.AOTID(), id)
	}
	wantError(t, failed(LoadTarget("cuda")), ErrInvalidArgument, "'cuda'")
	wantError(t, failed(Target{}.Save()), ErrInvalidArgument, "kind 0")
}

func TestAContextStartsWithCoreAndIO(t *testing.T) {
	registry := opened(newTestContext(t, nil).Registry())(t)
	all := registry.Info()
	wantEqual(t, len(all.Ops), 5)
	names, ops := []string{}, 0
	for _, dialect := range all.Dialects {
		wantEqual(t, dialect.Flags, 0)
		names, ops = append(names, dialect.Name), ops+dialect.OpCount
	}
	wantEqual(t, ops, 5)
	wantEqual(t, slices.IsSorted(names) && slices.Contains(names, "core") && slices.Contains(names, "io"), true)
	dma := registry.Find("io.dma_from_nvme")
	info := dma.Info()
	wantEqual(t, info.Dialect, "io")
	wantEqual(t, info.Category, CategoryIntrinsic)
	wantEqual(t, info.Inputs[1], Operand{"offset", "u64"})
	wantEqual(t, dma.FindLowering(Target{Kind: TargetReference}), LoweringSentinel)
	wantEqual(t, registry.Find(info.Number.Name()), dma)
	wantEqual(t, registry.Find("go.absent").Found(), false)
	registry.Close()
	wantEqual(t, dma.Info().ID, "")
	wantEqual(t, dma.FindLowering(Target{Kind: TargetReference}), LoweringNone)
	wantError(t, failed(dma.RunReference(nil)), ErrInvalidArgument, "op is NULL")
	wantEqual(t, len(registry.Info().Ops), 0)
}

func TestAnOpKeepsAllThatWasSaid(t *testing.T) {
	c := newTestContext(t, nil)
	op := OpDesc{
		ID: "go.whole", Dialect: "test", BytesExtraction: true, Category: CategoryExtension,
		Inputs: []Operand{{"x", "u32"}}, Outputs: []Operand{{"y", "u32"}},
		Attributes: []Attribute{{"mode", "string", "wrap"}}, Laws: []string{"monotonic"},
		Lowerings: []Lowering{{Target: Target{Kind: TargetPrimaryText}, Data: []byte("fn main() {}")}},
	}
	whole := with(t, c, op).Find("go.whole")
	info := whole.Info()
	wantEqual(t, info.ID+info.Dialect+info.Source, "go.wholetest")
	wantEqual(t, info.Flags, OpBytesExtraction)
	wantEqual(t, info.Category, CategoryExtension)
	wantSlice(t, info.Inputs, op.Inputs)
	wantSlice(t, info.Outputs, op.Outputs)
	wantSlice(t, info.Attributes, op.Attributes)
	wantSlice(t, info.Laws, op.Laws)
	wantSlice(t, info.Targets, []Target{{Kind: TargetPrimaryText}})
	data := must(whole.Lowering(info.Targets[0]))(t)
	wantEqual(t, string(data), "fn main() {}")
	wantError(t, failed(whole.Lowering(Target{Kind: TargetSPIRV})), ErrNotFound, "'spirv'")
	wantError(t, failed(whole.RunReference(make([]byte, 8))), ErrUnsupportedFeature, "was given 8")
}

func TestProgramsCallFunctionsOnTheOracle(t *testing.T) {
	c := newTestContext(t, nil)
	ok(t, c.Publish(with(t, c, OpDesc{ID: "go.twice", Dialect: "test",
		Inputs: []Operand{{"x", "u32"}}, Outputs: []Operand{{"y", "u32"}},
		Reference: func(x []byte) ([]byte, error) {
			return binary.LittleEndian.AppendUint32(nil, binary.LittleEndian.Uint32(x)*2), nil
		}}), nil))
	program, err := c.LoadProgram([]byte(`{"workgroup_size": [4, 1, 1],
		"buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
		"body": [{"let": "i", "value": {"invocation_id": "x"}},
			{"store": "out", "at": "i", "value": {"call": "go.twice", "args": ["i"]}}]}`), nil)
	ok(t, err)
	t.Cleanup(program.Close)
	out := make([]uint32, 4)
	pipeline := compileProgram(t, openID(t, c, "cpu-ref"), program)
	run(t, pipeline, Out("out", out))
	wantSlice(t, out, []uint32{0, 2, 4, 6})
	wantError(t, failed(openID(t, c, "vulkan").CreatePipeline(program, nil)), ErrUnsupportedFeature, "'go.twice'")
}

func TestFunctionsAnswerAndFail(t *testing.T) {
	c := newTestContext(t, nil)
	op := with(t, c, OpDesc{ID: "go.reverse", Dialect: "test", Reference: func(x []byte) ([]byte, error) {
		if len(x) == 0 {
			return nil, errors.New("nothing to turn")
		}
		x = slices.Clone(x)
		slices.Reverse(x)
		return x, nil
	}}).Find("go.reverse")
	result := must(op.RunReference([]byte{1, 2, 3}))(t)
	wantSlice(t, result, []byte{3, 2, 1})
	wantError(t, failed(op.RunReference(nil)), ErrUnknown, "op 'go.reverse': nothing to turn")
}

func TestLoweringsAreMadeOnce(t *testing.T) {
	c := newTestContext(t, nil)
	var made atomic.Int32
	build := func(id string, target Target) ([]byte, error) {
		if made.Add(1) == 1 {
			return nil, &Error{Code: ErrTimedOut, Text: "later. Fix: wait"}
		}
		return []byte(id + " for " + target.Extension), nil
	}
	acme := ExtensionTarget("acme")
	op := with(t, c, OpDesc{ID: "go.lowered", Lowerings: []Lowering{{Target: acme, Build: build}}}).Find("go.lowered")
	wantEqual(t, op.FindLowering(acme), LoweringBuilder)
	wantError(t, failed(op.Lowering(acme)), ErrTimedOut, "later")
	for range 3 {
		data := must(op.Lowering(acme))(t)
		wantEqual(t, string(data), "go.lowered for acme")
	}
	wantEqual(t, made.Load(), 2)
}

func TestAllProblemsComeInOneError(t *testing.T) {
	c := newTestContext(t, nil)
	builder := opened(c.NewRegistryBuilder())(t)
	ok(t, builder.AddOp(OpDesc{ID: "go.twice", Dialect: "alpha"}))
	ok(t, builder.AddOp(OpDesc{ID: "go.twice"}))
	wantError(t, failed(builder.Finish()), ErrAlreadyRegistered, "<unknown dialect>")
	ok(t, builder.AddOp(OpDesc{ID: "go.orphan", Dialect: "vyre-libs-absent"}))
	ok(t, builder.AddDialect("wrong", "1", ""))
	err := failed(builder.Finish())
	var all *Error
	if !errors.As(err, &all) || len(all.Info.Findings) != 3 {
		t.Errorf("got %v", err)
	}
	two := Lowering{Target: Target{Kind: TargetPTX}, Build: func(string, Target) ([]byte, error) { return nil, nil }}
	err = builder.AddOp(OpDesc{ID: "go.x", Lowerings: []Lowering{two, two}})
	wantError(t, err, ErrAlreadyRegistered, "two lowerings for 'ptx'")
}

func TestHoldersKeepWhatTheyHoldAndViewsFollow(t *testing.T) {
	c := newTestContext(t, nil)
	view := must(c.CreateRegistryView())(t)
	old := opened(c.Registry())(t)
	count := func() (n int) {
		ok(t, view.Use(func(r *Registry) { n = len(r.Info().Ops) }))
		return n
	}
	wantEqual(t, count(), 5)
	var kept Op
	ok(t, view.Use(func(outer *Registry) {
		ok(t, c.Publish(with(t, c, OpDesc{ID: "go.new"}), nil))
		ok(t, view.Use(func(inner *Registry) { wantEqual(t, inner, outer) }))
		kept = outer.Find("mem.unmap")
	}))
	wantEqual(t, kept.Info().ID, "")
	wantEqual(t, count(), 6)
	wantEqual(t, old.Find("go.new").Found(), false)
	view.Close()
	wantError(t, view.Use(func(*Registry) {}), ErrInvalidArgument, "view")
	wantError(t, c.Publish(nil, nil), ErrInvalidArgument, "registry")
}

const twice = `{"buffers": [{"name": "x", "type": "U32", "count": 1},
		{"name": "y", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "y", "at": 0, "value": {"mul": [{"load": "x", "at": 0}, 2]}}]}`

const callsTwice = `{"buffers": [{"name": "in", "type": "U32", "count": 1},
		{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"call": "go.twice", "args": [{"load": "in", "at": 0}]}}]}`

func TestValidationUsesTheRegistryOfNow(t *testing.T) {
	c := newTestContext(t, nil)
	composition := must(c.LoadProgram([]byte(twice), nil))(t)
	registry := with(t, c, OpDesc{
		ID: "go.twice", Inputs: []Operand{{"x", "u32"}}, Outputs: []Operand{{"y", "u32"}},
		Composition: composition,
	})
	back := opened(registry.Find("go.twice").Composition(c))(t)
	wantEqual(t, jsonOf(t, back), jsonOf(t, composition))
	shared := opened(registry.Find("go.twice").Composition(nil))(t)
	wantEqual(t, jsonOf(t, shared), jsonOf(t, composition))
	wantError(t, failed(registry.Find("go.absent").Composition(c)), ErrInvalidArgument, "op is NULL")
	composition.Close()
	program := opened(c.LoadProgram([]byte(callsTwice), nil))(t)
	wantError(t, program.Validate(nil), ErrInvalidProgram, "go.twice")
	ok(t, program.Validate(&ValidateOptions{Flags: ValidateUncheckedCalls}))
	ok(t, program.Validate(&ValidateOptions{Registry: registry}))
	ok(t, c.Publish(registry, nil))
	ok(t, program.Validate(nil))
	builder := opened(c.NewRegistryBuilder())(t)
	wantError(t, builder.AddOp(OpDesc{ID: "go.x", Composition: composition}), ErrInvalidArgument, "closed")
}

const manifest = `{"format": 1, "dialect": "vyre-libs-go", "version": "1", "url": "https://example.invalid",
	"ops": [{"id": "go.manifest", "inputs": [{"name": "x", "type": "u32"}],
		"outputs": [{"name": "y", "type": "u32"}]}]}`

func TestManifestsAreReadAndLoaded(t *testing.T) {
	c, folder := newTestContext(t, nil), t.TempDir()
	file := filepath.Join(folder, "go.dialect.json")
	ok(t, os.WriteFile(file, []byte(manifest), 0o600))
	builder := opened(c.NewRegistryBuilder())(t)
	wantError(t, builder.AddManifest("{", ""), ErrMalformedJSON, "")
	ok(t, builder.AddManifest(manifest, ""))
	ok(t, builder.AddManifests(file))
	ok(t, builder.AddManifests(folder))
	wantError(t, builder.AddManifests("/no/such/place"), ErrNotFound, "/no/such/place")
	wantError(t, failed(builder.Finish()), ErrInvalidArgument, "vyre-libs-go")
	ok(t, c.LoadManifests(folder))
	registry := opened(c.Registry())(t)
	dialects := registry.Info().Dialects
	added := dialects[slices.IndexFunc(dialects, func(d DialectInfo) bool { return d.Name == "vyre-libs-go" })]
	wantEqual(t, added.URL, "https://example.invalid")
	wantEqual(t, added.Flags, DialectExtern)
	wantEqual(t, added.OpCount, 1)
	info := registry.Find("go.manifest").Info()
	wantEqual(t, strings.HasSuffix(info.Source, "go.dialect.json"), true)
	ok(t, os.WriteFile(file, bytes.Repeat([]byte("{"), 3), 0o600))
	wantError(t, c.LoadManifests(folder), ErrMalformedJSON, "go.dialect.json")
}

func TestTheSharedContextSharesItsRegistry(t *testing.T) {
	first := must(SharedContext())(t)
	second := opened(SharedContext())(t)
	before := opened(second.Registry())(t)
	shared := with(t, first, OpDesc{ID: "go.shared"})
	ok(t, first.Publish(shared, before))
	wantError(t, first.Publish(shared, before), ErrAlreadyRegistered, "expected")
	first.Close()
	registry := opened(second.Registry())(t)
	wantEqual(t, registry.Find("go.shared").Found(), true)
	ok(t, second.Publish(before, nil)) // other tests share it too
}
