//! How a backend hands over work and waits for it, and how kernels are lowered for it.

mod support;

use std::time::Duration;
use support::{double_on, open, open_with, run};
use vyre_driver::{Backend, Context, ContextOptions, ErrorKind, SubmitPolicy};

#[test]
fn policies_are_kept_and_change_no_result() {
    let (context, backend) = open("vulkan");
    let defaults = backend.submit_policy().unwrap();
    assert!(defaults.spin > Duration::ZERO && defaults.spin_threads > 0);
    assert_eq!(defaults.most_submission, None);
    let policy = SubmitPolicy {
        spin: Duration::ZERO,
        spin_threads: 0,
        most_submission: Some(Duration::from_nanos(1)),
    };
    backend.set_submit_policy(&policy).unwrap();
    assert_eq!(backend.submit_policy().unwrap(), policy);
    assert_eq!(run(&double_on(&context, &backend), &[1, 2, 3]), [2, 4, 6]);
    backend.set_submit_policy(&defaults).unwrap();
    assert_eq!(backend.submit_policy().unwrap(), defaults);
}

#[test]
fn the_oracle_has_none() {
    let backend = Backend::acquire(&support::context(), "cpu-ref").unwrap();
    assert_eq!(backend.submit_policy().unwrap_err().kind(), ErrorKind::UnsupportedFeature);
}

#[test]
fn optimizations_change_no_result() {
    for options in
        [ContextOptions::new().no_optimisations(), ContextOptions::new().all_optimisations()]
    {
        let (context, backend) = open_with("vulkan", options);
        assert_eq!(run(&double_on(&context, &backend), &[1, 2, 3]), [2, 4, 6]);
    }
    let both = ContextOptions::new().no_optimisations().all_optimisations();
    assert_eq!(Context::create_with(both).unwrap_err().kind(), ErrorKind::InvalidArgument);
}
