//! Programs with grid barriers: whole, cut, several times over, and plans of how they are cut.

mod support;
use support::{double_on, is_oracle, on_each_device};
use vyre_gpu::{Binding, Context, Device, ErrorKind, Pipeline, Program, Split};

/// Adds to each element of `a` what the one opposite held before the barrier.
const EXCHANGE: &str = r#"{"workgroup_size": [4, 1, 1], "buffers": [
    {"name": "a", "type": "U32", "count": 16, "access": "read_write"},
    {"name": "b", "type": "U32", "count": 16, "access": "read_write"}],
    "body": [{"let": "i", "value": {"invocation_id": "x"}},
        {"store": "b", "at": "i", "value": {"load": "a", "at": "i"}},
        {"barrier": "grid_sync"},
        {"store": "a", "at": "i", "value": {"add": [{"load": "a", "at": "i"},
            {"load": "b", "at": {"bit_xor": ["i", 15]}}]}}]}"#;

fn pipeline_of(json: &str, context: &Context, device: &Device) -> Pipeline {
    let program = Program::loader().context(context).load(json.as_bytes()).unwrap();
    Pipeline::create(device, &program).unwrap()
}

#[test]
fn grid_barriers_can_be_cut() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(EXCHANGE, context, device);
        let mut a: Vec<u32> = (0..16).collect();
        let cut = pipeline.launch().grid([4, 1, 1]).iterations(2).split(Split::ALWAYS);
        let bindings = [Binding::inout(0, &mut a), Binding::zeros(1, 64)];
        assert_eq!(cut.dispatch(&bindings).unwrap().segments, 2);
        assert_eq!(a, [30; 16]);
        let plan = cut.plan(&[]).unwrap();
        let info = plan.info();
        assert_eq!((info.segments, info.programs, info.hidden_bytes), (2, 2, 0));
        assert_eq!((info.grid, info.workgroup), ([4, 1, 1], [4, 1, 1]));
        assert_eq!((info.bytes_per_invocation, info.bytes_per_workgroup), (0, 0));
        assert_eq!(info.split_refusal, None);
        assert!(plan.describe().unwrap().contains("computed again: 'i'"));
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
    on_each_device(|context, device| {
        let pipeline = pipeline_of(LABELS, context, device);
        let mut label: Vec<u32> = (7..15).collect();
        let hundred = pipeline.launch().iterations(100);
        let stable = hundred.clone().until_stable();
        let bindings = [Binding::inout(0, &mut label), Binding::zeros(1, 32)];
        let result = stable.dispatch(&bindings).unwrap();
        assert_eq!(label, [7; 8]);
        assert_eq!(result.iterations, 8);
        let zeros = [Binding::zeros(0, 32), Binding::zeros(1, 32)];
        assert_eq!(hundred.dispatch(&zeros).unwrap().iterations, 100);
        let refused = stable.dispatch_async(&zeros);
        assert_eq!(refused.err().unwrap().kind(), ErrorKind::InvalidArgument);
    });
}

#[test]
fn grids_that_cannot_be_held_are_refused() {
    on_each_device(|context, device| {
        let pipeline = pipeline_of(EXCHANGE, context, device);
        let whole = pipeline.launch().grid([4, 1, 1]).split(Split::NEVER);
        let result = whole.dispatch(&[Binding::zeros(0, 64), Binding::zeros(1, 64)]);
        assert_eq!(result.is_ok(), is_oracle(device));
        if let Err(error) = result {
            assert_eq!(error.kind(), ErrorKind::CooperativeResidency);
        }
    });
}

#[test]
fn a_program_without_barriers_is_one_segment() {
    on_each_device(|context, device| {
        let pipeline = double_on(context, device);
        let plan = pipeline.plan(&[Binding::zeros(0, 4), Binding::zeros(1, 4)]).unwrap();
        let info = plan.info();
        assert_eq!((info.segments, info.programs, info.hidden_bytes), (1, 1, 0));
        assert_eq!((info.split_refusal, info.outputs[0].bytes()), (None, 4));
    });
}
