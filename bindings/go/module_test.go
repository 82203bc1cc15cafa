package vyre

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// kernel is the module that tests/kernels/NAME.comp was compiled to.
func kernel(t *testing.T, name string) []byte {
	t.Helper()
	folder := os.Getenv("VYRE_TEST_KERNELS")
	if folder == "" {
		t.Skip("VYRE_TEST_KERNELS does not say where the kernels are")
	}
	return must(os.ReadFile(filepath.Join(folder, name+".spv")))(t)
}

func loadModule(t *testing.T, name string, options *ProgramOptions) *Program {
	t.Helper()
	return opened(LoadProgram(kernel(t, name), options))(t)
}

func TestModulesArePrograms(t *testing.T) {
	words := kernel(t, "matmul")
	program := loadModule(t, "matmul", &ProgramOptions{Label: "product of matrices", Entry: "main"})
	info := program.Info()
	wantEqual(t, info.Label, "product of matrices")
	wantEqual(t, info.Entry, "main")
	wantEqual(t, info.Format, FormatSPIRV)
	wantEqual(t, info.Semantics, SemanticsAny)
	wantEqual(t, info.Dimensions, 2)
	wantEqual(t, info.PushConstantBytes, 4)
	wantEqual(t, info.WorkgroupMemoryBytes, 128)
	wantEqual(t, len(info.Parameters), 3)
	for _, parameter := range info.Parameters {
		if parameter.Name == "left" {
			wantEqual(t, [2]uint32{parameter.Set, parameter.Binding}, [2]uint32{1, 4})
			wantEqual(t, parameter.Resource, ResourceBuffer)
		}
	}
	tile := info.Constants[2]
	wantEqual(t, tile.Name, "TILE")
	wantEqual(t, *tile.Initial, ConstantU32(4))
	wantEqual(t, tile.WorkgroupAxis, 1)
	wantEqual(t, info.Constants[1].Number, 5)
	saved := must(program.Save(nil))(t)
	wantEqual(t, string(saved), string(words))
}

func TestPushConstantsComeAsABlockAndByOffset(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	pipeline := compileProgram(t, device, loadModule(t, "saxpy", nil))
	x, y, out := []float32{1, 2, 3}, []float32{10, 20, 30}, make([]float32, 3)
	block, scale := make([]byte, 32), make([]byte, 4)
	binary.NativeEndian.PutUint32(block, 3)
	binary.NativeEndian.PutUint32(scale, math.Float32bits(2))
	bindings := []Binding{In("", x).At(0), In("", y).At(1), Out("", out).At(2)}
	options := &DispatchOptions{Push: []PushRange{{Data: block}, {Offset: 4, Data: scale}}}
	must(dispatch(pipeline, options, bindings...))(t)
	wantSlice(t, out, []float32{12, 24, 36})
	wantError(t, failed(dispatch(pipeline, nil, bindings...)), ErrInvalidArgument, "32 bytes")
}

func pushed(number uint32) []PushRange {
	return []PushRange{{Data: binary.NativeEndian.AppendUint32(nil, number)}}
}

func TestConstantsAreChosenByNameAndByNumber(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	constants := Constants{"TILE": ConstantU32(2), "#5": ConstantI32(100)}
	a, b, c := []uint32{1, 2, 3, 4}, []uint32{5, 6, 7, 8}, make([]uint32, 4)
	run := func(program *Program, bindings ...Binding) {
		t.Helper()
		pipeline := opened(device.CreatePipeline(program, &PipelineOptions{Constants: constants}))(t)
		info := pipeline.Info()
		wantEqual(t, info.Workgroup, [3]uint32{2, 2, 1})
		wantEqual(t, info.PushConstantBytes, 4)
		options := &DispatchOptions{Grid: [3]uint32{1, 1, 1}, Push: pushed(2)}
		must(dispatch(pipeline, options, bindings...))(t)
		wantSlice(t, c, []uint32{119, 122, 143, 150})
		clear(c)
	}
	run(loadModule(t, "matmul", nil), In("", a).AtSet(1, 4), In("", b).At(2), InOut("", c).At(7))
	run(loadModule(t, "matmul", &ProgramOptions{Parameters: []ModuleParameter{
		{Set: 1, Binding: 4, Slot: 0, Name: "a", Element: "U32", Access: AccessReadOnly},
		{Set: 0, Binding: 2, Slot: 1, Name: "b", Element: "U32", Access: AccessReadOnly},
		{Set: 0, Binding: 7, Slot: 2, Name: "c", Element: "U32", Access: AccessWriteOnly},
	}}), In("a", a), In("b", b), Out("c", c))
}

func TestDescriptorsOfAnArrayAreBoundEachForItself(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	program := loadModule(t, "array", nil)
	wantEqual(t, program.Info().Parameters[0].ArrayCount, 4)
	pipeline := compileProgram(t, device, program)
	of := func(number uint32) []uint32 { return slices.Repeat([]uint32{number}, 64) }
	first, second := make([]uint32, 64), make([]uint32, 64)
	bindings := []Binding{
		Out("sums", first), Out("", second).At(4).ArrayIndex(1),
		In("factors", []uint32{2, 0, 0, 0}), In("factors", []uint32{3, 0, 0, 0}).ArrayIndex(1),
	}
	for i, page := range [][]uint32{of(1), of(20), of(300), of(4000)} {
		bindings = append(bindings, In("pages", page).ArrayIndex(uint32(i)))
	}
	options := &DispatchOptions{Grid: [3]uint32{1, 1, 1}}
	must(dispatch(pipeline, options, bindings...))(t)
	wantSlice(t, first, of(42))
	wantSlice(t, second, of(12900))
	wantError(t, failed(dispatch(pipeline, options, bindings[1:]...)), ErrInvalidArgument, "'sums'")
}

func twiceFrom1(count int) []uint32 {
	words := make([]uint32, count)
	for i := range words {
		words[i] = 2 * (uint32(i) + 1)
	}
	return words
}

func TestKernelsRunInPlaceWithTheFlagAndFromAGridInABuffer(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	program := loadModule(t, "aliased", nil)
	buffer, grid := createBuffer(t, device, 128*4), createBuffer(t, device, 12)
	ok(t, grid.Write(0, BytesOf([]uint32{2, 1, 1})))
	options := &DispatchOptions{GridBuffer: grid}
	both := []Binding{On("", buffer).At(0), On("", buffer).At(1)}
	wantError(t, failed(dispatch(compileProgram(t, device, program), options, both...)),
		ErrInvalidArgument, "VYRE_PIPELINE_ALLOW_OVERLAP")
	pipeline := opened(device.CreatePipeline(program, &PipelineOptions{Flags: PipelineAllowOverlap}))(t)
	must(dispatch(pipeline, options, both...))(t)
	words := make([]uint32, 128)
	ok(t, buffer.Read(0, BytesOf(words)))
	wantSlice(t, words, twiceFrom1(128))
}

func TestConstantsThatAModuleLacksAreSkippedWithTheFlag(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	program := loadModule(t, "matmul", nil)
	options := &PipelineOptions{Constants: Constants{"TILE": ConstantU32(8), "#9": ConstantU32(1)}}
	wantError(t, failed(device.CreatePipeline(program, options)), ErrNotFound, "'#9'")
	options.Flags = PipelineIgnoreUnknownConstants
	wantEqual(t, opened(device.CreatePipeline(program, options))(t).Info().Workgroup, [3]uint32{8, 8, 1})
}

func TestAddressesOfBuffersArePushed(t *testing.T) {
	device := openID(t, newTestContext(t, nil), "vulkan")
	if device.Info().Features&FeatureBufferAddresses == 0 {
		t.Skip("the device has no addresses")
	}
	pipeline := compileProgram(t, device, loadModule(t, "addresses", nil))
	buffer := func(words ...uint64) (*Buffer, uint64) {
		made := opened(device.CreateBuffer(256, nil))(t)
		ok(t, made.Write(0, BytesOf(words)))
		return made, must(made.Address())(t)
	}
	_, first := buffer(20, 1)
	_, second := buffer(300, 2)
	_, table := buffer(first, second)
	sum, one := buffer()
	twice, two := buffer()
	options := &DispatchOptions{
		Grid: [3]uint32{1, 1, 1},
		Push: []PushRange{{Data: BytesOf([]uint64{2, table, one, two})}},
	}
	must(dispatch(pipeline, options))(t)
	words := func(b *Buffer) []uint64 {
		read := make([]uint64, 2)
		ok(t, b.Read(0, BytesOf(read)))
		return read
	}
	wantSlice(t, words(sum), []uint64{320, 3})
	wantSlice(t, words(twice), []uint64{640, 6})
	ok(t, twice.Free())
	wantError(t, failed(dispatch(pipeline, options)), ErrInvalidArgument, "at offset 24")
}

func TestEntryPointsAreToldAndChosenByName(t *testing.T) {
	wantError(t, failed(LoadProgram(kernel(t, "two_entries"), nil)), ErrNotFound, "'ones', 'twos'")
	info := loadModule(t, "two_entries", &ProgramOptions{Entry: "twos"}).Info()
	wantEqual(t, info.Entry, "twos")
	wantSlice(t, info.EntryPoints, []string{"ones", "twos"})
}

func TestWhatIsNoKernelIsNamed(t *testing.T) {
	c := newTestContext(t, nil)
	device, oracle := openID(t, c, "vulkan"), openID(t, c, "cpu-ref")
	image, err := LoadProgram(kernel(t, "image"), nil)
	if err == nil {
		err = failed(device.CreatePipeline(image, nil))
	}
	wantError(t, err, ErrUnsupportedFeature, "'picture'")
	saxpy := loadModule(t, "saxpy", nil)
	wantError(t, failed(oracle.CreatePipeline(saxpy, nil)), ErrUnsupportedFeature, "SPIR-V")
	wantError(t, failed(LoadProgram(kernel(t, "saxpy"), &ProgramOptions{Entry: "other"})), ErrNotFound, "'other'")
	checked, err := device.CreatePipeline(saxpy, &PipelineOptions{Flags: PipelineChecked})
	wantEqual(t, err == nil, GetBuildFlags()&BuildSpirvTools != 0)
	checked.Close()
}
