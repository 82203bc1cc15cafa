//! vyre-driver, an embeddable GPU compute driver: it takes programs in the vyre IR or as SPIR-V
//! modules, checks them, and runs them on the best device of the machine.
//!
//! ```
//! use vyre_gpu::{Binding, Builder, Device, Pipeline};
//!
//! # fn main() -> vyre_gpu::Result<()> {
//! let k = Builder::new();
//! let (a, b) = (k.input::<f32>("a"), k.input::<f32>("b"));
//! let (out, i) = (k.output::<f32>("out"), k.index());
//! out.set(i, a.at(i) * 2.0 + b.at(i));
//!
//! let device = Device::builder().id("cpu-ref").open()?; // Device::open() takes the best one
//! let kernel = Pipeline::create(&device, &k.finish()?)?;
//! let (x, y, mut z) = ([1.0, 2.5, -3.0, 4000.0], [1.0; 4], [0.0; 4]);
//! kernel.dispatch(&[
//!     Binding::input("a", &x),
//!     Binding::input("b", &y),
//!     Binding::output("out", &mut z),
//! ])?;
//! assert_eq!(z, [3.0, 6.0, -5.0, 8001.0]);
//! # Ok(())
//! # }
//! ```
//!
//! What holds everywhere:
//!
//! * **Options** are builders: `Pipeline::builder().workgroup([64, 1, 1]).create(&device, &program)`
//!   beside `Pipeline::create(&device, &program)`, and `kernel.launch().timed().dispatch(&bindings)`
//!   beside `kernel.dispatch(&bindings)`.
//! * **Errors**: functions that can fail return [`Result`]; after an error every object is as usable
//!   as before. Nothing prints or panics.
//! * **Ownership**: dropping an object destroys it. An object keeps what it was made from alive, so
//!   any order will do. Only the last object of a device waits for it when it is dropped.
//! * **Facts** are read with `info()`, which neither fails nor blocks. What changes while one looks is
//!   a snapshot, an object of its own: [`DeviceList`], [`Metrics`], [`BackendList`], [`CacheList`].
//! * **Threads**: every object but [`Builder`] and [`RegistryView`] is `Send` and `Sync`, and these
//!   two are `Send`. No call that does not say so waits for the device.
//! * **Callbacks**: a panic in one is caught and ends that callback only.
//!
//! Names and order are those of the C headers, which say more about each call.

mod backends;
mod binding;
mod blob;
mod buffer;
mod builder;
mod cache;
mod call;
mod callbacks;
mod constants;
mod context;
mod context_builder;
mod device;
mod device_info;
mod emission;
mod error;
#[cfg(unix)]
mod file;
mod future;
mod image;
mod interop;
mod launch;
mod memory;
mod metrics;
mod pipeline;
mod plan;
mod program;
mod program_info;
mod recording;
mod registry;
mod run;
mod sequence;
mod strings;
mod submit_policy;
mod transfer;
mod values;
pub mod vulkan;
mod work;

pub use backends::{BackendInfo, BackendList};
pub use binding::{Binding, BindingKey, Plain};
pub use blob::Blob;
pub use buffer::{Buffer, BufferBuilder, BufferInfo};
pub use builder::{
    Array, Builder, Element, Expr, IntoExpr, IntoValue, Local, Parameter, ParameterDesc, Scalar,
    Value, Var,
};
pub use cache::{CacheEntry, CacheKey, CacheList};
pub use callbacks::BuildLowering;
pub use constants::{Constant, Constants, artifact_key};
pub use context::Context;
pub use context_builder::{ContextBuilder, Job};
pub use device::{Device, DeviceBuilder};
pub use device_info::{DeviceEntry, DeviceInfo, DeviceList};
pub use emission::{Argument, Emission, EmissionInfo, Emitter, Kernel};
pub use error::{Error, ErrorInfo, ErrorKind, Finding, Result};
pub use future::Completion;
pub use image::{Image, ImageBuilder, ImageInfo, ImageRegion, Sampler, SamplerBuilder};
pub use interop::{Semaphore, SyncPoint};
pub use launch::{DispatchResult, Launch};
pub use memory::MemoryUsage;
pub use metrics::{MetricInfo, Metrics};
pub use pipeline::{Pipeline, PipelineBuilder, PipelineInfo};
pub use plan::{OutputInfo, Plan, PlanInfo};
pub use program::{Program, ProgramLoader, SpirvParameter, Validator};
pub use program_info::{ConstantInfo, ParameterInfo, ProgramInfo};
pub use registry::{
    Attribute, DialectInfo, Lowering, Op, OpDesc, OpId, OpInfo, Operand, Registry, RegistryBuilder,
    RegistryRef, RegistryView, Target,
};
pub use run::{Run, StepUpdate};
pub use sequence::{
    CopyStep, DispatchStep, FillStep, ReadStep, Sequence, SequenceBuilder, SequenceResult,
    WriteStep,
};
pub use submit_policy::SubmitPolicy;
pub use values::*;
pub use vyre_gpu_sys as sys;
pub use work::{Work, WorkState};

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

/// What the library was built with.
#[inline]
pub fn build_flags() -> BuildFlags {
    // SAFETY: the function has no conditions.
    BuildFlags(unsafe { sys::vyre_get_build_flags() })
}
