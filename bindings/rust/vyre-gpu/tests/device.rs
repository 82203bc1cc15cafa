//! Devices, how one is chosen, and contexts.

mod support;
use support::{double, is_oracle, on_each_device, open_in, refused};
use vyre_gpu::{
    BackendFlags, Builder, Context, Decision, Device, DeviceEntryFlags, DeviceKind, DeviceList,
    ErrorKind, Fact,
};

#[test]
fn the_library_has_the_version_of_the_crate() {
    assert_eq!(vyre_gpu::version(), env!("CARGO_PKG_VERSION"));
    assert_eq!(vyre_gpu::abi_version(), vyre_gpu::sys::VYRE_ABI_VERSION);
}

#[test]
fn devices_say_what_they_are() {
    on_each_device(|_, device| {
        let info = device.info();
        assert_eq!(info.kind == DeviceKind::ORACLE, is_oracle(device));
        assert!(!info.name.is_empty() && !info.backend_version.is_empty());
        assert!(info.id.starts_with(info.backend));
        assert!(info.max_workgroup_invocations > 0);
    });
}

#[test]
fn the_list_tells_what_would_be_chosen() {
    let context = Context::create().unwrap();
    let list = Device::builder().context(&context).list().unwrap();
    let entries = list.devices();
    let chosen = entries.iter().find(|entry| entry.flags.contains(DeviceEntryFlags::CHOSEN));
    let chosen = chosen.expect("this machine has a device");
    let device = Device::builder().context(&context).open().unwrap();
    assert_eq!(device.info().id, chosen.id);
    assert_eq!((chosen.order, chosen.decision), (Some(1), Decision::BEST));
    assert_eq!(chosen.info, Some(device.info()));
    assert!(chosen.missing.is_empty() && !chosen.reason.is_empty());
    let oracle = entries.iter().find(|entry| entry.id == "cpu-ref").unwrap();
    assert!(oracle.flags.contains(DeviceEntryFlags::ORACLE | DeviceEntryFlags::USABLE));
    assert_eq!((oracle.order, format!("{:?}", oracle.flags).contains("ORACLE")), (None, true));
    assert_eq!(oracle.decision, Decision::ORACLE);
}

#[test]
fn the_selection_can_be_narrowed() {
    let context = Context::create().unwrap();
    let all = Device::builder().context(&context);
    let best = all.open().unwrap();
    let best = best.info().id;
    let oracle = all.clone().id("cpu-ref").open().unwrap();
    assert_eq!((oracle.info().id, oracle.info().compute_units), ("cpu-ref", 0));
    match all.clone().exclude(best).exclude("none").open() {
        Ok(second) => assert_ne!(second.info().id, best),
        Err(error) => assert_eq!(error.kind(), ErrorKind::NotFound),
    }
    match all.clone().no_software().open() {
        Ok(real) => assert_ne!(real.info().kind, DeviceKind::CPU),
        Err(error) => assert!(error.text().contains("Fix: "), "{error}"),
    }
}

#[test]
fn a_device_that_is_chosen_by_programs_runs_them() {
    let context = Context::create().unwrap();
    let program = double(&context);
    let device = Device::builder().context(&context).program(&program).open().unwrap();
    vyre_gpu::Pipeline::create(&device, &program).unwrap();
}

#[test]
fn unknown_ids_are_named() {
    let context = Context::create().unwrap();
    let opened = Device::builder().context(&context).id("abacus").open();
    refused(opened, ErrorKind::NotFound, &["abacus"]);
}

#[test]
fn without_a_context_all_is_of_the_shared_one() {
    let device = Device::builder().id("cpu-ref").open().unwrap();
    let k = Builder::new();
    k.output::<u32>("out").set(k.index(), 7);
    let pipeline = vyre_gpu::Pipeline::create(&device, &k.finish().unwrap()).unwrap();
    let mut out = [0u32; 2];
    pipeline.dispatch(&[vyre_gpu::Binding::output("out", &mut out)]).unwrap();
    assert_eq!(out, [7, 7]);
    let ids = DeviceList::create().unwrap();
    assert!(ids.devices().iter().any(|entry| entry.id == device.info().id));
    assert!(Device::open().is_ok());
}

#[test]
fn the_shared_context_works_and_children_keep_it() {
    let (first, second) = (Context::shared().unwrap(), Context::shared().unwrap());
    drop(first);
    let device = open_in(&second, "cpu-ref");
    drop(second);
    assert_eq!(device.info().id, "cpu-ref");
}

#[test]
fn backends_are_known_by_their_id() {
    let context = Context::create().unwrap();
    let list = context.backends().unwrap();
    let vulkan = list.get("vulkan").unwrap();
    assert_eq!(vulkan.rank, Some(30));
    assert!(vulkan.flags.contains(BackendFlags::DISPATCHES | BackendFlags::REGISTERED));
    assert_eq!(list.get("absent"), None);
    context.declare_rank("absent", 5).unwrap();
    context.declare_dispatches("absent", true).unwrap();
    assert_eq!(list.get("absent"), None); // as it was when it was made
    let list = context.backends().unwrap();
    let absent = list.get("absent").unwrap();
    let declared = BackendFlags::RANKED | BackendFlags::DECLARED_DISPATCH;
    assert!(absent.flags.contains(declared | BackendFlags::DISPATCHES));
    assert!(!absent.flags.contains(BackendFlags::REGISTERED));
    assert_eq!((absent.rank, list.backends()[0].id), (Some(5), "absent"));
    refused(context.declare_rank("absent", 6), ErrorKind::AlreadyRegistered, &[]);
    refused(context.declare_dispatches("vulkan", false), ErrorKind::AlreadyRegistered, &[]);
    let registered = |flags: BackendFlags| flags.contains(BackendFlags::REGISTERED);
    let backends = list.backends();
    let ids = backends.iter().filter(|backend| registered(backend.flags)).map(|one| one.id);
    assert_eq!(ids.collect::<Vec<_>>(), ["vulkan", "cpu-ref"]);
}

#[test]
fn ranks_belong_to_backends() {
    let context = Context::create().unwrap();
    let device = Device::builder().context(&context).open().unwrap();
    let id = device.info().id;
    assert!(id.contains(':'), "{id} is no id of a single device");
    refused(context.declare_rank(id, 1), ErrorKind::InvalidArgument, &[id]);
    refused(context.declare_dispatches(id, true), ErrorKind::InvalidArgument, &[id]);
}

#[test]
fn bandwidth_is_measured_on_request() {
    let context = Context::create().unwrap();
    let device = Device::builder().context(&context).open().unwrap();
    assert_eq!(device.info().bandwidth_source, Fact::UNKNOWN);
    let measured = device.measure_bandwidth().unwrap();
    assert_eq!(device.info().bandwidth_source, Fact::UNKNOWN); // infos stay as they are
    let again = open_in(&context, device.info().id);
    let info = again.info();
    assert_eq!((info.bandwidth_source, info.bytes_per_second), (Fact::MEASURED, measured));
    let list = Device::builder().context(&context).list().unwrap();
    assert_eq!(list.devices()[0].decision, Decision::BEST);
}
