//! Errors in both directions, by their number.

use super::support::*;
use vyre_driver::{BackendError, VyreBackend};
use vyre_foundation::ir::{Expr, Node};
use vyre_gpu::{Error, ErrorKind};
use vyre_gpu_bridge::errors::{from_published, to_published};

#[test]
fn a_trap_is_told_with_its_numbers() {
    on_each_device(|backend| match backend.dispatch_borrowed(&trap(), &[], &plain()) {
        Err(BackendError::DispatchFailed { message, .. }) => {
            assert!(
                message.contains("dispatch trapped: address=7, lane=2, tag=`planted`"),
                "{message}"
            );
        }
        other => panic!("it traps: {other:?}"),
    });
}

#[test]
fn a_program_that_breaks_a_rule_is_told_with_the_rule() {
    on_each_device(|backend| {
        let stray =
            program(vec![output("out", 0, 1)], vec![Node::store("gone", Expr::u32(0), at("out"))]);
        let text = mistaken(backend.dispatch_borrowed(&stray, &[], &plain()));
        assert!(text.starts_with("Fix: ") && text.contains("gone"), "{text}");
    });
}

#[test]
fn a_wrong_number_of_inputs_is_a_mistake() {
    on_each_device(|backend| {
        let a = bytes(&[1]);
        let text = mistaken(backend.dispatch_borrowed(&double(1), &[], &plain()));
        assert!(text.contains("each of the 1 buffers") && text.contains("has 0"), "{text}");
        mistaken(backend.dispatch_borrowed(&double(1), &[&a, &a, &a], &plain()));
        let text = mistaken(backend.dispatch_borrowed(&double(2), &[&a], &plain()));
        assert!(text.contains("\"a\"") || text.contains("'a'") || text.contains("`a`"), "{text}");
    });
}

#[test]
fn what_the_device_lacks_is_told_by_name() {
    let backend = vulkan();
    let wide = vyre_foundation::ir::Program::wrapped(
        vec![output("out", 0, 4)],
        [4096, 1, 1],
        vec![Node::store("out", Expr::gid_x(), Expr::u32(1))],
    );
    let text = refused(backend.dispatch_borrowed(&wide, &[], &plain()));
    assert!(text.contains("4096"), "{text}");
}

#[test]
fn errors_of_the_library_keep_their_numbers() {
    let errors = [
        (ErrorKind::DeviceOutOfMemory, 1001),
        (ErrorKind::UnsupportedFeature, 1002),
        (ErrorKind::KernelCompileFailed, 1004),
        (ErrorKind::DispatchFailed, 1005),
        (ErrorKind::InvalidProgram, 1006),
        (ErrorKind::CooperativeResidency, 1007),
        (ErrorKind::InvalidArgument, 1006),
        (ErrorKind::MalformedWire, 1006),
        (ErrorKind::TimedOut, 1005),
        (ErrorKind::Cancelled, 1005),
        (ErrorKind::OutOfHostMemory, 1999),
        (ErrorKind::InputOutput, 1999),
        (ErrorKind::Internal, 1999),
    ];
    for (kind, number) in errors {
        let error = to_published(&Error::create(kind, "it broke. Fix: mend it."), "test");
        assert_eq!(error.code().stable_id(), number, "{error:?}");
        let text = error.to_string();
        assert!(text.contains("Fix: "), "{text}");
        let back = from_published(&error);
        let same = ErrorKind::from_code(number);
        assert_eq!(back.kind(), same, "{back:?}");
    }
}

#[test]
fn a_driver_s_number_goes_both_ways() {
    let error = Error::create_native(ErrorKind::DispatchFailed, -4, "the driver failed");
    let published = to_published(&error, "test");
    assert!(matches!(published, BackendError::DispatchFailed { code: Some(-4), .. }));
    assert_eq!(from_published(&published).info().native_code, -4);
}

#[test]
fn published_errors_are_ours_too() {
    let poisoned = BackendError::PoisonedLock { lock_error: "a thread panicked".into() };
    assert_eq!(from_published(&poisoned).kind(), ErrorKind::Internal);
    let other = BackendError::new("nobody knows. Fix: look.");
    let ours = from_published(&other);
    assert_eq!((ours.kind(), ours.info().fix), (ErrorKind::Unknown, "look."));
}
