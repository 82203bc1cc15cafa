package vyre

// #include <vyre_driver.h>
import "C"

// Let binds value to the local name from here to the end of the block; gives the local.
func (b *Builder) Let(name string, value Expr) Expr {
	p, h := use(b)
	defer h.done(p)
	return expr(C.vyre_builder_let(p, str(name), value.c()))
}

// Assign gives the local name another value.
func (b *Builder) Assign(name string, value Expr) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_assign(p, str(name), value.c())
}

// Store puts value into element index of buffer; nothing happens beyond its end.
func (b *Builder) Store(buffer string, index, value Expr) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_store(p, str(buffer), index.c(), value.c())
}

// If makes the statements of then run where condition holds.
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

// Loop makes the statements of body run for each name from from up to but not including to; body
// gets the local name.
func (b *Builder) Loop(name string, from, to Expr, body func(index Expr)) {
	var index Expr
	begin := func(p *C.vyre_builder) {
		index = expr(C.vyre_builder_begin_loop(p, str(name), from.c(), to.c()))
	}
	b.inside(begin, func() {
		if body != nil {
			body(index)
		}
	})
}

// Block makes a block with locals of its own.
func (b *Builder) Block(body func()) {
	b.inside(func(p *C.vyre_builder) { C.vyre_builder_begin_block(p) }, body)
}

// Region makes a block that says which op it comes from.
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

// Return ends the invocation.
func (b *Builder) Return() {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_return(p)
}

// Barrier waits for all invocations of the workgroup, of the grid with OrderingGridSync.
func (b *Builder) Barrier(ordering Ordering) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_barrier(p, C.uint32_t(ordering))
}

// Trap fails the dispatch with address and tag.
func (b *Builder) Trap(address Expr, tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_trap(p, address.c(), str(tag))
}

// Resume is the resume statement of the IR, for tag.
func (b *Builder) Resume(tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_resume(p, str(tag))
}

// IndirectDispatch runs with a grid that stands in countBuffer from byte offset on.
func (b *Builder) IndirectDispatch(countBuffer string, offset uint64) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_indirect_dispatch(p, str(countBuffer), C.uint64_t(offset))
}

// AsyncLoad copies size from offset of source to destination, under way until a wait for tag.
func (b *Builder) AsyncLoad(source, destination string, offset, size Expr, tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_async_load(p, str(source), str(destination), offset.c(), size.c(), str(tag))
}

// AsyncStore copies size from offset of source to destination, under way until a wait for tag.
func (b *Builder) AsyncStore(source, destination string, offset, size Expr, tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_async_store(p, str(source), str(destination), offset.c(), size.c(), str(tag))
}

// AsyncWait waits for the copies of tag.
func (b *Builder) AsyncWait(tag string) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_async_wait(p, str(tag))
}

// CollectiveKind is an exchange between the devices of a group.
type CollectiveKind uint32

const (
	CollectiveAllReduce     CollectiveKind = C.VYRE_COLLECTIVE_ALL_REDUCE // source in place
	CollectiveAllGather     CollectiveKind = C.VYRE_COLLECTIVE_ALL_GATHER // op is 0
	CollectiveReduceScatter CollectiveKind = C.VYRE_COLLECTIVE_REDUCE_SCATTER
	CollectiveBroadcast     CollectiveKind = C.VYRE_COLLECTIVE_BROADCAST // source in place, from device root; op is 0
)

// ReduceOp is how values of several devices become one.
type ReduceOp uint32

const (
	ReduceSum    ReduceOp = C.VYRE_REDUCE_SUM
	ReduceMin    ReduceOp = C.VYRE_REDUCE_MIN
	ReduceMax    ReduceOp = C.VYRE_REDUCE_MAX
	ReduceBitAnd ReduceOp = C.VYRE_REDUCE_BIT_AND
	ReduceBitOr  ReduceOp = C.VYRE_REDUCE_BIT_OR
	ReduceBitXor ReduceOp = C.VYRE_REDUCE_BIT_XOR
)

// Collective exchanges between the devices of a group. The destination is empty where source is
// changed in place; root counts for broadcasts only.
func (b *Builder) Collective(kind CollectiveKind, op ReduceOp, source, destination string, root uint32, group uint64) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_collective(p, C.uint32_t(kind), C.uint32_t(op), str(source), str(destination), C.uint32_t(root), C.uint64_t(group))
}

// OpaqueStatement is a statement of an extension: its kind and bytes that only it understands.
func (b *Builder) OpaqueStatement(kind string, payload []byte) {
	p, h := use(b)
	defer h.done(p)
	C.vyre_builder_opaque_statement(p, str(kind), memory(payload), C.size_t(len(payload)))
}
