//! Programs that are compiled once and run often.

use super::support::*;
use vyre_driver::{CompiledPipeline, Resource, VyreBackend};
use vyre_foundation::ir::{Expr, Node};
use vyre_gpu_bridge::{GpuBackend, GpuPipeline};

fn compiled(backend: &GpuBackend) -> GpuPipeline {
    backend.compile(&accumulate(2), &plain()).unwrap()
}

#[test]
fn a_pipeline_is_named_after_its_backend_and_program() {
    on_each_device(|backend| {
        let pipeline = compiled(backend);
        let (backend_id, fingerprint) = pipeline.id().split_once(':').unwrap();
        assert_eq!((backend_id, fingerprint.len()), (backend.id(), 64));
        let other = backend.compile(&double(2), &plain()).unwrap();
        assert_ne!(pipeline.id(), other.id());
    });
}

#[test]
fn a_pipeline_gives_what_the_backend_gives() {
    on_each_device(|backend| {
        let (pipeline, a, sum) = (compiled(backend), bytes(&[1, 2]), bytes(&[10, 20]));
        let inputs: [&[u8]; 2] = [&a, &sum];
        let expected = backend.dispatch_borrowed(&accumulate(2), &inputs, &plain()).unwrap();
        assert_eq!(pipeline.dispatch(&[a.clone(), sum.clone()], &plain()).unwrap(), expected);
        assert_eq!(pipeline.dispatch_borrowed(&inputs, &plain()).unwrap(), expected);
        let timed = pipeline.dispatch_borrowed_timed(&inputs, &plain()).unwrap();
        assert_eq!(timed.outputs, expected);
        assert!(timed.wall_ns > 0);
        let mut outputs = vec![Vec::with_capacity(64)];
        let first = outputs[0].as_ptr();
        pipeline.dispatch_borrowed_into(&inputs, &plain(), &mut outputs).unwrap();
        assert_eq!((&outputs, outputs[0].as_ptr()), (&expected, first));
        let batches = pipeline.dispatch_borrowed_batched(&[&inputs, &inputs], &plain()).unwrap();
        assert_eq!(batches, [expected.clone(), expected]);
    });
}

#[test]
fn a_pipeline_runs_on_resources() {
    on_each_device(|backend| {
        let (sum, a) = (resident(backend, &[10, 20]), resident(backend, &[1, 2]));
        let (pipeline, resources) = (compiled(backend), [sum.clone(), a]);
        let run =
            |expected: [u32; 2], outputs: &[Vec<u8>]| assert_eq!(words(&outputs[0]), expected);
        run([11, 22], &pipeline.dispatch_persistent_handles(&resources, &plain()).unwrap());
        let timed = pipeline.dispatch_persistent_handles_timed(&resources, &plain()).unwrap();
        run([12, 24], &timed.outputs);
        let mut outputs = Vec::new();
        pipeline.dispatch_persistent_handles_into(&resources, &plain(), &mut outputs).unwrap();
        run([13, 26], &outputs);
        let both = [&resources[..], &resources[..]];
        let batches = pipeline.dispatch_persistent_handles_batched(&both, &plain()).unwrap();
        run([14, 28], &batches[0]);
        run([15, 30], &batches[1]);
        assert_eq!(resident_words(backend, &sum), [15, 30]);
    });
}

#[test]
fn results_stay_on_the_device() {
    on_each_device(|backend| {
        let (sum, a) = (resident(backend, &[10, 20]), resident(backend, &[1, 2]));
        let (pipeline, resources) = (compiled(backend), [sum.clone(), a]);
        let written = pipeline.dispatch_persistent_resource_outputs(&resources, &plain()).unwrap();
        assert_eq!(written, [sum]);
        assert_eq!(resident_words(backend, &written[0]), [11, 22]);
        let borrowed = [Resource::Borrowed(bytes(&[1, 2])), resources[1].clone()];
        let text = mistaken(pipeline.dispatch_persistent_resource_outputs(&borrowed, &plain()));
        assert!(text.contains("borrowed"), "{text}");
    });
}

#[test]
fn rows_of_four_resources_run_one_by_one() {
    on_each_device(|backend| {
        let buffers = vec![input("a", 0, 1), input("b", 1, 1), state("c", 2, 1), output("d", 3, 1)];
        let sum = Expr::add(at("a"), at("b"));
        let store = |to: &str| Node::store(to, Expr::gid_x(), sum.clone());
        let program = program(buffers, vec![store("c"), store("d")]);
        let pipeline = backend.compile(&program, &plain()).unwrap();
        let row = |a: u32| [a, 1, 0, 0].map(|word| resident(backend, &[word]));
        let (rows, mut outputs) = ([row(1), row(2)], Vec::new());
        pipeline.dispatch_persistent_handle_rows_into(&rows, &plain(), &mut outputs).unwrap();
        let sums: Vec<_> = outputs.iter().map(|row| (words(&row[0]), words(&row[1]))).collect();
        assert_eq!(sums, [(vec![2], vec![2]), (vec![3], vec![3])]);
    });
}

#[test]
fn a_pipeline_outlives_its_backend() {
    let pipeline = compiled(&vulkan());
    let outputs = pipeline.dispatch(&[bytes(&[1, 2]), bytes(&[3, 4])], &plain()).unwrap();
    assert_eq!(words(&outputs[0]), [4, 6]);
}

#[test]
fn a_call_may_want_another_workgroup_size() {
    on_each_device(|backend| {
        let (pipeline, mut config) = (compiled(backend), plain());
        config.workgroup_override = Some([32, 1, 1]);
        let outputs = pipeline.dispatch(&[bytes(&[1, 2]), bytes(&[3, 4])], &config).unwrap();
        assert_eq!(words(&outputs[0]), [4, 6]);
    });
}
