//! Statements of a program under construction.

use crate::strings::string;
use crate::values::{Collective, Ordering, Reduce};
use crate::{Builder, Expr, Operand, sys};

/// Statements.
impl Builder {
    /// Binds `value` to the local `name` from here to the end of the block; gives the local.
    #[track_caller]
    pub fn let_<'b>(&'b self, name: &str, value: impl Operand<'b>) -> Expr<'b> {
        // SAFETY: the builder and the string live for the call.
        self.expr(|b| unsafe { sys::vyre_builder_let(b, string(name), self.raw(value)) })
    }

    /// Gives the local `name` another value.
    #[track_caller]
    pub fn assign<'b>(&'b self, name: &str, value: impl Operand<'b>) {
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_assign(b, string(name), self.raw(value)) });
    }

    /// Puts `value` into element `index` of `buffer`; nothing happens beyond its end.
    #[track_caller]
    pub fn store<'b>(&'b self, buffer: &str, index: impl Operand<'b>, value: impl Operand<'b>) {
        let (index, value) = (self.raw(index), self.raw(value));
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_store(b, string(buffer), index, value) });
    }

    /// The statements of `then` run where `condition` holds.
    #[track_caller]
    pub fn if_<'b>(&'b self, condition: impl Operand<'b>, then: impl FnOnce()) {
        self.begin_if(condition);
        then();
        self.end();
    }

    /// The statements of `then` run where `condition` holds, those of `otherwise` where it does not.
    #[track_caller]
    pub fn if_else<'b>(
        &'b self,
        condition: impl Operand<'b>,
        then: impl FnOnce(),
        otherwise: impl FnOnce(),
    ) {
        self.begin_if(condition);
        then();
        // SAFETY: the builder lives.
        self.watched(|b| unsafe { sys::vyre_builder_begin_else(b) });
        otherwise();
        self.end();
    }

    #[track_caller]
    fn begin_if<'b>(&'b self, condition: impl Operand<'b>) {
        // SAFETY: the builder lives.
        self.watched(|b| unsafe { sys::vyre_builder_begin_if(b, self.raw(condition)) });
    }

    /// The statements of `body` run for each `name` from `from` up to but not including `to`; the
    /// body gets the local `name`.
    #[track_caller]
    pub fn loop_<'b>(
        &'b self,
        name: &str,
        from: impl Operand<'b>,
        to: impl Operand<'b>,
        body: impl FnOnce(Expr<'b>),
    ) {
        let (name, from, to) = (string(name), self.raw(from), self.raw(to));
        // SAFETY: the builder and the string live for the call.
        body(self.expr(|b| unsafe { sys::vyre_builder_begin_loop(b, name, from, to) }));
        self.end();
    }

    /// The statements of `body` are a block with locals of its own.
    #[track_caller]
    pub fn block(&self, body: impl FnOnce()) {
        // SAFETY: the builder lives.
        self.watched(|b| unsafe { sys::vyre_builder_begin_block(b) });
        body();
        self.end();
    }

    /// The statements of `body` are a block that says which op it comes from.
    #[track_caller]
    pub fn region(&self, generator: &str, body: impl FnOnce()) {
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_begin_region(b, string(generator)) });
        body();
        self.end();
    }

    #[track_caller]
    fn end(&self) {
        // SAFETY: the builder lives.
        self.watched(|b| unsafe { sys::vyre_builder_end(b) });
    }

    /// Ends the invocation.
    #[track_caller]
    pub fn return_(&self) {
        // SAFETY: the builder lives.
        self.watched(|b| unsafe { sys::vyre_builder_return(b) });
    }

    /// Waits for all invocations of the workgroup, of the grid with [`Ordering::GRID_SYNC`].
    #[track_caller]
    pub fn barrier(&self, ordering: Ordering) {
        // SAFETY: the builder lives.
        self.watched(|b| unsafe { sys::vyre_builder_barrier(b, ordering.0) });
    }

    /// Fails the dispatch with `address` and `tag`.
    #[track_caller]
    pub fn trap<'b>(&'b self, address: impl Operand<'b>, tag: &str) {
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_trap(b, self.raw(address), string(tag)) });
    }

    /// The Resume of the IR, which fails a dispatch that reaches it.
    #[track_caller]
    pub fn resume(&self, tag: &str) {
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_resume(b, string(tag)) });
    }

    /// Runs with a grid that stands in `count_buffer` from byte `offset` on.
    #[track_caller]
    pub fn indirect_dispatch(&self, count_buffer: &str, offset: u64) {
        let count_buffer = string(count_buffer);
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_indirect_dispatch(b, count_buffer, offset) });
    }

    /// Begins a copy of `size` from `offset` of `source` to `destination`, under way until a wait for
    /// `tag`.
    #[track_caller]
    pub fn async_load<'b>(
        &'b self,
        source: &str,
        destination: &str,
        offset: impl Operand<'b>,
        size: impl Operand<'b>,
        tag: &str,
    ) {
        let (from, to, tag) = (string(source), string(destination), string(tag));
        let (offset, size) = (self.raw(offset), self.raw(size));
        // SAFETY: the builder and the strings live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_async_load(b, from, to, offset, size, tag) });
    }

    /// [`async_load`](Self::async_load) the other way.
    #[track_caller]
    pub fn async_store<'b>(
        &'b self,
        source: &str,
        destination: &str,
        offset: impl Operand<'b>,
        size: impl Operand<'b>,
        tag: &str,
    ) {
        let (from, to, tag) = (string(source), string(destination), string(tag));
        let (offset, size) = (self.raw(offset), self.raw(size));
        // SAFETY: the builder and the strings live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_async_store(b, from, to, offset, size, tag) });
    }

    /// Waits for the copies of `tag`.
    #[track_caller]
    pub fn async_wait(&self, tag: &str) {
        // SAFETY: the builder and the string live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_async_wait(b, string(tag)) });
    }

    /// Exchanges values between the devices of `group`. Without a destination `source` is changed in
    /// place; `root` counts for broadcasts only, which, like gathers, reduce nothing.
    #[track_caller]
    pub fn collective(
        &self,
        collective: Collective,
        op: Option<Reduce>,
        source: &str,
        destination: Option<&str>,
        root: u32,
        group: u64,
    ) {
        let (collective, op) = (collective.0, op.map_or(0, |op| op.0));
        let (source, destination) = (string(source), string(destination.unwrap_or_default()));
        // SAFETY: the builder and the strings live for the call.
        self.watched(|b| unsafe {
            sys::vyre_builder_collective(b, collective, op, source, destination, root, group)
        });
    }

    /// A statement of an extension: its kind and bytes that only it understands.
    #[track_caller]
    pub fn opaque_statement(&self, kind: &str, payload: &[u8]) {
        let (kind, first, many) = (string(kind), payload.as_ptr().cast(), payload.len());
        // SAFETY: the builder, the string and the payload live for the call.
        self.watched(|b| unsafe { sys::vyre_builder_opaque_statement(b, kind, first, many) });
    }
}
