//! Parameters of a program under construction.

use super::{Element, Expr, IntoExpr, IntoValue, Scalar, Value};
use crate::strings::string;
use crate::values::{Access, MemoryKind, ParameterFlags, Type};
use crate::{Builder, sys};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Range;

/// A declared parameter, or workgroup memory, of one [`Builder`], which it borrows.
#[derive(Clone, Copy)]
pub struct Parameter<'k> {
    builder: &'k Builder,
    raw: sys::vyre_parameter,
}

/// A parameter whose elements have a type of Rust.
#[derive(Clone, Copy)]
pub struct Array<'k, T> {
    parameter: Parameter<'k>,
    element: PhantomData<T>,
}

/// A parameter to declare:
/// `ParameterDesc { name: "sums", element_count: 64, ..Default::default() }`.
/// [`Builder::input`] and its like fill it for the common cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParameterDesc<'a> {
    /// Of its own in the program; bindings find the parameter by it.
    pub name: &'a str,
    /// Of one element; [`Builder::type_`] gives those that [`Type`] does not list.
    pub type_: Type,
    /// [`ParameterFlags::RETURNED`], or the marks of the wire form.
    pub flags: ParameterFlags,
    /// The bytes that return, when that is not all of them.
    pub return_range: Option<Range<u64>>,
    /// Of its own; `None`: the next free one.
    pub slot: Option<u32>,
    /// How many elements; 0: known when bound.
    pub element_count: u32,
    /// How the program may touch it.
    pub access: Access,
    /// Where it lives.
    pub memory: MemoryKind,
}

/// An unnamed array of U32 at the next free slot that is only read.
impl Default for ParameterDesc<'_> {
    fn default() -> Self {
        Self {
            name: "",
            type_: Type::U32,
            flags: ParameterFlags(0),
            return_range: None,
            slot: None,
            element_count: 0,
            access: Access::READ_ONLY,
            memory: MemoryKind::GLOBAL,
        }
    }
}

impl ParameterDesc<'_> {
    fn raw(&self) -> sys::vyre_parameter_desc {
        let default = sys::vyre_parameter_desc::INIT;
        let range = self.return_range.clone();
        let ranged = range.as_ref().map_or(ParameterFlags(0), |_| ParameterFlags::RETURNS_RANGE);
        let range = range.unwrap_or(0..0);
        sys::vyre_parameter_desc {
            flags: (self.flags | ranged).0,
            name: string(self.name),
            return_start: range.start,
            return_end: range.end,
            slot: self.slot.unwrap_or(default.slot),
            type_: self.type_.0,
            element_count: self.element_count,
            access: self.access.0,
            memory: self.memory.0,
            ..default
        }
    }
}

/// Parameters and workgroup memory. They are declared before they are used.
impl Builder {
    /// Declares a parameter, or workgroup memory.
    #[track_caller]
    pub fn declare(&self, desc: &ParameterDesc<'_>) -> Parameter<'_> {
        // SAFETY: the builder and the description live for the call.
        self.parameter(|raw| unsafe { sys::vyre_builder_declare(raw, &desc.raw()) })
    }

    /// Declares an array that is only read. Its slot is the next free one; it has as many elements
    /// as what is bound.
    #[track_caller]
    pub fn input<T: Element>(&self, name: &str) -> Array<'_, T> {
        let (name, of) = (string(name), T::TYPE.0);
        // SAFETY: the builder and the name live for the call.
        self.parameter(|raw| unsafe { sys::vyre_builder_input(raw, name, of) }).array()
    }

    /// Declares an array that the program writes and a dispatch returns. There may be several. It
    /// may be read too. In the caller's memory it starts zeroed; a buffer keeps the bytes that it
    /// has.
    #[track_caller]
    pub fn output<T: Element>(&self, name: &str) -> Array<'_, T> {
        let (name, of) = (string(name), T::TYPE.0);
        // SAFETY: the builder and the name live for the call.
        self.parameter(|raw| unsafe { sys::vyre_builder_output(raw, name, of) }).array()
    }

    /// Declares an array that starts with the caller's bytes, is read and written, and comes back.
    #[track_caller]
    pub fn inout<T: Element>(&self, name: &str) -> Array<'_, T> {
        let (name, of) = (string(name), T::TYPE.0);
        // SAFETY: the builder and the name live for the call.
        self.parameter(|raw| unsafe { sys::vyre_builder_inout(raw, name, of) }).array()
    }

    /// Declares `element_count` elements of workgroup memory, at least 1. Each workgroup has its
    /// own, zeroed when it starts.
    #[track_caller]
    pub fn shared<T: Element>(&self, name: &str, element_count: u32) -> Array<'_, T> {
        let (name, of) = (string(name), T::TYPE.0);
        // SAFETY: the builder and the name live for the call.
        let shared = |raw| unsafe { sys::vyre_builder_shared(raw, name, of, element_count) };
        self.parameter(shared).array()
    }

    /// Declares one value that is the same for all invocations, such as the width of an image. It
    /// is bound as an input of one element.
    #[track_caller]
    pub fn uniform<T: Element>(&self, name: &str) -> Value<'_, T> {
        let (name, of) = (string(name), T::TYPE.0);
        // SAFETY: the builder and the name live for the call.
        let uniform = self.parameter(|raw| unsafe { sys::vyre_builder_uniform(raw, name, of) });
        uniform.at(0).typed()
    }

    #[track_caller]
    fn parameter(
        &self,
        call: impl FnOnce(*mut sys::vyre_builder) -> sys::vyre_parameter,
    ) -> Parameter<'_> {
        Parameter { builder: self, raw: self.watched(call) }
    }
}

impl<'k> Parameter<'k> {
    /// The slot, for bindings; none of workgroup memory.
    pub fn slot(self) -> Option<u32> {
        // SAFETY: the builder lives.
        let slot = unsafe { sys::vyre_builder_slot(self.builder.as_raw(), self.raw) };
        (slot != sys::VYRE_UNKNOWN_U32).then_some(slot)
    }

    /// How many elements there are: the declared count, or that of what is bound.
    #[track_caller]
    pub fn length(self) -> Value<'k, u32> {
        // SAFETY: the builder lives.
        self.builder.expr(|raw| unsafe { sys::vyre_builder_length(raw, self.raw) }).typed()
    }

    /// Element `index` as it is at this place; 0 beyond the end.
    #[track_caller]
    pub fn at(self, index: impl IntoValue<'k, u32>) -> Expr<'k> {
        let index = self.builder.id_of(index);
        // SAFETY: the builder lives.
        self.builder.expr(|raw| unsafe { sys::vyre_builder_load(raw, self.raw, index) })
    }

    /// Puts `value` into element `index`; nothing happens beyond the end. U32 and I32 may meet, and
    /// so may U32 and BOOL.
    #[track_caller]
    pub fn set(self, index: impl IntoValue<'k, u32>, value: impl IntoExpr<'k>) {
        let (index, value) = (self.builder.id_of(index), value.into_expr(self.builder).raw());
        // SAFETY: the builder lives.
        self.builder.watched(|raw| unsafe { sys::vyre_builder_store(raw, self.raw, index, value) });
    }

    /// The same parameter as an array of T, which its elements have to be.
    pub fn array<T: Element>(self) -> Array<'k, T> {
        Array { parameter: self, element: PhantomData }
    }

    pub(crate) fn raw(self) -> sys::vyre_parameter {
        self.raw
    }
}

impl<'k, T: Scalar> Array<'k, T> {
    /// The slot, for bindings; none of workgroup memory.
    pub fn slot(self) -> Option<u32> {
        self.parameter.slot()
    }

    /// How many elements there are: the declared count, or that of what is bound.
    #[track_caller]
    pub fn length(self) -> Value<'k, u32> {
        self.parameter.length()
    }

    /// Element `index` as it is at this place; 0 beyond the end. A load that nobody uses leaves no
    /// trace.
    #[track_caller]
    pub fn at(self, index: impl IntoValue<'k, u32>) -> Value<'k, T> {
        self.parameter.at(index).typed()
    }

    /// Puts `value` into element `index`; nothing happens beyond the end.
    #[track_caller]
    pub fn set(self, index: impl IntoValue<'k, u32>, value: impl IntoValue<'k, T>) {
        let value = value.into_value(self.parameter.builder);
        self.parameter.set(index, value);
    }
}

impl<'k, T> From<Array<'k, T>> for Parameter<'k> {
    fn from(array: Array<'k, T>) -> Self {
        array.parameter
    }
}

impl fmt::Debug for Parameter<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Parameter({:#x})", self.raw.id)
    }
}

impl<T> fmt::Debug for Array<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Array({:#x})", self.parameter.raw.id)
    }
}
