package vyre

// #include "all.h"
import "C"

// If makes the statements of then run where condition holds: a Bool, or a U32 that is not 0.
func (b *Builder) If(condition Expr, then func()) {
	b.inside(func(p *C.vyre_builder) { C.vyre_builder_begin_if(p, condition.c()) }, then)
}

// IfElse makes the statements of then run where condition holds, and those of otherwise where it
// does not.
func (b *Builder) IfElse(condition Expr, then, otherwise func()) {
	b.If(condition, func() {
		call(then)
		b.beginElse()
		call(otherwise)
	})
}

// Loop makes the statements of body run for each U32 from from up to but not including to; body gets
// that number, which cannot be assigned. Its name may be empty.
func (b *Builder) Loop(name string, from, to Expr, body func(index Expr)) {
	var index Expr
	begin := func(p *C.vyre_builder) {
		index = b.expr(C.vyre_builder_begin_loop(p, str(name), from.c(), to.c()))
	}
	b.inside(begin, func() {
		if body != nil {
			body(index)
		}
	})
}

// Block makes a block with variables of its own.
func (b *Builder) Block(body func()) {
	b.inside(func(p *C.vyre_builder) { C.vyre_builder_begin_block(p) }, body)
}

// Region makes a block that says what generated it, such as an op's id. It changes no meaning.
func (b *Builder) Region(generator string, body func()) {
	b.inside(func(p *C.vyre_builder) { C.vyre_builder_begin_region(p, str(generator)) }, body)
}

// inside begins something, makes its statements and ends it.
func (b *Builder) inside(begin func(*C.vyre_builder), body func()) {
	p, h := use(b)
	defer h.done(p)
	begin(p)
	call(body)
	C.vyre_builder_end(p)
}

func (b *Builder) beginElse() {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_begin_else(p)
}

func call(body func()) {
	if body != nil {
		body()
	}
}

// Return ends the invocation. It is the last statement of its block.
func (b *Builder) Return() {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_return(p)
}

// Barrier waits for all invocations of the workgroup that have not returned, of the grid with
// OrderingGridSync. It stands where all of them come or none.
func (b *Builder) Barrier(ordering Ordering) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_barrier(p, C.vyre_ordering(ordering))
}

// Trap fails the dispatch. The error has address, a U32, and tag in its [ErrorInfo].
func (b *Builder) Trap(address Expr, tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_trap(p, address.c(), str(tag))
}

// Resume is the resume of the IR. A dispatch that reaches it fails.
func (b *Builder) Resume(tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_resume(p, str(tag))
}

// IndirectDispatch is the indirect dispatch of the IR: a grid that stands in counts from byte offset
// on. A dispatch that reaches it fails; [DispatchOptions.GridBuffer] is a grid that stands in a
// buffer.
func (b *Builder) IndirectDispatch(counts Parameter, offset uint64) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_indirect_dispatch(p, counts.c(), C.uint64_t(offset))
}

// AsyncLoad begins a copy of size bytes, from byte offset of source to the start of destination. They
// arrive at the AsyncWait of the same tag.
func (b *Builder) AsyncLoad(source, destination Parameter, offset, size Expr, tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_async_load(p, source.c(), destination.c(), offset.c(), size.c(), str(tag))
}

// AsyncStore is AsyncLoad from the start of source to byte offset of destination.
func (b *Builder) AsyncStore(source, destination Parameter, offset, size Expr, tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_async_store(p, source.c(), destination.c(), offset.c(), size.c(), str(tag))
}

// AsyncWait waits for the copy that this invocation began under tag. There has to be one.
func (b *Builder) AsyncWait(tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_async_wait(p, str(tag))
}

// CollectiveKind is an exchange between the ranks of a group.
type CollectiveKind uint32

const (
	CollectiveAllReduce     CollectiveKind = C.VYRE_COLLECTIVE_ALL_REDUCE     // source in place: each element combined over all ranks
	CollectiveAllGather     CollectiveKind = C.VYRE_COLLECTIVE_ALL_GATHER     // destination: the sources of all ranks in their order
	CollectiveReduceScatter CollectiveKind = C.VYRE_COLLECTIVE_REDUCE_SCATTER // destination: this rank's part of what is combined
	CollectiveBroadcast     CollectiveKind = C.VYRE_COLLECTIVE_BROADCAST      // source in place: what rank root has
)

// ReduceOp is how a collective combines elements.
type ReduceOp uint32

const (
	ReduceNone   ReduceOp = C.VYRE_REDUCE_NONE // of CollectiveAllGather and CollectiveBroadcast
	ReduceSum    ReduceOp = C.VYRE_REDUCE_SUM
	ReduceMin    ReduceOp = C.VYRE_REDUCE_MIN
	ReduceMax    ReduceOp = C.VYRE_REDUCE_MAX
	ReduceBitAnd ReduceOp = C.VYRE_REDUCE_BIT_AND
	ReduceBitOr  ReduceOp = C.VYRE_REDUCE_BIT_OR
	ReduceBitXor ReduceOp = C.VYRE_REDUCE_BIT_XOR
)

// Collective is an exchange between the ranks of group; 0 is all of them. The destination is
// Parameter{} where source is changed in place; root counts for broadcasts alone. A dispatch on one
// device is one rank.
func (b *Builder) Collective(kind CollectiveKind, op ReduceOp, source, destination Parameter, root, group uint32) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_collective(p, C.vyre_collective(kind), C.vyre_reduce(op), source.c(), destination.c(), C.uint32_t(root), C.uint32_t(group))
}

// OpaqueStatement is a statement of an extension: its kind and bytes that only it understands.
func (b *Builder) OpaqueStatement(kind string, payload []byte) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_opaque_statement(p, str(kind), memory(payload), C.size_t(len(payload)))
}
