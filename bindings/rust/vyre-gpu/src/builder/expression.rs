//! Expressions without a type of Rust, and the sources of values.

use super::{Expr, IntoExpr, IntoValue, Parameter, Scalar, Value};
use crate::call::first;
use crate::strings::string;
use crate::values::{Atomic, Binary, InvocationId, Ordering, Subgroup, Type, Unary};
use crate::{Builder, Constant, sys};
use std::ptr;

/// Values.
impl Builder {
    /// A literal: `k.value(2.0f32)`. Beside an operator it can stand as it is.
    #[track_caller]
    pub fn value<T: Scalar>(&self, literal: T) -> Value<'_, T> {
        literal.literal(self).typed()
    }

    /// The constant `name`: a value that each pipeline gives. `initial` is what it is when a
    /// pipeline says nothing; without one every pipeline has to say it. All places of a program
    /// that use one name agree on both.
    #[track_caller]
    pub fn constant<T: Scalar>(&self, name: &str, initial: Option<T>) -> Value<'_, T> {
        let initial = initial.map(T::constant);
        self.raw_constant(name, T::CONSTANT.0, initial.as_ref()).typed()
    }

    /// The constant `name` that is an element type: a U32, the type's number in the wire form.
    #[track_caller]
    pub fn type_constant(&self, name: &str, initial: Option<&str>) -> Value<'_, u32> {
        let initial = initial.map(|spelling| Constant::Type(spelling.to_owned()));
        self.raw_constant(name, sys::VYRE_CONSTANT_TYPE, initial.as_ref()).typed()
    }

    #[track_caller]
    fn raw_constant(&self, name: &str, kind: u32, initial: Option<&Constant>) -> Expr<'_> {
        let initial = initial.map(|initial| initial.raw(""));
        let pointer = initial.as_ref().map_or(ptr::null(), ptr::from_ref);
        // SAFETY: the builder, the name and the value live for the call.
        self.expr(|raw| unsafe { sys::vyre_builder_constant(raw, string(name), kind, pointer) })
    }

    /// The number of the invocation in the grid, on axis 0.
    #[track_caller]
    pub fn index(&self) -> Value<'_, u32> {
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_index(raw) }).typed()
    }

    /// Who the running invocation is. `axis` is 0 for the ids of a subgroup. A program that looks
    /// at axis 1 or 2 wants a shape or a grid in each dispatch.
    #[track_caller]
    pub fn id(&self, id: InvocationId, axis: u32) -> Value<'_, u32> {
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_id(raw, id.0, axis) }).typed()
    }
}

/// Expressions of any type.
impl Builder {
    /// An operator of two expressions of one type.
    #[track_caller]
    pub fn binary<'k>(
        &'k self,
        op: Binary,
        left: impl IntoExpr<'k>,
        right: impl IntoExpr<'k>,
    ) -> Expr<'k> {
        let (left, right) = (left.into_expr(self).raw(), right.into_expr(self).raw());
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_binary(raw, op.0, left, right) })
    }

    /// An operator of one expression.
    #[track_caller]
    pub fn unary<'k>(&'k self, op: Unary, operand: impl IntoExpr<'k>) -> Expr<'k> {
        let operand = operand.into_expr(self).raw();
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_unary(raw, op.0, operand) })
    }

    /// `yes` where `condition` holds, else `no`; all three are evaluated.
    #[track_caller]
    pub fn select<'k>(
        &'k self,
        condition: impl IntoExpr<'k>,
        yes: impl IntoExpr<'k>,
        no: impl IntoExpr<'k>,
    ) -> Expr<'k> {
        let condition = condition.into_expr(self).raw();
        let (yes, no) = (yes.into_expr(self).raw(), no.into_expr(self).raw());
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_select(raw, condition, yes, no) })
    }

    /// Changes element `index` of an array of U32 in one step and gives what it was before. Beyond
    /// the end nothing changes and the result is 0. It happens at this place, used or not.
    #[track_caller]
    pub fn atomic<'k>(
        &'k self,
        op: Atomic,
        ordering: Ordering,
        array: impl Into<Parameter<'k>>,
        index: impl IntoValue<'k, u32>,
        value: impl IntoValue<'k, u32>,
    ) -> Value<'k, u32> {
        let (index, none) = (index.into_value(self), sys::vyre_expr_none());
        self.raw_atomic(op, ordering, array.into(), index, none, value.into_value(self))
    }

    /// [`atomic`](Self::atomic) for the compare-exchanges, which change an element that is as
    /// `expected`.
    #[track_caller]
    pub fn atomic_compare<'k>(
        &'k self,
        op: Atomic,
        ordering: Ordering,
        array: impl Into<Parameter<'k>>,
        index: impl IntoValue<'k, u32>,
        expected: impl IntoValue<'k, u32>,
        value: impl IntoValue<'k, u32>,
    ) -> Value<'k, u32> {
        let (index, expected) = (index.into_value(self), self.id_of(expected));
        self.raw_atomic(op, ordering, array.into(), index, expected, value.into_value(self))
    }

    #[track_caller]
    fn raw_atomic<'k>(
        &'k self,
        op: Atomic,
        ordering: Ordering,
        array: Parameter<'k>,
        index: Value<'k, u32>,
        expected: sys::vyre_expr,
        value: Value<'k, u32>,
    ) -> Value<'k, u32> {
        let (array, index, value) = (array.raw(), self.id_of(index), self.id_of(value));
        let changed = |raw| {
            // SAFETY: the builder lives.
            unsafe {
                sys::vyre_builder_atomic(raw, op.0, ordering.0, array, index, expected, value)
            }
        };
        self.expr(changed).typed()
    }

    /// What the invocations of a subgroup exchange; it has the type of `value`, of
    /// [`Subgroup::BALLOT`] it is a U32. For [`Subgroup::SHUFFLE`] see
    /// [`subgroup_shuffle`](Self::subgroup_shuffle).
    #[track_caller]
    pub fn subgroup<'k>(&'k self, op: Subgroup, value: impl IntoExpr<'k>) -> Expr<'k> {
        let (value, none) = (value.into_expr(self).raw(), sys::vyre_expr_none());
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_subgroup(raw, op.0, value, none) })
    }

    /// `value` of invocation `lane` of the subgroup, 0 where there is none.
    #[track_caller]
    pub fn subgroup_shuffle<'k>(
        &'k self,
        value: impl IntoExpr<'k>,
        lane: impl IntoValue<'k, u32>,
    ) -> Expr<'k> {
        let (op, value, lane) = (Subgroup::SHUFFLE, value.into_expr(self).raw(), self.id_of(lane));
        // SAFETY: the builder lives.
        self.expr(|raw| unsafe { sys::vyre_builder_subgroup(raw, op.0, value, lane) })
    }

    /// The result of the registered op `op_id`. The call happens at this place, used or not.
    #[track_caller]
    pub fn call<'k>(&'k self, op_id: &str, arguments: &[Expr<'k>]) -> Expr<'k> {
        let ids: Vec<_> = arguments.iter().map(|argument| argument.raw()).collect();
        let (op_id, given, many) = (string(op_id), first(&ids), ids.len());
        // SAFETY: the builder, the string and the arguments live for the call.
        self.expr(|raw| unsafe { sys::vyre_builder_call(raw, op_id, given, many) })
    }

    /// An expression of an extension: its kind, and bytes that only the extension understands.
    /// Literals of 64 bits are such: "vyre.literal.u64" and 8 little-endian bytes.
    #[track_caller]
    pub fn opaque(&self, kind: &str, payload: &[u8]) -> Expr<'_> {
        let (kind, bytes, size) = (string(kind), payload.as_ptr().cast(), payload.len());
        // SAFETY: the builder, the string and the bytes live for the call.
        self.expr(|raw| unsafe { sys::vyre_builder_opaque(raw, kind, bytes, size) })
    }
}

impl<'k> Expr<'k> {
    /// The value as another type, which may be one that Rust does not have.
    #[track_caller]
    pub fn cast(self, type_: Type) -> Expr<'k> {
        // SAFETY: the builder lives.
        self.builder().expr(|raw| unsafe { sys::vyre_builder_cast(raw, type_.0, self.raw()) })
    }

    /// The same value with a name, for people who read the program and for ops that look at names.
    #[track_caller]
    pub fn named(self, name: &str) -> Expr<'k> {
        let name = string(name);
        // SAFETY: the builder and the string live for the call.
        self.builder().expr(|raw| unsafe { sys::vyre_builder_let(raw, name, self.raw()) })
    }
}
