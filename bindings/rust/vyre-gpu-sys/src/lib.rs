//! The C interface of vyre-driver as it stands in `vyre_driver.h` and the headers beside it, made
//! by bindgen, with twins of their inline functions ([`vyre_str`], [`vyre_bind_input`] and so on)
//! and a [`Default`] for each structure that is what its `_INIT` macro gives.
//!
//! Most programs want the safe crate `vyre-gpu` instead.
//!
//! How the library is found is told at the top of `build.rs`. The committed declarations are those
//! of systems with 64-bit pointers; others enable the feature `buildtime_bindgen`.
#![no_std]

#[cfg(not(any(target_pointer_width = "64", feature = "buildtime_bindgen")))]
compile_error!("Enable the feature `buildtime_bindgen` on systems without 64-bit pointers.");

mod defaults;
mod inline;

/// What bindgen wrote.
#[allow(non_camel_case_types, missing_docs, clippy::all, rustdoc::all)]
mod bindings {
    #[cfg(not(feature = "buildtime_bindgen"))]
    include!("bindings.rs");
    #[cfg(feature = "buildtime_bindgen")]
    include!(concat!(env!("OUT_DIR"), "/bindings.rs"));
}

pub use bindings::*;
pub use inline::*;
