//! Variables of a program under construction.

use super::{Expr, IntoExpr, IntoValue, Scalar, Value};
use crate::strings::string;
use crate::{Builder, sys};
use std::fmt;
use std::marker::PhantomData;
use std::ops;

/// A variable of one [`Builder`], which it borrows: each invocation has its own, to the end of its
/// block. So a loop sums: `sum.set(sum.get() + x)`, or `sum += x`.
#[derive(Clone, Copy)]
pub struct Var<'k, T> {
    local: Local<'k>,
    type_: PhantomData<T>,
}

/// A variable without a type of Rust.
#[derive(Clone, Copy)]
pub struct Local<'k> {
    builder: &'k Builder,
    raw: sys::vyre_local,
}

/// Variables.
impl Builder {
    /// Makes a variable that begins as `initial`, whose type it has. An integer without a suffix is
    /// an I32, as everywhere in Rust.
    #[track_caller]
    pub fn var<'k, T: Scalar>(&'k self, initial: impl IntoValue<'k, T>) -> Var<'k, T> {
        self.named_var("", initial)
    }

    /// The same with a name, for people who read the program.
    #[track_caller]
    pub fn named_var<'k, T: Scalar>(
        &'k self,
        name: &str,
        initial: impl IntoValue<'k, T>,
    ) -> Var<'k, T> {
        let local = self.local(name, initial.into_value(self));
        Var { local, type_: PhantomData }
    }

    /// Makes a variable that begins as `initial`, whose type it has. The name may be empty.
    #[track_caller]
    pub fn local<'k>(&'k self, name: &str, initial: impl IntoExpr<'k>) -> Local<'k> {
        let (name, initial) = (string(name), initial.into_expr(self).raw());
        // SAFETY: the builder and the name live for the call.
        let raw = self.watched(|raw| unsafe { sys::vyre_builder_local(raw, name, initial) });
        Local { builder: self, raw }
    }
}

impl<'k> Local<'k> {
    /// The value at this place. A later change does not reach it: ask again.
    #[track_caller]
    pub fn get(self) -> Expr<'k> {
        // SAFETY: the builder lives.
        self.builder.expr(|raw| unsafe { sys::vyre_builder_get(raw, self.raw) })
    }

    /// Gives it another value of its type.
    #[track_caller]
    pub fn set(self, value: impl IntoExpr<'k>) {
        let value = value.into_expr(self.builder).raw();
        // SAFETY: the builder lives.
        self.builder.watched(|raw| unsafe { sys::vyre_builder_assign(raw, self.raw, value) });
    }
}

impl<'k, T: Scalar> Var<'k, T> {
    /// The value at this place. A later change does not reach it: ask again.
    #[track_caller]
    pub fn get(self) -> Value<'k, T> {
        self.local.get().typed()
    }

    /// Gives it another value.
    #[track_caller]
    pub fn set(self, value: impl IntoValue<'k, T>) {
        let value = value.into_value(self.local.builder);
        self.local.set(value);
    }
}

macro_rules! assigns {
    ($($type:ty)*: $($trait:ident $method:ident $sign:tt;)*) => {
        assigns! { @ [$($type)*] $($trait $method $sign;)* }
    };
    (@ $types:tt $($trait:ident $method:ident $sign:tt;)*) => {
        $(assigns! { @@ $types $trait $method $sign })*
    };
    (@@ [$($type:ty)*] $trait:ident $method:ident $sign:tt) => {$(
        impl<'k, R: IntoValue<'k, $type>> ops::$trait<R> for Var<'k, $type> {
            #[track_caller]
            fn $method(&mut self, right: R) {
                self.set(self.get() $sign right);
            }
        }
    )*};
}

assigns! {
    f32 i32 u32:
    AddAssign add_assign +;
    SubAssign sub_assign -;
    MulAssign mul_assign *;
    DivAssign div_assign /;
}

impl fmt::Debug for Local<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Local({:#x})", self.raw.id)
    }
}

impl<T> fmt::Debug for Var<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Var({:#x})", self.local.raw.id)
    }
}
