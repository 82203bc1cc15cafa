//! Statements of a program under construction.

use super::{IntoValue, Parameter, Value, calls};
use crate::strings::string;
use crate::values::{Collective, Ordering, Reduce};
use crate::{Builder, sys};

/// Statements with blocks.
impl Builder {
    /// The statements of `then` run where `condition` holds.
    #[track_caller]
    pub fn if_<'k>(&'k self, condition: impl IntoValue<'k, bool>, then: impl FnOnce()) {
        self.begin_if(condition);
        then();
        self.end();
    }

    /// The statements of `then` run where `condition` holds, those of `otherwise` where it does
    /// not.
    #[track_caller]
    pub fn if_else<'k>(
        &'k self,
        condition: impl IntoValue<'k, bool>,
        then: impl FnOnce(),
        otherwise: impl FnOnce(),
    ) {
        self.begin_if(condition);
        then();
        self.begin_else();
        otherwise();
        self.end();
    }

    /// The statements of `body` run for each number from `from` up to but not including `to`, which
    /// the body gets. Both bounds are evaluated once.
    #[track_caller]
    pub fn for_<'k>(
        &'k self,
        from: impl IntoValue<'k, u32>,
        to: impl IntoValue<'k, u32>,
        body: impl FnOnce(Value<'k, u32>),
    ) {
        self.named_for("", from, to, body);
    }

    /// The same with a name for the number, for people who read the program.
    #[track_caller]
    pub fn named_for<'k>(
        &'k self,
        name: &str,
        from: impl IntoValue<'k, u32>,
        to: impl IntoValue<'k, u32>,
        body: impl FnOnce(Value<'k, u32>),
    ) {
        let (name, from, to) = (string(name), self.id_of(from), self.id_of(to));
        // SAFETY: the builder and the name live for the call.
        let number = self.expr(|raw| unsafe { sys::vyre_builder_begin_loop(raw, name, from, to) });
        body(number.typed());
        self.end();
    }

    /// The statements of `body` are a block with variables of its own.
    #[track_caller]
    pub fn block(&self, body: impl FnOnce()) {
        self.begin_block();
        body();
        self.end();
    }

    /// The statements of `body` are a block that says what generated it, such as an op's id.
    #[track_caller]
    pub fn region(&self, generator: &str, body: impl FnOnce()) {
        self.begin_region(generator);
        body();
        self.end();
    }
}

calls! {
    b.watched:
    fn begin_if<'k>(condition: impl IntoValue<'k, bool>)
        = sys::vyre_builder_begin_if(b.id_of(condition));
    fn begin_else() = sys::vyre_builder_begin_else();
    fn begin_block() = sys::vyre_builder_begin_block();
    fn begin_region(generator: &str) = sys::vyre_builder_begin_region(string(generator));
    fn end() = sys::vyre_builder_end();
    /// Ends the invocation. It is the last statement of its block.
    pub fn return_() = sys::vyre_builder_return();
    /// Waits for all invocations of the workgroup, of the grid with [`Ordering::GRID_SYNC`]; then
    /// each sees what the others wrote.
    pub fn barrier(ordering: Ordering) = sys::vyre_builder_barrier(ordering.0);
    /// Fails the dispatch. The error has `address`, `tag` and the place in the program.
    pub fn trap<'k>(address: impl IntoValue<'k, u32>, tag: &str)
        = sys::vyre_builder_trap(b.id_of(address), string(tag));
    /// The resume of the IR. A dispatch that reaches it fails.
    pub fn resume(tag: &str) = sys::vyre_builder_resume(string(tag));
    /// The indirect dispatch of the IR: a grid that stands at byte `offset` of `counts`. A dispatch
    /// that reaches it fails; see [`Launch::grid_buffer`](crate::Launch::grid_buffer).
    pub fn indirect_dispatch<'k>(counts: impl Into<Parameter<'k>>, offset: u64)
        = sys::vyre_builder_indirect_dispatch(counts.into().raw(), offset);
    /// Begins a copy of `size` bytes, from byte `offset` of `source` to the start of `destination`.
    /// The bytes are taken now, and arrive at [`async_wait`](Self::async_wait) of the same tag.
    pub fn async_load<'k>(
        source: impl Into<Parameter<'k>>,
        destination: impl Into<Parameter<'k>>,
        offset: impl IntoValue<'k, u32>,
        size: impl IntoValue<'k, u32>,
        tag: &str,
    ) = sys::vyre_builder_async_load(
            source.into().raw(), destination.into().raw(), b.id_of(offset), b.id_of(size), string(tag)
        );
    /// [`async_load`](Self::async_load) from the start of `source` to byte `offset` of
    /// `destination`.
    pub fn async_store<'k>(
        source: impl Into<Parameter<'k>>,
        destination: impl Into<Parameter<'k>>,
        offset: impl IntoValue<'k, u32>,
        size: impl IntoValue<'k, u32>,
        tag: &str,
    ) = sys::vyre_builder_async_store(
            source.into().raw(), destination.into().raw(), b.id_of(offset), b.id_of(size), string(tag)
        );
    /// Waits for the copy that this invocation began under `tag`. There has to be one.
    pub fn async_wait(tag: &str) = sys::vyre_builder_async_wait(string(tag));
    /// An exchange between the ranks of `group`; 0 is all of them. Without a destination `source`
    /// is changed in place; `root` counts for broadcasts only, which, like gathers, take
    /// [`Reduce::NONE`].
    pub fn collective<'k>(
        kind: Collective,
        op: Reduce,
        source: impl Into<Parameter<'k>>,
        destination: Option<Parameter<'k>>,
        root: u32,
        group: u32,
    ) = sys::vyre_builder_collective(
            kind.0,
            op.0,
            source.into().raw(),
            destination.map_or(sys::vyre_parameter::INIT, Parameter::raw),
            root,
            group
        );
    /// A statement of an extension: its kind, and bytes that only the extension understands.
    pub fn opaque_statement(kind: &str, payload: &[u8])
        = sys::vyre_builder_opaque_statement(string(kind), payload.as_ptr().cast(), payload.len());
}
