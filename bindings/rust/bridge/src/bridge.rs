//! The parts that are the same for every published version. What differs is in `generation`.

mod backend;
mod bound;
mod buffers;
mod compiled;
mod config;
mod dispatch;
pub mod errors;
mod kernels;
mod layout;
mod pending;
mod profile;
mod published;
mod resident;
mod sequence;
mod transfer;
mod validation;

pub use backend::GpuBackend;
pub use buffers::GpuBuffer;
pub use compiled::GpuPipeline;
pub use pending::GpuPending;

/// The backend that opens the best device of the machine.
pub const BACKEND_ID: &str = "vyre-gpu";

/// The backend that opens the oracle, which nobody gets without naming it.
pub const ORACLE_ID: &str = "vyre-gpu-cpu-ref";

/// Before `wgpu` and `spirv`, which have 30, and behind `cuda`, which has 5.
pub const RANK: u32 = 10;

/// What calls give.
pub type Result<T> = std::result::Result<T, vyre_driver::BackendError>;
