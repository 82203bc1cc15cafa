package vyre

// #include <vyre_driver.h>
import "C"

import "runtime"

// HasSpirvTools tells whether the library was built with SPIRV-Tools: then modules are validated
// before a driver sees them, and can be Checked.
func HasSpirvTools() bool { return C.vyre_built_with()&C.VYRE_BUILT_WITH_SPIRV_TOOLS != 0 }

// SpirvBinding is one buffer of a SPIR-V module.
type SpirvBinding struct {
	Set     uint32 // its numbers in the module
	Binding uint32
	Slot    uint32 // where a dispatch binds it
	Name    string // empty: what the module calls it
	Element string // spelling of the element type: "F32"; empty: "Bytes"
	Count   uint64 // of elements; 0: taken from what is bound
	Access  Access // AccessUniform of uniform buffers
}

// SpirvOptions says how a SPIR-V module is to be seen.
type SpirvOptions struct {
	Entry string // the entry point; empty: the only one for compute
	Label string // names the pipeline in messages and debugging tools
	// Every buffer that the entry point uses; empty: as the module says, by binding numbers.
	Bindings []SpirvBinding
	// Values of specialization constants, by their names in the module or by their numbers: "#7".
	Values *SpecMap
	// Have indexes kept within what they index; see VYRE_SPIRV_CHECKED in the header.
	Checked bool
}

// desc is the C form, which borrows memory until the pinner is unpinned.
func (o *SpirvOptions) desc(pinner *runtime.Pinner, values *C.vyre_spec_map) C.vyre_spirv_desc {
	desc := C.vyre_spirv_desc{struct_size: C.sizeof_vyre_spirv_desc}
	o = given(o)
	desc.entry, desc.label = pinned(o.Entry, pinner), pinned(o.Label, pinner)
	desc.flags = flag(o.Checked, C.VYRE_SPIRV_CHECKED)
	desc.bindings, desc.binding_count = pinnedList(o.Bindings, pinner, SpirvBinding.toC)
	desc.values = values
	return desc
}

func (b SpirvBinding) toC(pinner *runtime.Pinner) C.vyre_spirv_binding {
	return C.vyre_spirv_binding{
		name: pinned(b.Name, pinner), element: pinned(b.Element, pinner),
		count: C.uint64_t(b.Count), set: C.uint32_t(b.Set), binding: C.uint32_t(b.Binding),
		slot: C.uint32_t(b.Slot), access: C.uint32_t(b.Access),
	}
}

// PushRange is bytes at an offset of the push constants of a SPIR-V module.
type PushRange struct {
	Offset uint64
	Data   []byte
}

func (r PushRange) toC(pinner *runtime.Pinner) C.vyre_push_range {
	return C.vyre_push_range{
		data: pinnedBytes(r.Data, pinner), size: C.uint64_t(len(r.Data)), offset: C.uint64_t(r.Offset),
	}
}

// CreateSpirvPipeline makes a pipeline of a kernel in a SPIR-V module: its words, in either order of
// bytes. For Vulkan backends; others refuse it as [ErrUnsupportedFeature]. May block.
//
// A kernel may read and write outside of its buffers unless it is Checked, and a driver may do
// anything with an invalid module, which is found only where [HasSpirvTools].
func (b *Backend) CreateSpirvPipeline(words []byte, options *SpirvOptions) (*Pipeline, error) {
	backend, backends := use(b)
	defer backends.done(backend)
	var pinner runtime.Pinner
	defer pinner.Unpin()
	var out *C.vyre_pipeline
	create := func(values *C.vyre_spec_map) *C.vyre_error {
		desc := options.desc(&pinner, values)
		desc.words, desc.size = pinnedBytes(words, &pinner), C.size_t(len(words))
		return C.vyre_pipeline_create_spirv(backend, &desc, &out)
	}
	return made[Pipeline](given(options).Values.locked(reading, create), &out)
}

// SpirvInfo is what a pipeline from a SPIR-V module is.
type SpirvInfo struct {
	Entry                string
	Checked              bool      // indexes are kept within what they index
	WorkgroupMemoryBytes uint64    // 0: none, or the module does not say it plainly
	BufferCount          uint32    // that the entry point uses
	PushConstantBytes    uint32    // what a dispatch has to give
	Workgroup            [3]uint32 // with the constants that were chosen
}

// SpirvInfo tells it; a pipeline from a program is [ErrInvalidArgument].
func (p *Pipeline) SpirvInfo() (SpirvInfo, error) {
	c, h := use(p)
	defer h.done(c)
	info := blank[C.vyre_spirv_info]()
	err := take(C.vyre_pipeline_get_spirv_info(c, &info))
	return SpirvInfo{
		Entry:                text(info.entry),
		Checked:              info.flags&C.VYRE_SPIRV_CHECKED != 0,
		WorkgroupMemoryBytes: uint64(info.workgroup_memory_bytes),
		BufferCount:          uint32(info.buffer_count),
		PushConstantBytes:    uint32(info.push_constant_bytes),
		Workgroup:            axes(info.workgroup),
	}, err
}

// SpirvBinding is buffer index of a pipeline from a SPIR-V module, by slot, below
// [SpirvInfo].BufferCount.
func (p *Pipeline) SpirvBinding(index uint32) (SpirvBinding, error) {
	c, h := use(p)
	defer h.done(c)
	var b C.vyre_spirv_binding
	err := take(C.vyre_pipeline_get_spirv_binding(c, C.uint32_t(index), &b))
	return SpirvBinding{
		Set: uint32(b.set), Binding: uint32(b.binding), Slot: uint32(b.slot),
		Name: text(b.name), Element: text(b.element), Count: uint64(b.count), Access: Access(b.access),
	}, err
}
