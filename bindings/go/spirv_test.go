package vyre

import (
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"testing"
)

// spirvKernel is the module that tests/kernels/NAME.comp was compiled to.
func spirvKernel(t *testing.T, name string) []byte {
	t.Helper()
	folder := os.Getenv("VYRE_TEST_KERNELS")
	if folder == "" {
		t.Skip("VYRE_TEST_KERNELS does not say where the kernels are")
	}
	return must(os.ReadFile(filepath.Join(folder, name+".spv")))(t)
}

func makeSpirv(t *testing.T, name string, options *SpirvOptions) *Pipeline {
	t.Helper()
	backend := acquire(t, newTestContext(t, nil), "vulkan")
	return opened(backend.CreateSpirvPipeline(spirvKernel(t, name), options))(t)
}

func TestPushConstantsComeAsABlockAndByOffset(t *testing.T) {
	pipeline := makeSpirv(t, "saxpy", &SpirvOptions{Label: "saxpy"})
	x, y, out := []float32{1, 2, 3}, []float32{10, 20, 30}, make([]float32, 3)
	block, scale := make([]byte, 32), make([]byte, 4)
	binary.NativeEndian.PutUint32(block, 3)
	binary.NativeEndian.PutUint32(scale, math.Float32bits(2))
	bindings := []Binding{Input(0, x), Input(1, y), Output(2, out)}
	options := &DispatchOptions{PushConstants: block, PushRanges: []PushRange{{Offset: 4, Data: scale}}}
	must(dispatch(pipeline, options, bindings...))(t)
	wantSlice(t, out, []float32{12, 24, 36})
	wantError(t, failed(dispatch(pipeline, nil, bindings...)), ErrInvalidArgument, "32 bytes")
}

func TestConstantsAreChosenByNameAndByNumber(t *testing.T) {
	values := opened(CreateSpecMap())(t)
	ok(t, values.Set("TILE", SpecU32(2)))
	ok(t, values.Set("#5", SpecI32(100)))
	pipeline := makeSpirv(t, "matmul", &SpirvOptions{
		Entry:  "main",
		Values: values,
		Bindings: []SpirvBinding{
			{Set: 1, Binding: 4, Slot: 0, Element: "U32", Access: AccessReadOnly},
			{Set: 0, Binding: 2, Slot: 1, Element: "U32", Access: AccessReadOnly},
			{Set: 0, Binding: 7, Slot: 2, Element: "U32", Access: AccessReadWrite},
		},
	})
	info := must(pipeline.SpirvInfo())(t)
	wantEqual(t, info, SpirvInfo{
		Entry: "main", WorkgroupMemoryBytes: 32, BufferCount: 3, PushConstantBytes: 4,
		Workgroup: [3]uint32{2, 2, 1},
	})
	product := must(pipeline.SpirvBinding(2))(t)
	wantEqual(t, product.Name, "product")
	wantError(t, failed(pipeline.SpirvBinding(3)), ErrNotFound, "3 buffers")

	a, b, c := []uint32{1, 2, 3, 4}, []uint32{5, 6, 7, 8}, make([]uint32, 4)
	size := make([]byte, 4)
	binary.NativeEndian.PutUint32(size, 2)
	options := &DispatchOptions{Grid: [3]uint32{1, 1, 1}, PushConstants: size}
	must(dispatch(pipeline, options, Input(0, a), Input(1, b), Output(2, c)))(t)
	wantSlice(t, c, []uint32{119, 122, 143, 150})
}

func TestWhatIsNoKernelIsNamed(t *testing.T) {
	c := newTestContext(t, nil)
	backend, oracle := acquire(t, c, "vulkan"), acquire(t, c, "cpu-ref")
	wantError(t, failed(backend.CreateSpirvPipeline(spirvKernel(t, "image"), nil)), ErrUnsupportedFeature, "'picture'")
	wantError(t, failed(oracle.CreateSpirvPipeline(spirvKernel(t, "saxpy"), nil)), ErrUnsupportedFeature, "SPIR-V modules")
	wantError(t, failed(compile(t, backend, increment).SpirvInfo()), ErrInvalidArgument, "made from a program")
	checked, err := backend.CreateSpirvPipeline(spirvKernel(t, "saxpy"), &SpirvOptions{Checked: true})
	wantEqual(t, err == nil, HasSpirvTools())
	checked.Close()
}
