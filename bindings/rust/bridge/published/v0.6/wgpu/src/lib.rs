//! The bridge by the name of the published backend `vyre-driver-wgpu`, for its tests.
//!
//! The bridge's source, and not the bridge: the methods of the published type and the published
//! trait of optimizers can only be added to it in the crate that has it.

#[path = "../../../../src/bridge.rs"]
mod bridge;
#[path = "../../../../v0.6/src/generation.rs"]
mod generation;
mod probe;

pub use bridge::GpuBackend as WgpuBackend;
pub use bridge::*;

use std::fmt;
use std::sync::{Arc, OnceLock};
use vyre_driver::{DispatchConfig, VyreBackend};
use vyre_foundation::ir::Program;
use vyre_self_substrate::optimizer::dispatcher::{DispatchError, OptimizerDispatcher};

/// A dispatch of a batch.
pub type Job<'a> = (&'a Program, &'a [&'a [u8]], &'a DispatchConfig);

/// What tests ask about the device.
pub struct AdapterInfo {
    /// Its name.
    pub name: String,
}

/// What tests call on the published type, beside the published trait.
impl GpuBackend {
    /// The backend of the process: each kernel is made once for all tests.
    pub fn acquire() -> Result<Self> {
        static BACKEND: OnceLock<GpuBackend> = OnceLock::new();
        if let Some(backend) = BACKEND.get() {
            return Ok(backend.clone());
        }
        Ok(BACKEND.get_or_init(|| named(&device()).expect("the device opens")).clone())
    }

    /// As `acquire`.
    pub fn new() -> Result<Self> {
        Self::acquire()
    }

    /// As `acquire`.
    pub fn shared() -> Result<Arc<Self>> {
        Self::acquire().map(Arc::new)
    }

    /// What the device is.
    pub fn adapter_info(&self) -> AdapterInfo {
        AdapterInfo { name: self.device().info().name.into() }
    }

    /// One after the other.
    pub fn dispatch_borrowed_batch(&self, jobs: &[Job<'_>]) -> Result<Vec<Result<Vec<Vec<u8>>>>> {
        Ok(jobs
            .iter()
            .map(|(program, inputs, how)| self.dispatch_borrowed(program, inputs, how))
            .collect())
    }
}

/// Which device the tests run on.
fn device() -> String {
    std::env::var("VYRE_PUBLISHED_DEVICE").unwrap_or_else(|_| "vulkan".into())
}

/// The backend on the device that is called `name`.
pub fn named(name: &str) -> Result<GpuBackend> {
    if name == "cpu-ref" {
        return GpuBackend::open_oracle();
    }
    let opened = vyre_gpu::Device::builder().id(name).open();
    GpuBackend::with_device(opened.map_err(|error| errors::to_published(&error, BACKEND_ID))?)
}

impl fmt::Debug for GpuBackend {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.id())
    }
}

impl OptimizerDispatcher for GpuBackend {
    fn dispatch(
        &self,
        program: &Program,
        inputs: &[Vec<u8>],
        grid_override: Option<[u32; 3]>,
    ) -> std::result::Result<Vec<Vec<u8>>, DispatchError> {
        let mut config = DispatchConfig::default();
        config.grid_override = grid_override;
        VyreBackend::dispatch(self, program, inputs, &config)
            .map_err(|error| DispatchError::BackendError(error.to_string()))
    }
}

/// Where tests ask whether there is a device at all.
pub mod runtime {
    /// The devices.
    pub mod device {
        /// Whether tests of a device have one.
        pub fn has_real_gpu_adapter() -> bool {
            true
        }

        /// Their names.
        pub fn enumerate_adapters() -> Vec<String> {
            vec![crate::device()]
        }
    }
}
