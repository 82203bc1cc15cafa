//! What a description of a dispatch says.

use super::support::*;
use std::time::Duration;
use vyre_driver::persistent::PersistentThreadMode;
use vyre_driver::speculate::SpeculationMode;
use vyre_driver::{BackendError, DispatchConfig, VyreBackend};
use vyre_foundation::ir::{Expr, Node, Program};

fn with(change: impl FnOnce(&mut DispatchConfig)) -> DispatchConfig {
    let mut config = plain();
    change(&mut config);
    config
}

/// Counts its invocations.
fn count() -> Program {
    let add = Expr::atomic_add("count", Expr::u32(0), Expr::u32(1));
    program(vec![state("count", 0, 1)], vec![Node::let_bind("before", add)])
}

#[test]
fn a_grid_counts_workgroups() {
    on_each_device(|backend| {
        let zero = bytes(&[0]);
        for (grid, counted) in [([3, 1, 1], 12), ([2, 2, 1], 16)] {
            let config = with(|config| config.grid_override = Some(grid));
            let outputs = backend.dispatch_borrowed(&count(), &[&zero], &config).unwrap();
            assert_eq!(words(&outputs[0]), [counted]);
        }
        let empty = with(|config| config.grid_override = Some([0, 1, 1]));
        mistaken(backend.dispatch_borrowed(&count(), &[&zero], &empty));
    });
}

#[test]
fn another_workgroup_size_runs_another_kernel() {
    on_each_device(|backend| {
        let a = bytes(&[1; 32]);
        let before = backend.pipeline_cache_snapshot().unwrap();
        for size in [[4, 1, 1], [8, 1, 1]] {
            let config = with(|config| config.workgroup_override = Some(size));
            let outputs = backend.dispatch_borrowed(&double(32), &[&a], &config).unwrap();
            assert_eq!(words(&outputs[0]), [2; 32]);
        }
        let after = backend.pipeline_cache_snapshot().unwrap();
        assert_eq!(after.misses - before.misses, 2);
    });
}

#[test]
fn a_program_runs_as_often_as_it_should() {
    on_each_device(|backend| {
        let (a, sum) = (bytes(&[1, 2]), bytes(&[0, 0]));
        let five = with(|config| config.fixpoint_iterations = Some(5));
        let outputs = backend.dispatch_borrowed(&accumulate(2), &[&a, &sum], &five).unwrap();
        assert_eq!(words(&outputs[0]), [5, 10]);
        let never = with(|config| config.fixpoint_iterations = Some(0));
        let text = mistaken(backend.dispatch_borrowed(&accumulate(2), &[&a, &sum], &never));
        assert!(text.contains("fixpoint_iterations"), "{text}");
    });
}

#[test]
fn what_is_forced_and_not_there_is_refused_by_name() {
    on_each_device(|backend| {
        let a = bytes(&[1]);
        let run = |config: &DispatchConfig| backend.dispatch_borrowed(&double(1), &[&a], config);
        let speculative = with(|config| config.speculation = Some(SpeculationMode::Force));
        assert_eq!(refused(run(&speculative)), "speculative dispatch");
        let persistent = with(|config| {
            config.persistent_thread = Some(PersistentThreadMode::Force);
        });
        assert_eq!(refused(run(&persistent)), "persistent-thread dispatch");
        let cooperative = with(|config| config.cooperative = true);
        match backend.supports_grid_sync() {
            true => drop(run(&cooperative).unwrap()),
            false => assert_eq!(refused(run(&cooperative)), "cooperative dispatch"),
        }
        let left_open = with(|config| {
            config.speculation = Some(SpeculationMode::Disable);
            config.persistent_thread = Some(PersistentThreadMode::Auto);
            config.ulp_budget = Some(4);
            config.profile = Some("stress".into());
        });
        run(&left_open).unwrap();
    });
}

#[test]
fn more_bytes_than_the_caller_takes_are_not_computed() {
    on_each_device(|backend| {
        let a = bytes(&[1, 2]);
        let most = |bytes| with(|config| config.max_output_bytes = Some(bytes));
        backend.dispatch_borrowed(&double(2), &[&a], &most(8)).unwrap();
        let error = backend.dispatch_borrowed(&double(2), &[&a], &most(7)).unwrap_err();
        let text = error.to_string();
        assert!(text.contains("8 bytes") && text.contains("is 7"), "{text}");
        assert!(backend.dispatch_async(&double(2), &[a], &most(7)).is_err());
    });
}

#[test]
fn a_time_out_ends_what_takes_longer() {
    on_each_device(|backend| {
        let a = bytes(&[1]);
        let config = with(|config| {
            config.timeout = Some(Duration::from_secs(600));
            config.label = Some("doubling".into());
        });
        backend.dispatch_borrowed(&double(1), &[&a], &config).unwrap();
        let long = with(|config| {
            config.timeout = Some(Duration::from_nanos(1));
            config.fixpoint_iterations = Some(1000);
        });
        match backend.dispatch_borrowed(&count(), &[&a], &long) {
            Err(BackendError::DispatchFailed { .. }) => {}
            other => panic!("it ends early: {other:?}"),
        }
    });
}

#[test]
fn another_workgroup_size_is_seen_by_the_program() {
    on_each_device(|backend| {
        let own = vec![Node::store("out", Expr::gid_x(), Expr::local_x())];
        let program = program(vec![output("out", 0, 8)], own);
        for (size, seen) in [(4, [0, 1, 2, 3, 0, 1, 2, 3]), (8, [0, 1, 2, 3, 4, 5, 6, 7])] {
            let config = with(|config| config.workgroup_override = Some([size, 1, 1]));
            let outputs = backend.dispatch_borrowed(&program, &[], &config).unwrap();
            assert_eq!(words(&outputs[0]), seen);
        }
    });
}
