//! Where the time and the bytes of a backend went.

mod support;
use support::{double_on, on_each_backend, open_with, run};
use vyre_driver::{ContextOptions, Statistics};

#[test]
fn statistics_tell_where_time_and_bytes_went() {
    let (context, backend) = open_with("vulkan", ContextOptions::new().statistics());
    let pipeline = double_on(&context, &backend);
    for _ in 0..3 {
        run(&pipeline, &[1, 2, 3]);
    }
    let statistics = backend.statistics().unwrap();
    assert!(statistics.record_ns > Some(0) && statistics.submit_ns > Some(0));
    assert!(statistics.spin_ns.is_some() && statistics.block_ns.is_some());
    assert_eq!((statistics.uploads, statistics.uploaded_bytes), (Some(3), Some(36)));
    assert_eq!((statistics.downloads, statistics.downloaded_bytes), (Some(3), Some(36)));
    assert_eq!((statistics.recordings, statistics.repetitions), (Some(1), Some(2)));
}

#[test]
fn times_are_known_only_where_asked_for() {
    on_each_backend(|_, backend| {
        let statistics = backend.statistics().unwrap();
        assert_eq!(statistics.record_ns, None);
        assert_eq!(statistics == Statistics::default(), backend.id() == "cpu-ref");
    });
}
