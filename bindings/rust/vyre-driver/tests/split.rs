//! Programs with grid barriers: whole, cut, several times over, and how they are cut.

mod support;
use support::{double_on, on_each_backend, refused};
use vyre_driver::{
    Backend, Binding, Context, Cooperative, DispatchOptions, ErrorKind, Pipeline, Program,
};

/// Adds to each element of `a` what the one opposite held before the barrier.
const EXCHANGE: &str = r#"{"workgroup_size": [4, 1, 1], "buffers": [
    {"name": "a", "type": "U32", "count": 16, "access": "read_write"},
    {"name": "b", "type": "U32", "count": 16, "access": "read_write"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
        {"store": "b", "at": "i", "value": {"load": "a", "at": "i"}},
        {"barrier": "grid_sync"},
        {"store": "a", "at": "i", "value": {"add": [{"load": "a", "at": "i"},
            {"load": "b", "at": {"bit_xor": ["i", 15]}}]}}]}"#;

fn exchange(context: &Context, backend: &Backend) -> Pipeline {
    let program = Program::from_json(context, EXCHANGE).unwrap();
    Pipeline::create(backend, &program).unwrap()
}

#[test]
fn grid_barriers_can_be_cut() {
    on_each_backend(|context, backend| {
        let pipeline = exchange(context, backend);
        let mut a: Vec<u32> = (0..16).collect();
        let options = DispatchOptions::new().grid([4, 1, 1]).iterations(2);
        let cut = options.cooperative(Cooperative::Forbid);
        let bindings = [Binding::inout(0, &mut a), Binding::zeros(1, 64)];
        pipeline.dispatch_with(&bindings, &cut).unwrap();
        assert_eq!(a, [30; 16]);
        let split = pipeline.split(&[], &cut).unwrap();
        assert_eq!((split.segments, split.programs, split.hidden_bytes), (2, 2, 0));
        assert_eq!((split.grid, split.workgroup), ([4, 1, 1], [4, 1, 1]));
        assert!(pipeline.split_text(&[], &cut).unwrap().contains("computed again: 'i'"));
    });
}

/// Every node of a chain takes the lower label of itself and the node before it.
const LABELS: &str = r#"{"workgroup_size": [4, 1, 1], "buffers": [
    {"name": "label", "type": "U32", "count": 8, "access": "read_write"},
    {"name": "next", "type": "U32", "count": 8, "access": "read_write"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
        {"store": "next", "at": "i", "value": {"min": [{"load": "label", "at": "i"},
            {"load": "label", "at": {"sub": [{"max": ["i", 1]}, 1]}}]}},
        {"barrier": "grid_sync"},
        {"store": "label", "at": "i", "value": {"load": "next", "at": "i"}}]}"#;

#[test]
fn repetition_ends_when_nothing_changes() {
    on_each_backend(|context, backend| {
        let program = Program::from_json(context, LABELS).unwrap();
        let pipeline = Pipeline::create(backend, &program).unwrap();
        let mut label: Vec<u32> = (7..15).collect();
        let options = DispatchOptions::new().iterations(100);
        let bindings = [Binding::inout(0, &mut label), Binding::zeros(1, 32)];
        let result = pipeline.dispatch_with(&bindings, &options.until_stable()).unwrap();
        assert_eq!(label, [7; 8]);
        assert_eq!(result.iterations, 8);
        let zeros = [Binding::zeros(0, 32), Binding::zeros(1, 32)];
        assert_eq!(pipeline.dispatch_with(&zeros, &options).unwrap().iterations, 100);
        let refused = pipeline.dispatch_async_with(&zeros, &options.until_stable());
        assert_eq!(refused.err().unwrap().kind(), ErrorKind::InvalidArgument);
    });
}

#[test]
fn grids_that_cannot_be_held_are_refused() {
    on_each_backend(|context, backend| {
        let pipeline = exchange(context, backend);
        let force = DispatchOptions::new().grid([4, 1, 1]).cooperative(Cooperative::Force);
        let bindings = [Binding::zeros(0, 64), Binding::zeros(1, 64)];
        let result = pipeline.dispatch_with(&bindings, &force);
        assert_eq!(result.is_ok(), backend.id() == "cpu-ref");
        if let Err(error) = result {
            assert_eq!(error.kind(), ErrorKind::CooperativeResidency);
        }
        let plain = double_on(context, backend);
        let zeros = [Binding::zeros(0, 4), Binding::zeros(1, 4)];
        refused(plain.split(&zeros, &DispatchOptions::new()), ErrorKind::InvalidArgument, &[]);
    });
}
