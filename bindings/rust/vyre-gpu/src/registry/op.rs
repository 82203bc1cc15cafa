//! Ops: what programs call.

use crate::call::{got, list, made, mirrors, number, read};
use crate::context::raw_or_shared;
use crate::strings::{string, text};
use crate::values::{Category, LoweringKind, OpFlags};
use crate::{Blob, Context, Program, Result, Target, sys};
use std::fmt;
use std::marker::PhantomData;

/// The number of an op id: the same in every registry of the process, but not the same from run to
/// run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OpId(pub(crate) sys::vyre_op_id);

number! { OpId(sys::vyre_op_id) }

impl OpId {
    /// The number of `id`, a new one when the process has none yet. Numbers are never given back:
    /// for ids that come from outside use [`find`](Self::find).
    pub fn intern(id: &str) -> Result<Self> {
        // SAFETY: the text lives for the call; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_op_id_intern(string(id), out)) }
    }

    /// The number of `id` when it has one. Remembers nothing.
    #[inline]
    pub fn find(id: &str) -> Option<Self> {
        // SAFETY: the text lives for the call.
        let number = unsafe { sys::vyre_op_id_find(string(id)) };
        (number != 0).then_some(Self(number))
    }

    /// The id of the number.
    pub fn name(self) -> &'static str {
        // SAFETY: names live for ever.
        unsafe { text(sys::vyre_op_id_name(self.0)) }
    }
}

/// One op of a registry, borrowed from it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Op<'a> {
    raw: *const sys::vyre_op,
    registry: PhantomData<&'a sys::vyre_registry>,
}

// SAFETY: ops are immutable and live as long as the registry, which any thread may use.
unsafe impl Send for Op<'_> {}
// SAFETY: as above.
unsafe impl Sync for Op<'_> {}

mirrors! {
    vyre_op_info:
    /// What an op is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct OpInfo<'a> {
        /// Its id: "math.add".
        pub id: &'a str,
        /// Who registered it.
        pub dialect: &'a str,
        /// The absolute path of its manifest, when it came from one.
        pub source: Option<&'a str>,
        /// More about it.
        pub flags: OpFlags,
        /// What it is made of.
        pub category: Category,
        /// The number of its id.
        pub number: OpId,
        /// What it takes.
        // SAFETY: the caller's promise.
        pub inputs: Vec<Operand<'a>> = |raw| unsafe { list(raw.inputs, raw.input_count) },
        /// What it gives.
        // SAFETY: the caller's promise.
        pub outputs: Vec<Operand<'a>> = |raw| unsafe { list(raw.outputs, raw.output_count) },
        /// Its attributes.
        pub attributes: Vec<Attribute<'a>> =
            // SAFETY: the caller's promise.
            |raw| unsafe { list(raw.attributes, raw.attribute_count) },
        /// The names of its algebraic laws.
        // SAFETY: the caller's promise.
        pub laws: Vec<&'a str> = |raw| unsafe { list(raw.laws, raw.law_count) },
        /// What it has lowerings for; targets that this crate does not know are left out.
        // SAFETY: the caller's promise.
        pub targets: Vec<Target> = |raw| unsafe { targets(&raw) },
    }
}

mirrors! {
    vyre_operand:
    /// An argument or result of an op.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Operand<'a> {
        /// Its name.
        pub name: &'a str,
        /// The spelling of its type: `u32`, `vec2<u32>`, `GpuBufferHandle`.
        pub type_: &'a str,
    }
}

mirrors! {
    vyre_attribute:
    /// An attribute of an op.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Attribute<'a> {
        /// Its name.
        pub name: &'a str,
        /// The spelling of its type.
        pub type_: &'a str,
        /// As text; empty: it has to be given.
        pub default_value: &'a str,
    }
}

impl<'a> Op<'a> {
    /// # Safety
    /// The op is null or lives for 'a.
    #[inline]
    pub(crate) unsafe fn from_raw(raw: *const sys::vyre_op) -> Option<Self> {
        (!raw.is_null()).then_some(Self { raw, registry: PhantomData })
    }

    /// The op of the C interface, for calls that this crate does not have.
    #[inline]
    pub fn as_raw(self) -> *const sys::vyre_op {
        self.raw
    }

    /// What it is.
    pub fn info(self) -> OpInfo<'a> {
        // SAFETY: the info lives as long as the op.
        unsafe { read(sys::vyre_op_get_info(self.raw)) }
    }

    /// What it has for a target.
    #[inline]
    pub fn find_lowering(self, target: &Target) -> LoweringKind {
        // SAFETY: the op and the target live.
        LoweringKind(unsafe { sys::vyre_op_find_lowering(self.raw, target.raw()) })
    }

    /// The bytes for a target; makes them when they are asked for the first time.
    pub fn lowering(self, target: &Target) -> Result<Blob> {
        // SAFETY: the op and the target live; success gives an owner.
        unsafe { made(|out| sys::vyre_op_get_lowering(self.raw, target.raw(), out)) }
    }

    /// Calls its reference function with the bytes of all arguments, one behind another.
    pub fn run_reference(self, arguments: &[u8]) -> Result<Blob> {
        let (data, size) = (arguments.as_ptr().cast(), arguments.len());
        // SAFETY: the op and the arguments live; success gives an owner.
        unsafe { made(|out| sys::vyre_op_run_reference(self.raw, data, size, out)) }
    }

    /// The program that stands in for its calls, as a program of a context; without one, of the
    /// shared one.
    pub fn composition<'c>(self, context: impl Into<Option<&'c Context>>) -> Result<Program> {
        let context = raw_or_shared(context.into());
        // SAFETY: the op and the context live; success gives an owner.
        unsafe { made(|raw| sys::vyre_op_get_composition(self.raw, context, raw)) }
    }
}

/// # Safety
/// The library has given `info`.
unsafe fn targets(info: &sys::vyre_op_info) -> Vec<Target> {
    // SAFETY: so many targets are there, and live as long as the op.
    let one = |index| unsafe { Target::from_raw(**info.targets.add(index)) };
    (0..info.target_count).filter_map(one).collect()
}

impl fmt::Debug for Op<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Op").field(&self.info().id).finish()
    }
}
