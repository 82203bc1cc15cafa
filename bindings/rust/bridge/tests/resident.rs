//! Memory of the device that stays between dispatches.

use super::support::*;
use vyre_driver::{Resource, VyreBackend};

#[test]
fn bytes_stay_until_they_are_freed() {
    on_each_device(|backend| {
        let resource = resident(backend, &[1, 2, 3]);
        assert_eq!(resident_words(backend, &resource), [1, 2, 3]);
        let mut reused = Vec::with_capacity(64);
        let first = reused.as_ptr();
        backend.download_resident_into(&resource, &mut reused).unwrap();
        assert_eq!((words(&reused), reused.as_ptr()), (vec![1, 2, 3], first));
        backend.free_resident(resource.clone()).unwrap();
        for text in [
            mistaken(backend.download_resident(&resource)),
            mistaken(backend.upload_resident(&resource, &[0])),
            mistaken(backend.free_resident(resource.clone())),
        ] {
            assert!(text.starts_with("Fix: ") && text.contains("stale handle"), "{text}");
        }
    });
}

#[test]
fn a_short_upload_of_the_whole_leaves_zeroes_behind_it() {
    on_each_device(|backend| {
        let resource = resident(backend, &[7, 8, 9]);
        backend.upload_resident(&resource, &bytes(&[1])).unwrap();
        assert_eq!(resident_words(backend, &resource), [1, 0, 0]);
        let text = mistaken(backend.upload_resident(&resource, &[0; 13]));
        assert!(text.contains("12 bytes") && text.contains("[0..13)"), "{text}");
    });
}

#[test]
fn ranges_are_written_and_read() {
    on_each_device(|backend| {
        let (a, b) = (resident(backend, &[1, 2, 3]), resident(backend, &[4, 5]));
        backend.upload_resident_at(&a, 4, &bytes(&[20])).unwrap();
        backend.upload_resident_at_many(&[(&a, 8, &bytes(&[30])), (&b, 0, &bytes(&[40]))]).unwrap();
        let range = backend.download_resident_range(&a, 4, 8).unwrap();
        assert_eq!(words(&range), [20, 30]);
        let (mut first, mut second) = (vec![9; 3], Vec::new());
        let ranges = [(&b, 0, 8), (&a, 0, 4)];
        backend.download_resident_ranges_into(&ranges, &mut [&mut first, &mut second]).unwrap();
        assert_eq!((words(&first), words(&second)), (vec![40, 5], vec![1]));
        backend.download_resident_range_into(&a, 12, 0, &mut first).unwrap();
        assert!(first.is_empty());
        mistaken(backend.download_resident_ranges_into(&ranges, &mut [&mut first]));
        mistaken(backend.download_resident_range(&a, 8, 5));
        mistaken(backend.upload_resident_at(&a, usize::MAX, &[1, 2]));
    });
}

#[test]
fn where_one_upload_is_wrong_none_is_made() {
    on_each_device(|backend| {
        let (a, b) = (resident(backend, &[1]), resident(backend, &[2]));
        let (new, long) = (bytes(&[9]), bytes(&[9, 9]));
        mistaken(backend.upload_resident_many(&[(&a, &new), (&b, &long)]));
        assert_eq!(resident_words(backend, &a), [1]);
        backend.upload_resident_many(&[(&a, &new), (&b, &new)]).unwrap();
        assert_eq!([resident_words(backend, &a), resident_words(backend, &b)], [vec![9], vec![9]]);
    });
}

#[test]
fn nothing_at_all_can_be_resident_too() {
    on_each_device(|backend| {
        let nothing = backend.allocate_resident(0).unwrap();
        backend.upload_resident(&nothing, &[]).unwrap();
        assert!(backend.download_resident(&nothing).unwrap().is_empty());
        backend.free_resident(nothing).unwrap();
    });
}

#[test]
fn a_resource_is_of_the_backend_that_gave_it() {
    on_each_device(|backend| {
        let (other, ours) = (vulkan(), resident(backend, &[1]));
        mistaken(other.download_resident(&ours));
        mistaken(other.free_resident(ours.clone()));
        mistaken(backend.free_resident(Resource::Borrowed(vec![1])));
        mistaken(backend.download_resident(&Resource::Borrowed(vec![1])));
        assert_eq!(resident_words(backend, &ours), [1]);
    });
}

#[test]
fn dispatches_find_what_was_written_last() {
    on_each_device(|backend| {
        let (sum, a) = (resident(backend, &[10, 20]), resident(backend, &[1, 2]));
        let resources = [sum.clone(), a]; // in the order of bindings
        for expected in [[11, 22], [12, 24]] {
            let timed =
                backend.dispatch_resident_timed(&accumulate(2), &resources, &plain()).unwrap();
            assert_eq!(words(&timed.outputs[0]), expected);
            assert!(timed.wall_ns > 0);
        }
        assert_eq!(resident_words(backend, &sum), [12, 24]);
    });
}

#[test]
fn bytes_of_the_caller_go_beside_resources() {
    on_each_device(|backend| {
        let sum = resident(backend, &[10, 20]);
        let mixed = [sum.clone(), Resource::Borrowed(bytes(&[1, 2]))];
        let timed = backend.dispatch_resident_timed(&accumulate(2), &mixed, &plain()).unwrap();
        assert_eq!(words(&timed.outputs[0]), [11, 22]);
        let borrowed = [Resource::Borrowed(bytes(&[5, 6])), Resource::Borrowed(bytes(&[1, 2]))];
        let timed = backend.dispatch_resident_timed(&accumulate(2), &borrowed, &plain()).unwrap();
        assert_eq!(words(&timed.outputs[0]), [6, 8]);
        assert_eq!(resident_words(backend, &sum), [11, 22]);
    });
}

#[test]
fn a_resource_may_be_larger_than_its_buffer_but_not_smaller() {
    on_each_device(|backend| {
        let (a, out) = (resident(backend, &[1, 2, 3]), resident(backend, &[9, 9, 9]));
        let resources = [a.clone(), out.clone()];
        let timed = backend.dispatch_resident_timed(&double(2), &resources, &plain()).unwrap();
        assert_eq!(words(&timed.outputs[0]), [2, 4]);
        assert_eq!(resident_words(backend, &out), [2, 4, 9]);
        let short = backend.dispatch_resident_timed(&double(4), &resources, &plain());
        let text = mistaken(short);
        assert!(text.contains("16 bytes") && text.contains("`a`"), "{text}");
        mistaken(backend.dispatch_resident_timed(&double(2), &[a], &plain()));
    });
}
