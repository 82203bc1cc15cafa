//! How a device gets work and how the library waits for it.

mod support;

use std::time::Duration;
use support::{double_on, open, run};
use vyre_gpu::{ErrorKind, SubmitPolicy};

#[test]
fn policies_are_kept_and_change_no_result() {
    let (context, device) = open("vulkan");
    let defaults = device.submit_policy().unwrap();
    assert!(defaults.spin > Duration::ZERO && defaults.max_spinning_threads > 0);
    assert_eq!(defaults.max_submission, None);
    let policy = SubmitPolicy {
        spin: Duration::ZERO,
        max_spinning_threads: 0,
        max_submission: Some(Duration::from_nanos(1)),
    };
    device.set_submit_policy(&policy).unwrap();
    assert_eq!(device.submit_policy().unwrap(), policy);
    assert_eq!(run(&double_on(&context, &device), &[1, 2, 3]), [2, 4, 6]);
    device.set_submit_policy(&defaults).unwrap();
    assert_eq!(device.submit_policy().unwrap(), defaults);
}

#[test]
fn the_oracle_has_none() {
    let (_, device) = open("cpu-ref");
    assert_eq!(device.submit_policy().unwrap_err().kind(), ErrorKind::UnsupportedFeature);
}
