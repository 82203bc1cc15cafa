//! Values of a program under construction: with a type of Rust, and without.

use crate::values::{ConstantKind, Type};
use crate::{Builder, Constant, sys};
use std::fmt;
use std::marker::PhantomData;

/// An expression of one [`Builder`], which it borrows, without a type of Rust. It means its value
/// at the place where it was made, and may be used any number of times.
///
/// It fits wherever a [`Value`] does; whether its type is right is checked with the program.
#[derive(Clone, Copy)]
pub struct Expr<'k> {
    builder: &'k Builder,
    raw: sys::vyre_expr,
}

/// An expression whose type is one of Rust. It means its value at the place where it was made, and
/// may be used any number of times; what changes is a [`Var`](crate::Var).
///
/// Operators are those of Rust where it has them (`a + b`, `!a`), methods elsewhere (`a.lt(b)`). On
/// either side of one may stand a literal.
#[derive(Clone, Copy)]
pub struct Value<'k, T> {
    expr: Expr<'k>,
    type_: PhantomData<T>,
}

mod sealed {
    pub trait Sealed {}
}

/// A type that values of a program have: `f32`, `i32`, `u32`, `bool`. Sealed.
pub trait Scalar: Copy + sealed::Sealed {
    /// Its number.
    const TYPE: Type;
    /// Its kind among constants.
    const CONSTANT: ConstantKind;
    /// A constant of this type.
    fn constant(self) -> Constant;
    #[doc(hidden)]
    fn literal(self, builder: &Builder) -> Expr<'_>;
}

/// A type that elements of arrays have: `f32`, `i32`, `u32`. A `bool` has 1 byte here and 4 on a
/// device. Elements of other types are declared by [`Builder::declare`]. Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no type of elements that values have",
    note = "elements of other types: `Builder::declare` with a `ParameterDesc`, and cast what is \
            loaded"
)]
pub trait Element: Scalar {}

impl Element for f32 {}
impl Element for i32 {}
impl Element for u32 {}

/// What stands for a value of type T: a [`Value`], an [`Expr`] of that type, or a literal. Sealed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not stand for a value of type `{T}`",
    note = "nothing is converted silently: write `.cast::<{T}>()` behind a value, or a literal of \
            that type"
)]
pub trait IntoValue<'k, T>: sealed::Sealed {
    /// The value in this builder.
    fn into_value(self, builder: &'k Builder) -> Value<'k, T>;
}

/// What stands for a value of any type. An integer without a suffix is a U32, a float an F32.
/// Sealed.
pub trait IntoExpr<'k>: sealed::Sealed {
    /// The expression in this builder.
    fn into_expr(self, builder: &'k Builder) -> Expr<'k>;
}

macro_rules! scalars {
    ($($type:ty: $number:ident, $constant:ident, |$value:ident| sys::$call:ident($given:expr);)*) => {$(
        impl sealed::Sealed for $type {}

        impl Scalar for $type {
            const TYPE: Type = Type::$number;
            const CONSTANT: ConstantKind = ConstantKind::$number;

            fn constant(self) -> Constant {
                Constant::$constant(self)
            }

            #[track_caller]
            fn literal(self, builder: &Builder) -> Expr<'_> {
                let $value = self;
                // SAFETY: the builder lives.
                builder.expr(|raw| unsafe { sys::$call(raw, $given) })
            }
        }

        impl<'k> IntoValue<'k, $type> for $type {
            #[track_caller]
            fn into_value(self, builder: &'k Builder) -> Value<'k, $type> {
                self.literal(builder).typed()
            }
        }
    )*};
}

scalars! {
    f32: F32, F32, |value| sys::vyre_builder_f32(value);
    i32: I32, I32, |value| sys::vyre_builder_i32(value);
    u32: U32, U32, |value| sys::vyre_builder_u32(value);
    bool: BOOL, Bool, |value| sys::vyre_builder_bool(value.into());
}

macro_rules! literals {
    ($($type:ty)*) => {$(
        impl<'k> IntoExpr<'k> for $type {
            #[track_caller]
            fn into_expr(self, builder: &'k Builder) -> Expr<'k> {
                self.literal(builder)
            }
        }
    )*};
}
literals! { f32 u32 bool }

impl sealed::Sealed for Expr<'_> {}
impl<T> sealed::Sealed for Value<'_, T> {}

impl<'k, T: Scalar> IntoValue<'k, T> for Expr<'k> {
    fn into_value(self, _: &'k Builder) -> Value<'k, T> {
        self.typed()
    }
}

impl<'k, T: Scalar> IntoValue<'k, T> for Value<'k, T> {
    fn into_value(self, _: &'k Builder) -> Value<'k, T> {
        self
    }
}

impl<'k> IntoExpr<'k> for Expr<'k> {
    fn into_expr(self, _: &'k Builder) -> Expr<'k> {
        self
    }
}

impl<'k, T> IntoExpr<'k> for Value<'k, T> {
    fn into_expr(self, _: &'k Builder) -> Expr<'k> {
        self.expr
    }
}

impl<'k, T> From<Value<'k, T>> for Expr<'k> {
    fn from(value: Value<'k, T>) -> Self {
        value.expr
    }
}

impl<'k> Expr<'k> {
    /// The same expression as a value of type T, which it has to have.
    pub fn typed<T: Scalar>(self) -> Value<'k, T> {
        Value { expr: self, type_: PhantomData }
    }

    pub(crate) fn builder(self) -> &'k Builder {
        self.builder
    }

    pub(crate) fn raw(self) -> sys::vyre_expr {
        self.raw
    }
}

impl<'k, T> Value<'k, T> {
    /// The same without its type, for calls that take any.
    pub fn expr(self) -> Expr<'k> {
        self.expr
    }

    pub(crate) fn builder(self) -> &'k Builder {
        self.expr.builder
    }
}

impl Builder {
    /// A new expression; remembers the caller's place when making it was a mistake.
    #[track_caller]
    pub(crate) fn expr(
        &self,
        call: impl FnOnce(*mut sys::vyre_builder) -> sys::vyre_expr,
    ) -> Expr<'_> {
        Expr { builder: self, raw: self.watched(call) }
    }

    /// The number of a value.
    #[track_caller]
    pub(crate) fn id_of<'k, T>(&'k self, value: impl IntoValue<'k, T>) -> sys::vyre_expr {
        value.into_value(self).expr.raw
    }
}

impl fmt::Debug for Expr<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Expr({:#x})", self.raw.id)
    }
}

impl<T> fmt::Debug for Value<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Value({:#x})", self.expr.raw.id)
    }
}
