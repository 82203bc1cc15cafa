package vyre

// #include "all.h"
import "C"

// Type is the element type of a parameter: its tag in the wire form. Types that are not listed have
// their tag too; [Builder.Type] gives them.
type Type uint32

const (
	U32   Type = C.VYRE_TYPE_U32   // unsigned, 32 bits
	I32   Type = C.VYRE_TYPE_I32   // signed, 32 bits
	U64   Type = C.VYRE_TYPE_U64   // unsigned, 64 bits
	Bool  Type = C.VYRE_TYPE_BOOL  // a truth, 32 bits in memory
	Bytes Type = C.VYRE_TYPE_BYTES // bytes without a type
	F16   Type = C.VYRE_TYPE_F16   // IEEE half
	BF16  Type = C.VYRE_TYPE_BF16  // bfloat16
	F32   Type = C.VYRE_TYPE_F32   // IEEE single
	F64   Type = C.VYRE_TYPE_F64   // IEEE double
	U8    Type = C.VYRE_TYPE_U8    // unsigned, 8 bits
	U16   Type = C.VYRE_TYPE_U16   // unsigned, 16 bits
	I8    Type = C.VYRE_TYPE_I8    // signed, 8 bits
	I16   Type = C.VYRE_TYPE_I16   // signed, 16 bits
	I64   Type = C.VYRE_TYPE_I64   // signed, 64 bits
)

// Access is how a program may touch a parameter.
type Access uint32

const (
	AccessReadOnly  Access = C.VYRE_ACCESS_READ_ONLY  // loads
	AccessReadWrite Access = C.VYRE_ACCESS_READ_WRITE // loads, stores, atomics
	AccessUniform   Access = C.VYRE_ACCESS_UNIFORM    // loads of a small block that all invocations share
	AccessWorkgroup Access = C.VYRE_ACCESS_WORKGROUP  // memory of a workgroup
	AccessWriteOnly Access = C.VYRE_ACCESS_WRITE_ONLY // stores
)

// Role is what a dispatch does with a parameter. It follows from what is declared.
type Role uint32

const (
	RoleShared      Role = C.VYRE_ROLE_SHARED       // one copy for each workgroup; nothing is bound
	RolePersistent  Role = C.VYRE_ROLE_PERSISTENT   // kept by the caller between dispatches
	RoleOutput      Role = C.VYRE_ROLE_OUTPUT       // starts zeroed, may be read back
	RoleInput       Role = C.VYRE_ROLE_INPUT        // needs bytes, is only read
	RoleInputOutput Role = C.VYRE_ROLE_INPUT_OUTPUT // needs bytes, may be read back
	RoleUniform     Role = C.VYRE_ROLE_UNIFORM      // needs bytes, is only read
)

// Resource is what a parameter is. All but ResourceBuffer are of SPIR-V modules alone.
type Resource uint32

const (
	ResourceBuffer         Resource = C.VYRE_RESOURCE_BUFFER          // bytes
	ResourceStorageImage   Resource = C.VYRE_RESOURCE_STORAGE_IMAGE   // texels that are loaded and stored
	ResourceTexture        Resource = C.VYRE_RESOURCE_TEXTURE         // texels that are read through a sampler of its own
	ResourceSampler        Resource = C.VYRE_RESOURCE_SAMPLER         // how a texture is read
	ResourceSampledTexture Resource = C.VYRE_RESOURCE_SAMPLED_TEXTURE // both in one
)

// ParameterFlags are bits about a parameter.
type ParameterFlags uint64

const (
	ParameterReturned      ParameterFlags = C.VYRE_PARAMETER_RETURNED        // a result: it can be read back
	ParameterReturnsRange  ParameterFlags = C.VYRE_PARAMETER_RETURNS_RANGE   // but not all of it
	ParameterMarkedOutput  ParameterFlags = C.VYRE_PARAMETER_MARKED_OUTPUT   // the mark "output" of the wire form
	ParameterMarkedLiveOut ParameterFlags = C.VYRE_PARAMETER_MARKED_LIVE_OUT // the mark "live_out" of the wire form
)

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

// ParameterInfo is what a program declares and a dispatch binds.
type ParameterInfo struct {
	Name         string
	Element      string // the element type as text: "U32", "Vec<F32,4>"
	Flags        ParameterFlags
	ElementBytes uint64 // from one element to the next; 0: the type has no size
	ElementCount uint64 // 0: known when bound
	StaticBytes  uint64 // packed size of all elements; 0: known when bound
	MinBytes     uint64 // what a binding has at least; 0: no limit
	ReturnStart  uint64 // the bytes that ParameterReturnsRange returns; else 0
	ReturnEnd    uint64
	Slot         uint32 // where it is bound; of a module within Set
	ElementType  Type
	Access       Access
	Role         Role
	Resource     Resource
	Set          uint32 // of a SPIR-V module: its numbers; else 0
	Binding      uint32
	ArrayCount   uint32 // descriptors in an array; 1 for all others
}

func parameterInfo(i *C.vyre_parameter_info) ParameterInfo {
	return ParameterInfo{
		Name:         text(i.name),
		Element:      text(i.element),
		Flags:        ParameterFlags(i.flags),
		ElementBytes: uint64(i.element_bytes),
		ElementCount: uint64(i.element_count),
		StaticBytes:  uint64(i.static_bytes),
		MinBytes:     uint64(i.min_bytes),
		ReturnStart:  uint64(i.return_start),
		ReturnEnd:    uint64(i.return_end),
		Slot:         uint32(i.slot),
		ElementType:  Type(i.element_type),
		Access:       Access(i.access),
		Role:         Role(i.role),
		Resource:     Resource(i.resource),
		Set:          uint32(i.set),
		Binding:      uint32(i.binding),
		ArrayCount:   uint32(i.array_count),
	}
}

// ConstantInfo is a constant that a program names.
type ConstantInfo struct {
	Name          string
	Initial       *Constant // its default; nil: each pipeline has to give a value
	Kind          ConstantKind
	Number        uint32 // of a module: its SpecId; else 0
	WorkgroupAxis uint32 // 1 to 3: it is the workgroup size on that axis; 0: it is not
}

func constantInfo(i *C.vyre_constant_info) ConstantInfo {
	info := ConstantInfo{
		Name: text(i.name), Kind: ConstantKind(i.kind),
		Number: uint32(i.number), WorkgroupAxis: uint32(i.workgroup_axis),
	}
	if i.has_initial != 0 {
		initial := constantOf(i.initial)
		info.Initial = &initial
	}
	return info
}

// ProgramInfo is what a program is.
type ProgramInfo struct {
	Label                string
	Entry                string // the op that it stands for, or empty; a module's entry point
	Needs                Needs
	Parameters           []ParameterInfo // as declared; of a module by slot
	Constants            []ConstantInfo  // in the order of their names
	EntryPoints          []string        // of a module: those for compute, which Entry was chosen from
	WorkgroupMemoryBytes uint64
	ExpressionCount      uint64 // 0 of a module
	StatementCount       uint64
	Workgroup            [3]uint32 // the declared size; 1, 1, 1: the device chooses
	Dimensions           uint32    // 1 to 3: axes that it looks at, by its workgroup size or its ids
	PushConstantBytes    uint32    // that a dispatch gives; of a module alone
	Format               Format    // that it was read from; FormatAny: it was built
	Form                 WireForm  // the same of wire bytes
	Semantics            Semantics // SemanticsAny of a module
}

// Info is the parameters, constants and needs of the program.
func (p *Program) Info() ProgramInfo {
	c, h := use(p)
	defer h.done(c)
	i := C.vyre_program_get_info(c)
	return ProgramInfo{
		Label:                text(i.label),
		Entry:                text(i.entry),
		Needs:                Needs(i.needs),
		Parameters:           each(i.parameters, i.parameter_count, parameterInfo),
		Constants:            each(i.constants, i.constant_count, constantInfo),
		EntryPoints:          each(i.entry_points, i.entry_point_count, textAt),
		WorkgroupMemoryBytes: uint64(i.workgroup_memory_bytes),
		ExpressionCount:      uint64(i.expression_count),
		StatementCount:       uint64(i.statement_count),
		Workgroup:            axes(i.workgroup),
		Dimensions:           uint32(i.dimensions),
		PushConstantBytes:    uint32(i.push_constant_bytes),
		Format:               Format(i.format),
		Form:                 WireForm(i.form),
		Semantics:            Semantics(i.semantics),
	}
}
