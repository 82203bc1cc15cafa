//! Expressions of a program under construction.

use crate::builder::calls;
use crate::strings::string;
use crate::values::{Atomic, Ordering};
use crate::{Builder, SpecKind, SpecValue, sys};
use std::{fmt, ptr};

/// An expression of one [`Builder`], which it borrows.
///
/// Literals, specialization values, ids, lengths and locals may be used any number of times. Every other expression is
/// evaluated where it is used and may be used once: bind it with [`Builder::let_`] to use its value
/// again.
///
/// Operators are methods (`a.add(b)`, `a.lt(b)`) and, where Rust has them, signs (`a + b`).
#[derive(Clone, Copy)]
pub struct Expr<'b> {
    pub(crate) builder: &'b Builder,
    raw: sys::vyre_expr,
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expr({})", self.raw)
    }
}

mod sealed {
    pub trait Sealed {}
}

/// What stands beside an operator: an expression, or a literal. An integer without a suffix is a
/// U32, a float an F32; [`Builder::i32`] makes the I32 ones. Sealed.
pub trait Operand<'b>: sealed::Sealed {
    /// The operand as an expression of this builder.
    fn expr(self, builder: &'b Builder) -> Expr<'b>;
}

impl sealed::Sealed for Expr<'_> {}
impl<'b> Operand<'b> for Expr<'b> {
    fn expr(self, _: &'b Builder) -> Expr<'b> {
        self
    }
}

macro_rules! literals {
    ($($type:ty: $method:ident)*) => {$(
        impl sealed::Sealed for $type {}
        impl<'b> Operand<'b> for $type {
            fn expr(self, builder: &'b Builder) -> Expr<'b> {
                builder.$method(self)
            }
        }
    )*};
}
literals! { u32: u32 f32: f32 bool: boolean }

impl<'b> Expr<'b> {
    /// `yes` where this holds, else `no`; both are evaluated.
    #[track_caller]
    pub fn select(self, yes: impl Operand<'b>, no: impl Operand<'b>) -> Expr<'b> {
        let b = self.builder;
        // SAFETY: the builder lives.
        b.expr(|raw| unsafe { sys::vyre_builder_select(raw, b.raw(self), b.raw(yes), b.raw(no)) })
    }

    /// The value as `type_name`, spelled as in the JSON form: "I32", "F32".
    #[track_caller]
    pub fn cast(self, type_name: &str) -> Expr<'b> {
        let b = self.builder;
        // SAFETY: the builder and the string live for the call.
        b.expr(|raw| unsafe { sys::vyre_builder_cast(raw, string(type_name), b.raw(self)) })
    }

    /// This * b + c, rounded once.
    #[track_caller]
    pub fn fma(self, factor: impl Operand<'b>, addend: impl Operand<'b>) -> Expr<'b> {
        let b = self.builder;
        let (value, factor, addend) = (b.raw(self), b.raw(factor), b.raw(addend));
        // SAFETY: the builder lives.
        b.expr(|raw| unsafe { sys::vyre_builder_fma(raw, value, factor, addend) })
    }

    /// The sum of this value over the subgroup.
    #[track_caller]
    pub fn subgroup_add(self) -> Expr<'b> {
        self.builder.subgroup(sys::VYRE_SUBGROUP_ADD, self, 0)
    }

    /// This value of invocation `lane` of the subgroup.
    #[track_caller]
    pub fn subgroup_shuffle(self, lane: impl Operand<'b>) -> Expr<'b> {
        let lane = self.builder.raw(lane);
        self.builder.subgroup(sys::VYRE_SUBGROUP_SHUFFLE, self, lane)
    }

    /// A bit for each invocation of the subgroup for which this holds.
    #[track_caller]
    pub fn subgroup_ballot(self) -> Expr<'b> {
        self.builder.subgroup(sys::VYRE_SUBGROUP_BALLOT, self, 0)
    }
}

/// Expressions.
impl Builder {
    /// Changes element `index` of `buffer` and gives what it was before.
    #[track_caller]
    pub fn atomic<'b>(
        &'b self,
        op: Atomic,
        ordering: Ordering,
        buffer: &str,
        index: impl Operand<'b>,
        value: impl Operand<'b>,
    ) -> Expr<'b> {
        let (index, value) = (self.raw(index), self.raw(value));
        self.raw_atomic(op, ordering, buffer, index, 0, value)
    }

    /// [`atomic`](Self::atomic) for the compare-exchanges, which change an element that is as
    /// `expected`.
    #[track_caller]
    pub fn atomic_compare<'b>(
        &'b self,
        op: Atomic,
        ordering: Ordering,
        buffer: &str,
        index: impl Operand<'b>,
        expected: impl Operand<'b>,
        value: impl Operand<'b>,
    ) -> Expr<'b> {
        let (index, expected) = (self.raw(index), self.raw(expected));
        self.raw_atomic(op, ordering, buffer, index, expected, self.raw(value))
    }

    /// The result of the registered op `op_id`.
    #[track_caller]
    pub fn call<'b>(&'b self, op_id: &str, arguments: &[Expr<'b>]) -> Expr<'b> {
        let values: Vec<_> = arguments.iter().map(|&argument| self.raw(argument)).collect();
        let (op_id, first, many) = (string(op_id), values.as_ptr(), values.len());
        // SAFETY: the builder, the string and the arguments live for the call.
        self.expr(|raw| unsafe { sys::vyre_builder_call(raw, op_id, first, many) })
    }

    /// The value of that name and kind that a pipeline is specialized with. `initial` is what it is
    /// when a pipeline says nothing, and of that kind; without one, each pipeline must say it. All
    /// places of a program that name one value must agree on both.
    #[track_caller]
    pub fn spec_value(&self, name: &str, kind: SpecKind, initial: Option<&SpecValue>) -> Expr<'_> {
        let initial = initial.map(SpecValue::raw);
        let pointer = initial.as_ref().map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the builder, the string and the value live for the call.
        self.expr(|raw| unsafe {
            sys::vyre_builder_spec_value(raw, string(name), kind as u32, pointer)
        })
    }

    /// A new expression, or the caller's place when making it was a mistake.
    #[track_caller]
    pub(crate) fn expr(
        &self,
        call: impl FnOnce(*mut sys::vyre_builder) -> sys::vyre_expr,
    ) -> Expr<'_> {
        Expr { builder: self, raw: self.watched(call) }
    }

    /// The number of an operand; 0, which is a mistake, for one of another builder.
    pub(crate) fn raw<'b>(&'b self, operand: impl Operand<'b>) -> sys::vyre_expr {
        let expr = operand.expr(self);
        if std::ptr::eq(expr.builder, self) { expr.raw } else { 0 }
    }
}

calls! {
    b.expr:
    /// A U32.
    pub fn u32(value: u32) -> Expr<'_> = sys::vyre_builder_u32(value);
    /// An I32.
    pub fn i32(value: i32) -> Expr<'_> = sys::vyre_builder_i32(value);
    /// An F32.
    pub fn f32(value: f32) -> Expr<'_> = sys::vyre_builder_f32(value);
    /// A truth value.
    pub fn boolean(value: bool) -> Expr<'_> = sys::vyre_builder_boolean(value.into());
    /// The running invocation's place in the whole grid.
    pub fn invocation_id(axis: u32) -> Expr<'_>
        = sys::vyre_builder_id(sys::VYRE_ID_INVOCATION, axis);
    /// The place of its workgroup in the grid.
    pub fn workgroup_id(axis: u32) -> Expr<'_> = sys::vyre_builder_id(sys::VYRE_ID_WORKGROUP, axis);
    /// Its place in its workgroup.
    pub fn local_id(axis: u32) -> Expr<'_> = sys::vyre_builder_id(sys::VYRE_ID_LOCAL, axis);
    /// Its place in its subgroup.
    pub fn subgroup_id() -> Expr<'_> = sys::vyre_builder_id(sys::VYRE_ID_SUBGROUP, 0);
    /// How many invocations its subgroup has.
    pub fn subgroup_size() -> Expr<'_> = sys::vyre_builder_id(sys::VYRE_ID_SUBGROUP_SIZE, 0);
    /// The local `name`, which a [`let_`](Self::let_) or [`loop_`](Self::loop_) around this place
    /// binds.
    pub fn local(name: &str) -> Expr<'_> = sys::vyre_builder_local(string(name));
    /// The number of elements of `buffer`.
    pub fn length(buffer: &str) -> Expr<'_> = sys::vyre_builder_length(string(buffer));
    /// Element `index` of `buffer`; 0 beyond its end.
    pub fn load<'b>(buffer: &str, index: impl Operand<'b>) -> Expr<'b>
        = sys::vyre_builder_load(string(buffer), b.raw(index));
    /// An expression of an extension: its kind and bytes that only it understands.
    pub fn opaque(kind: &str, payload: &[u8]) -> Expr<'_>
        = sys::vyre_builder_opaque(string(kind), payload.as_ptr().cast(), payload.len());
    pub(crate) fn binary<'b>(op: u32, left: Expr<'b>, right: impl Operand<'b>) -> Expr<'b>
        = sys::vyre_builder_binary(op, b.raw(left), b.raw(right));
    pub(crate) fn unary<'b>(op: u32, operand: Expr<'b>) -> Expr<'b>
        = sys::vyre_builder_unary(op, b.raw(operand));
    fn subgroup<'b>(op: u32, value: Expr<'b>, lane: sys::vyre_expr) -> Expr<'b>
        = sys::vyre_builder_subgroup(op, b.raw(value), lane);
    fn raw_atomic(
        op: Atomic,
        ordering: Ordering,
        buffer: &str,
        index: sys::vyre_expr,
        expected: sys::vyre_expr,
        value: sys::vyre_expr,
    ) -> Expr<'_>
        = sys::vyre_builder_atomic(op.0, ordering.0, string(buffer), index, expected, value);
}
