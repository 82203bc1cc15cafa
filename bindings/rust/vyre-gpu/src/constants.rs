//! Constants: what kernels are specialized with, by name, and the keys made of them.

use crate::call::{Taken, first, got, made};
use crate::strings::{string, text};
use crate::{Blob, Program, Result, error, sys};
use std::collections::BTreeMap;

/// What a kernel is specialized with. Numbers and truths turn into one, an integer without a suffix
/// into a U32.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Constant {
    /// An unsigned number.
    U32(u32),
    /// A signed number.
    I32(i32),
    /// A float, kept bit by bit.
    F32(f32),
    /// A truth.
    Bool(bool),
    /// An element type by its spelling: "U32", "Vec<F32,4>".
    Type(String),
}

impl From<u32> for Constant {
    fn from(number: u32) -> Self {
        Self::U32(number)
    }
}

impl From<f32> for Constant {
    fn from(number: f32) -> Self {
        Self::F32(number)
    }
}

impl From<bool> for Constant {
    fn from(truth: bool) -> Self {
        Self::Bool(truth)
    }
}

impl Constant {
    /// The value as a number, exactly; a truth is 0 or 1, an element type its number in the wire
    /// form. Fails for a spelling of no type.
    pub fn number(&self) -> Result<f64> {
        // SAFETY: the value lives for the call; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_constant_get_number(self.raw(""), out)) }
    }

    /// What the value adds to [`Constants::hash`]. Fails for a spelling of no type.
    pub fn contribution(&self) -> Result<u64> {
        // SAFETY: the value lives for the call; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_constant_get_contribution(self.raw(""), out)) }
    }

    /// The C form, which borrows name and spelling.
    pub(crate) fn raw(&self, name: &str) -> sys::vyre_constant {
        let name = string(name);
        match self {
            Self::U32(number) => sys::vyre_constant_u32(name, *number),
            Self::I32(number) => sys::vyre_constant_i32(name, *number),
            Self::F32(number) => sys::vyre_constant_f32(name, *number),
            Self::Bool(truth) => sys::vyre_constant_bool(name, i32::from(*truth)),
            Self::Type(spelling) => sys::vyre_constant {
                name,
                element: string(spelling),
                kind: sys::VYRE_CONSTANT_TYPE,
                ..sys::vyre_constant::INIT
            },
        }
    }
}

/// None for a kind that this crate does not know.
impl Taken<sys::vyre_constant> for Option<Constant> {
    unsafe fn taken(raw: sys::vyre_constant) -> Self {
        let bits = raw.bits as u32; // of these kinds there are 32
        Some(match raw.kind {
            sys::VYRE_CONSTANT_U32 => Constant::U32(bits),
            sys::VYRE_CONSTANT_I32 => Constant::I32(bits as i32),
            sys::VYRE_CONSTANT_F32 => Constant::F32(f32::from_bits(bits)),
            sys::VYRE_CONSTANT_BOOL => Constant::Bool(bits != 0),
            // SAFETY: the caller's promise.
            sys::VYRE_CONSTANT_TYPE => Constant::Type(unsafe { text(raw.element) }.to_owned()),
            _ => return None,
        })
    }
}

/// Constants by name: `Constants::new().with("tile", 16).with("fast", true)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Constants {
    values: BTreeMap<String, Constant>,
}

impl Constants {
    /// No constants.
    pub fn new() -> Self {
        Self::default()
    }

    /// These, and one more or another value.
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Constant>) -> Self {
        self.set(name, value);
        self
    }

    /// Puts a value under a name, and gives the one that was there.
    pub fn set(&mut self, name: impl Into<String>, value: impl Into<Constant>) -> Option<Constant> {
        self.values.insert(name.into(), value.into())
    }

    /// The value under a name.
    pub fn get(&self, name: &str) -> Option<&Constant> {
        self.values.get(name)
    }

    /// Takes the value under a name away.
    pub fn remove(&mut self, name: &str) -> Option<Constant> {
        self.values.remove(name)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.values.clear();
    }

    /// Names and values, in the order of the names' bytes.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Constant)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// The hash that every vyre driver computes. Different constants can have one hash: what must
    /// tell them apart uses [`encode`](Self::encode). Fails for a spelling of no type, and for a
    /// name of more than a mebibyte.
    pub fn hash(&self) -> Result<u64> {
        let raw = self.raw();
        // SAFETY: the constants live for the call; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_constants_hash(first(&raw), raw.len(), out)) }
    }

    /// The canonical form: equal for equal constants only.
    pub fn encode(&self) -> Result<Blob> {
        let raw = self.raw();
        // SAFETY: the constants live for the call; success gives an owner.
        unsafe { made(|out| sys::vyre_constants_encode(first(&raw), raw.len(), out)) }
    }

    /// The C form, which borrows names and spellings.
    pub(crate) fn raw(&self) -> Vec<sys::vyre_constant> {
        self.iter().map(|(name, value)| value.raw(name)).collect()
    }
}

impl<N: Into<String>, V: Into<Constant>> Extend<(N, V)> for Constants {
    fn extend<I: IntoIterator<Item = (N, V)>>(&mut self, values: I) {
        self.values.extend(values.into_iter().map(|(name, value)| (name.into(), value.into())));
    }
}

impl<N: Into<String>, V: Into<Constant>> FromIterator<(N, V)> for Constants {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(values: I) -> Self {
        let mut constants = Self::new();
        constants.extend(values);
        constants
    }
}

impl Program {
    /// 128 bits that stand for the program with these constants: the beginning of its fingerprint
    /// in the high half, [`Constants::hash`] in the low one.
    pub fn key(&self, constants: &Constants) -> Result<u128> {
        let raw = constants.raw();
        // SAFETY: the program and the constants live for the call.
        let key: sys::vyre_key = unsafe {
            got(|out| sys::vyre_program_get_key(self.as_raw(), first(&raw), raw.len(), out))?
        };
        Ok(u128::from(key.high) << 64 | u128::from(key.low))
    }
}

/// The name of a stored kernel, 64 hexadecimal digits: BLAKE3 of the version and the two texts,
/// each with its length.
pub fn artifact_key(version: u32, spec_hash: &str, backend_fingerprint: &str) -> Result<String> {
    let (hash, fingerprint) = (string(spec_hash), string(backend_fingerprint));
    let mut digits = [0u8; 64];
    // SAFETY: the texts live for the call; there is room for 64 digits.
    error::check(unsafe {
        sys::vyre_artifact_get_key(version, hash, fingerprint, digits.as_mut_ptr().cast())
    })?;
    Ok(String::from_utf8_lossy(&digits).into_owned())
}
