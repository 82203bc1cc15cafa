//! The backend: a device of the library behind the published trait.

use crate::bridge::config;
use crate::bridge::errors::Published;
use crate::bridge::kernels::{Kernel, Kernels};
use crate::bridge::pending::{Done, GpuPending};
use crate::bridge::profile::Facts;
use crate::bridge::resident::Residents;
use crate::bridge::transfer::{Download, Upload, download, upload};
use crate::bridge::{BACKEND_ID, ORACLE_ID, Result};
use crate::{GpuPipeline, generation};
use std::collections::HashSet;
use std::sync::Arc;
use vyre_driver::{DispatchConfig, PendingDispatch, Resource};
use vyre_foundation::ir::{OpId, Program};
use vyre_gpu::Device;

/// A device for programs of the published crates. Clones are the same backend.
#[derive(Clone)]
pub struct GpuBackend(pub(crate) Arc<Shared>);

/// What a backend shares with the pipelines made by it.
pub(crate) struct Shared {
    pub(crate) id: &'static str,
    pub(crate) device: Device,
    pub(crate) facts: Facts,
    pub(crate) kernels: Kernels,
    pub(crate) residents: Residents,
    pub(crate) ops: HashSet<OpId>,
}

impl Shared {
    /// The program made for the device, as `config` wants it.
    pub(crate) fn kernel(&self, program: &Program, config: &DispatchConfig) -> Result<Arc<Kernel>> {
        config::check(config, self.id, self.facts.grid_barriers)?;
        self.kernels.get(&self.device, self.id, program, config.workgroup_override)
    }
}

impl GpuBackend {
    /// The best device of the machine.
    pub fn open() -> Result<Self> {
        Self::of(BACKEND_ID, Device::open().published(BACKEND_ID)?)
    }

    /// The oracle, which defines what the right result is.
    pub fn open_oracle() -> Result<Self> {
        let device = Device::builder().id("cpu-ref").open().published(ORACLE_ID)?;
        Self::of(ORACLE_ID, device)
    }

    /// A device that is open already.
    pub fn with_device(device: Device) -> Result<Self> {
        Self::of(BACKEND_ID, device)
    }

    /// The device, for what the published trait does not have.
    pub fn device(&self) -> &Device {
        &self.0.device
    }

    fn of(id: &'static str, device: Device) -> Result<Self> {
        let facts = Facts::new(id, &device.info());
        let ops = device.info().ops.into_iter().map(OpId::from).collect();
        let (kernels, residents) = (Kernels::default(), Residents::new()?);
        Ok(Self(Arc::new(Shared { id, device, facts, kernels, residents, ops })))
    }

    /// The program made for the device, for repeated dispatches.
    pub fn compile(&self, program: &Program, config: &DispatchConfig) -> Result<GpuPipeline> {
        GpuPipeline::new(self.0.clone(), program, config)
    }

    pub(crate) fn start(
        &self,
        program: &Program,
        inputs: &[&[u8]],
        config: &DispatchConfig,
    ) -> Result<Box<dyn PendingDispatch>> {
        if program.is_explicit_noop() {
            return Ok(Box::new(Done));
        }
        let kernel = self.0.kernel(program, config)?;
        let bounds = kernel.bound_to_bytes(inputs)?;
        Ok(Box::new(GpuPending::start(self.0.id, &kernel, &bounds, config, generation::TIMED)?))
    }

    pub(crate) fn start_resident(
        &self,
        program: &Program,
        resources: &[Resource],
        config: &DispatchConfig,
    ) -> Result<GpuPending> {
        let kernel = self.0.kernel(program, config)?;
        let bounds = kernel.bound_to_resources(&self.0.residents, resources)?;
        GpuPending::start(self.0.id, &kernel, &bounds, config, true)
    }

    pub(crate) fn upload<'a>(
        &self,
        uploads: impl Iterator<Item = (&'a Resource, usize, &'a [u8])>,
        whole: bool,
        what: &str,
    ) -> Result<()> {
        let place = |(resource, offset, bytes)| {
            let to = self.0.residents.get(resource, what)?;
            Ok(Upload { to, offset, bytes, whole })
        };
        let uploads = uploads.map(place).collect::<Result<Vec<_>>>()?;
        upload(&uploads, what, self.0.id)
    }

    /// Reads ranges into `outputs`; `what` is the call.
    pub(crate) fn download(
        &self,
        ranges: &[(&Resource, usize, usize)],
        outputs: &mut [&mut Vec<u8>],
        what: &str,
    ) -> Result<()> {
        let range = |(resource, offset, size): &(&Resource, usize, usize)| {
            let from = self.0.residents.get(resource, what)?;
            Ok(Download { from, offset: *offset, size: *size })
        };
        let ranges = ranges.iter().map(range).collect::<Result<Vec<_>>>()?;
        download(&ranges, outputs, what, self.0.id)
    }
}
