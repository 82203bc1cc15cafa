//! Ops: what programs call.

use crate::call::{Taken, got, made, mirrors, number};
use crate::strings::{sized, string, text};
use crate::values::{Category, LoweringKind, OpFlags};
use crate::{Context, Program, Result, Target, error, sys};
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
        /// Where its dialect's ops come from.
        pub category: Category,
        /// The number of its id.
        pub number: OpId,
    }
}

mirrors! {
    vyre_parameter:
    /// An argument or result of an op.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub struct Parameter<'a> {
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

    fn raw_info(self) -> sys::vyre_op_info {
        // SAFETY: the op lives.
        let told = unsafe { got(|out| sys::vyre_op_get_info(self.raw, out)) };
        told.expect("an op that lives says what it is")
    }

    /// What it is.
    pub fn info(self) -> OpInfo<'a> {
        // SAFETY: strings live as long as the op.
        unsafe { OpInfo::taken(self.raw_info()) }
    }

    /// What it takes.
    pub fn inputs(self) -> Vec<Parameter<'a>> {
        // SAFETY: the op lives.
        let one = |index| unsafe { Parameter::taken(sys::vyre_op_input(self.raw, index)) };
        (0..self.raw_info().input_count).map(one).collect()
    }

    /// What it gives.
    pub fn outputs(self) -> Vec<Parameter<'a>> {
        // SAFETY: the op lives.
        let one = |index| unsafe { Parameter::taken(sys::vyre_op_output(self.raw, index)) };
        (0..self.raw_info().output_count).map(one).collect()
    }

    /// Its attributes.
    pub fn attributes(self) -> Vec<Attribute<'a>> {
        // SAFETY: the op lives, and its strings do as long.
        let one = |index| unsafe { Attribute::taken(sys::vyre_op_attribute(self.raw, index)) };
        (0..self.raw_info().attribute_count).map(one).collect()
    }

    /// The names of its algebraic laws.
    pub fn laws(self) -> Vec<&'a str> {
        // SAFETY: the op lives, and its strings do as long.
        let one = |index| unsafe { text(sys::vyre_op_law(self.raw, index)) };
        (0..self.raw_info().law_count).map(one).collect()
    }

    /// The targets that it has lowerings for.
    pub fn targets(self) -> Vec<Target> {
        // SAFETY: the op lives.
        let one = |index| unsafe { Target::from_raw(sys::vyre_op_target(self.raw, index)) };
        (0..self.raw_info().lowering_count).filter_map(one).collect()
    }

    /// What it is for a target.
    #[inline]
    pub fn lowering_kind(self, target: &Target) -> LoweringKind {
        // SAFETY: the op and the target live.
        LoweringKind(unsafe { sys::vyre_op_lowering(self.raw, target.raw()) })
    }

    /// The bytes for a target; makes them when they are asked for the first time.
    pub fn lowering(self, target: &Target) -> Result<Vec<u8>> {
        // SAFETY: the op and the target live; there is room for |capacity| bytes.
        sized(|bytes: *mut u8, capacity, size| unsafe {
            sys::vyre_op_get_lowering(self.raw, target.raw(), bytes.cast(), capacity, size)
        })
    }

    /// Calls its reference function, which writes at most `capacity` bytes.
    pub fn run_reference(self, arguments: &[u8], capacity: usize) -> Result<Vec<u8>> {
        let (mut result, mut size) = (vec![0; capacity.max(1)], 0);
        let (data, bytes) = (arguments.as_ptr().cast(), arguments.len());
        // SAFETY: the op and the arguments live; there is room for |capacity| bytes.
        error::check(unsafe {
            let out = result.as_mut_ptr().cast();
            sys::vyre_op_run_reference(self.raw, data, bytes, out, capacity, &mut size)
        })?;
        result.truncate(size);
        Ok(result)
    }

    /// The program that stands in for its calls, as a program of `context`.
    pub fn composition(self, context: &Context) -> Result<Program> {
        // SAFETY: the op and the context live; success gives an owner.
        unsafe { made(|raw| sys::vyre_op_get_composition(self.raw, context.as_raw(), raw)) }
    }
}

impl fmt::Debug for Op<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Op").field(&self.info().id).finish()
    }
}
