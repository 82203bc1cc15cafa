//! What a device counts: where the time and the bytes went.

mod support;
use support::{double_on, is_oracle, on_each_device, open_with, run};
use vyre_gpu::{CacheMiss, Context, Metric, MetricKind};

#[test]
fn metrics_tell_where_time_and_bytes_went() {
    let (context, device) = open_with("vulkan", Context::builder().measure_times());
    let pipeline = double_on(&context, &device);
    for _ in 0..3 {
        run(&pipeline, &[1, 2, 3]);
    }
    let metrics = device.metrics().unwrap();
    let get = |metric| metrics.get(metric);
    assert!(get(Metric::RECORD_NS) > Some(0) && get(Metric::SUBMIT_NS) > Some(0));
    assert!(get(Metric::SPIN_NS).is_some() && get(Metric::BLOCK_NS).is_some());
    assert_eq!((get(Metric::UPLOADS), get(Metric::UPLOADED_BYTES)), (Some(3), Some(36)));
    assert_eq!((get(Metric::DOWNLOADS), get(Metric::DOWNLOADED_BYTES)), (Some(3), Some(36)));
    assert_eq!((get(Metric::RECORDINGS), get(Metric::REPETITIONS)), (Some(1), Some(2)));
    assert_eq!(get(Metric(u32::MAX)), None);
}

#[test]
fn times_are_known_only_where_asked_for() {
    on_each_device(|_, device| {
        let metrics = device.metrics().unwrap();
        assert_eq!(metrics.get(Metric::RECORD_NS), None);
        assert_eq!(metrics.get(Metric::RECORDINGS).is_none(), is_oracle(device));
    });
}

#[test]
fn every_metric_says_what_it_is() {
    on_each_device(|_, device| {
        let metrics = device.metrics().unwrap();
        let all = metrics.all();
        let last = Metric::disk_misses(CacheMiss::DAMAGED_BYTES);
        assert!(all.iter().any(|metric| metric.id == Some(last)));
        assert!(all.iter().all(|metric| !metric.name.is_empty() && !metric.text.is_empty()));
        let alive = all.iter().find(|metric| metric.id == Some(Metric::BUFFERS_ALIVE)).unwrap();
        assert_eq!((alive.kind, alive.unit, alive.value), (MetricKind::GAUGE, "", Some(0)));
        let waits = all.iter().find(|metric| metric.id == Some(Metric::SPIN_NS)).unwrap();
        assert_eq!((waits.kind, waits.unit), (MetricKind::COUNTER, "ns"));
    });
}
