//! Work in command buffers of the host.

use crate::binding::{Plain, bytes_of, bytes_of_mut};
use crate::call::{got, made, object};
use crate::vulkan::{Access, RecordingDesc};
use crate::{Binding, Buffer, Device, Launch, Result, error, sys};
use std::ffi::c_void;

object!(
    /// Work in a command buffer of the host, with all that it uses. What was not retired stays as
    /// long as the device.
    pub Recording, vyre_recording, vyre_recording_destroy);

impl Recording {
    /// Begins to record into a command buffer.
    ///
    /// # Safety
    /// `command_buffer` is a VkCommandBuffer of the device's VkDevice and queue family in the
    /// recording state, outside of a render pass, and nothing else records into it until
    /// [`end`](Self::end) or the last call of this object.
    pub unsafe fn create(
        device: &Device,
        command_buffer: *mut c_void,
        desc: &RecordingDesc,
    ) -> Result<Self> {
        // SAFETY: the caller's promise; success gives an owner.
        unsafe {
            made(|raw| sys::vyre_recording_create(device.as_raw(), command_buffer, desc, raw))
        }
    }

    /// Records a dispatch on buffers and zeroes: a pipeline, or what
    /// [`Pipeline::launch`](crate::Pipeline::launch) begins.
    pub fn add_dispatch<'a>(
        &self,
        launch: impl Into<Launch<'a>>,
        bindings: &[Binding<'_>],
    ) -> Result<()> {
        let (raw, launch, (first, many)) = (self.as_raw(), launch.into(), Binding::raw(bindings));
        let (pipeline, desc) = (launch.pipeline(), launch.desc());
        // SAFETY: all live; the call keeps no pointer.
        error::check(unsafe { sys::vyre_recording_add_dispatch(raw, pipeline, first, many, &desc) })
    }

    /// Records a copy of `size` bytes between buffers, or ranges of one that do not overlap.
    pub fn add_copy(
        &self,
        from: &Buffer,
        from_offset: u64,
        to: &Buffer,
        to_offset: u64,
        size: u64,
    ) -> Result<()> {
        let (raw, from, to) = (self.as_raw(), from.as_raw(), to.as_raw());
        // SAFETY: all live.
        error::check(unsafe {
            sys::vyre_recording_add_copy(raw, from, from_offset, to, to_offset, size)
        })
    }

    /// Records that `size` bytes from byte `offset` of the buffer are filled with `word`. Both are
    /// multiples of 4.
    pub fn add_fill(&self, buffer: &Buffer, offset: u64, size: u64, word: u32) -> Result<()> {
        let (raw, buffer) = (self.as_raw(), buffer.as_raw());
        // SAFETY: both live.
        error::check(unsafe { sys::vyre_recording_add_fill(raw, buffer, offset, size, word) })
    }

    /// Records that `data`, copied now, goes to byte `offset` of the buffer.
    pub fn add_write<T: Plain>(&self, buffer: &Buffer, offset: u64, data: &[T]) -> Result<()> {
        let (raw, buffer, (first, size)) = (self.as_raw(), buffer.as_raw(), bytes_of(data));
        // SAFETY: the memory is readable for the call.
        error::check(unsafe { sys::vyre_recording_add_write(raw, buffer, offset, first, size) })
    }

    /// Records that bytes of the buffer are kept, and gives the number for
    /// [`get_bytes`](Self::get_bytes).
    pub fn add_read(&self, buffer: &Buffer, offset: u64, size: u64) -> Result<u32> {
        let buffer = buffer.as_raw();
        // SAFETY: both live.
        unsafe { got(|out| sys::vyre_recording_add_read(self.as_raw(), buffer, offset, size, out)) }
    }

    /// Ends the recording, not the command buffer, and gives stages and accesses of what it does.
    pub fn end(&self) -> Result<Access> {
        // SAFETY: the recording lives.
        unsafe { got(|out| sys::vyre_recording_end(self.as_raw(), out)) }
    }

    /// Says that the device is done with the command buffer, or will never get it. Fails when a
    /// program has trapped; the recording is retired all the same.
    ///
    /// # Safety
    /// It is so.
    pub unsafe fn retire(&self) -> Result<()> {
        // SAFETY: the caller's promise.
        error::check(unsafe { sys::vyre_recording_retire(self.as_raw()) })
    }

    /// Fills `data` from byte `offset` of what read `read` kept.
    pub fn get_bytes<T: Plain>(&self, read: u32, offset: u64, data: &mut [T]) -> Result<()> {
        let (raw, (first, size)) = (self.as_raw(), bytes_of_mut(data));
        // SAFETY: the memory is writable for the call, and every bit pattern is a T.
        error::check(unsafe { sys::vyre_recording_get_bytes(raw, read, offset, first, size) })
    }
}
