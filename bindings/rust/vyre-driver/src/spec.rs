//! Specialization: values by name, and the keys made of them.

use crate::call::{Taken, got, made, mirrors, object};
use crate::strings::{sized, sized_text, string, text};
use crate::{Program, Result, error, sys};
use std::ptr;

/// What a kernel is specialized with.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum SpecValue {
    /// An unsigned number.
    U32(u32),
    /// A signed number.
    I32(i32),
    /// A float, kept bit by bit.
    F32(f32),
    /// A boolean.
    Boolean(bool),
    /// An element type by its spelling: "U32", "Vec<F32,4>".
    Element(String),
}

/// What a specialization value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[repr(u32)]
pub enum SpecKind {
    /// An unsigned number.
    U32 = sys::VYRE_SPEC_U32,
    /// A signed number.
    I32 = sys::VYRE_SPEC_I32,
    /// A float.
    F32 = sys::VYRE_SPEC_F32,
    /// A boolean.
    Boolean = sys::VYRE_SPEC_BOOLEAN,
    /// An element type; in a program a U32, its tag in the wire form.
    Element = sys::VYRE_SPEC_ELEMENT,
}

impl SpecKind {
    fn from_raw(raw: u32) -> Self {
        match raw {
            sys::VYRE_SPEC_U32 => Self::U32,
            sys::VYRE_SPEC_I32 => Self::I32,
            sys::VYRE_SPEC_F32 => Self::F32,
            sys::VYRE_SPEC_BOOLEAN => Self::Boolean,
            sys::VYRE_SPEC_ELEMENT => Self::Element,
            kind => unreachable!("a value of kind {kind}, which the library never gives"),
        }
    }
}

mirrors! {
    vyre_spec_info:
    /// A value that a program names.
    #[derive(Clone, Debug, PartialEq)]
    #[non_exhaustive]
    pub struct SpecInfo<'a> {
        /// The name of the value.
        pub name: &'a str,
        /// What it is.
        pub kind: SpecKind = |raw| SpecKind::from_raw(raw.kind),
        /// What it is when a pipeline says nothing.
        pub initial: Option<SpecValue> =
            // SAFETY: the caller's promise.
            |raw| (raw.has_initial != 0).then(|| unsafe { SpecValue::taken(raw.initial) }),
    }
}

impl SpecValue {
    /// The value as a number, exactly; a boolean is 0 or 1, an element type its tag in the wire
    /// form. Fails for a spelling of no type.
    pub fn number(&self) -> Result<f64> {
        // SAFETY: the value lives for the call; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_spec_value_number(self.raw(), out)) }
    }

    /// What the value adds to [`SpecMap::hash`]. Fails for a spelling of no type.
    pub fn contribution(&self) -> Result<u64> {
        // SAFETY: the value lives for the call; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_spec_value_contribution(self.raw(), out)) }
    }

    /// The C form, which borrows the spelling.
    pub(crate) fn raw(&self) -> sys::vyre_spec_value {
        match self {
            Self::U32(number) => sys::vyre_spec_u32(*number),
            Self::I32(number) => sys::vyre_spec_i32(*number),
            Self::F32(number) => sys::vyre_spec_f32(*number),
            Self::Boolean(truth) => sys::vyre_spec_boolean(i32::from(*truth)),
            Self::Element(spelling) => sys::vyre_spec_element(string(spelling)),
        }
    }
}

impl Taken<sys::vyre_spec_value> for SpecValue {
    unsafe fn taken(raw: sys::vyre_spec_value) -> Self {
        let bits = raw.bits as u32; // of these kinds there are 32
        match raw.kind {
            sys::VYRE_SPEC_U32 => Self::U32(bits),
            sys::VYRE_SPEC_I32 => Self::I32(bits as i32),
            sys::VYRE_SPEC_F32 => Self::F32(f32::from_bits(bits)),
            sys::VYRE_SPEC_BOOLEAN => Self::Boolean(bits != 0),
            // SAFETY: the caller's promise.
            sys::VYRE_SPEC_ELEMENT => Self::Element(unsafe { text(raw.element) }.to_owned()),
            kind => unreachable!("a value of kind {kind}, which this crate never sets"),
        }
    }
}

object!(
    /// Values by name, in the order of the names' bytes.
    pub SpecMap, vyre_spec_map, vyre_spec_map_destroy);

impl SpecMap {
    /// An empty map.
    pub fn create() -> Result<Self> {
        // SAFETY: success gives an owner.
        unsafe { made(|raw| sys::vyre_spec_map_create(raw)) }
    }

    /// Puts a value under a name, in place of the one that is there. Fails for a spelling of no
    /// type and for a name of more than a mebibyte; the map is then as it was.
    pub fn set(&mut self, name: &str, value: &SpecValue) -> Result<()> {
        // SAFETY: the map, the name and the value live for the call.
        error::check(unsafe { sys::vyre_spec_map_set(self.as_raw(), string(name), value.raw()) })
    }

    /// The value under a name, [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) when there is
    /// none.
    pub fn get(&self, name: &str) -> Result<SpecValue> {
        // SAFETY: the map and the name live; what comes out lives until the map is changed.
        unsafe { got(|out| sys::vyre_spec_map_get(self.as_raw(), string(name), out)) }
    }

    /// How many values there are.
    pub fn count(&self) -> usize {
        // SAFETY: the map lives.
        unsafe { sys::vyre_spec_map_count(self.as_raw()) }
    }

    /// Name and value `index`, in the order of the names' bytes.
    pub fn entry(&self, index: usize) -> Result<(&str, SpecValue)> {
        // SAFETY: the map lives; what comes out lives until the map is changed.
        unsafe {
            let entry: sys::vyre_spec_entry =
                got(|out| sys::vyre_spec_map_get_entry(self.as_raw(), index, out))?;
            Ok((text(entry.name), SpecValue::taken(entry.value)))
        }
    }

    /// All names and values, in the order of the names' bytes.
    pub fn entries(&self) -> Result<Vec<(&str, SpecValue)>> {
        (0..self.count()).map(|index| self.entry(index)).collect()
    }

    /// Takes the value under a name away, [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) when
    /// there is none.
    pub fn remove(&mut self, name: &str) -> Result<()> {
        // SAFETY: the map and the name live for the call.
        error::check(unsafe { sys::vyre_spec_map_remove(self.as_raw(), string(name)) })
    }

    /// Takes all values away.
    pub fn clear(&mut self) -> Result<()> {
        // SAFETY: the map lives.
        error::check(unsafe { sys::vyre_spec_map_clear(self.as_raw()) })
    }

    /// The hash that every implementation of the vyre driver computes. Different maps can have one
    /// hash: what must tell them apart uses [`encode`](Self::encode).
    pub fn hash(&self) -> u64 {
        // SAFETY: the map lives.
        unsafe { sys::vyre_spec_map_hash(self.as_raw()) }
    }

    /// The canonical form: equal for equal maps only.
    pub fn encode(&self) -> Result<Vec<u8>> {
        // SAFETY: the map lives; there is room for |capacity| bytes.
        sized(|bytes: *mut u8, capacity, size| unsafe {
            sys::vyre_spec_map_encode(self.as_raw(), bytes.cast(), capacity, size)
        })
    }
}

impl Program {
    /// The values that the program names, each once, in the order of the names' bytes. Those that
    /// only the compositions of called ops name are not among them.
    pub fn specs(&self) -> Result<Vec<SpecInfo<'_>>> {
        // SAFETY: the program lives.
        let count: usize =
            unsafe { got(|out| sys::vyre_program_get_spec_count(self.as_raw(), out))? };
        (0..count).map(|index| self.spec(index)).collect()
    }

    /// The value with this index, in the order of the names' bytes.
    pub fn spec(&self, index: usize) -> Result<SpecInfo<'_>> {
        // SAFETY: the program lives, and its strings as long.
        unsafe { got(|out| sys::vyre_program_get_spec(self.as_raw(), index, out)) }
    }

    /// 128 bits that stand for the program and what it is specialized with: the beginning of its
    /// fingerprint in the high half, [`SpecMap::hash`] in the low one.
    pub fn spec_key(&self, map: Option<&SpecMap>) -> Result<u128> {
        let map = map.map_or(ptr::null(), |map| map.as_raw().cast_const());
        // SAFETY: the program and the map live.
        let key: sys::vyre_spec_key =
            unsafe { got(|out| sys::vyre_program_get_spec_key(self.as_raw(), map, out))? };
        Ok(u128::from(key.high) << 64 | u128::from(key.low))
    }
}

/// The name of a stored kernel, 64 hexadecimal digits: BLAKE3 of the version and the two texts, each
/// with its length.
pub fn spec_artifact_key(
    version: u32,
    spec_hash: &str,
    backend_fingerprint: &str,
) -> Result<String> {
    let (hash, fingerprint) = (string(spec_hash), string(backend_fingerprint));
    // SAFETY: the texts live for the call; there is room for |capacity| bytes.
    sized_text(|text, capacity, size| unsafe {
        sys::vyre_spec_artifact_key(version, hash, fingerprint, text, capacity, size)
    })
}
