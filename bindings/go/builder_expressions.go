package vyre

// #include "all.h"
import "C"

import "unsafe"

// Expr is an expression of one builder; the zero value is none. It means its value at the place where
// it was made, and may be used any number of times: a load that was made before a store has the
// element as it was before. One that was made inside a block cannot be used behind that block. What
// changes is a [Local].
type Expr struct {
	builder *Builder
	id      uint64
}

// expr is an expression that this builder made; none after a mistake.
func (b *Builder) expr(made C.vyre_expr) Expr {
	if made.id == 0 {
		return Expr{}
	}
	return Expr{b, uint64(made.id)}
}

func (e Expr) c() C.vyre_expr { return C.vyre_expr{id: C.uint64_t(e.id)} }

// builderOf is the builder of the first of these that is an expression.
func builderOf(all ...Expr) *Builder {
	for _, one := range all {
		if one.builder != nil {
			return one.builder
		}
	}
	return nil
}

// U32 is a literal.
func (b *Builder) U32(value uint32) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_u32(p, C.uint32_t(value)))
}

// I32 is a literal.
func (b *Builder) I32(value int32) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_i32(p, C.int32_t(value)))
}

// F32 is a literal.
func (b *Builder) F32(value float32) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_f32(p, C.float(value)))
}

// Bool is a literal.
func (b *Builder) Bool(value bool) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_bool(p, C.uint32_t(flag(value, 1))))
}

// Constant is the constant name: a value that [PipelineOptions.Constants] gives. initial is what it is
// when a pipeline says nothing, and of that kind; nil: every pipeline has to say it. All places of a
// program that use one name agree on both. "vyre.workgroup.x", ".y" and ".z" are the workgroup size on
// that axis.
func (b *Builder) Constant(name string, kind ConstantKind, initial *Constant) Expr {
	p, h := use(b)
	defer h.done(p)
	if initial == nil {
		return b.expr(C.vyre_builder_constant(p, str(name), C.vyre_constant_kind(kind), nil))
	}
	var l loan
	defer l.end()
	value := initial.toC("", &l)
	return b.expr(C.vyre_builder_constant(p, str(name), C.vyre_constant_kind(kind), &value))
}

// ID tells who the running invocation is. All are U32.
type ID uint32

const (
	IDInvocation   ID = C.VYRE_ID_INVOCATION    // its number in the whole grid, on one axis
	IDWorkgroup    ID = C.VYRE_ID_WORKGROUP     // the number of its workgroup in the grid, on one axis
	IDLocal        ID = C.VYRE_ID_LOCAL         // its number in its workgroup, on one axis
	IDSubgroup     ID = C.VYRE_ID_SUBGROUP      // its number in its subgroup
	IDSubgroupSize ID = C.VYRE_ID_SUBGROUP_SIZE // 32
)

// ID is who the running invocation is, on an axis from 0 to 2, and 0 for the ids of a subgroup. A
// program that looks at axis 1 or 2 wants a shape or a grid in each dispatch.
func (b *Builder) ID(id ID, axis uint32) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_id(p, C.vyre_invocation_id(id), C.uint32_t(axis)))
}

// Index is the number of the running invocation in the grid, on axis 0.
func (b *Builder) Index() Expr { return b.ID(IDInvocation, 0) }

// InvocationID is the number of the running invocation in the grid.
func (b *Builder) InvocationID(axis uint32) Expr { return b.ID(IDInvocation, axis) }

// WorkgroupID is the number of its workgroup in the grid.
func (b *Builder) WorkgroupID(axis uint32) Expr { return b.ID(IDWorkgroup, axis) }

// LocalID is its number in its workgroup.
func (b *Builder) LocalID(axis uint32) Expr { return b.ID(IDLocal, axis) }

// SubgroupID is its number in its subgroup. No device has it: reaching it fails. LocalID modulo 32
// is that number.
func (b *Builder) SubgroupID() Expr { return b.ID(IDSubgroup, 0) }

// SubgroupSize is how many invocations its subgroup has. No device has it: reaching it fails. It is
// 32 everywhere.
func (b *Builder) SubgroupSize() Expr { return b.ID(IDSubgroupSize, 0) }

// Select is yes where e holds, else no. All three are evaluated.
func (e Expr) Select(yes, no Expr) Expr {
	b := builderOf(e, yes, no)
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_select(p, e.c(), yes.c(), no.c()))
}

// Cast is e as the type. U32 and I32 keep their bits; F32 is rounded toward 0, to the nearest number
// that U32 or I32 has; integers become the nearest F32; a Bool becomes 0 or 1.
func (e Expr) Cast(to Type) Expr {
	p, h := use(e.builder)
	defer h.done(p)
	return e.builder.expr(C.vyre_builder_cast(p, C.vyre_type(to), e.c()))
}

// Fma is e * factor + summand of F32, rounded once.
func (e Expr) Fma(factor, summand Expr) Expr {
	b := builderOf(e, factor, summand)
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_fma(p, e.c(), factor.c(), summand.c()))
}

// Ordering is how memory is ordered around an atomic or a barrier.
type Ordering uint32

const (
	OrderingRelaxed  Ordering = C.VYRE_ORDERING_RELAXED   // the atomic alone; not of a barrier
	OrderingAcquire  Ordering = C.VYRE_ORDERING_ACQUIRE   // what follows sees what others released
	OrderingRelease  Ordering = C.VYRE_ORDERING_RELEASE   // what stands before is seen by those who acquire
	OrderingAcqRel   Ordering = C.VYRE_ORDERING_ACQ_REL   // both
	OrderingSeqCst   Ordering = C.VYRE_ORDERING_SEQ_CST   // both, and one order for all of this kind
	OrderingGridSync Ordering = C.VYRE_ORDERING_GRID_SYNC // of a barrier alone: the whole grid waits
)

// AtomicOp is an atomic operation on a U32 element. Reaching AtomicCompareExchangeWeak or
// AtomicFetchNand fails: they are numbers of the wire form.
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

// SubgroupOp is what the invocations of a subgroup exchange. On every device a subgroup is 32
// invocations of a workgroup, by their number in it. Values are U32, or F32 where the comment says so.
type SubgroupOp uint32

const (
	SubgroupAdd     SubgroupOp = C.VYRE_SUBGROUP_ADD     // the sum, from the first invocation on; also F32
	SubgroupShuffle SubgroupOp = C.VYRE_SUBGROUP_SHUFFLE // the value of invocation lane, 0 where there is none; also F32
	SubgroupBallot  SubgroupOp = C.VYRE_SUBGROUP_BALLOT  // a U32 with a bit for each invocation whose value holds
	SubgroupMul     SubgroupOp = C.VYRE_SUBGROUP_MUL     // the product, from the first invocation on; also F32
	SubgroupMin     SubgroupOp = C.VYRE_SUBGROUP_MIN     // the smallest; also F32, where a NaN does not count
	SubgroupMax     SubgroupOp = C.VYRE_SUBGROUP_MAX     // the largest; also F32, where a NaN does not count
	SubgroupAnd     SubgroupOp = C.VYRE_SUBGROUP_AND     // bit by bit
	SubgroupOr      SubgroupOp = C.VYRE_SUBGROUP_OR      // bit by bit
	SubgroupXor     SubgroupOp = C.VYRE_SUBGROUP_XOR     // bit by bit
)

// Subgroup is what the invocations of a subgroup exchange of e. lane, a U32, belongs to
// SubgroupShuffle; it is Expr{} for all others.
func (e Expr) Subgroup(op SubgroupOp, lane Expr) Expr {
	b := builderOf(e, lane)
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_subgroup(p, C.vyre_subgroup(op), e.c(), lane.c()))
}

// Call is the result of the op opID for the arguments, in the order of its inputs. It happens at this
// place, whether its result is used or not.
func (b *Builder) Call(opID string, arguments ...Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	list := make([]C.vyre_expr, len(arguments))
	for i, argument := range arguments {
		list[i] = argument.c()
	}
	return b.expr(C.vyre_builder_call(p, str(opID), unsafe.SliceData(list), C.size_t(len(list))))
}

// Opaque is an expression of an extension: its kind and bytes that only it understands. It happens at
// this place, whether it is used or not.
func (b *Builder) Opaque(kind string, payload []byte) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_opaque(p, str(kind), memory(payload), C.size_t(len(payload))))
}

// Let is the same value with a name, for people who read the program and for ops that look at names.
// The name may be empty.
func (b *Builder) Let(name string, value Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return b.expr(C.vyre_builder_let(p, str(name), value.c()))
}

// Local is a variable of one builder; the zero value is none.
type Local struct {
	builder *Builder
	id      uint64
}

func (l Local) c() C.vyre_local { return C.vyre_local{id: C.uint64_t(l.id)} }

// Local makes a variable that begins as initial, whose type it has. Each invocation has its own. It
// lives to the end of its block. The name may be empty.
func (b *Builder) Local(name string, initial Expr) Local {
	p, h := use(b)
	defer h.done(p)
	if made := C.vyre_builder_local(p, str(name), initial.c()); made.id != 0 {
		return Local{b, uint64(made.id)}
	}
	return Local{}
}

// Get is the value of the variable at this place. A later Assign does not change it: ask again.
func (l Local) Get() Expr {
	p, h := use(l.builder)
	defer h.done(p)
	return l.builder.expr(C.vyre_builder_get(p, l.c()))
}

// Assign gives the variable another value of its type.
func (l Local) Assign(value Expr) {
	p, h := use(l.builder)
	defer h.done(p)
	C.vyre_builder_assign(p, l.c(), value.c())
}
