//! What is of 0.6.2 alone.

use crate::suite::support::{bytes, double, on_each_device, plain, words};
use std::sync::Arc;
use vyre_driver::backend::{backend_dispatches, backend_precedence, registered_backends};
use vyre_driver::pipeline::{compile, compile_shared_with_telemetry};
use vyre_driver::{Executable, ResidentDispatchStep, Resource, VyreBackend};
use vyre_foundation::ir::Program;
use vyre_gpu_bridge::GpuBackend;

/// What the published reference interpreter makes of it.
pub fn reference(program: &Program, inputs: &[&[u8]]) -> Vec<Vec<u8>> {
    let inputs: Vec<_> = inputs.iter().map(|bytes| (*bytes).into()).collect();
    let outputs = vyre_reference::reference_eval(program, &inputs).unwrap();
    outputs.iter().map(vyre_reference::value::Value::to_bytes).collect()
}

pub fn registered() -> Vec<&'static str> {
    registered_backends().iter().map(|registration| registration.id).collect()
}

pub fn precedence(id: &str) -> u32 {
    backend_precedence(id)
}

pub fn dispatches(id: &str) -> bool {
    backend_dispatches(id)
}

pub fn new_step<'a>(
    program: &'a Program,
    resources: &'a [Resource],
    grid_override: Option<[u32; 3]>,
) -> ResidentDispatchStep<'a> {
    ResidentDispatchStep { program, resources, grid_override }
}

#[test]
fn the_published_compiler_gets_a_pipeline_of_ours() {
    on_each_device(|backend| {
        let shared: Arc<dyn VyreBackend> = Arc::new(backend.clone());
        let pipeline = compile(shared.clone(), &double(2), &plain()).unwrap();
        assert!(!pipeline.id().contains("passthrough"), "{}", pipeline.id());
        assert_eq!(words(&pipeline.dispatch(&[bytes(&[1, 2])], &plain()).unwrap()[0]), [2, 4]);
        let program = Arc::new(double(2));
        let again = compile_shared_with_telemetry(shared, program, &plain()).unwrap();
        assert_eq!(again.cache_hit, Some(true));
    });
}

#[test]
fn native_pipelines_come_for_shared_programs_too() {
    on_each_device(|backend: &GpuBackend| {
        let pipeline = backend.compile_native(&double(1), &plain()).unwrap().unwrap();
        let shared = backend.compile_native_shared(Arc::new(double(1)), &plain()).unwrap();
        assert_eq!(pipeline.id(), shared.unwrap().id());
    });
}

#[test]
fn a_backend_is_executable() {
    on_each_device(|backend| {
        let outputs = Executable::dispatch(backend, &double(1), &[&bytes(&[2])], &plain());
        assert_eq!(words(&outputs.unwrap()[0]), [4]);
    });
}
