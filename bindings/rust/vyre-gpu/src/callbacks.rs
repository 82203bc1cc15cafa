//! How closures become C callbacks: boxed twice, so that a thin pointer finds them, freed by the
//! destroy function, with panics stopped at the border.

use crate::call::Taken;
use crate::registry::op_desc;
use crate::values::LogLevel;
use crate::{Job, Result, Target, WorkState, strings, sys};
use std::alloc::{GlobalAlloc, Layout};
use std::ffi::c_void;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::slice;

pub(crate) type Log = dyn Fn(LogLevel, &str) + Send + Sync;
pub(crate) type RunJob = dyn Fn(Job) + Send + Sync;
pub(crate) type Allocator = dyn GlobalAlloc + Send + Sync;
pub(crate) type Ask = dyn Fn(u64, u64) -> bool + Send + Sync;
pub(crate) type Complete = dyn FnOnce(WorkState) + Send;
pub(crate) type Reference = dyn Fn(&[u8]) -> Result<Vec<u8>> + Send + Sync;
/// Gets what is done of what is to do.
pub(crate) type Progress<'a> = dyn FnMut(u64, u64) -> ControlFlow<()> + 'a;
/// Makes the lowering of an op for a target.
pub type BuildLowering = dyn Fn(&str, &Target) -> Result<Vec<u8>> + Send + Sync;

/// What a closure gives, or `fallback` when it panics. The panic's message was printed by its hook.
fn guarded<R>(fallback: R, body: impl FnOnce() -> R) -> R {
    catch_unwind(AssertUnwindSafe(body)).unwrap_or_else(|payload| {
        // What was thrown may itself panic when it is dropped.
        if let Err(again) = catch_unwind(AssertUnwindSafe(|| drop(payload))) {
            std::mem::forget(again);
        }
        fallback
    })
}

/// The user data of a closure; [`destroy`] with the same type frees it.
pub(crate) fn user<F: ?Sized>(closure: Box<F>) -> *mut c_void {
    Box::into_raw(Box::new(closure)).cast()
}

/// # Safety
/// `user` comes from [`user`] with the same type and is not used afterwards.
pub(crate) unsafe extern "C" fn destroy<F: ?Sized>(user: *mut c_void) {
    // SAFETY: the caller's promise.
    let closure = unsafe { Box::from_raw(user.cast::<Box<F>>()) };
    guarded((), || drop(closure));
}

/// Frees what the library did not take.
///
/// # Safety
/// The two are a pair of [`destroy`] and [`user`] that nobody else frees.
pub(crate) unsafe fn free(destroy: sys::vyre_destroy_fn, user: *mut c_void) {
    if let Some(destroy) = destroy {
        // SAFETY: the caller's promise.
        unsafe { destroy(user) }
    }
}

/// # Safety
/// `user` comes from [`user`] with a [`Log`]; the text lives for the call.
pub(crate) unsafe extern "C" fn log(
    user: *mut c_void,
    level: sys::vyre_log_level,
    text: sys::vyre_string,
) {
    // SAFETY: the caller's promise.
    let (log, text) = unsafe { (&*user.cast::<Box<Log>>(), strings::text(text)) };
    guarded((), || log(LogLevel(level), text));
}

/// # Safety
/// `user` comes from [`user`] with an [`Allocator`]; size and alignment are as the header says.
pub(crate) unsafe extern "C" fn allocate(
    user: *mut c_void,
    size: usize,
    alignment: usize,
) -> *mut c_void {
    // SAFETY: the caller's promise.
    let allocator = unsafe { &*user.cast::<Box<Allocator>>() };
    guarded(std::ptr::null_mut(), || match Layout::from_size_align(size, alignment) {
        // SAFETY: the size is not 0.
        Ok(layout) if size > 0 => unsafe { allocator.alloc(layout) }.cast(),
        _ => std::ptr::null_mut(),
    })
}

/// # Safety
/// `user` comes from [`user`] with an [`Allocator`] whose [`allocate`] gave `memory` for the same
/// size and alignment.
pub(crate) unsafe extern "C" fn deallocate(
    user: *mut c_void,
    memory: *mut c_void,
    size: usize,
    alignment: usize,
) {
    // SAFETY: the caller's promise; the layout was valid when the memory was allocated.
    unsafe {
        let allocator = &*user.cast::<Box<Allocator>>();
        let layout = Layout::from_size_align_unchecked(size, alignment);
        guarded((), || allocator.dealloc(memory.cast(), layout));
    }
}

/// # Safety
/// `user` comes from [`user`] with a [`RunJob`]; job and data are the library's.
pub(crate) unsafe extern "C" fn run_job(
    user: *mut c_void,
    job: sys::vyre_job_fn,
    data: *mut c_void,
) {
    // SAFETY: the caller's promise.
    let run_job = unsafe { &*user.cast::<Box<RunJob>>() };
    let job = Job::new(job, data);
    guarded((), || run_job(job));
}

/// # Safety
/// `user` comes from [`user`] with an [`Ask`].
pub(crate) unsafe extern "C" fn ask(user: *mut c_void, wanted: u64, used: u64) -> u32 {
    // SAFETY: the caller's promise.
    let ask = unsafe { &*user.cast::<Box<Ask>>() };
    guarded(0, || ask(wanted, used).into())
}

/// # Safety
/// `user` comes from [`user`] with an `Option` that holds a boxed [`Complete`]; called once.
pub(crate) unsafe extern "C" fn complete(user: *mut c_void, state: sys::vyre_work_state) {
    // SAFETY: the caller's promise.
    let callback = unsafe { &mut *user.cast::<Box<Option<Box<Complete>>>>() };
    if let Some(callback) = callback.take() {
        // SAFETY: a state is a number.
        guarded((), || callback(unsafe { WorkState::taken(state) }));
    }
}

/// A panic ends the preparation.
///
/// # Safety
/// `user` points to a reference to a [`Progress`] that nobody else uses during the call.
pub(crate) unsafe extern "C" fn progress(user: *mut c_void, done: u64, total: u64) -> u32 {
    // SAFETY: the caller's promise.
    let progress = unsafe { &mut *user.cast::<&mut Progress<'_>>() };
    guarded(1, || u32::from(progress(done, total).is_break()))
}

/// What takes a trace.
pub(crate) struct TraceWriter<'a> {
    pub to: &'a mut dyn std::io::Write,
}

/// # Safety
/// `user` points to a [`TraceWriter`] that nobody else uses during the call; the bytes live for it.
pub(crate) unsafe extern "C" fn write_trace(
    user: *mut c_void,
    bytes: *const c_void,
    size: usize,
) -> *mut sys::vyre_error {
    // SAFETY: the caller's promise; there is at least one byte.
    let (writer, bytes) = unsafe {
        (&mut *user.cast::<TraceWriter<'_>>(), slice::from_raw_parts(bytes.cast::<u8>(), size))
    };
    let panicked = || Err(std::io::Error::other("the writer panicked"));
    let written = guarded(None, || Some(writer.to.write_all(bytes)));
    match written.unwrap_or_else(panicked) {
        Ok(()) => std::ptr::null_mut(),
        Err(error) => {
            let text = format!("a trace could not be written: {error}");
            crate::Error::create(crate::ErrorKind::InputOutput, &text).into_raw()
        }
    }
}

/// # Safety
/// `user` comes from [`user`] with a [`Reference`]; the arguments and the writer live for the call.
pub(crate) unsafe extern "C" fn reference(
    user: *mut c_void,
    arguments: *const c_void,
    size: usize,
    writer: *mut sys::vyre_writer,
) -> *mut sys::vyre_error {
    // SAFETY: the caller's promise.
    let (reference, bytes) = unsafe {
        let bytes = if size == 0 { &[] } else { slice::from_raw_parts(arguments.cast(), size) };
        (&*user.cast::<Box<Reference>>(), bytes)
    };
    let given = guarded(None, || Some(reference(bytes)));
    guarded(std::ptr::null_mut(), || op_desc::answer(given, writer))
}

/// # Safety
/// `user` comes from [`user`] with a [`BuildLowering`]; strings and writer live for the call.
pub(crate) unsafe extern "C" fn build_lowering(
    user: *mut c_void,
    id: sys::vyre_string,
    target: sys::vyre_target,
    writer: *mut sys::vyre_writer,
) -> *mut sys::vyre_error {
    // SAFETY: the caller's promise.
    let (build, id) = unsafe { (&*user.cast::<Box<BuildLowering>>(), strings::text(id)) };
    // SAFETY: as above. The library asks for targets that were registered with this crate.
    let target = unsafe { Target::from_raw(target) };
    let given = guarded(None, || target.map(|target| build(id, &target)));
    guarded(std::ptr::null_mut(), || op_desc::answer(given, writer))
}
