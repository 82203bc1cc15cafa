//! Dispatches that are under way.

use super::support::*;
use vyre_driver::VyreBackend;

#[test]
fn work_is_waited_for_when_it_is_wanted() {
    on_each_device(|backend| {
        let (a, b) = (bytes(&[1, 2]), bytes(&[3, 4]));
        let first = backend.dispatch_async(&double(2), &[a], &plain()).unwrap();
        let second = backend.dispatch_borrowed_async(&double(2), &[&b], &plain()).unwrap();
        assert_eq!(words(&second.await_result().unwrap()[0]), [6, 8]);
        while !first.is_ready() {
            std::thread::yield_now();
        }
        assert_eq!(words(&first.await_result().unwrap()[0]), [2, 4]);
    });
}

#[test]
fn what_changes_comes_back_too_and_memory_is_used_again() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2]), bytes(&[10, 20]));
        let pending =
            backend.dispatch_borrowed_async(&accumulate(2), &[&a, &sum], &plain()).unwrap();
        drop((a, sum));
        let mut outputs = vec![Vec::with_capacity(64)];
        let first = outputs[0].as_ptr();
        pending.await_result_into(&mut outputs).unwrap();
        assert_eq!((words(&outputs[0]), outputs[0].as_ptr()), (vec![11, 22], first));
    });
}

#[test]
fn ranges_return_from_work_under_way() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2, 3, 4]), bytes(&[10, 20, 30, 40]));
        let ranged = state("sum", 0, 4).with_output_byte_range(4..12);
        let body = accumulate(4).entry().to_vec();
        let program = program(vec![input("a", 1, 4), ranged], body);
        let pending = backend.dispatch_borrowed_async(&program, &[&a, &sum], &plain()).unwrap();
        assert_eq!(pending.await_result().unwrap(), reference(&program, &[&a, &sum]));
    });
}

#[test]
fn why_work_failed_is_told_by_who_waits() {
    on_each_device(|backend| {
        let pending = backend.dispatch_async(&trap(), &[], &plain()).unwrap();
        let text = pending.await_result().unwrap_err().to_string();
        assert!(text.contains("planted") && text.contains("lane=2"), "{text}");
    });
}

#[test]
fn work_outlives_its_backend() {
    let pending = {
        let backend = vulkan();
        backend.dispatch_async(&double(2), &[bytes(&[1, 2])], &plain()).unwrap()
    };
    assert_eq!(words(&pending.await_result().unwrap()[0]), [2, 4]);
}
