//! From opening to shutting down.

use super::support::*;
use vyre_driver::VyreBackend;

#[test]
fn a_device_that_is_well_is_left_alone() {
    on_each_device(|backend| {
        backend.prepare().unwrap();
        let kept = resident(backend, &[1]);
        assert!(!backend.device_lost());
        backend.try_recover().unwrap();
        assert_eq!(resident_words(backend, &kept), [1]);
    });
}

#[test]
fn a_flush_waits_for_what_was_started() {
    on_each_device(|backend| {
        let pending = backend.dispatch_async(&double(1), &[bytes(&[4])], &plain()).unwrap();
        backend.flush().unwrap();
        assert!(pending.is_ready());
        assert_eq!(words(&pending.await_result().unwrap()[0]), [8]);
    });
}

#[test]
fn nothing_runs_behind_a_shutdown() {
    on_each_device(|backend| {
        let (a, kept) = (bytes(&[1]), resident(backend, &[1]));
        backend.dispatch_borrowed(&double(1), &[&a], &plain()).unwrap();
        backend.shutdown().unwrap();
        let text = mistaken(backend.dispatch_borrowed(&double(1), &[&a], &plain()));
        assert!(text.contains("shut down"), "{text}");
        mistaken(backend.download_resident(&kept));
        assert!(backend.allocate_resident(4).is_err());
    });
}
