//! Compiled kernels that are kept: in memory, in a folder, for a later run.

mod support;
use std::ops::ControlFlow;
use std::path::PathBuf;
use support::{double_four, refused, run};
use vyre_gpu::{CacheMiss, Context, ContextBuilder, Device, ErrorKind, Metric, Origin, Pipeline};

/// A folder that is gone afterwards.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("vyre_rust_cache_{}_{name}", std::process::id());
        Self(std::env::temp_dir().join(name))
    }

    fn context(&self) -> ContextBuilder {
        Context::builder().cache_folder(self.0.to_str().unwrap())
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn open(builder: ContextBuilder) -> (Context, Device) {
    support::open_with("vulkan", builder)
}

/// Where the kernel came from, once it has run.
fn origin((context, device): &(Context, Device)) -> Origin {
    let pipeline = Pipeline::create(device, &double_four(context)).unwrap();
    assert_eq!(run(&pipeline, &[1, 2, 3, 4]), [2, 4, 6, 8]);
    pipeline.info().origin
}

#[test]
fn kernels_come_from_memory_and_from_the_folder() {
    let folder = Folder::new("origin");
    let first = open(folder.context());
    assert_eq!((origin(&first), origin(&first)), (Origin::COMPILED, Origin::MEMORY));
    let metrics = first.1.metrics().unwrap();
    for (metric, count) in [
        (Metric::CACHE_ASKED, 2),
        (Metric::CACHE_HITS, 1),
        (Metric::CACHE_MADE, 1),
        (Metric::CACHE_ENTRIES, 1),
        (Metric::DISK_WRITES, 2),
        (Metric::disk_misses(CacheMiss::ABSENT), 2),
        (Metric::disk_misses(CacheMiss::TRUNCATED), 0),
    ] {
        assert_eq!(metrics.get(metric), Some(count), "{metric:?}");
    }
    assert_eq!(origin(&open(folder.context().cache_read_only())), Origin::DISK);
}

#[test]
fn keys_are_prepared_in_a_later_run() {
    let folder = Folder::new("keys");
    let first = open(folder.context());
    assert_eq!(origin(&first), Origin::COMPILED);
    let keys = first.1.save_keys().unwrap();
    assert_eq!(keys.len(), 1);

    let later = open(folder.context());
    let wanted = [keys[0], [0; 32]];
    let mut seen = Vec::new();
    let progress = |done, total| {
        seen.push((done, total));
        ControlFlow::Continue(())
    };
    assert_eq!(later.1.prepare_keys(&wanted, progress).unwrap(), 1);
    assert_eq!(seen, [(1, 2), (2, 2)]);
    assert_eq!(origin(&later), Origin::MEMORY);

    let mut calls = 0;
    let stop = |_, _| {
        calls += 1;
        ControlFlow::Break(())
    };
    assert_eq!(open(folder.context()).1.prepare_keys(&wanted, stop).unwrap(), 1);
    assert_eq!(calls, 1);
    assert_eq!(later.1.prepare_keys(&wanted, |_, _| panic!("planted")).unwrap(), 1);
    assert_eq!(later.1.prepare_keys(&[], |_, _| ControlFlow::Break(())).unwrap(), 0);
}

#[test]
fn folders_are_looked_after() {
    let folder = Folder::new("folder");
    let first = open(folder.context());
    assert_eq!(origin(&first), Origin::COMPILED);
    let list = first.0.cache_list(true).unwrap();
    let entries = list.entries();
    assert_eq!(entries.len(), 2);
    for entry in &entries {
        assert!(entry.bytes > 0 && entry.path.len() == 67 && entry.damaged.is_none());
        assert!(entry.used.elapsed().is_ok_and(|age| age.as_secs() < 3600));
        std::fs::write(folder.0.join(entry.path), b"short").unwrap();
    }
    let unchecked = first.0.cache_list(false).unwrap();
    assert!(unchecked.entries().iter().all(|entry| entry.damaged.is_none()));
    for entry in first.0.cache_list(true).unwrap().entries() {
        let miss = entry.damaged.unwrap();
        assert_eq!((miss, miss.name()), (CacheMiss::TRUNCATED, "truncated"));
    }
    assert_eq!(first.0.trim_cache().unwrap(), 0);
    assert_eq!(open(folder.context().cache_disk_bytes(5)).0.trim_cache().unwrap(), 1);
    assert_eq!(first.0.clear_cache().unwrap(), 1);
    assert!(first.0.cache_list(false).unwrap().entries().is_empty());
}

#[test]
fn memory_has_budgets_and_needs_no_folder() {
    let none = open(Context::builder().cache_memory_entries(9).cache_memory_bytes(1));
    assert_eq!((origin(&none), origin(&none)), (Origin::COMPILED, Origin::COMPILED));
    assert_eq!(none.1.metrics().unwrap().get(Metric::CACHE_ENTRIES), Some(0));
    refused(none.0.cache_list(false), ErrorKind::NotFound, &[]);
    refused(none.0.trim_cache(), ErrorKind::NotFound, &[]);
    refused(none.0.clear_cache(), ErrorKind::NotFound, &[]);
}
