package vyre

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unsafe"

	"vyre.local/vyre/internal/header"
)

func bytesOf[T any](value T) []byte {
	return bytes.Clone(unsafe.Slice((*byte)(unsafe.Pointer(&value)), unsafe.Sizeof(value)))
}

// isFilled tells the macros of structs that the library fills, which are what blank makes: the size
// and zeroes.
var isFilled = regexp.MustCompile(`_(FINDING|INFO|USAGE|RESULT|POLICY|REQUIREMENTS|DEVICE|BUFFER)_INIT$`)

func TestZeroOptionsAreTheInitMacros(t *testing.T) {
	var l loan
	defer l.end()
	_, run := (&RunOptions{}).desc()
	ours := map[string][]byte{
		"VYRE_CONTEXT_DESC_INIT":          bytesOf((&ContextOptions{}).desc(&l)),
		"VYRE_PROGRAM_DESC_INIT":          bytesOf((&ProgramOptions{}).desc(&l)),
		"VYRE_SAVE_DESC_INIT":             bytesOf((&SaveOptions{}).desc()),
		"VYRE_VALIDATE_DESC_INIT":         bytesOf((&ValidateOptions{}).desc(&l)),
		"VYRE_PIPELINE_DESC_INIT":         bytesOf((&PipelineOptions{}).desc(&l)),
		"VYRE_DEVICE_DESC_INIT":           bytesOf((&DeviceOptions{}).desc(&l)),
		"VYRE_BUFFER_DESC_INIT":           bytesOf((&BufferOptions{}).desc(&l)),
		"VYRE_IMAGE_DESC_INIT":            bytesOf((&ImageOptions{}).desc(&l)),
		"VYRE_SAMPLER_DESC_INIT":          bytesOf((&SamplerOptions{}).desc(&l)),
		"VYRE_DISPATCH_DESC_INIT":         bytesOf((&DispatchOptions{}).desc(&l)),
		"VYRE_PARAMETER_DESC_INIT":        bytesOf((&ParameterDesc{}).desc(&l)),
		"VYRE_OP_DESC_INIT":               bytesOf((&OpDesc{}).desc(&l)),
		"VYRE_SEQUENCE_DESC_INIT":         bytesOf((&SequenceOptions{}).desc(&l)),
		"VYRE_RUN_DESC_INIT":              bytesOf(run),
		"VYRE_EMIT_DESC_INIT":             bytesOf((&EmitOptions{}).desc(&l)),
		"VYRE_VULKAN_DEVICE_DESC_INIT":    bytesOf((&VulkanDeviceDesc{}).desc()),
		"VYRE_VULKAN_BUFFER_DESC_INIT":    bytesOf((&VulkanBufferDesc{}).desc(&l)),
		"VYRE_VULKAN_SEMAPHORE_DESC_INIT": bytesOf((&VulkanSemaphoreDesc{}).desc(&l)),
		"VYRE_RECORDING_DESC_INIT":        bytesOf((&RecordingOptions{}).desc(&l)),
	}
	for name, want := range header.Inits() {
		have := ours[name]
		if have == nil && isFilled.MatchString(name) {
			size := bytesOf(uintptr(len(want)))
			have = append(size, make([]byte, len(want)-len(size))...)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("%s: got % x, want % x", name, have, want)
		}
	}
	wantEqual(t, blank[[3]uint64](), [3]uint64{24})
	for _, macro := range headerNames(t, `#define (VYRE_\w+_INIT)\b`) {
		if header.Inits()[macro] == nil && !isOfTables.MatchString(macro) {
			t.Errorf("%s is not compared", macro)
		}
	}
}

// isOfTables tells the structs of backends that are made in C, which have no Go form.
var isOfTables = regexp.MustCompile(`^VYRE_(BACKEND_TABLE|PLUGIN_\w+)_INIT$`)

func TestNilOptionsAreZeroOptions(t *testing.T) {
	var l loan
	defer l.end()
	same := func(name string, none, zero []byte) {
		if !bytes.Equal(none, zero) {
			t.Errorf("%s: nil gives % x, zero % x", name, none, zero)
		}
	}
	_, noRun := (*RunOptions)(nil).desc()
	_, run := (&RunOptions{}).desc()
	same("run", bytesOf(noRun), bytesOf(run))
	same("context", bytesOf((*ContextOptions)(nil).desc(&l)), bytesOf((&ContextOptions{}).desc(&l)))
	same("program", bytesOf((*ProgramOptions)(nil).desc(&l)), bytesOf((&ProgramOptions{}).desc(&l)))
	same("save", bytesOf((*SaveOptions)(nil).desc()), bytesOf((&SaveOptions{}).desc()))
	same("validate", bytesOf((*ValidateOptions)(nil).desc(&l)), bytesOf((&ValidateOptions{}).desc(&l)))
	same("device", bytesOf((*DeviceOptions)(nil).desc(&l)), bytesOf((&DeviceOptions{}).desc(&l)))
	same("pipeline", bytesOf((*PipelineOptions)(nil).desc(&l)), bytesOf((&PipelineOptions{}).desc(&l)))
	same("buffer", bytesOf((*BufferOptions)(nil).desc(&l)), bytesOf((&BufferOptions{}).desc(&l)))
	same("image", bytesOf((*ImageOptions)(nil).desc(&l)), bytesOf((&ImageOptions{}).desc(&l)))
	same("sampler", bytesOf((*SamplerOptions)(nil).desc(&l)), bytesOf((&SamplerOptions{}).desc(&l)))
	same("dispatch", bytesOf((*DispatchOptions)(nil).desc(&l)), bytesOf((&DispatchOptions{}).desc(&l)))
	same("sequence", bytesOf((*SequenceOptions)(nil).desc(&l)), bytesOf((&SequenceOptions{}).desc(&l)))
	same("recording", bytesOf((*RecordingOptions)(nil).desc(&l)), bytesOf((&RecordingOptions{}).desc(&l)))
	same("vulkan device", bytesOf((*VulkanDeviceDesc)(nil).desc()), bytesOf((&VulkanDeviceDesc{}).desc()))
	same("vulkan buffer", bytesOf((*VulkanBufferDesc)(nil).desc(&l)), bytesOf((&VulkanBufferDesc{}).desc(&l)))
	same("vulkan semaphore", bytesOf((*VulkanSemaphoreDesc)(nil).desc(&l)), bytesOf((&VulkanSemaphoreDesc{}).desc(&l)))
}

// wantBytes compares what the header makes with ours.
func wantBytes(t *testing.T, ours, headers map[string][]byte) {
	t.Helper()
	for call, want := range headers {
		if have := ours[call]; !bytes.Equal(have, want) {
			t.Errorf("%s: got % x, want % x", call, have, want)
		}
	}
}

func TestBindingsAreThoseOfTheHeader(t *testing.T) {
	var l loan
	defer l.end()
	data, c := make([]uint16, 4), "text\x00"
	name := c[:4]
	ours := map[string][]byte{}
	for call, binding := range map[string]Binding{
		"vyre_bind_input":   In(name, data),
		"vyre_bind_output":  Out(name, data),
		"vyre_bind_inout":   InOut(name, data),
		"vyre_bind_zeros":   Zeros(name, 8),
		"vyre_bind_buffer":  On(name, nil),
		"vyre_bind_range":   OnRange(name, nil, 4, 8),
		"vyre_bind_image":   OnImage(name, nil),
		"vyre_bind_sampler": OnSampler(name, nil),
		"slot":              In(name, data).At(3),
		"vyre_bind_at":      Zeros(name, 8).AtSet(2, 3),
	} {
		ours[call] = bytesOf(binding.toC(&l))
	}
	wantBytes(t, ours, header.Bindings(memory(data), 8, c))
}

func TestConstantsAreThoseOfTheHeader(t *testing.T) {
	var l loan
	defer l.end()
	c := "n\x00"
	wantBytes(t, map[string][]byte{
		"vyre_constant_u32":  bytesOf(ConstantU32(0xFFFFFFFF).toC(c[:1], &l)),
		"vyre_constant_i32":  bytesOf(ConstantI32(-1).toC(c[:1], &l)),
		"vyre_constant_f32":  bytesOf(ConstantF32(-1).toC(c[:1], &l)),
		"vyre_constant_bool": bytesOf(ConstantBool(true).toC(c[:1], &l)),
	}, header.Constants(c))
}

func TestTargetsAreThoseOfTheHeader(t *testing.T) {
	var l loan
	defer l.end()
	c := "turbo\x00"
	wantBytes(t, map[string][]byte{
		"vyre_target_of":        bytesOf(Target{Kind: TargetSPIRV}.toC(&l)),
		"vyre_target_extension": bytesOf(ExtensionTarget(c[:5]).toC(&l)),
	}, header.Targets(c))
}

func TestDispatchesAreThoseOfTheHeader(t *testing.T) {
	var l loan
	defer l.end()
	wantBytes(t, map[string][]byte{
		"vyre_shape": bytesOf((&DispatchOptions{Shape: [3]uint32{5, 6, 7}}).desc(&l)),
		"vyre_grid":  bytesOf((&DispatchOptions{Grid: [3]uint32{5, 6, 7}}).desc(&l)),
	}, header.Dispatches())
	data := make([]byte, 4)
	wantSlice(t, bytesOf(PushRange{Data: data}.toC(&l)), header.Push(memory(data), 4))
	wantEqual(t, uint64(Expr{}.c().id), header.NoExpr())
}

func TestParametersAreThoseOfTheHeader(t *testing.T) {
	want := must(header.DeclaredJSON())(t)
	wantEqual(t, jsonOf(t, build(t, func(b *Builder) {
		b.Input("in", F32)
		b.Output("out", F32)
		b.InOut("both", F32)
		b.Shared("part", F32, 8)
		b.Uniform("width", F32)
	})), want)
}

// headerNames are the matches of a pattern's group in the headers that this package was built with.
func headerNames(t *testing.T, pattern string) []string {
	t.Helper()
	dir := must(exec.Command("pkg-config", "--variable=includedir", "vyre_driver").Output())(t)
	var text []byte
	headers := must(filepath.Glob(filepath.Join(strings.TrimSpace(string(dir)), "vyre_driver*.h")))(t)
	for _, header := range headers {
		one := must(os.ReadFile(header))(t)
		text = append(text, one...)
	}
	var names []string
	for _, match := range regexp.MustCompile(`(?m)`+pattern).FindAllSubmatch(text, -1) {
		names = append(names, string(match[1]))
	}
	if len(names) == 0 {
		t.Fatalf("nothing in the header matches %s", pattern)
	}
	return names
}

// TestEveryNameOfTheHeaderIsBound looks for C.name in the package's sources. That each call is also
// made by a test is what internal/calls checks.
func TestEveryNameOfTheHeaderIsBound(t *testing.T) {
	bound := map[string]bool{}
	use := regexp.MustCompile(`\bC\.(\w+)`)
	for _, file := range must(filepath.Glob("*.go"))(t) {
		for _, match := range use.FindAllSubmatch(must(os.ReadFile(file))(t), -1) {
			bound[string(match[1])] = true
		}
	}
	names := headerNames(t, `^(?:VYRE_NODISCARD )?VYRE_(?:TRY|API) [\w* ]*?\b(vyre_\w+)\(`)
	names = append(names, headerNames(t, `^ +(VYRE_\w+) = \d+`)...)
	for _, name := range headerNames(t, `#define (VYRE_\w+) +\S`) {
		if !isOfTheCompiler(name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !bound[name] {
			t.Errorf("%s has no Go form", name)
		}
	}
}

// isOfTheCompiler tells macros that mean something to a C compiler only, the version of the header, in
// whose place Version tells that of the library, and the code of no error, which is nil.
func isOfTheCompiler(macro string) bool {
	switch macro {
	case "VYRE_API", "VYRE_NODISCARD", "VYRE_TRY", "VYRE_CALL", "VYRE_PLUGIN_EXPORT", "VYRE_OK":
		return true
	}
	return strings.HasSuffix(macro, "_INIT") || strings.HasSuffix(macro, "_DEFAULT") ||
		strings.HasPrefix(macro, "VYRE_VERSION_")
}
