package vyre

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
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
var isFilled = regexp.MustCompile(`_(INFO|PROFILE|COUNTERS|ENTRY|STATISTICS|POLICY|REQUIREMENTS|HANDLES|POINT|BUFFER|RESULT|SPLIT)_INIT$`)

func TestZeroOptionsAreTheInitMacros(t *testing.T) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	ours := map[string][]byte{
		"VYRE_CONTEXT_DESC_INIT":       bytesOf((&ContextOptions{}).desc(&pinner)),
		"VYRE_BUFFER_DESC_INIT":        bytesOf((&BufferDesc{}).desc(&pinner)),
		"VYRE_SPIRV_DESC_INIT":         bytesOf((&SpirvOptions{}).desc(&pinner, nil)),
		"VYRE_SELECT_DESC_INIT":        bytesOf((&SelectOptions{}).desc(&pinner)),
		"VYRE_BACKEND_DESC_INIT":       bytesOf((&BackendOptions{}).desc()),
		"VYRE_PIPELINE_DESC_INIT":      bytesOf((&PipelineOptions{}).desc(&pinner)),
		"VYRE_PLUGIN_DESC_INIT":        bytesOf((&PluginOptions{}).desc(&pinner)),
		"VYRE_BINDING_INIT":            bytesOf((&Binding{}).toC(&pinner)),
		"VYRE_DISPATCH_DESC_INIT":      bytesOf((&DispatchOptions{}).desc(&pinner)),
		"VYRE_OP_DESC_INIT":            bytesOf((&OpDesc{}).desc(&pinner)),
		"VYRE_BUFFER_OPTIONS_INIT":     bytesOf((&BufferOptions{}).desc()),
		"VYRE_VALIDATE_DESC_INIT":      bytesOf((&ValidateOptions{}).desc()),
		"VYRE_VULKAN_DEVICE_DESC_INIT": bytesOf((&VulkanDevice{}).desc()),
		"VYRE_VULKAN_BUFFER_DESC_INIT": bytesOf((&VulkanBufferDesc{}).desc()),
		"VYRE_VULKAN_ACCESS_INIT":      bytesOf(VulkanAccess{}.toC()),
		"VYRE_RECORDING_DESC_INIT":     bytesOf((&RecordingOptions{}).desc()),
		"VYRE_SEQUENCE_DESC_INIT":      bytesOf((&SequenceOptions{}).desc(&pinner)),
	}
	for name, want := range header.Inits() {
		have := ours[name]
		if isFilled.MatchString(name) {
			size := bytesOf(uintptr(len(want)))
			have = append(size, make([]byte, len(want)-len(size))...)
		}
		if !bytes.Equal(have, want) {
			t.Errorf("%s: got % x, want % x", name, have, want)
		}
	}
	wantEqual(t, blank[[3]uint64](), [3]uint64{24})
	for _, macro := range headerNames(t, `#define (VYRE_\w+_INIT)\b`) {
		if header.Inits()[macro] == nil && !isOfTables[macro] {
			t.Errorf("%s is not compared", macro)
		}
	}
}

// isOfTables are the structs of backends that are made in C, which have no Go form.
var isOfTables = map[string]bool{"VYRE_BACKEND_TABLE_INIT": true, "VYRE_SPIRV_MODULE_INIT": true}

func TestNilOptionsAreZeroOptions(t *testing.T) {
	var pinner runtime.Pinner
	defer pinner.Unpin()
	same := func(name string, none, zero []byte) {
		if !bytes.Equal(none, zero) {
			t.Errorf("%s: nil gives % x, zero % x", name, none, zero)
		}
	}
	same("context", bytesOf((*ContextOptions)(nil).desc(&pinner)), bytesOf((&ContextOptions{}).desc(&pinner)))
	same("select", bytesOf((*SelectOptions)(nil).desc(&pinner)), bytesOf((&SelectOptions{}).desc(&pinner)))
	same("backend", bytesOf((*BackendOptions)(nil).desc()), bytesOf((&BackendOptions{}).desc()))
	same("pipeline", bytesOf((*PipelineOptions)(nil).desc(&pinner)), bytesOf((&PipelineOptions{}).desc(&pinner)))
	same("vulkan device", bytesOf((*VulkanDevice)(nil).desc()), bytesOf((&VulkanDevice{}).desc()))
	same("vulkan buffer", bytesOf((*VulkanBufferDesc)(nil).desc()), bytesOf((&VulkanBufferDesc{}).desc()))
	same("recording", bytesOf((*RecordingOptions)(nil).desc()), bytesOf((&RecordingOptions{}).desc()))
	same("spirv", bytesOf((*SpirvOptions)(nil).desc(&pinner, nil)), bytesOf((&SpirvOptions{}).desc(&pinner, nil)))
	same("sequence", bytesOf((*SequenceOptions)(nil).desc(&pinner)), bytesOf((&SequenceOptions{}).desc(&pinner)))
	same("dispatch", bytesOf((*DispatchOptions)(nil).desc(&pinner)), bytesOf((&DispatchOptions{}).desc(&pinner)))
}

func TestBindingsAreThoseOfTheHeader(t *testing.T) {
	data, name := make([]uint16, 4), "text"
	ours := map[string]Binding{
		"vyre_bind_input":             Input(3, data),
		"vyre_bind_output":            Output(3, data),
		"vyre_bind_inout":             InOut(3, data),
		"vyre_bind_zeros":             Zeros(3, 8),
		"vyre_bind_buffer":            BindBuffer(3, nil),
		"vyre_bind_buffer_range":      BindBufferRange(3, nil, 4, 8),
		"vyre_bind_name":              Zeros(3, 8).Named(name),
		"vyre_bind_input_name":        Input(3, data).Named(name),
		"vyre_bind_output_name":       Output(3, data).Named(name),
		"vyre_bind_inout_name":        InOut(3, data).Named(name),
		"vyre_bind_zeros_name":        Zeros(3, 8).Named(name),
		"vyre_bind_buffer_name":       BindBuffer(3, nil).Named(name),
		"vyre_bind_buffer_range_name": BindBufferRange(3, nil, 4, 8).Named(name),
	}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	for call, want := range header.Bindings(memory(data), 8, name) {
		binding := ours[call]
		if have := bytesOf(binding.toC(&pinner)); !bytes.Equal(have, want) {
			t.Errorf("%s: got % x, want % x", call, have, want)
		}
	}
}

func TestSpecValuesAreThoseOfTheHeader(t *testing.T) {
	spelling := "Vec<F32,4>"
	ours := map[string]SpecValue{
		"vyre_spec_u32":     SpecU32(0xFFFFFFFF),
		"vyre_spec_i32":     SpecI32(-1),
		"vyre_spec_f32":     SpecF32(-1),
		"vyre_spec_boolean": SpecBoolean(true),
		"vyre_spec_element": SpecElement(spelling),
	}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	for call, want := range header.SpecValues(spelling) {
		if have := bytesOf(ours[call].toC(&pinner)); !bytes.Equal(have, want) {
			t.Errorf("%s: got % x, want % x", call, have, want)
		}
	}
}

func TestTargetsAreThoseOfTheHeader(t *testing.T) {
	id := "turbo"
	ours := map[string]Target{
		"vyre_target_of":        {Kind: TargetSPIRV},
		"vyre_target_extension": ExtensionTarget(id),
	}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	for call, want := range header.Targets(id) {
		if have := bytesOf(ours[call].toC(&pinner)); !bytes.Equal(have, want) {
			t.Errorf("%s: got % x, want % x", call, have, want)
		}
	}
}

func TestDeclarationsAreThoseOfTheHeader(t *testing.T) {
	want := must(header.DeclaredJSON())(t)
	program := build(t, func(b *Builder) {
		b.DeclareInput(4, "in", "F32")
		b.DeclareOutput(5, "out", "F32")
		b.DeclareShared("part", "F32", 8)
	})
	have := must(program.ToJSON())(t)
	wantEqual(t, have, want)
	wantEqual(t, unsafe.Sizeof(Expr{}), header.ExprSize)
}

// headerNames are the matches of a pattern's group in the headers that this package was built with.
func headerNames(t *testing.T, pattern string) []string {
	t.Helper()
	dir := must(exec.Command("pkg-config", "--variable=includedir", "vyre_driver").Output())(t)
	var text []byte
	for _, header := range []string{"vyre_driver.h", "vyre_driver_vulkan.h"} {
		one := must(os.ReadFile(filepath.Join(strings.TrimSpace(string(dir)), header)))(t)
		text = append(text, one...)
	}
	var names []string
	for _, match := range regexp.MustCompile(pattern).FindAllSubmatch(text, -1) {
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
	files := must(filepath.Glob("*.go"))(t)
	var sources strings.Builder
	for _, file := range files {
		text := must(os.ReadFile(file))(t)
		sources.Write(text)
	}
	names := headerNames(t, `VYRE_API (?:VYRE_NODISCARD )?[\w* ]*?\b(vyre_\w+)\(`)
	for _, name := range headerNames(t, `#define (VYRE_\w+) +\S`) {
		if !isOfTheCompiler(name) {
			names = append(names, name)
		}
	}
	for _, name := range names {
		if !regexp.MustCompile(`\bC\.` + name + `\b`).MatchString(sources.String()) {
			t.Errorf("%s has no Go form", name)
		}
	}
}

// isOfTheCompiler tells macros that mean something to a C compiler only, and the version of the
// header, in whose place Version tells that of the library.
func isOfTheCompiler(macro string) bool {
	return macro == "VYRE_API" || macro == "VYRE_NODISCARD" || strings.HasSuffix(macro, "_INIT") ||
		strings.HasPrefix(macro, "VYRE_VERSION_")
}
