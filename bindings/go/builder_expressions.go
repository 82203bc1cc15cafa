package vyre

// #include <vyre_driver.h>
import "C"

import "runtime"

// U32 is a literal.
func (b *Builder) U32(value uint32) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_u32(p, C.uint32_t(value)))
}

// I32 is a literal.
func (b *Builder) I32(value int32) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_i32(p, C.int32_t(value)))
}

// F32 is a literal.
func (b *Builder) F32(value float32) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_f32(p, C.float(value)))
}

// Boolean is a literal.
func (b *Builder) Boolean(value bool) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_boolean(p, C.int32_t(flag(value, 1))))
}

// ID tells who the running invocation is.
type ID uint32

const (
	IDInvocation   ID = C.VYRE_ID_INVOCATION // in the whole grid
	IDWorkgroup    ID = C.VYRE_ID_WORKGROUP  // of its workgroup in the grid
	IDLocal        ID = C.VYRE_ID_LOCAL      // in its workgroup
	IDSubgroup     ID = C.VYRE_ID_SUBGROUP   // in its subgroup; the axis is 0
	IDSubgroupSize ID = C.VYRE_ID_SUBGROUP_SIZE
)

// ID is who the running invocation is, on an axis from 0 to 2.
func (b *Builder) ID(id ID, axis uint32) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_id(p, C.uint32_t(id), C.uint32_t(axis)))
}

// InvocationID is the number of the running invocation in the whole grid.
func (b *Builder) InvocationID(axis uint32) Expr { return b.ID(IDInvocation, axis) }

// WorkgroupID is the number of its workgroup in the grid.
func (b *Builder) WorkgroupID(axis uint32) Expr { return b.ID(IDWorkgroup, axis) }

// LocalID is its number in its workgroup.
func (b *Builder) LocalID(axis uint32) Expr { return b.ID(IDLocal, axis) }

// SubgroupID is its number in its subgroup.
func (b *Builder) SubgroupID() Expr { return b.ID(IDSubgroup, 0) }

// SubgroupSize is the number of invocations of its subgroup.
func (b *Builder) SubgroupSize() Expr { return b.ID(IDSubgroupSize, 0) }

// Local is the local name, which a Let or Loop around this place binds.
func (b *Builder) Local(name string) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_local(p, str(name)))
}

// Length is the number of elements of buffer.
func (b *Builder) Length(buffer string) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_length(p, str(buffer)))
}

// Load is element index of buffer; 0 beyond its end.
func (b *Builder) Load(buffer string, index Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_load(p, str(buffer), index.c()))
}

// Select is yes where condition holds, else no; both are evaluated.
func (b *Builder) Select(condition, yes, no Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_select(p, condition.c(), yes.c(), no.c()))
}

// Cast is value as the type, spelled as in the JSON form: "I32", "F32".
func (b *Builder) Cast(typeName string, value Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_cast(p, str(typeName), value.c()))
}

// Fma is x * y + z, rounded once.
func (b *Builder) Fma(x, y, z Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_fma(p, x.c(), y.c(), z.c()))
}

// Ordering is how memory is ordered around an atomic or barrier.
type Ordering uint32

const (
	OrderingRelaxed  Ordering = C.VYRE_ORDERING_RELAXED
	OrderingAcquire  Ordering = C.VYRE_ORDERING_ACQUIRE
	OrderingRelease  Ordering = C.VYRE_ORDERING_RELEASE
	OrderingAcqRel   Ordering = C.VYRE_ORDERING_ACQ_REL
	OrderingSeqCst   Ordering = C.VYRE_ORDERING_SEQ_CST
	OrderingGridSync Ordering = C.VYRE_ORDERING_GRID_SYNC // of a barrier: the whole grid waits
)

// AtomicOp is an atomic operation.
type AtomicOp uint32

const (
	AtomicAdd                 AtomicOp = C.VYRE_ATOMIC_ADD
	AtomicOr                  AtomicOp = C.VYRE_ATOMIC_OR
	AtomicAnd                 AtomicOp = C.VYRE_ATOMIC_AND
	AtomicXor                 AtomicOp = C.VYRE_ATOMIC_XOR
	AtomicMin                 AtomicOp = C.VYRE_ATOMIC_MIN
	AtomicMax                 AtomicOp = C.VYRE_ATOMIC_MAX
	AtomicExchange            AtomicOp = C.VYRE_ATOMIC_EXCHANGE
	AtomicCompareExchange     AtomicOp = C.VYRE_ATOMIC_COMPARE_EXCHANGE
	AtomicCompareExchangeWeak AtomicOp = C.VYRE_ATOMIC_COMPARE_EXCHANGE_WEAK
	AtomicFetchNand           AtomicOp = C.VYRE_ATOMIC_FETCH_NAND
	AtomicLruUpdate           AtomicOp = C.VYRE_ATOMIC_LRU_UPDATE
)

// Atomic changes element index of buffer and gives what it was before. Expected is an expression
// for the two compare-exchanges and Expr{} for all others.
func (b *Builder) Atomic(op AtomicOp, ordering Ordering, buffer string, index, expected, value Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_atomic(p, C.uint32_t(op), C.uint32_t(ordering), str(buffer), index.c(), expected.c(), value.c()))
}

// SubgroupOp is what the invocations of a subgroup tell one another.
type SubgroupOp uint32

const (
	SubgroupAdd     SubgroupOp = C.VYRE_SUBGROUP_ADD     // the sum of value; lane is Expr{}
	SubgroupShuffle SubgroupOp = C.VYRE_SUBGROUP_SHUFFLE // value of invocation lane of the subgroup
	SubgroupBallot  SubgroupOp = C.VYRE_SUBGROUP_BALLOT  // a bit for each whose value holds; lane is Expr{}
)

// Subgroup is what the invocations of a subgroup tell one another.
func (b *Builder) Subgroup(op SubgroupOp, value, lane Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_subgroup(p, C.uint32_t(op), value.c(), lane.c()))
}

// Call is the result of the registered op opID for the arguments.
func (b *Builder) Call(opID string, arguments ...Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	first := (*C.vyre_expr)(memory(arguments)) // an Expr is its number
	return expr(C.vyre_builder_call(p, str(opID), first, C.size_t(len(arguments))))
}

// SpecValue is the value of that name and kind that a pipeline is specialized with. initial is what
// it is when a pipeline says nothing, and of that kind; nil: each pipeline must say it. All places of
// a program that name one value must agree on both. The result may be used any number of times.
func (b *Builder) SpecValue(name string, kind SpecKind, initial *SpecValue) Expr {
	p, h := use(b)
	defer h.done(p)
	if initial == nil {
		return expr(C.vyre_builder_spec_value(p, str(name), C.uint32_t(kind), nil))
	}
	var pinner runtime.Pinner
	defer pinner.Unpin()
	value := initial.toC(&pinner)
	return expr(C.vyre_builder_spec_value(p, str(name), C.uint32_t(kind), &value))
}

// Opaque is an expression of an extension: its kind and bytes that only it understands.
func (b *Builder) Opaque(kind string, payload []byte) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_opaque(p, str(kind), memory(payload), C.size_t(len(payload))))
}
