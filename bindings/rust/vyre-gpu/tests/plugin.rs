//! Plug-ins, and a backend of this program whose memory is a vector and whose programs run on the
//! oracle.

// Each unsafe block of a function of the table stands on what the header says of that function.
#![allow(clippy::undocumented_unsafe_blocks)]

mod support;
use std::env;
use std::ffi::c_void;
use std::sync::atomic::{AtomicU32, Ordering};
use std::{ptr, slice};
use support::{double, open_in, refused, run, words};
use vyre_gpu::sys::*;
use vyre_gpu::{Binding, Buffer, Context, ErrorKind, Pipeline};

/// The plug-in that the tests in C use; ctest says where it is.
fn plugin() -> Option<String> {
    let path = env::var("VYRE_TEST_PLUGIN").ok();
    if path.is_none() {
        println!("VYRE_TEST_PLUGIN names no plug-in, so none is loaded");
    }
    path
}

#[test]
fn a_plug_in_is_loaded_and_computes() {
    let Some(path) = plugin() else { return };
    let context = Context::create().unwrap();
    let id = unsafe { context.load_plugin(&path, &[]) }.unwrap();
    assert_eq!(id, "loaded");
    let device = open_in(&context, id);
    assert_eq!((device.info().backend, device.info().backend_version), ("loaded", "1.2.3"));
    let pipeline = Pipeline::create(&device, &double(&context)).unwrap();
    assert_eq!(run(&pipeline, &[1, 2, 3]), [2, 4, 6]);
    refused(unsafe { context.load_plugin(&path, &[]) }, ErrorKind::AlreadyRegistered, &[]);
}

#[test]
fn another_digest_is_refused() {
    let Some(path) = plugin() else { return };
    let context = Context::create().unwrap();
    refused(
        unsafe { context.load_plugin(&path, &[[7; 32]]) },
        ErrorKind::InvalidArgument,
        &["BLAKE3"],
    );
}

#[test]
fn files_and_folders_that_are_not_there_are_named() {
    let context = Context::create().unwrap();
    let absent = "/no/such/plugin.so";
    refused(unsafe { context.load_plugin(absent, &[]) }, ErrorKind::NotFound, &[absent]);
    refused(unsafe { context.load_plugins("/no/such/folder", &[]) }, ErrorKind::NotFound, &[]);
    let empty = env::temp_dir().join(format!("vyre-no-plugins-{}", std::process::id()));
    std::fs::create_dir(&empty).unwrap();
    let loaded = unsafe { context.load_plugins(empty.to_str().unwrap(), &[]) };
    std::fs::remove_dir(&empty).unwrap();
    loaded.unwrap();
}

struct Executable {
    host: *const vyre_plugin_host,
    oracle: *mut vyre_oracle,
}

unsafe extern "C" fn get_device_info(
    _: *mut c_void,
    _: u32,
    info: *mut vyre_device_info,
) -> *mut vyre_error {
    let info = unsafe { &mut *info };
    info.max_workgroup_size = [64; 3];
    info.max_workgroup_count = [1024; 3];
    info.max_workgroup_invocations = 64;
    ptr::null_mut()
}

unsafe extern "C" fn open_device(
    user: *mut c_void,
    _: u32,
    _: *const vyre_plugin_host,
    device: *mut *mut c_void,
) -> *mut vyre_error {
    unsafe { *device = user };
    ptr::null_mut()
}

unsafe extern "C" fn close_device(_: *mut c_void) {}

unsafe extern "C" fn allocate(
    _: *mut c_void,
    size: u64,
    memory: *mut *mut c_void,
) -> *mut vyre_error {
    let bytes = vec![0u8; size as usize];
    unsafe { *memory = Box::into_raw(Box::new(bytes)).cast() };
    ptr::null_mut()
}

unsafe fn bytes<'a>(memory: *mut c_void, offset: u64, size: usize) -> &'a mut [u8] {
    let all = unsafe { &mut *memory.cast::<Vec<u8>>() };
    &mut all[offset as usize..][..size]
}

unsafe extern "C" fn free(_: *mut c_void, memory: *mut c_void) {
    drop(unsafe { Box::from_raw(memory.cast::<Vec<u8>>()) });
}

unsafe extern "C" fn write(
    _: *mut c_void,
    memory: *mut c_void,
    offset: u64,
    from: *const c_void,
    size: usize,
) -> *mut vyre_error {
    let from = unsafe { slice::from_raw_parts(from.cast(), size) };
    unsafe { bytes(memory, offset, size) }.copy_from_slice(from);
    ptr::null_mut()
}

unsafe extern "C" fn read(
    _: *mut c_void,
    memory: *mut c_void,
    offset: u64,
    to: *mut c_void,
    size: usize,
) -> *mut vyre_error {
    let to = unsafe { slice::from_raw_parts_mut(to.cast(), size) };
    to.copy_from_slice(unsafe { bytes(memory, offset, size) });
    ptr::null_mut()
}

unsafe extern "C" fn compile(
    _: *mut c_void,
    request: *const vyre_plugin_compile,
    out: *mut *mut c_void,
) -> *mut vyre_error {
    let request = unsafe { &*request };
    let mut made = Executable { host: request.host, oracle: ptr::null_mut() };
    let create = unsafe { (*request.host).oracle_create }.unwrap();
    let error = unsafe { create(request.compilation, &mut made.oracle) };
    if error.is_null() {
        unsafe { *out = Box::into_raw(Box::new(made)).cast() };
    }
    error
}

unsafe extern "C" fn free_executable(_: *mut c_void, executable: *mut c_void) {
    let executable = unsafe { Box::from_raw(executable.cast::<Executable>()) };
    unsafe { (*executable.host).oracle_destroy.unwrap()(executable.oracle) };
}

/// Does all of the work.
unsafe extern "C" fn submit(
    _: *mut c_void,
    submission: *const vyre_plugin_submission,
    work: *mut *mut c_void,
) -> *mut vyre_error {
    let command = unsafe { &*(*submission).commands };
    let bound = unsafe { slice::from_raw_parts(command.ranges, command.range_count) };
    let range = |range: &vyre_plugin_range| {
        let (memory, offset, size) = (range.memory, range.offset, range.size as usize);
        let bytes = unsafe { bytes(memory, offset, size) }.as_mut_ptr().cast();
        vyre_oracle_range { bytes, size }
    };
    let ranges: Vec<_> = bound.iter().map(range).collect();
    let executable = unsafe { &*command.executable.cast::<Executable>() };
    let run = unsafe { (*executable.host).oracle_run }.unwrap();
    unsafe {
        *work = executable.oracle.cast();
        run(executable.oracle, command.grid.as_ptr(), ranges.as_ptr(), ranges.len())
    }
}

unsafe extern "C" fn wait(
    _: *mut c_void,
    _: *mut c_void,
    _: u64,
    state: *mut vyre_work_state,
) -> *mut vyre_error {
    unsafe { *state = VYRE_WORK_READY };
    ptr::null_mut()
}

unsafe extern "C" fn free_work(_: *mut c_void, _: *mut c_void) {}

unsafe extern "C" fn destroy(user: *mut c_void) {
    unsafe { &*user.cast::<AtomicU32>() }.fetch_add(1, Ordering::Relaxed);
}

fn table(destroyed: &AtomicU32) -> vyre_backend_table {
    vyre_backend_table {
        id: vyre_str(c"rusty"),
        user: ptr::from_ref(destroyed).cast_mut().cast(),
        destroy: Some(destroy),
        get_device_info: Some(get_device_info),
        open_device: Some(open_device),
        close_device: Some(close_device),
        allocate_memory: Some(allocate),
        free_memory: Some(free),
        write_memory: Some(write),
        read_memory: Some(read),
        compile: Some(compile),
        free_executable: Some(free_executable),
        submit: Some(submit),
        wait: Some(wait),
        free_work: Some(free_work),
        ..vyre_backend_table::INIT
    }
}

#[test]
fn a_table_of_this_program_computes() {
    let destroyed = AtomicU32::new(0);
    let context = Context::create().unwrap();
    // SAFETY: the functions above do what the header says.
    unsafe { context.add_backend(&table(&destroyed)) }.unwrap();
    let device = open_in(&context, "rusty");
    assert_eq!(device.info().backend_version, "unspecified");
    let buffer = Buffer::create(&device, 12).unwrap();
    let pipeline = Pipeline::create(&device, &double(&context)).unwrap();
    let a = [5u32, 6, 7];
    pipeline.dispatch(&[Binding::input(0, &a), Binding::buffer(1, &buffer)]).unwrap();
    assert_eq!(words(&buffer), [10, 12, 14]);
    drop((pipeline, device, context));
    assert_eq!(destroyed.load(Ordering::Relaxed), 0);
    drop(buffer);
    assert_eq!(destroyed.load(Ordering::Relaxed), 1);
}

#[test]
fn a_table_that_lacks_an_entry_is_refused_by_its_name() {
    let destroyed = AtomicU32::new(0);
    let context = Context::create().unwrap();
    let table = vyre_backend_table { submit: None, ..table(&destroyed) };
    // SAFETY: the functions above do what the header says.
    let added = unsafe { context.add_backend(&table) };
    refused(added, ErrorKind::InvalidArgument, &["it lacks submit"]);
    assert_eq!(destroyed.load(Ordering::Relaxed), 0);
}
