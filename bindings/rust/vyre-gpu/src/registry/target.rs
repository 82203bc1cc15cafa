//! Targets: what a lowering is for.

use crate::call::{got, made};
use crate::strings::{string, text};
use crate::{Blob, Error, Result, sys};
use std::fmt;
use std::str::FromStr;

/// What a lowering is for.
///
/// Its text form (`to_string`) and parsing are each other's inverse.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Target {
    /// "ptx"
    Ptx,
    /// "spirv"
    SpirV,
    /// "primary_text"
    PrimaryText,
    /// "primary_binary"
    PrimaryBinary,
    /// "secondary_text"
    SecondaryText,
    /// "native_module"
    NativeModule,
    /// The CPU oracle: "reference_backend"
    Reference,
    /// A backend from outside, by its id: `extension:<id>`
    Extension(String),
}

impl Target {
    /// Id of the target among ahead-of-time emitters, also the file extension of their output.
    /// [`Ptx`](Self::Ptx) and [`SecondaryText`](Self::SecondaryText) share one.
    pub fn aot_id(&self) -> &str {
        // SAFETY: the extension lives as long as |self|, the others for ever.
        unsafe { text(sys::vyre_target_aot_id(self.raw())) }
    }

    /// The C form, which borrows the extension.
    pub(crate) fn raw(&self) -> sys::vyre_target {
        let kind = match self {
            Self::Ptx => sys::VYRE_TARGET_PTX,
            Self::SpirV => sys::VYRE_TARGET_SPIRV,
            Self::PrimaryText => sys::VYRE_TARGET_PRIMARY_TEXT,
            Self::PrimaryBinary => sys::VYRE_TARGET_PRIMARY_BINARY,
            Self::SecondaryText => sys::VYRE_TARGET_SECONDARY_TEXT,
            Self::NativeModule => sys::VYRE_TARGET_NATIVE_MODULE,
            Self::Reference => sys::VYRE_TARGET_REFERENCE,
            Self::Extension(id) => return sys::vyre_target_extension(string(id)),
        };
        sys::vyre_target_of(kind)
    }

    /// Nothing for a kind that this crate does not know.
    ///
    /// # Safety
    /// The extension must live for the call.
    pub(crate) unsafe fn from_raw(raw: sys::vyre_target) -> Option<Self> {
        Some(match raw.kind {
            sys::VYRE_TARGET_PTX => Self::Ptx,
            sys::VYRE_TARGET_SPIRV => Self::SpirV,
            sys::VYRE_TARGET_PRIMARY_TEXT => Self::PrimaryText,
            sys::VYRE_TARGET_PRIMARY_BINARY => Self::PrimaryBinary,
            sys::VYRE_TARGET_SECONDARY_TEXT => Self::SecondaryText,
            sys::VYRE_TARGET_NATIVE_MODULE => Self::NativeModule,
            sys::VYRE_TARGET_REFERENCE => Self::Reference,
            sys::VYRE_TARGET_EXTENSION => {
                // SAFETY: the caller's promise.
                let id = unsafe { text(raw.extension) };
                Self::Extension(id.to_owned())
            }
            _ => return None,
        })
    }

    fn text(&self) -> Result<String> {
        // SAFETY: the target lives for the call; success gives an owner.
        let text: Blob = unsafe { made(|raw| sys::vyre_target_save(self.raw(), raw))? };
        Ok(text.into_text())
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().map_err(|_| fmt::Error)?)
    }
}

impl FromStr for Target {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self> {
        // SAFETY: the text lives for the call and the reading.
        unsafe {
            let raw = got(|out| sys::vyre_target_load(string(name), out))?;
            Ok(Self::from_raw(raw).expect("the library gives one of its targets"))
        }
    }
}
