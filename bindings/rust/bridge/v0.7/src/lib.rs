//! The devices of vyre-driver for programs of the published vyre crates, version 0.7.2.
//!
//! A program that has this crate among its dependencies finds the backend [`BACKEND_ID`] in the
//! published registry, and gets it from `acquire` and `acquire_preferred_dispatch_backend` as any
//! other. Without the registry [`GpuBackend::open`] gives it:
//!
//! ```no_run
//! use vyre_driver::{DispatchConfig, VyreBackend};
//! # fn run(program: &vyre_foundation::ir::Program) -> vyre_gpu_bridge::Result<()> {
//! let backend = vyre_gpu_bridge::GpuBackend::open()?; // the best device of the machine
//! let outputs = backend.dispatch(program, &[vec![1, 0, 0, 0]], &DispatchConfig::default())?;
//! # Ok(())
//! # }
//! ```

#[path = "../../src/bridge.rs"]
mod bridge;
mod generation;

pub use bridge::*;
