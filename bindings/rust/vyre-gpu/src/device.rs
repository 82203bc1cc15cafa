//! Devices: what runs work, and its life from opening to shutting down.

use crate::call::{first, got, made, object, read};
use crate::context::raw_or_shared;
use crate::strings::string;
use crate::work::nanoseconds;
use crate::{Context, DeviceInfo, DeviceList, Op, Pipeline, Program, Result, error, sys};
use std::marker::PhantomData;
use std::time::Duration;

object!(
    /// One device, ready for work: a GPU, a processor that a Vulkan driver uses as one, or the
    /// oracle "cpu-ref", which defines what the right result is.
    pub Device, vyre_device, vyre_device_destroy);

impl Device {
    /// Opens the best device of the machine; never an oracle. May block.
    /// [`ErrorKind::NotFound`](crate::ErrorKind::NotFound) has a finding for each candidate.
    pub fn open() -> Result<Self> {
        Self::builder().open()
    }

    /// Begins to say which devices are considered:
    /// `Device::builder().id("vulkan").open()`.
    pub fn builder<'a>() -> DeviceBuilder<'a> {
        DeviceBuilder::default()
    }

    /// Facts about the device. A recovery leaves them as they are.
    pub fn info(&self) -> DeviceInfo<'_> {
        // SAFETY: the info lives as long as the device.
        unsafe { read(sys::vyre_device_get_info(self.as_raw())) }
    }

    /// Whether `program` would run on this device; compiles nothing. What it lacks is
    /// [`ErrorKind::UnsupportedFeature`](crate::ErrorKind::UnsupportedFeature), with a finding for
    /// each fact. With options: [`PipelineBuilder::check`](crate::PipelineBuilder::check).
    pub fn check_program(&self, program: &Program) -> Result<()> {
        Pipeline::builder().check(self, program)
    }

    /// Whether programs that call `op` run on this device, likewise.
    pub fn check_op(&self, op: Op<'_>) -> Result<()> {
        // SAFETY: the device and the op live.
        error::check(unsafe { sys::vyre_device_check_op(self.as_raw(), op.as_raw()) })
    }

    /// Does now what the first dispatch would wait for, and compiles the kernels of the library's
    /// own, which the first copy and the first grid in a buffer may do else. Blocks. Never needed.
    pub fn prepare(&self) -> Result<()> {
        // SAFETY: the device lives.
        error::check(unsafe { sys::vyre_device_prepare(self.as_raw()) })
    }

    /// Waits until all that was submitted has ended. Fails with the first error since the last call
    /// of work that was started without an object. Blocks.
    pub fn wait_idle(&self) -> Result<()> {
        self.wait_idle_nanoseconds(sys::VYRE_FOREVER).map(drop)
    }

    /// Waits until all that was submitted has ended, `timeout` at the longest, and says whether it
    /// has. Blocks.
    pub fn wait_idle_timeout(&self, timeout: Duration) -> Result<bool> {
        self.wait_idle_nanoseconds(nanoseconds(timeout))
    }

    fn wait_idle_nanoseconds(&self, timeout: u64) -> Result<bool> {
        // SAFETY: the device lives; the out-parameter is writable.
        let idle: u32 =
            unsafe { got(|out| sys::vyre_device_wait_idle(self.as_raw(), timeout, out))? };
        Ok(idle != 0)
    }

    /// Waits for what was submitted and lets the device go, ahead of the last drop. Blocks. Work
    /// can still be waited for and collected; every other use of the device and its objects is an
    /// error.
    pub fn shutdown(&self) -> Result<()> {
        // SAFETY: the device lives.
        error::check(unsafe { sys::vyre_device_shutdown(self.as_raw()) })
    }

    /// Whether a call has found the device lost, which it stays until [`recover`](Self::recover).
    pub fn is_lost(&self) -> bool {
        // SAFETY: the device lives.
        unsafe { sys::vyre_device_is_lost(self.as_raw()) != 0 }
    }

    /// Opens the lost device again: the same adapter with the same limits, or an error. Pipelines
    /// and buffers from before are [`ErrorKind::DeviceLost`](crate::ErrorKind::DeviceLost), except
    /// [restorable](crate::BufferBuilder::restorable) buffers, which are there again. A device that
    /// is not lost is left alone. Blocks.
    pub fn recover(&self) -> Result<()> {
        // SAFETY: the device lives.
        error::check(unsafe { sys::vyre_device_recover(self.as_raw()) })
    }

    /// Measures how fast the device reads and writes its memory, in bytes per second, both
    /// together: copies on it for some milliseconds. The context remembers it; infos of devices
    /// that are opened later have it as [`bytes_per_second`](DeviceInfo::bytes_per_second).
    /// Submits, blocks.
    pub fn measure_bandwidth(&self) -> Result<u64> {
        // SAFETY: the device lives; the out-parameter is writable.
        unsafe { got(|out| sys::vyre_device_measure_bandwidth(self.as_raw(), out)) }
    }
}

/// Which devices are considered.
#[derive(Clone, Default)]
pub struct DeviceBuilder<'a> {
    context: Option<&'a Context>,
    flags: u64,
    id: &'a str,
    exclude: Vec<sys::vyre_string>,
    programs: Vec<*const sys::vyre_program>,
    borrowed: PhantomData<&'a Program>,
}

impl<'a> DeviceBuilder<'a> {
    /// Devices of this context, in place of the shared one.
    pub fn context(mut self, context: &'a Context) -> Self {
        self.context = Some(context);
        self
    }

    /// The device or backend of this id: "vulkan" (its best), "vulkan:\<uuid\>" or "cpu-ref", the
    /// oracle.
    pub fn id(mut self, id: &'a str) -> Self {
        self.id = id;
        self
    }

    /// Software implementations are left out.
    pub fn no_software(mut self) -> Self {
        self.flags |= sys::VYRE_SELECT_NO_SOFTWARE;
        self
    }

    /// This id is left out; may be called several times.
    pub fn exclude(mut self, id: &'a str) -> Self {
        self.exclude.push(string(id));
        self
    }

    /// Only devices that can run this program; may be called several times.
    pub fn program(mut self, program: &'a Program) -> Self {
        self.programs.push(program.as_raw());
        self
    }

    /// Opens the best of these devices: a new one with queues of its own. A candidate that cannot
    /// be opened is logged, and the next is tried. May block.
    pub fn open(&self) -> Result<Device> {
        let (context, desc) = (raw_or_shared(self.context), self.desc());
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_device_open(context, &desc, raw)) }
    }

    /// Looks at every device of the machine and says how [`open`](Self::open) would choose.
    /// Candidates come first, best first. May block.
    pub fn list(&self) -> Result<DeviceList> {
        let (context, desc) = (raw_or_shared(self.context), self.desc());
        // SAFETY: all arguments live for the call; success gives an owner.
        unsafe { made(|raw| sys::vyre_device_list_create(context, &desc, raw)) }
    }

    /// The C form, which borrows from this one.
    fn desc(&self) -> sys::vyre_device_desc {
        sys::vyre_device_desc {
            flags: self.flags,
            id: string(self.id),
            exclude: first(&self.exclude),
            exclude_count: self.exclude.len(),
            programs: first(&self.programs),
            program_count: self.programs.len(),
            ..sys::vyre_device_desc::INIT
        }
    }
}
