//! Backends, how one is chosen, and contexts.

mod support;
use support::{on_each_backend, refused};
use vyre_driver::{
    Backend, BackendFlags, BackendList, Context, DecidedBy, DeviceKind, ErrorKind, FactSource,
    SelectOptions,
};

#[test]
fn the_library_has_the_version_of_the_crate() {
    assert_eq!(vyre_driver::version(), env!("CARGO_PKG_VERSION"));
    assert_eq!(vyre_driver::abi_version(), vyre_driver::sys::VYRE_ABI_VERSION);
}

#[test]
fn backends_say_what_they_are() {
    on_each_backend(|_, backend| {
        let profile = backend.profile().unwrap();
        let oracle = backend.id() == "cpu-ref";
        assert_eq!(profile.kind == DeviceKind::ORACLE, oracle);
        assert!(!profile.name.is_empty() && !backend.version().is_empty());
        assert!(profile.max_workgroup_invocations > 0);
    });
}

#[test]
fn the_list_tells_what_would_be_chosen() {
    let context = Context::create().unwrap();
    let list = BackendList::create(&context, &SelectOptions::new()).unwrap();
    let entries = list.entries().unwrap();
    assert_eq!(entries.len(), list.count());
    let chosen = entries.iter().position(|entry| entry.flags.contains(BackendFlags::CHOSEN));
    let chosen = chosen.expect("this machine has a device");
    let backend = Backend::acquire_preferred(&context).unwrap();
    assert_eq!(backend.id(), entries[chosen].id);
    assert_eq!(entries[chosen].order, Some(1));
    assert_eq!(list.profile(chosen).unwrap(), backend.profile().unwrap());
    let oracle = entries.iter().find(|entry| entry.id == "cpu-ref").unwrap();
    assert!(oracle.flags.contains(BackendFlags::ORACLE | BackendFlags::USABLE));
    assert_eq!((oracle.order, format!("{:?}", oracle.flags).contains("ORACLE")), (None, true));
    assert!(list.get(list.count()).is_err());
}

#[test]
fn the_selection_can_be_narrowed() {
    let context = Context::create().unwrap();
    let only = |options| Backend::acquire_preferred_with(&context, &options);
    let best = Backend::acquire_preferred(&context).unwrap().id().to_owned();
    assert_eq!(only(SelectOptions::new().id("cpu-ref")).unwrap().id(), "cpu-ref");
    match only(SelectOptions::new().exclude(&best).exclude("none")) {
        Ok(second) => assert_ne!(second.id(), best),
        Err(error) => assert_eq!(error.kind(), ErrorKind::NotFound),
    }
    match only(SelectOptions::new().no_software()) {
        Ok(real) => assert_ne!(real.profile().unwrap().kind, DeviceKind::CPU),
        Err(error) => assert!(error.text().contains("Fix: "), "{error}"),
    }
}

#[test]
fn unknown_ids_are_named() {
    let context = Context::create().unwrap();
    refused(Backend::acquire(&context, "abacus"), ErrorKind::NotFound, &["abacus"]);
}

#[test]
fn the_shared_context_works_and_children_keep_it() {
    let (first, second) = (Context::default().unwrap(), Context::default().unwrap());
    drop(first);
    let backend = Backend::acquire(&second, "cpu-ref").unwrap();
    drop(second);
    assert_eq!(backend.id(), "cpu-ref");
}

#[test]
fn records_are_joined_by_id() {
    let context = Context::create().unwrap();
    assert_eq!(context.backend_rank("vulkan"), Some(30));
    assert!(context.backend_dispatches("vulkan") && !context.backend_dispatches("absent"));
    assert_eq!(context.backend_rank("absent"), None);
    context.declare_rank("absent", 5).unwrap();
    context.declare_dispatches("absent", true).unwrap();
    assert_eq!(context.backend_rank("absent"), Some(5));
    assert!(context.backend_dispatches("absent"));
    refused(context.declare_rank("absent", 6), ErrorKind::AlreadyRegistered, &[]);
    refused(context.declare_dispatches("vulkan", false), ErrorKind::AlreadyRegistered, &[]);
    assert_eq!(context.backends().unwrap(), ["vulkan", "cpu-ref"]);
}

#[test]
fn bandwidth_is_measured_on_request() {
    let context = Context::create().unwrap();
    let backend = Backend::acquire_preferred(&context).unwrap();
    assert_eq!(backend.profile().unwrap().bandwidth_source, FactSource::UNKNOWN);
    let gbps = backend.measure().unwrap();
    let profile = backend.profile().unwrap();
    assert_eq!(profile.bandwidth_source, FactSource::MEASURED);
    assert_eq!(profile.memory_bandwidth_gbps, gbps);
    let list = BackendList::create(&context, &SelectOptions::new()).unwrap();
    assert_eq!(list.get(0).unwrap().decided_by, DecidedBy::BEST);
}
