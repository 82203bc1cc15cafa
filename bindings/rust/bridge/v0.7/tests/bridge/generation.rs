//! What is of 0.7.2 alone.

use crate::suite::support::{
    accumulate, at, bytes, double, input, on_each_device, output, plain, program, resident,
    resident_words, words,
};
use vyre_driver::backend::{backend_dispatches, backend_precedence, registered_backends};
use vyre_driver::{BackendError, ResidentDispatchStep, Resource, VyreBackend};
use vyre_foundation::ir::{Expr, Node, Program};
use vyre_foundation::operation::{OperationRegistration, OperationTier};
use vyre_gpu::{Error, ErrorKind};
use vyre_gpu_bridge::errors::{from_published, to_published};
use vyre_gpu_bridge::{BACKEND_ID, ORACLE_ID};

/// What the published reference interpreter makes of it.
pub fn reference(program: &Program, inputs: &[&[u8]]) -> Vec<Vec<u8>> {
    let inputs: Vec<_> = inputs.iter().map(|bytes| (*bytes).into()).collect();
    let outputs = vyre_reference::reference_eval(program, &inputs).unwrap();
    outputs.iter().map(vyre_reference::value::Value::to_bytes).collect()
}

pub fn registered() -> Vec<&'static str> {
    registered_backends().unwrap().iter().map(|registration| registration.id).collect()
}

pub fn precedence(id: &str) -> u32 {
    backend_precedence(id).unwrap()
}

/// Whether the published choice may take it.
pub fn dispatches(id: &str) -> bool {
    let oracle = registered_backends()
        .unwrap()
        .iter()
        .find(|known| known.id == id)
        .unwrap()
        .reference_oracle;
    backend_dispatches(id).unwrap() && !oracle
}

pub fn new_step<'a>(
    program: &'a Program,
    resources: &'a [Resource],
    grid_override: Option<[u32; 3]>,
) -> ResidentDispatchStep<'a> {
    ResidentDispatchStep { program, resources, grid_override, workgroup_override: None }
}

/// y = x + x, as an op of the published registry.
fn twice() -> Program {
    let sum = Expr::add(Expr::load("x", Expr::u32(0)), Expr::load("x", Expr::u32(0)));
    let body = vec![Node::store("y", Expr::u32(0), sum)];
    Program::wrapped(vec![input("x", 0, 1), output("y", 1, 1)], [1, 1, 1], body)
}

inventory::submit! {
    OperationRegistration::new("bridge::twice", OperationTier::External, Some(twice), None, None)
}

#[test]
fn ops_of_the_published_registry_are_called() {
    on_each_device(|backend| {
        let call = Expr::call("bridge::twice", vec![at("a")]);
        let body = vec![Node::store("out", Expr::gid_x(), call)];
        let program = program(vec![input("a", 0, 4), output("out", 1, 4)], body);
        let a = bytes(&[1, 2, 3, 4]);
        let outputs = backend.dispatch_borrowed(&program, &[&a], &plain()).unwrap();
        assert_eq!(outputs, reference(&program, &[&a]));
        assert_eq!(words(&outputs[0]), [2, 4, 6, 8]);
    });
}

#[test]
fn work_on_resources_is_waited_for_when_it_is_wanted() {
    on_each_device(|backend| {
        let (sum, a) = (resident(backend, &[10, 20]), resident(backend, &[1, 2]));
        let resources = [sum.clone(), a];
        let pending =
            backend.dispatch_resident_async(&accumulate(2), &resources, &plain()).unwrap();
        assert_eq!(words(&pending.await_result().unwrap()[0]), [11, 22]);
        assert_eq!(resident_words(backend, &sum), [11, 22]);
    });
}

#[test]
fn times_of_work_under_way_are_told() {
    on_each_device(|backend| {
        let pending = backend.dispatch_async(&double(2), &[bytes(&[1, 2])], &plain()).unwrap();
        let timed = pending.await_timed_result().unwrap();
        assert_eq!(words(&timed.outputs[0]), [2, 4]);
        let has_clock = backend.device_profile().supports_device_timestamps;
        assert_eq!(timed.device_ns.is_some_and(|ns| ns > 0), has_clock, "{timed:?}");
    });
}

#[test]
fn a_dispatch_covers_the_elements_that_the_caller_counts() {
    on_each_device(|backend| {
        let a = bytes(&[1; 8]);
        let mut config = plain();
        config.dispatch_elements = Some(4);
        let outputs = backend.dispatch_borrowed(&double(8), &[&a], &config).unwrap();
        assert_eq!(words(&outputs[0]), [2, 2, 2, 2, 0, 0, 0, 0]);
        config.dispatch_grid = Some([2, 1, 1]);
        let outputs = backend.dispatch_borrowed(&double(8), &[&a], &config).unwrap();
        assert_eq!(words(&outputs[0]), [2; 8]);
    });
}

#[test]
fn a_step_may_have_another_workgroup_size() {
    on_each_device(|backend| {
        let resources = [resident(backend, &[1; 8]), resident(backend, &[0; 8])];
        let program = double(8);
        let step = ResidentDispatchStep {
            workgroup_override: Some([8, 1, 1]),
            ..new_step(&program, &resources, Some([1, 1, 1]))
        };
        backend.dispatch_resident_sequence_read_ranges_into(&[step], &[], &mut []).unwrap();
        assert_eq!(resident_words(backend, &resources[1]), [2; 8]);
    });
}

#[test]
fn a_lost_device_has_an_error_of_its_own() {
    let lost = to_published(&Error::create(ErrorKind::DeviceLost, "it is gone"), BACKEND_ID);
    assert!(matches!(&lost, BackendError::DeviceLost { backend, .. } if backend == BACKEND_ID));
    assert_eq!(from_published(&lost).kind(), ErrorKind::DeviceLost);
}

#[test]
fn artifacts_are_refused_by_name() {
    for registration in registered_backends().unwrap() {
        assert!([BACKEND_ID, ORACLE_ID].contains(&registration.id));
        let compiler = registration.target_compiler().err().unwrap();
        let materializer = registration.materializer().err().unwrap();
        for (error, name) in [(compiler, "target compiler"), (materializer, "materializer")] {
            let BackendError::UnsupportedFeature { name: refused, .. } = error else {
                panic!("not a refusal: {error:?}");
            };
            assert!(refused.contains(name), "{refused}");
        }
    }
}
