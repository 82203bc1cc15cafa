//! Statements of a program under construction.

use crate::builder::calls;
use crate::strings::string;
use crate::values::{Collective, Ordering, Reduce};
use crate::{Builder, Expr, Operand, sys};

/// Statements.
impl Builder {
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
        self.begin_else();
        otherwise();
        self.end();
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
        body(self.begin_loop(name, from, to));
        self.end();
    }

    /// The statements of `body` are a block with locals of its own.
    #[track_caller]
    pub fn block(&self, body: impl FnOnce()) {
        self.begin_block();
        body();
        self.end();
    }

    /// The statements of `body` are a block that says which op it comes from.
    #[track_caller]
    pub fn region(&self, generator: &str, body: impl FnOnce()) {
        self.begin_region(generator);
        body();
        self.end();
    }
}

calls! {
    b.expr:
    /// Binds `value` to the local `name` from here to the end of the block; gives the local.
    pub fn let_<'b>(name: &str, value: impl Operand<'b>) -> Expr<'b>
        = sys::vyre_builder_let(string(name), b.raw(value));
    fn begin_loop<'b>(name: &str, from: impl Operand<'b>, to: impl Operand<'b>) -> Expr<'b>
        = sys::vyre_builder_begin_loop(string(name), b.raw(from), b.raw(to));
}

calls! {
    b.watched:
    /// Gives the local `name` another value.
    pub fn assign<'b>(name: &str, value: impl Operand<'b>)
        = sys::vyre_builder_assign(string(name), b.raw(value));
    /// Puts `value` into element `index` of `buffer`; nothing happens beyond its end.
    pub fn store<'b>(buffer: &str, index: impl Operand<'b>, value: impl Operand<'b>)
        = sys::vyre_builder_store(string(buffer), b.raw(index), b.raw(value));
    fn begin_if<'b>(condition: impl Operand<'b>) = sys::vyre_builder_begin_if(b.raw(condition));
    fn begin_else() = sys::vyre_builder_begin_else();
    fn begin_block() = sys::vyre_builder_begin_block();
    fn begin_region(generator: &str) = sys::vyre_builder_begin_region(string(generator));
    fn end() = sys::vyre_builder_end();
    /// Ends the invocation.
    pub fn return_() = sys::vyre_builder_return();
    /// Waits for all invocations of the workgroup, of the grid with [`Ordering::GRID_SYNC`].
    pub fn barrier(ordering: Ordering) = sys::vyre_builder_barrier(ordering.0);
    /// Fails the dispatch with `address` and `tag`.
    pub fn trap<'b>(address: impl Operand<'b>, tag: &str)
        = sys::vyre_builder_trap(b.raw(address), string(tag));
    /// The Resume of the IR, which fails a dispatch that reaches it.
    pub fn resume(tag: &str) = sys::vyre_builder_resume(string(tag));
    /// Runs with a grid that stands in `count_buffer` from byte `offset` on.
    pub fn indirect_dispatch(count_buffer: &str, offset: u64)
        = sys::vyre_builder_indirect_dispatch(string(count_buffer), offset);
    /// Begins a copy of `size` from `offset` of `source` to `destination`, under way until a wait for
    /// `tag`.
    pub fn async_load<'b>(
        source: &str,
        destination: &str,
        offset: impl Operand<'b>,
        size: impl Operand<'b>,
        tag: &str,
    ) = sys::vyre_builder_async_load(
            string(source), string(destination), b.raw(offset), b.raw(size), string(tag)
        );
    /// [`async_load`](Self::async_load) the other way.
    pub fn async_store<'b>(
        source: &str,
        destination: &str,
        offset: impl Operand<'b>,
        size: impl Operand<'b>,
        tag: &str,
    ) = sys::vyre_builder_async_store(
            string(source), string(destination), b.raw(offset), b.raw(size), string(tag)
        );
    /// Waits for the copies of `tag`.
    pub fn async_wait(tag: &str) = sys::vyre_builder_async_wait(string(tag));
    /// Exchanges values between the devices of `group`. Without a destination `source` is changed in
    /// place; `root` counts for broadcasts only, which, like gathers, reduce nothing.
    pub fn collective(
        collective: Collective,
        op: Option<Reduce>,
        source: &str,
        destination: Option<&str>,
        root: u32,
        group: u64,
    ) = sys::vyre_builder_collective(
            collective.0,
            op.map_or(0, |op| op.0),
            string(source),
            string(destination.unwrap_or_default()),
            root,
            group
        );
    /// A statement of an extension: its kind and bytes that only it understands.
    pub fn opaque_statement(kind: &str, payload: &[u8])
        = sys::vyre_builder_opaque_statement(string(kind), payload.as_ptr().cast(), payload.len());
}
