//! Programs that are compiled once and run often.

use crate::bridge::Result;
use crate::bridge::backend::Shared;
use crate::bridge::bound::Bounds;
use crate::bridge::config;
use crate::bridge::kernels::Kernel;
use crate::bridge::pending::GpuPending;
use std::sync::Arc;
use vyre_driver::backend::private::Sealed;
use vyre_driver::pipeline::hex_encode;
use vyre_driver::{CompiledPipeline, DispatchConfig, OutputBuffers, Resource, TimedDispatchResult};
use vyre_foundation::ir::Program;

type Timed = Result<TimedDispatchResult>;

/// A program made for the device of a backend, which it keeps open.
pub struct GpuPipeline {
    id: String,
    shared: Arc<Shared>,
    program: Program,
    workgroup: Option<[u32; 3]>,
    kernel: Arc<Kernel>,
}

impl GpuPipeline {
    pub(crate) fn new(
        shared: Arc<Shared>,
        program: &Program,
        config: &DispatchConfig,
    ) -> Result<Self> {
        let id = format!("{}:{}", shared.id, hex_encode(&program.fingerprint()));
        let (program, workgroup) = (program.clone(), config.workgroup_override);
        let kernel = shared.kernel(&program, config)?;
        Ok(Self { id, shared, program, workgroup, kernel })
    }

    /// The kernel for a dispatch, which may want another workgroup size.
    fn kernel(&self, config: &DispatchConfig) -> Result<Arc<Kernel>> {
        if config.workgroup_override.is_some_and(|size| Some(size) != self.workgroup) {
            return self.shared.kernel(&self.program, config);
        }
        config::check(config, self.shared.id, self.shared.facts.grid_barriers)?;
        Ok(self.kernel.clone())
    }

    /// Runs and waits, with what is known of the run.
    fn timed(&self, kernel: &Arc<Kernel>, bounds: &Bounds<'_>, config: &DispatchConfig) -> Timed {
        GpuPending::start(self.shared.id, kernel, bounds, config, true)?.await_timed()
    }
}

impl Sealed for GpuPipeline {}

impl CompiledPipeline for GpuPipeline {
    fn id(&self) -> &str {
        &self.id
    }

    fn dispatch(&self, inputs: &[Vec<u8>], config: &DispatchConfig) -> Result<Vec<Vec<u8>>> {
        let inputs: Vec<_> = inputs.iter().map(Vec::as_slice).collect();
        self.dispatch_borrowed(&inputs, config)
    }

    fn dispatch_borrowed(&self, inputs: &[&[u8]], config: &DispatchConfig) -> Result<Vec<Vec<u8>>> {
        let mut outputs = OutputBuffers::new();
        self.dispatch_borrowed_into(inputs, config, &mut outputs)?;
        Ok(outputs)
    }

    fn dispatch_borrowed_into(
        &self,
        inputs: &[&[u8]],
        config: &DispatchConfig,
        outputs: &mut OutputBuffers,
    ) -> Result<()> {
        let kernel = self.kernel(config)?;
        kernel.run(self.shared.id, &kernel.bound_to_bytes(inputs)?, config, outputs)
    }

    fn dispatch_borrowed_timed(
        &self,
        inputs: &[&[u8]],
        config: &DispatchConfig,
    ) -> Result<TimedDispatchResult> {
        let kernel = self.kernel(config)?;
        self.timed(&kernel, &kernel.bound_to_bytes(inputs)?, config)
    }

    fn dispatch_persistent_handles(
        &self,
        inputs: &[Resource],
        config: &DispatchConfig,
    ) -> Result<OutputBuffers> {
        let mut outputs = OutputBuffers::new();
        self.dispatch_persistent_handles_into(inputs, config, &mut outputs)?;
        Ok(outputs)
    }

    fn dispatch_persistent_handles_into(
        &self,
        inputs: &[Resource],
        config: &DispatchConfig,
        outputs: &mut OutputBuffers,
    ) -> Result<()> {
        let kernel = self.kernel(config)?;
        let bounds = kernel.bound_to_resources(&self.shared.residents, inputs)?;
        kernel.run(self.shared.id, &bounds, config, outputs)
    }

    fn dispatch_persistent_handles_timed(
        &self,
        inputs: &[Resource],
        config: &DispatchConfig,
    ) -> Result<TimedDispatchResult> {
        let kernel = self.kernel(config)?;
        self.timed(&kernel, &kernel.bound_to_resources(&self.shared.residents, inputs)?, config)
    }

    fn dispatch_persistent_resource_outputs(
        &self,
        inputs: &[Resource],
        config: &DispatchConfig,
    ) -> Result<Vec<Resource>> {
        let kernel = self.kernel(config)?;
        let bounds = kernel.bound_to_resources(&self.shared.residents, inputs)?;
        let written = kernel.written(inputs)?;
        kernel.run_in_place(self.shared.id, &bounds, config, &mut OutputBuffers::new())?;
        Ok(written)
    }
}
