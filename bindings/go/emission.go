package vyre

// #include "all.h"
import "C"
import "unsafe"

// Emission is the kernels of a program with a table of what to bind where, to be run without this
// library.
type Emission struct{ handle *handle[*C.vyre_emission] }

// EmitOptions says how the kernels of a program are made.
type EmitOptions struct {
	Target string // "spirv". Required
	// The code may use what this device has; nil: the least that every device of the target has.
	Device   *Device
	Pipeline *PipelineOptions // constants, workgroup size, flags; nil: the defaults
	// The launch that grid barriers are cut for: its Shape or Grid alone counts. A program with grid
	// barriers needs one.
	Launch *DispatchOptions
}

// Emit makes the kernels of the program. It needs no device and runs nothing. The same call gives the
// same code.
func (p *Program) Emit(options *EmitOptions) (*Emission, error) {
	source, programs := use(p)
	defer programs.done(source)
	var l loan
	defer l.end()
	desc := options.desc(&l)
	if l.err != nil {
		return nil, l.err
	}
	var out *C.vyre_emission
	return made[Emission](C.vyre_program_emit(source, &desc, &out), &out)
}

func (o *EmitOptions) desc(l *loan) C.vyre_emit_desc {
	all := given(o)
	desc := C.vyre_emit_desc{struct_size: C.sizeof_vyre_emit_desc, target: pinned(all.Target, l)}
	if device := borrow(l, all.Device, "device of EmitOptions.Device"); device != nil {
		desc.device = C.vyre_device_get_info(device)
	}
	if all.Pipeline != nil {
		pipeline := all.Pipeline.desc(l)
		l.pinner.Pin(&pipeline)
		desc.pipeline = &pipeline
	}
	if all.Launch != nil {
		launch := all.Launch.desc(l)
		l.pinner.Pin(&launch)
		desc.dispatch = &launch
	}
	return desc
}

// Emit gives the kernels that this pipeline runs, exactly these: "spirv" on Vulkan. Other devices, and
// programs that are cut anew for each launch, are [ErrUnsupportedFeature].
func (p *Pipeline) Emit(target string) (*Emission, error) {
	c, h := use(p)
	defer h.done(c)
	var out *C.vyre_emission
	return made[Emission](C.vyre_pipeline_emit(c, str(target), &out), &out)
}

// ArgumentKind is what an argument of a kernel is.
type ArgumentKind uint32

const (
	// A parameter of the program, as a storage buffer. It begins as a dispatch would begin it: an output
	// with zeros.
	ArgumentParameter ArgumentKind = C.VYRE_ARGUMENT_PARAMETER
	// A uniform buffer of 32-bit words: how many elements each storage buffer has.
	ArgumentCounts ArgumentKind = C.VYRE_ARGUMENT_COUNTS
	// A storage buffer of seven 32-bit words: kind, site, value, number of the kernel, and the
	// invocation on each axis. 0 before the first kernel; a kind other than 0 afterwards is a trap.
	ArgumentTrap ArgumentKind = C.VYRE_ARGUMENT_TRAP
	// A storage buffer that carries values between segments: the same slot is the same buffer in every
	// kernel.
	ArgumentHidden ArgumentKind = C.VYRE_ARGUMENT_HIDDEN
)

// ArgumentInfo is one argument of a kernel.
type ArgumentInfo struct {
	Name        string // of a parameter
	Bytes       uint64 // to bind, rounded up to words; 0: chosen when it is bound, 4 at least
	ElementBits uint64 // of a storage buffer: its count is Bytes * 8 / ElementBits; 0: it is 0
	Kind        ArgumentKind
	Slot        uint32 // of a parameter or a hidden buffer
	Set         uint32 // descriptor set of SPIR-V
	Binding     uint32 // in that set
	Position    uint32 // among the kernel's arguments
	Access      Access
}

func argumentInfo(i *C.vyre_argument_info) ArgumentInfo {
	return ArgumentInfo{
		Name: text(i.name), Bytes: uint64(i.bytes), ElementBits: uint64(i.element_bits),
		Kind: ArgumentKind(i.kind), Slot: uint32(i.slot), Set: uint32(i.set), Binding: uint32(i.binding),
		Position: uint32(i.position), Access: Access(i.access),
	}
}

// KernelInfo is one kernel.
type KernelInfo struct {
	Code                 []byte         // SPIR-V words in the byte order of this machine
	Entry                string         // the entry point in Code
	Arguments            []ArgumentInfo // by position
	TrapSites            []string       // where it can trap, by the number that a trap reports
	WorkgroupMemoryBytes uint64
	Workgroup            [3]uint32 // invocations on each axis
	PushConstantBytes    uint32    // the first three words: the first workgroup; 0 for a whole grid
}

func kernelInfo(i *C.vyre_kernel_info) KernelInfo {
	return KernelInfo{
		Code:                 append([]byte(nil), unsafe.Slice((*byte)(i.code.data), uint64(i.code.size))...),
		Entry:                text(i.entry),
		Arguments:            each(i.arguments, i.argument_count, argumentInfo),
		TrapSites:            each(i.trap_sites, i.trap_site_count, textAt),
		WorkgroupMemoryBytes: uint64(i.workgroup_memory_bytes),
		Workgroup:            axes(i.workgroup),
		PushConstantBytes:    uint32(i.push_constant_bytes),
	}
}

// EmissionInfo is an emission as data.
type EmissionInfo struct {
	AotID string // of the target: "spv"
	// One for each segment, in the order to run them: each on the whole grid, behind all that those
	// before it wrote.
	Kernels []KernelInfo
	Grid    [3]uint32 // workgroups on each axis that they are for; all 0: any
}

// Info is the emission as data.
func (e *Emission) Info() EmissionInfo {
	c, h := use(e)
	defer h.done(c)
	i := C.vyre_emission_get_info(c)
	return EmissionInfo{
		AotID: text(i.aot_id), Kernels: each(i.kernels, i.kernel_count, kernelInfo), Grid: axes(i.grid),
	}
}

// Save is all of the emission as one JSON text, the code in base64.
func (e *Emission) Save() ([]byte, error) {
	c, h := use(e)
	defer h.done(c)
	var out *C.vyre_blob
	return written(C.vyre_emission_save(c, &out), &out)
}

// Close gives the emission back.
func (e *Emission) Close() { handleOf(e).close() }
