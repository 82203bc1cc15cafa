//! The published crates' wgpu backend.

use std::sync::Arc;

use published_driver::{CompiledPipeline, DispatchConfig, Resource, VyreBackend};
use published_foundation::ir::Program;
use published_wgpu::WgpuBackend;

use crate::adapter;

/// The backend on the Vulkan adapter with a name.
pub struct Published {
    backend: WgpuBackend,
}

impl Published {
    pub fn acquire(name: &str) -> Result<Self, String> {
        adapter::acquire(name).map(|backend| Self { backend })
    }
}

/// A compiled program, dispatched on bytes of the host or on buffers of the device.
pub struct Job<'a> {
    published: &'a Published,
    pipeline: Arc<dyn CompiledPipeline>,
    config: DispatchConfig,
    resources: Vec<Resource>,
    outputs: Vec<Vec<u8>>,
}

impl<'a> Job<'a> {
    pub fn create(published: &'a Published, wire: &[u8]) -> Result<Self, String> {
        let program = Program::from_wire(wire).map_err(|error| error.to_string())?;
        let config = DispatchConfig::default();
        let compiled = published.backend.compile_native(&program, &config);
        let pipeline = compiled
            .map_err(|error| error.to_string())?
            .ok_or("the published backend compiles no pipelines")?;
        let (resources, outputs) = (Vec::new(), Vec::new());
        Ok(Self { published, pipeline, config, resources, outputs })
    }

    /// Both inputs in, the result out.
    pub fn run(&mut self, left: &[u8], right: &[u8]) -> Result<&[u8], String> {
        self.pipeline
            .dispatch_borrowed_into(&[left, right], &self.config, &mut self.outputs)
            .map_err(|error| error.to_string())?;
        Ok(&self.outputs[0])
    }

    /// Puts the inputs on the device.
    pub fn make_resident(&mut self, left: &[u8], right: &[u8]) -> Result<(), String> {
        let backend = &self.published.backend;
        let put = |bytes: &[u8]| {
            let resource = backend.allocate_resident(bytes.len())?;
            backend.upload_resident(&resource, bytes)?;
            Ok(resource)
        };
        let zeros = vec![0; left.len()];
        let all = [left, right, &zeros].into_iter().map(put);
        let all: Result<Vec<_>, published_driver::BackendError> = all.collect();
        self.resources = all.map_err(|error| error.to_string())?;
        Ok(())
    }

    /// On what is there; waits for the device.
    pub fn run_resident(&self) -> Result<(), String> {
        self.pipeline
            .dispatch_persistent_resource_outputs(&self.resources, &self.config)
            .map_err(|error| error.to_string())?;
        let device = self.published.backend.device_queue();
        device.0.poll(wgpu::PollType::Wait).map_err(|error| error.to_string())?;
        Ok(())
    }

    /// Seconds that the device measured, if it did. Also reads the result, as every timed run does.
    pub fn run_resident_timed(&self) -> Result<Option<f64>, String> {
        let timed = self.pipeline.dispatch_persistent_handles_timed(&self.resources, &self.config);
        let timed = timed.map_err(|error| error.to_string())?;
        Ok(timed.device_ns.map(|ns| ns as f64 * 1e-9))
    }

    pub fn read_resident(&self) -> Result<Vec<u8>, String> {
        let result = self.published.backend.download_resident(&self.resources[2]);
        result.map_err(|error| error.to_string())
    }
}
