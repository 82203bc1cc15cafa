//! Dispatches on the device in order, waited for once.

use super::support::*;
use vyre_driver::{BackendError, ResidentDispatchStep, ResidentReadRange, Resource, VyreBackend};
use vyre_foundation::ir::Program;

fn step<'a>(program: &'a Program, resources: &'a [Resource]) -> ResidentDispatchStep<'a> {
    new_step(program, resources, None)
}

#[test]
fn each_step_sees_what_those_before_it_wrote() {
    on_each_device(|backend| {
        let (a, b) = (resident(backend, &[1, 2]), resident(backend, &[0, 0]));
        let (there, back) = ([a.clone(), b.clone()], [b.clone(), a.clone()]);
        let program = double(2);
        let steps = [step(&program, &there), step(&program, &back), step(&program, &there)];
        let range =
            |resource, byte_offset| ResidentReadRange { resource, byte_offset, byte_len: 4 };
        let (mut first, mut second) = (Vec::new(), vec![7; 20]);
        let (reads, outputs) = ([range(&b, 4), range(&a, 0)], &mut [&mut first, &mut second]);
        backend.dispatch_resident_sequence_read_ranges_into(&steps, &reads, outputs).unwrap();
        assert_eq!((words(&first), words(&second)), (vec![16], vec![4]));
    });
}

#[test]
fn times_of_a_sequence_are_told() {
    on_each_device(|backend| {
        let resources = [resident(backend, &[1, 2]), resident(backend, &[0, 0])];
        let program = double(2);
        let steps = [step(&program, &resources)];
        let timing = backend
            .dispatch_resident_sequence_read_ranges_timed_into(&steps, &[], &mut [])
            .unwrap();
        assert!(timing.wall_ns > 0 && timing.enqueue_ns.is_some() && timing.wait_ns.is_some());
        let has_clock = backend.device_profile().supports_device_timestamps;
        assert_eq!(timing.device_ns.is_some_and(|ns| ns > 0), has_clock, "{timing:?}");
    });
}

#[test]
fn a_sequence_is_repeated_behind_its_prefix() {
    on_each_device(|backend| {
        let (sum, a) = (resident(backend, &[0, 0]), resident(backend, &[1, 2]));
        let (doubling, adding) = (double(2), accumulate(2));
        let (source, both) = (resident(backend, &[5, 7]), [sum.clone(), a.clone()]);
        let set = [source, sum.clone()];
        let (prefix, one) = ([step(&doubling, &set)], [step(&adding, &both)]);
        let two = [step(&adding, &both), step(&adding, &both)];
        for (repeated, count, expected) in
            [(&one[..], 5, [15, 24]), (&two[..], 3, [16, 26]), (&two[..], 0, [10, 14])]
        {
            let mut read = Vec::new();
            let range = ResidentReadRange { resource: &sum, byte_offset: 0, byte_len: 8 };
            backend
                .dispatch_resident_repeated_sequence_read_ranges_into(
                    &prefix,
                    repeated,
                    count,
                    &[range],
                    &mut [&mut read],
                )
                .unwrap();
            assert_eq!(words(&read), expected, "{count} times");
        }
    });
}

#[test]
fn steps_have_grids_and_bytes_of_the_caller() {
    on_each_device(|backend| {
        let out = resident(backend, &[0; 8]);
        let resources = [Resource::Borrowed(bytes(&[1; 8])), out.clone()];
        let program = double(8);
        let steps = [new_step(&program, &resources, Some([1, 1, 1]))];
        backend.dispatch_resident_sequence_read_ranges_into(&steps, &[], &mut []).unwrap();
        assert_eq!(resident_words(backend, &out), [2, 2, 2, 2, 0, 0, 0, 0]);
    });
}

#[test]
fn what_is_wrong_is_found_before_anything_runs() {
    on_each_device(|backend| {
        let (a, out) = (resident(backend, &[1, 2]), resident(backend, &[9, 9]));
        let resources = [a.clone(), out.clone()];
        let program = double(2);
        let steps = [step(&program, &resources)];
        let range = ResidentReadRange { resource: &out, byte_offset: 4, byte_len: 8 };
        let mut read = Vec::new();
        let outputs = &mut [&mut read];
        mistaken(backend.dispatch_resident_sequence_read_ranges_into(&steps, &[range], outputs));
        let missing = [step(&program, &resources[..1])];
        mistaken(backend.dispatch_resident_sequence_read_ranges_into(&missing, &[], &mut []));
        assert_eq!(resident_words(backend, &out), [9, 9]);
    });
}

#[test]
fn a_step_that_traps_fails_the_sequence() {
    on_each_device(|backend| {
        let (resources, program) = ([resident(backend, &[0; 4])], trap());
        let steps = [step(&program, &resources)];
        let run = backend.dispatch_resident_sequence_read_ranges_into(&steps, &[], &mut []);
        match run {
            Err(BackendError::DispatchFailed { message, .. }) => {
                assert!(message.contains("planted"), "{message}");
            }
            other => panic!("it traps: {other:?}"),
        }
    });
}
