//! What a backend says of itself and its device.

use super::support::*;
use vyre_driver::backend::validate_program;
use vyre_driver::{DeviceTimingQuality, VyreBackend, validate_program_for_backend};
use vyre_foundation::ir::Program;

#[test]
fn the_profile_is_what_the_single_questions_say() {
    on_each_device(|backend| {
        let profile = backend.device_profile();
        assert_eq!(profile.backend, backend.id());
        assert_eq!(profile.supports_subgroup_ops, backend.supports_subgroup_ops());
        assert_eq!(profile.supports_f16, backend.supports_f16());
        assert_eq!(profile.supports_bf16, backend.supports_bf16());
        assert_eq!(profile.supports_tensor_cores, backend.supports_tensor_cores());
        assert_eq!(profile.max_workgroup_size, backend.max_workgroup_size());
        assert_eq!(profile.subgroup_size, backend.subgroup_size().unwrap_or(0));
        assert_eq!(profile.max_storage_buffer_binding_size, backend.max_storage_buffer_bytes());
        assert_eq!(
            profile.max_invocations_per_workgroup,
            backend.max_compute_invocations_per_workgroup()
        );
        assert_eq!(
            profile.supports_distributed_collectives,
            backend.supports_distributed_collectives()
        );
    });
}

#[test]
fn limits_are_those_of_the_device() {
    on_each_device(|backend| {
        let (info, profile) = (backend.device().info(), backend.device_profile());
        assert_eq!(profile.max_shared_memory_bytes, info.workgroup_memory_bytes);
        assert_eq!(profile.max_storage_buffer_binding_size, info.max_buffer_bytes);
        assert!(profile.has_shared_memory && profile.supports_trap_propagation);
        assert!(backend.max_compute_workgroups_per_dimension() >= 65535);
        let clock = profile.timing_quality == DeviceTimingQuality::DeviceTimestamps;
        assert_eq!(clock, profile.supports_device_timestamps);
        assert_eq!(backend.version(), vyre_gpu::version());
    });
}

#[test]
fn nothing_is_claimed_that_is_not_there() {
    on_each_device(|backend| {
        assert!(!backend.supports_indirect_dispatch() && !backend.supports_speculation());
        assert!(!backend.supports_persistent_thread_dispatch() && !backend.is_distributed());
        assert!(!backend.supports_async_compute() && !backend.allows_host_grid_sync_split());
        assert!(backend.supports_resident_dispatch());
    });
}

#[test]
fn published_validation_takes_the_supported_operations() {
    on_each_device(|backend| {
        for program in [double(4), accumulate(4), trap(), reverse_across_the_grid()] {
            validate_program(&program, backend).unwrap();
        }
        validate_program_for_backend(backend, &double(4), &plain()).unwrap();
        assert!(backend.supported_ops().contains("vyre.node.trap"));
        assert!(!backend.supported_ops().contains("vyre.node.indirect_dispatch"));
    });
}

#[test]
fn whole_grids_fit_where_the_device_holds_them() {
    on_each_device(|backend| {
        let (a, zeros) = (bytes(&[0; 8]), bytes(&[0; 8]));
        let fits = |program: Program, inputs: &[&[u8]]| {
            backend.cooperative_grid_sync_fits(&program, inputs, &plain()).unwrap()
        };
        assert!(!fits(double(8), &[&a]), "nothing to hold");
        assert_eq!(fits(reverse_across_the_grid(), &[&a, &zeros]), backend.supports_grid_sync());
    });
}

#[test]
fn what_was_counted_has_names_that_do_not_change() {
    on_each_device(|backend| {
        let count = |name: &str| {
            let metrics = backend.backend_metric_snapshot();
            let metric = metrics.iter().find(|(known, _)| *known == name);
            metric.unwrap_or_else(|| panic!("{name} is not among {metrics:?}")).1
        };
        let before = count("dispatches");
        backend.dispatch_borrowed(&double(1), &[&bytes(&[1])], &plain()).unwrap();
        assert_eq!(count("dispatches"), before + 1);
    });
}

#[test]
fn kernels_are_made_once() {
    on_each_device(|backend| {
        let a = bytes(&[1, 2]);
        for _ in 0..3 {
            backend.dispatch_borrowed(&double(2), &[&a], &plain()).unwrap();
        }
        let counts = backend.pipeline_cache_snapshot().unwrap();
        assert_eq!((counts.hits, counts.misses), (2, 1));
    });
}
