//! Programs: what is to be run, read from bytes or JSON, or built in code.

use crate::call::{got, made, mirrors, object};
use crate::strings::{sized, sized_text, string};
use crate::values::{Access, BufferFlags, Needs, Role, ValidateFlags};
use crate::{Context, Registry, Result, error, sys};
use std::ops::Range;
use std::ptr;

object!(
    /// One immutable program.
    pub Program, vyre_program, vyre_program_destroy);

mirrors! {
    vyre_program_info:
    /// What a program as a whole is.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct ProgramInfo<'a> {
        /// The op the program stands for, when it names one.
        pub entry: Option<&'a str>,
        /// What the program uses.
        pub needs: Needs,
        /// Memory of each workgroup.
        pub workgroup_memory_bytes: u64,
        /// How many expressions there are.
        pub expression_count: u64,
        /// How many statements there are.
        pub statement_count: u64,
        /// How many buffers are declared.
        pub buffer_count: u32,
        /// The declared workgroup size.
        pub workgroup: [u32; 3],
    }
}

mirrors! {
    vyre_buffer_info:
    /// One declared buffer.
    #[derive(Clone, Debug, PartialEq, Eq)]
    #[non_exhaustive]
    pub struct BufferInfo<'a> {
        /// Its name.
        pub name: &'a str,
        /// The spelling of the element type: "U32", "Vec<F32,4>".
        pub element: &'a str,
        /// More about it.
        pub flags: BufferFlags,
        /// Bytes from one element to the next; 0: the type has no size.
        pub element_bytes: u64,
        /// How many elements; 0: taken from what is bound.
        pub element_count: u64,
        /// The packed size of all elements; 0: taken from what is bound.
        pub static_bytes: u64,
        /// The bytes that return, when that is not all of them.
        pub output_range: Option<Range<u64>> = |raw| {
            let ranged = BufferFlags(raw.flags).contains(BufferFlags::OUTPUT_RANGE);
            ranged.then_some(raw.output_start..raw.output_end)
        },
        /// Its slot.
        pub slot: u32,
        /// The tag of the element type in the wire form.
        pub element_type: u32,
        /// How the program may touch it.
        pub access: Access,
        /// What a dispatch does with it.
        pub role: Role,
    }
}

/// What surrounds a program that is validated. The default is the strictest.
#[derive(Clone, Copy, Debug, Default)]
pub struct ValidateOptions<'a> {
    /// What the device offers, and what is let pass.
    pub flags: ValidateFlags,
    /// The ops that may be called, instead of those that the program's context publishes now.
    pub registry: Option<&'a Registry>,
}

impl ValidateOptions<'_> {
    fn raw(&self) -> sys::vyre_validate_desc {
        let registry = self.registry.map_or(ptr::null(), Registry::as_raw);
        sys::vyre_validate_desc { flags: self.flags.0, registry, ..sys::vyre_validate_desc::INIT }
    }
}

/// Reading. None of these validates.
impl Program {
    /// Reads a program in wire form. Bytes that are none give
    /// [`ErrorKind::MalformedWire`](crate::ErrorKind::MalformedWire).
    pub fn decode(context: &Context, bytes: &[u8]) -> Result<Self> {
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        // SAFETY: the context and the bytes live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_program_decode(context.as_raw(), data, size, raw)) }
    }

    /// Reads a program in JSON form.
    pub fn from_json(context: &Context, json: &str) -> Result<Self> {
        let json = string(json);
        // SAFETY: the context and the text live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_program_from_json(context.as_raw(), json, raw)) }
    }

    /// Reads a program in either form, told apart by its first bytes.
    pub fn load(context: &Context, bytes: &[u8]) -> Result<Self> {
        let (data, size) = (bytes.as_ptr().cast(), bytes.len());
        // SAFETY: the context and the bytes live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_program_load(context.as_raw(), data, size, raw)) }
    }
}

/// Writing and asking.
impl Program {
    /// The wire form; decoding it gives an equal program.
    pub fn encode(&self) -> Result<Vec<u8>> {
        // SAFETY: the program lives; there is room for |capacity| bytes.
        sized(|bytes: *mut u8, capacity, size| unsafe {
            sys::vyre_program_encode(self.as_raw(), bytes.cast(), capacity, size)
        })
    }

    /// The JSON form.
    pub fn to_json(&self) -> Result<String> {
        // SAFETY: the program lives; there is room for |capacity| bytes.
        sized_text(|text, capacity, size| unsafe {
            sys::vyre_program_to_json(self.as_raw(), text, capacity, size)
        })
    }

    /// The 32 bytes that identify the program's structure, equal in any process for equal programs.
    pub fn fingerprint(&self) -> Result<[u8; 32]> {
        let mut fingerprint = [0; 32];
        // SAFETY: the program lives; there is room for 32 bytes.
        error::check(unsafe {
            sys::vyre_program_fingerprint(self.as_raw(), fingerprint.as_mut_ptr())
        })?;
        Ok(fingerprint)
    }

    /// Checks the program against the rules of the IR, for a device that offers neither subgroup
    /// operations nor collectives, with the registry that the context publishes now. An error
    /// carries every finding.
    pub fn validate(&self) -> Result<()> {
        self.validate_with(&ValidateOptions::default())
    }

    /// The same with other surroundings.
    pub fn validate_with(&self, options: &ValidateOptions<'_>) -> Result<()> {
        let desc = options.raw();
        // SAFETY: the program lives; the description and its registry live for the call.
        error::check(unsafe { sys::vyre_program_validate(self.as_raw(), &desc) })
    }

    /// What the program as a whole is.
    pub fn info(&self) -> Result<ProgramInfo<'_>> {
        // SAFETY: the program lives, and its strings as long.
        unsafe { got(|out| sys::vyre_program_get_info(self.as_raw(), out)) }
    }

    /// Declared buffer `index`, in the order of declaration.
    pub fn buffer(&self, index: u32) -> Result<BufferInfo<'_>> {
        // SAFETY: the program lives, and its strings as long.
        unsafe { got(|out| sys::vyre_program_get_buffer(self.as_raw(), index, out)) }
    }

    /// All declared buffers, in the order of declaration.
    pub fn buffers(&self) -> Result<Vec<BufferInfo<'_>>> {
        (0..self.info()?.buffer_count).map(|index| self.buffer(index)).collect()
    }
}
