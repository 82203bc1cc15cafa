package vyre

// #include <vyre_driver.h>
import "C"

// Needs are bits of what a program uses.
type Needs uint64

const (
	// scripts/generate writes: needs
	NeedsAtomics          Needs = C.VYRE_NEEDS_ATOMICS           // atomic operations
	NeedsWorkgroupMemory  Needs = C.VYRE_NEEDS_WORKGROUP_MEMORY  // memory that a workgroup shares
	NeedsWorkgroupBarrier Needs = C.VYRE_NEEDS_WORKGROUP_BARRIER // barriers of a workgroup
	NeedsGridBarrier      Needs = C.VYRE_NEEDS_GRID_BARRIER      // barriers of the grid
	NeedsSubgroup         Needs = C.VYRE_NEEDS_SUBGROUP          // subgroup operations
	NeedsF16              Needs = C.VYRE_NEEDS_F16               // 16-bit floats
	NeedsBF16             Needs = C.VYRE_NEEDS_BF16              // bfloat16
	NeedsF32              Needs = C.VYRE_NEEDS_F32               // 32-bit floats
	NeedsF64              Needs = C.VYRE_NEEDS_F64               // 64-bit floats
	NeedsInt64            Needs = C.VYRE_NEEDS_INT64             // 64-bit integers
	NeedsStorage8Bit      Needs = C.VYRE_NEEDS_STORAGE_8BIT      // elements of 8 bits
	NeedsStorage16Bit     Needs = C.VYRE_NEEDS_STORAGE_16BIT     // elements of 16 bits
	NeedsTrap             Needs = C.VYRE_NEEDS_TRAP              // traps
	NeedsCalls            Needs = C.VYRE_NEEDS_CALLS             // calls of registered ops
	NeedsAsyncCopies      Needs = C.VYRE_NEEDS_ASYNC_COPIES      // asynchronous copies
	NeedsIndirectDispatch Needs = C.VYRE_NEEDS_INDIRECT_DISPATCH // indirect dispatches
	NeedsCollectives      Needs = C.VYRE_NEEDS_COLLECTIVES       // collectives
	NeedsExtensions       Needs = C.VYRE_NEEDS_EXTENSIONS        // extensions
	NeedsTranscendental   Needs = C.VYRE_NEEDS_TRANSCENDENTAL    // sin, exp, log and the like
	// scripts/generate ends
)

// ProgramInfo is what a program as a whole is.
type ProgramInfo struct {
	Entry                string // the op the program stands for; empty when it names none
	Needs                Needs
	WorkgroupMemoryBytes uint64
	ExpressionCount      uint64
	StatementCount       uint64
	BufferCount          uint32
	Workgroup            [3]uint32 // the declared workgroup size
}

// Role is what a dispatch does with a buffer. It follows from the buffer's declaration.
type Role uint32

const (
	RoleShared      Role = C.VYRE_ROLE_SHARED       // one copy per workgroup, nothing to bind
	RolePersistent  Role = C.VYRE_ROLE_PERSISTENT   // kept by the caller between dispatches
	RoleOutput      Role = C.VYRE_ROLE_OUTPUT       // starts zeroed, may be read back
	RoleInput       Role = C.VYRE_ROLE_INPUT        // needs bytes, is only read
	RoleInputOutput Role = C.VYRE_ROLE_INPUT_OUTPUT // needs bytes, may be read back
	RoleUniform     Role = C.VYRE_ROLE_UNIFORM      // needs bytes, is only read
)

// Access is how a program may touch a buffer.
type Access uint32

const (
	AccessReadOnly  Access = C.VYRE_ACCESS_READ_ONLY
	AccessReadWrite Access = C.VYRE_ACCESS_READ_WRITE
	AccessUniform   Access = C.VYRE_ACCESS_UNIFORM
	AccessWorkgroup Access = C.VYRE_ACCESS_WORKGROUP
	AccessWriteOnly Access = C.VYRE_ACCESS_WRITE_ONLY
)

// BufferFlags are bits about a declared buffer.
type BufferFlags uint64

const (
	BufferIsOutput    BufferFlags = C.VYRE_BUFFER_IS_OUTPUT    // declared as the output
	BufferLiveOut     BufferFlags = C.VYRE_BUFFER_LIVE_OUT     // live after the program
	BufferReadBack    BufferFlags = C.VYRE_BUFFER_READ_BACK    // one of the outputs of a dispatch
	BufferOutputRange BufferFlags = C.VYRE_BUFFER_OUTPUT_RANGE // only OutputStart to OutputEnd return
)

// BufferInfo is one declared buffer.
type BufferInfo struct {
	Name         string
	Element      string // spelling of the element type: "U32", "Vec<F32,4>"
	Flags        BufferFlags
	ElementBytes uint64 // from one element to the next; 0: the type has no size
	ElementCount uint64 // 0: taken from what is bound
	StaticBytes  uint64 // packed size of all elements; 0: taken from what is bound
	OutputStart  uint64 // bytes; both 0 without BufferOutputRange
	OutputEnd    uint64
	Slot         uint32
	ElementType  uint32 // tag of the element type in the wire form: 0x01 U32, 0x0B F32, ...
	Access       Access
	Role         Role
}

// Info says what the program as a whole is.
func (p *Program) Info() (ProgramInfo, error) {
	c, h := use(p)
	defer h.done(c)
	info := blank[C.vyre_program_info]()
	err := take(C.vyre_program_get_info(c, &info))
	return ProgramInfo{
		Entry:                text(info.entry),
		Needs:                Needs(info.needs),
		WorkgroupMemoryBytes: uint64(info.workgroup_memory_bytes),
		ExpressionCount:      uint64(info.expression_count),
		StatementCount:       uint64(info.statement_count),
		BufferCount:          uint32(info.buffer_count),
		Workgroup:            axes(info.workgroup),
	}, err
}

// Buffers are the declared buffers, in the order of declaration.
func (p *Program) Buffers() ([]BufferInfo, error) {
	info, err := p.Info()
	if err != nil {
		return nil, err
	}
	return each(C.size_t(info.BufferCount), func(i C.size_t) (BufferInfo, error) { return p.Buffer(uint32(i)) })
}

// Buffer is the declared buffer with this index, in the order of declaration.
func (p *Program) Buffer(index uint32) (BufferInfo, error) {
	c, h := use(p)
	defer h.done(c)
	info := blank[C.vyre_buffer_info]()
	err := take(C.vyre_program_get_buffer(c, C.uint32_t(index), &info))
	return bufferInfo(&info), err
}

func bufferInfo(info *C.vyre_buffer_info) BufferInfo {
	return BufferInfo{
		Name:         text(info.name),
		Element:      text(info.element),
		Flags:        BufferFlags(info.flags),
		ElementBytes: uint64(info.element_bytes),
		ElementCount: uint64(info.element_count),
		StaticBytes:  uint64(info.static_bytes),
		OutputStart:  uint64(info.output_start),
		OutputEnd:    uint64(info.output_end),
		Slot:         uint32(info.slot),
		ElementType:  uint32(info.element_type),
		Access:       Access(info.access),
		Role:         Role(info.role),
	}
}
