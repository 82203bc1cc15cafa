//! What the published registry knows.

use super::support::*;
use vyre_driver::backend::{acquire, acquire_preferred_dispatch_backend};
use vyre_gpu_bridge::{BACKEND_ID, ORACLE_ID, RANK};

#[test]
fn the_registry_lists_device_and_oracle() {
    let ids = registered();
    assert!(ids.contains(&BACKEND_ID) && ids.contains(&ORACLE_ID), "{ids:?}");
    assert_eq!((precedence(BACKEND_ID), precedence(ORACLE_ID)), (RANK, 900));
    assert!(dispatches(BACKEND_ID) && !dispatches(ORACLE_ID));
}

#[test]
fn both_are_acquired_by_name() {
    for id in [BACKEND_ID, ORACLE_ID] {
        let backend = acquire(id).unwrap();
        assert_eq!(backend.id(), id);
        let outputs = backend.dispatch_borrowed(&double(2), &[&bytes(&[1, 2])], &plain()).unwrap();
        assert_eq!(words(&outputs[0]), [2, 4]);
    }
}

#[test]
fn the_choice_takes_the_device_and_never_the_oracle() {
    let backend = acquire_preferred_dispatch_backend().unwrap();
    assert_eq!(backend.id(), BACKEND_ID);
}

#[test]
fn barriers_of_the_grid_run_behind_the_wrapper_of_the_registry() {
    let (a, zeros) = (bytes(&[1, 2, 3, 4, 5, 6, 7, 8]), bytes(&[0; 8]));
    for id in [BACKEND_ID, ORACLE_ID] {
        let backend = acquire(id).unwrap();
        let program = reverse_across_the_grid();
        let outputs = backend.dispatch_borrowed(&program, &[&a, &zeros], &plain()).unwrap();
        assert_eq!(words(&outputs[1]), [9, 8, 7, 6, 5, 4, 3, 2]);
    }
}
