//! Dispatches on bytes of the host.

use super::support::*;
use vyre_driver::VyreBackend;
use vyre_foundation::ir::{DataType, Expr, Node, Program};

#[test]
fn results_are_those_of_the_reference() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2, 3, 4]), bytes(&[10, 20, 30, 40]));
        for (program, inputs) in [(double(4), vec![&a]), (accumulate(4), vec![&a, &sum])] {
            let inputs: Vec<&[u8]> = inputs.into_iter().map(Vec::as_slice).collect();
            let expected = reference(&program, &inputs);
            assert_eq!(backend.dispatch_borrowed(&program, &inputs, &plain()).unwrap(), expected);
            let owned: Vec<_> = inputs.iter().map(|bytes| bytes.to_vec()).collect();
            let outputs = backend.dispatch(&program, &owned, &plain()).unwrap();
            assert_eq!(outputs, expected);
        }
    });
}

#[test]
fn memory_of_the_caller_is_used_again() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2]), bytes(&[5, 6]));
        let mut outputs = vec![Vec::with_capacity(64), vec![9; 3], vec![1]];
        let first = outputs[0].as_ptr();
        backend.dispatch_borrowed_into(&double(2), &[&a], &plain(), &mut outputs).unwrap();
        assert_eq!((outputs.len(), words(&outputs[0])), (1, vec![2, 4]));
        backend
            .dispatch_borrowed_into(&accumulate(2), &[&a, &sum], &plain(), &mut outputs)
            .unwrap();
        assert_eq!((words(&outputs[0]), outputs[0].as_ptr()), (vec![6, 8], first));
    });
}

#[test]
fn times_that_were_measured_are_told() {
    on_each_device(|backend| {
        let a = bytes(&[1, 2]);
        let timed = backend.dispatch_borrowed_timed(&double(2), &[&a], &plain()).unwrap();
        assert_eq!(words(&timed.outputs[0]), [2, 4]);
        assert!(timed.wall_ns > 0 && timed.enqueue_ns.is_some() && timed.wait_ns.is_some());
        let has_clock = backend.device_profile().supports_device_timestamps;
        assert_eq!(timed.device_ns.is_some_and(|ns| ns > 0), has_clock, "{timed:?}");
    });
}

#[test]
fn a_program_that_does_nothing_gives_nothing() {
    on_each_device(|backend| {
        let nothing = Program::empty();
        assert!(backend.dispatch_borrowed(&nothing, &[], &plain()).unwrap().is_empty());
        let timed = backend.dispatch_borrowed_timed(&nothing, &[], &plain()).unwrap();
        assert!(timed.outputs.is_empty());
        let pending = backend.dispatch_async(&nothing, &[], &plain()).unwrap();
        assert!(pending.await_result().unwrap().is_empty());
    });
}

#[test]
fn bytes_for_outputs_are_skipped() {
    on_each_device(|backend| {
        let (a, unused) = (bytes(&[1, 2]), bytes(&[7, 7]));
        let outputs = backend.dispatch_borrowed(&double(2), &[&a, &unused], &plain()).unwrap();
        assert_eq!(words(&outputs[0]), [2, 4]);
    });
}

#[test]
fn a_range_of_a_buffer_returns() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2, 3, 4]), bytes(&[10, 20, 30, 40]));
        let store = |to: &str| vec![Node::store(to, Expr::gid_x(), Expr::add(at("a"), at("a")))];
        let ranged = output("out", 1, 4).with_output_byte_range(4..12);
        let program = program(vec![input("a", 0, 4), ranged], store("out"));
        let outputs = backend.dispatch_borrowed(&program, &[&a], &plain()).unwrap();
        assert_eq!(outputs, reference(&program, &[&a]));
        assert_eq!(words(&outputs[0]), [4, 6]);
        let ranged = state("sum", 1, 4).with_output_byte_range(8..16);
        let program = super::support::program(vec![input("a", 0, 4), ranged], store("sum"));
        let outputs = backend.dispatch_borrowed(&program, &[&a, &sum], &plain()).unwrap();
        assert_eq!(outputs, reference(&program, &[&a, &sum]));
    });
}

#[test]
fn sizes_that_are_not_declared_are_those_of_the_bytes() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2, 3]), bytes(&[10, 20, 30]));
        let program = accumulate(0);
        let outputs = backend.dispatch_borrowed(&program, &[&a, &sum], &plain()).unwrap();
        assert_eq!(outputs, reference(&program, &[&a, &sum]));
        assert_eq!(words(&outputs[0]), [11, 22, 33]);
    });
}

#[test]
fn memory_of_workgroups_is_bound_by_nobody() {
    on_each_device(|backend| {
        let scratch = vyre_foundation::ir::BufferDecl::workgroup("scratch", 4, DataType::U32);
        let body = vec![
            Node::store("scratch", Expr::gid_x(), at("a")),
            Node::store("out", Expr::gid_x(), at("scratch")),
        ];
        let program = program(vec![scratch, input("a", 0, 4), output("out", 1, 4)], body);
        let a = bytes(&[4, 3, 2, 1]);
        let outputs = backend.dispatch_borrowed(&program, &[&a], &plain()).unwrap();
        assert_eq!(outputs, vec![a]);
    });
}

#[test]
fn barriers_of_the_grid_wait_for_all_of_it() {
    on_each_device(|backend| {
        let (a, zeros) = (bytes(&[1, 2, 3, 4, 5, 6, 7, 8]), bytes(&[0; 8]));
        let program = reverse_across_the_grid();
        let outputs = backend.dispatch_borrowed(&program, &[&a, &zeros], &plain()).unwrap();
        assert_eq!(words(&outputs[1]), [9, 8, 7, 6, 5, 4, 3, 2]);
    });
}

#[test]
fn many_threads_share_a_backend() {
    on_each_device(|backend| {
        std::thread::scope(|scope| {
            for thread in 0..4u32 {
                scope.spawn(move || {
                    let a = bytes(&[thread; 16]);
                    for _ in 0..5 {
                        let outputs =
                            backend.dispatch_borrowed(&double(16), &[&a], &plain()).unwrap();
                        assert_eq!(words(&outputs[0]), [2 * thread; 16]);
                    }
                });
            }
        });
    });
}

#[test]
fn a_program_that_was_changed_is_another() {
    on_each_device(|backend| {
        let (a, mut changing) = (bytes(&[1, 2, 3, 4]), double(4));
        let run = |program: &Program| {
            words(&backend.dispatch_borrowed(program, &[&a], &plain()).unwrap()[0])
        };
        assert_eq!(run(&changing), [2, 4, 6, 8]);
        let kept = changing.clone();
        *changing.entry_mut() = program(vec![], vec![store_product()]).entry().to_vec();
        assert_eq!(run(&changing), [1, 4, 9, 16]);
        assert_eq!((run(&kept), run(&double(4))), (vec![2, 4, 6, 8], vec![2, 4, 6, 8]));
        let counts = backend.pipeline_cache_snapshot().unwrap();
        assert_eq!((counts.hits, counts.misses), (2, 2));
    });
}

/// out[i] = a[i] * a[i]
fn store_product() -> Node {
    Node::store("out", Expr::gid_x(), Expr::mul(at("a"), at("a")))
}
