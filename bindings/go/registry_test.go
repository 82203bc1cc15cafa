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
	builder := must(c.CreateRegistryBuilder())(t)
	defer builder.Close()
	known := must(c.Registry())(t)
	defer known.Close()
	ok(t, builder.AddRegistry(known))
	ok(t, builder.Add(op))
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
		text := must(target.Text())(t)
		back := must(ParseTarget(text))(t)
		wantEqual(t, back, target)
		wantEqual(t, target.AOTID(), id)
	}
	wantError(t, failed(ParseTarget("cuda")), ErrInvalidArgument, "'cuda'")
	wantError(t, failed(Target{}.Text()), ErrInvalidArgument, "kind 0")
}

func TestAContextStartsWithCoreAndIO(t *testing.T) {
	registry := opened(newTestContext(t, nil).Registry())(t)
	wantEqual(t, len(registry.Ops()), 5)
	dma := registry.Find("io.dma_from_nvme")
	info := must(dma.Info())(t)
	wantEqual(t, info.Dialect, "io")
	wantEqual(t, info.Category, CategoryIntrinsic)
	wantEqual(t, info.Inputs[1], Parameter{"offset", "u64"})
	wantEqual(t, dma.LoweringKind(Target{Kind: TargetReference}), LoweringSentinel)
	wantEqual(t, registry.Lookup(info.Number), dma)
	wantEqual(t, registry.Find("go.absent").Found(), false)
	wantEqual(t, len(registry.ExternDialects()), 0)
	registry.Close()
	wantError(t, failed(dma.Info()), ErrInvalidArgument, "op")
}

func TestAnOpKeepsAllThatWasSaid(t *testing.T) {
	c := newTestContext(t, nil)
	op := OpDesc{
		ID: "go.whole", Dialect: "test", BytesExtraction: true, Category: CategoryExtension,
		Inputs: []Parameter{{"x", "u32"}}, Outputs: []Parameter{{"y", "u32"}},
		Attributes: []Attribute{{"mode", "string", "wrap"}}, Laws: []string{"monotonic"},
		Lowerings: []Lowering{{Target: Target{Kind: TargetPrimaryText}, Data: []byte("fn main() {}")}},
	}
	whole := with(t, c, op).Find("go.whole")
	info := must(whole.Info())(t)
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
	wantError(t, failed(whole.RunReference(make([]byte, 8), 4)), ErrUnsupportedFeature, "was given 8 bytes")
}

func TestProgramsCallFunctionsOnTheOracle(t *testing.T) {
	c := newTestContext(t, nil)
	ok(t, c.Publish(with(t, c, OpDesc{ID: "go.twice", Dialect: "test",
		Inputs: []Parameter{{"x", "u32"}}, Outputs: []Parameter{{"y", "u32"}},
		Reference: func(x []byte) ([]byte, error) {
			return binary.LittleEndian.AppendUint32(nil, binary.LittleEndian.Uint32(x)*2), nil
		}})))
	program, err := c.ProgramFromJSON(`{"workgroup_size": [4, 1, 1],
		"buffers": [{"name": "out", "type": "U32", "count": 4, "output": true}],
		"body": [{"let": "i", "value": {"invocation_id": "x"}},
			{"store": "out", "at": "i", "value": {"call": "go.twice", "args": ["i"]}}]}`)
	ok(t, err)
	t.Cleanup(program.Close)
	out := make([]uint32, 4)
	pipeline := compileProgram(t, acquire(t, c, "cpu-ref"), program)
	run(t, pipeline, Output(0, out))
	wantSlice(t, out, []uint32{0, 2, 4, 6})
	wantError(t, failed(acquire(t, c, "vulkan").CreatePipeline(program, nil)), ErrUnsupportedFeature, "'go.twice'")
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
	result := must(op.RunReference([]byte{1, 2, 3}, 3))(t)
	wantSlice(t, result, []byte{3, 2, 1})
	wantError(t, failed(op.RunReference(nil, 3)), ErrUnknown, "op 'go.reverse': nothing to turn")
	wantError(t, failed(op.RunReference([]byte{1, 2}, 1)), ErrInsufficientCapacity, "")
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
	wantEqual(t, op.LoweringKind(acme), LoweringBuilder)
	wantError(t, failed(op.Lowering(acme)), ErrTimedOut, "later")
	for range 3 {
		data := must(op.Lowering(acme))(t)
		wantEqual(t, string(data), "go.lowered for acme")
	}
	wantEqual(t, made.Load(), 2)
}

func TestAllProblemsComeInOneError(t *testing.T) {
	c := newTestContext(t, nil)
	builder := opened(c.CreateRegistryBuilder())(t)
	ok(t, builder.Add(OpDesc{ID: "go.twice", Dialect: "alpha"}))
	ok(t, builder.Add(OpDesc{ID: "go.twice"}))
	wantError(t, failed(builder.Finish()), ErrAlreadyRegistered, "<unknown dialect>")
	ok(t, builder.AddExternOp(OpDesc{ID: "go.orphan", Dialect: "vyre-libs-absent"}))
	ok(t, builder.AddExternDialect("wrong", "1", ""))
	err := failed(builder.Finish())
	var all *Error
	if !errors.As(err, &all) || len(all.Findings) != 3 {
		t.Errorf("got %v", err)
	}
	two := Lowering{Target: Target{Kind: TargetPTX}, Build: func(string, Target) ([]byte, error) { return nil, nil }}
	err = builder.Add(OpDesc{ID: "go.x", Lowerings: []Lowering{two, two}})
	wantError(t, err, ErrAlreadyRegistered, "two lowerings for 'ptx'")
}

func TestHoldersKeepWhatTheyHoldAndViewsFollow(t *testing.T) {
	c := newTestContext(t, nil)
	view := must(c.CreateRegistryView())(t)
	old := opened(c.Registry())(t)
	count := func() (n int) {
		ok(t, view.Use(func(r *Registry) { n = len(r.Ops()) }))
		return n
	}
	wantEqual(t, count(), 5)
	var kept Op
	ok(t, view.Use(func(outer *Registry) {
		ok(t, c.Publish(with(t, c, OpDesc{ID: "go.new"})))
		ok(t, view.Use(func(inner *Registry) { wantEqual(t, inner, outer) }))
		kept = outer.Find("mem.unmap")
	}))
	wantError(t, failed(kept.Info()), ErrInvalidArgument, "op")
	wantEqual(t, count(), 6)
	wantEqual(t, old.Find("go.new").Found(), false)
	view.Close()
	wantError(t, view.Use(func(*Registry) {}), ErrInvalidArgument, "view")
	wantError(t, c.Publish(nil), ErrInvalidArgument, "registry")
}

const twice = `{"buffers": [{"name": "x", "type": "U32", "count": 1},
		{"name": "y", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "y", "at": 0, "value": {"mul": [{"load": "x", "at": 0}, 2]}}]}`

const callsTwice = `{"buffers": [{"name": "in", "type": "U32", "count": 1},
		{"name": "out", "type": "U32", "count": 1, "output": true}],
	"body": [{"store": "out", "at": 0, "value": {"call": "go.twice", "args": [{"load": "in", "at": 0}]}}]}`

func TestValidationUsesTheRegistryOfNow(t *testing.T) {
	c := newTestContext(t, nil)
	composition := must(c.ProgramFromJSON(twice))(t)
	registry := with(t, c, OpDesc{
		ID: "go.twice", Inputs: []Parameter{{"x", "u32"}}, Outputs: []Parameter{{"y", "u32"}},
		Composition: composition,
	})
	back := opened(registry.Find("go.twice").Composition(c))(t)
	want := must(composition.ToJSON())(t)
	have := must(back.ToJSON())(t)
	wantEqual(t, have, want)
	composition.Close()
	program := opened(c.ProgramFromJSON(callsTwice))(t)
	wantError(t, program.Validate(nil), ErrInvalidProgram, "go.twice")
	ok(t, program.Validate(&ValidateOptions{Flags: ValidateUncheckedCalls}))
	ok(t, program.Validate(&ValidateOptions{Registry: registry}))
	ok(t, c.Publish(registry))
	ok(t, program.Validate(nil))
	builder := opened(c.CreateRegistryBuilder())(t)
	wantError(t, builder.Add(OpDesc{ID: "go.x", Composition: composition}), ErrInvalidArgument, "closed")
}

const manifest = `{"format": 1, "dialect": "vyre-libs-go", "version": "1", "url": "https://example.invalid",
	"ops": [{"id": "go.manifest", "inputs": [{"name": "x", "type": "u32"}],
		"outputs": [{"name": "y", "type": "u32"}]}]}`

func TestManifestsAreReadAndLoaded(t *testing.T) {
	c, folder := newTestContext(t, nil), t.TempDir()
	file := filepath.Join(folder, "go.dialect.json")
	ok(t, os.WriteFile(file, []byte(manifest), 0o600))
	builder := opened(c.CreateRegistryBuilder())(t)
	wantError(t, builder.AddManifest("{", ""), ErrMalformedJSON, "")
	ok(t, builder.AddManifest(manifest, ""))
	ok(t, builder.AddManifestFile(file))
	ok(t, builder.AddManifestFolder(folder))
	wantError(t, failed(builder.Finish()), ErrInvalidArgument, "vyre-libs-go")
	ok(t, c.LoadManifests(folder))
	registry := opened(c.Registry())(t)
	wantEqual(t, registry.ExternDialects()[0].URL, "https://example.invalid")
	info := must(registry.Find("go.manifest").Info())(t)
	wantEqual(t, strings.HasSuffix(info.Source, "go.dialect.json"), true)
	ok(t, os.WriteFile(file, bytes.Repeat([]byte("{"), 3), 0o600))
	wantError(t, c.LoadManifests(folder), ErrMalformedJSON, "go.dialect.json")
}

func TestTheDefaultContextSharesItsRegistry(t *testing.T) {
	first := must(DefaultContext())(t)
	second := opened(DefaultContext())(t)
	before := opened(second.Registry())(t)
	shared := with(t, first, OpDesc{ID: "go.shared"})
	ok(t, first.Publish(shared))
	first.Close()
	registry := opened(second.Registry())(t)
	wantEqual(t, registry.Find("go.shared").Found(), true)
	ok(t, second.Publish(before)) // other tests share it too
}
