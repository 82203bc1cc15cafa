//! vyre-driver, an embeddable GPU compute driver: it takes programs in the vyre IR, checks them, and
//! runs them on the best backend of the machine.
//!
//! ```
//! use vyre_driver::{Backend, Binding, Builder, Context, Pipeline};
//!
//! # fn main() -> vyre_driver::Result<()> {
//! let context = Context::create()?;
//! let mut b = Builder::create(&context)?;
//! b.declare_input(0, "a", "F32");
//! b.declare_output(1, "out", "F32");
//! let i = b.invocation_id(0);
//! b.store("out", i, b.load("a", i) * 2.0);
//! let program = b.finish()?;
//!
//! let backend = Backend::acquire(&context, "cpu-ref")?; // or acquire_preferred(&context)
//! let pipeline = Pipeline::create(&backend, &program)?;
//! let (a, mut out) = ([1.0f32, 2.0, 3.0], [0.0f32; 3]);
//! pipeline.dispatch(&[Binding::input(0, &a), Binding::output(1, &mut out)])?;
//! assert_eq!(out, [2.0, 4.0, 6.0]);
//! # Ok(())
//! # }
//! ```
//!
//! What holds everywhere:
//!
//! * **Errors**: functions that can fail return [`Result`]; after an error every object is as usable
//!   as before. Nothing prints or panics.
//! * **Ownership**: dropping an object destroys it. An object keeps what it was made from alive, so
//!   any order will do. Only the last object of a backend waits for the device when it is dropped.
//! * **Threads**: every object but [`Builder`] and [`RegistryView`] is `Send` and `Sync`, and these
//!   two are `Send`. No call that does not say so
//!   waits for the device.
//! * **Callbacks**: a panic in one is caught and ends that callback only.
//!
//! Names and order are those of the C header, which says more about each call.

mod backend;
mod binding;
mod buffer;
mod builder;
mod cache;
mod call;
mod callbacks;
mod context;
mod dispatch;
mod error;
mod expression;
#[cfg(unix)]
mod file;
mod future;
mod lifecycle;
mod op;
mod op_desc;
mod operators;
mod options;
mod pending;
mod pipeline;
mod plugin;
mod program;
mod registry;
mod registry_builder;
mod sequence;
mod spec;
mod spirv;
mod split;
mod statement;
mod statistics;
mod strings;
mod submit_policy;
mod target;
mod values;
pub mod vulkan;

pub use backend::{Backend, BackendInfo, BackendList, Profile, SelectOptions};
pub use binding::{Binding, BindingKey, Plain};
pub use buffer::{Buffer, BufferOptions};
pub use builder::{BufferDesc, Builder};
pub use cache::{CacheCounters, CacheEntry, CacheKey, cache_hit_rate, cache_hit_rate_alarm};
pub use callbacks::BuildLowering;
pub use context::Context;
pub use dispatch::{Cooperative, DispatchOptions, DispatchResult};
pub use error::{Error, ErrorKind, Finding, Result};
pub use expression::{Expr, Operand};
pub use future::Completion;
pub use lifecycle::Counters;
pub use op::{Attribute, Op, OpId, OpInfo, Parameter};
pub use op_desc::{Lowering, OpDesc};
pub use options::{ContextOptions, Job};
pub use pending::{Pending, State};
pub use pipeline::{Output, Pipeline, PipelineOptions};
pub use plugin::PluginOptions;
pub use program::{BufferInfo, Program, ProgramInfo, ValidateOptions};
pub use registry::{ExternDialect, Registry, RegistryRef, RegistryView};
pub use registry_builder::RegistryBuilder;
pub use sequence::{
    CopyStep, DispatchStep, ReadStep, Sequence, SequenceOptions, SequenceResult, WriteStep,
};
pub use spec::{SpecInfo, SpecKind, SpecMap, SpecValue, spec_artifact_key};
pub use spirv::{PushRange, SpirvBinding, SpirvInfo, SpirvOptions, has_spirv_tools};
pub use split::Split;
pub use statistics::Statistics;
pub use submit_policy::SubmitPolicy;
pub use target::Target;
pub use values::*;
pub use vyre_driver_sys as sys;

/// The version of the library: "0.1.0".
#[inline]
pub fn version() -> &'static str {
    // SAFETY: the string lives for ever.
    unsafe { strings::text(sys::vyre_version()) }
}

/// The number of the binary interface of the library that is loaded; [`sys::VYRE_ABI_VERSION`] is
/// the one this crate was made for.
#[inline]
pub fn abi_version() -> u32 {
    // SAFETY: the function has no conditions.
    unsafe { sys::vyre_abi_version() }
}
