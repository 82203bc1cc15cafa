//! The published trait: each method is the library's call for it.

use crate::bridge::Result;
use crate::bridge::backend::GpuBackend;
use crate::bridge::buffers::{self, GpuBuffer};
use crate::bridge::errors::{Published, no_resident};
use crate::bridge::pending::GpuPending;
use crate::bridge::profile::metrics;
use crate::bridge::resident::Resident;
use crate::bridge::sequence::{self, Plan};
use crate::bridge::transfer::{Download, Upload, download, upload};
use crate::generation;
use std::collections::HashSet;
use std::sync::Arc;
use vyre_driver::backend::private::Sealed;
use vyre_driver::pipeline::PipelineCacheSnapshot;
use vyre_driver::{
    DeviceBuffer, DeviceProfile, DispatchConfig, OutputBuffers, PendingDispatch,
    ResidentDispatchStep, ResidentReadRange, ResidentSequenceTiming, Resource, TimedDispatchResult,
    VyreBackend,
};
use vyre_foundation::ir::{OpId, Program};
impl Sealed for GpuBackend {}

/// In the order of the trait.
impl VyreBackend for GpuBackend {
    fn id(&self) -> &'static str {
        self.0.id
    }

    fn version(&self) -> &'static str {
        vyre_gpu::version()
    }

    fn supported_ops(&self) -> &HashSet<OpId> {
        &self.0.ops
    }

    fn dispatch(
        &self,
        program: &Program,
        inputs: &[Vec<u8>],
        config: &DispatchConfig,
    ) -> Result<Vec<Vec<u8>>> {
        let inputs: Vec<_> = inputs.iter().map(Vec::as_slice).collect();
        self.dispatch_borrowed(program, &inputs, config)
    }

    fn dispatch_borrowed(
        &self,
        program: &Program,
        inputs: &[&[u8]],
        config: &DispatchConfig,
    ) -> Result<Vec<Vec<u8>>> {
        let mut outputs = OutputBuffers::new();
        self.dispatch_borrowed_into(program, inputs, config, &mut outputs)?;
        Ok(outputs)
    }

    fn dispatch_borrowed_timed(
        &self,
        program: &Program,
        inputs: &[&[u8]],
        config: &DispatchConfig,
    ) -> Result<TimedDispatchResult> {
        let kernel = self.0.kernel(program, config)?;
        let bounds = kernel.bound_to_bytes(inputs)?;
        GpuPending::start(self.0.id, &kernel, &bounds, config, true)?.await_timed()
    }

    fn dispatch_borrowed_into(
        &self,
        program: &Program,
        inputs: &[&[u8]],
        config: &DispatchConfig,
        outputs: &mut OutputBuffers,
    ) -> Result<()> {
        if program.is_explicit_noop() {
            outputs.clear();
            return Ok(());
        }
        let kernel = self.0.kernel(program, config)?;
        kernel.run(self.0.id, &kernel.bound_to_bytes(inputs)?, config, outputs)
    }

    fn allocate_resident(&self, byte_len: usize) -> Result<Resource> {
        self.0.residents.add(Resident::create(&self.0.device, self.0.id, byte_len)?)
    }

    fn upload_resident(&self, resource: &Resource, bytes: &[u8]) -> Result<()> {
        self.upload([(resource, 0, bytes)].into_iter(), true, "upload")
    }

    fn upload_resident_many(&self, uploads: &[(&Resource, &[u8])]) -> Result<()> {
        let uploads = uploads.iter().map(|(resource, bytes)| (*resource, 0, *bytes));
        self.upload(uploads, true, "batch upload")
    }

    fn upload_resident_at(
        &self,
        resource: &Resource,
        dst_offset_bytes: usize,
        bytes: &[u8],
    ) -> Result<()> {
        self.upload([(resource, dst_offset_bytes, bytes)].into_iter(), false, "ranged upload")
    }

    fn upload_resident_at_many(&self, uploads: &[(&Resource, usize, &[u8])]) -> Result<()> {
        self.upload(uploads.iter().copied(), false, "ranged batch upload")
    }

    fn download_resident_into(&self, resource: &Resource, out: &mut Vec<u8>) -> Result<()> {
        let all = Download::whole(self.0.residents.get(resource, "download")?);
        download(&[all], &mut [out], "download", self.0.id)
    }

    fn download_resident_range_into(
        &self,
        resource: &Resource,
        byte_offset: usize,
        byte_len: usize,
        out: &mut Vec<u8>,
    ) -> Result<()> {
        self.download(&[(resource, byte_offset, byte_len)], &mut [out], "ranged download")
    }

    fn download_resident_ranges_into(
        &self,
        ranges: &[(&Resource, usize, usize)],
        outputs: &mut [&mut Vec<u8>],
    ) -> Result<()> {
        self.download(ranges, outputs, "ranged batch download")
    }

    fn free_resident(&self, resource: Resource) -> Result<()> {
        match resource {
            Resource::Borrowed(_) => Err(no_resident("free")),
            resident => self.0.residents.remove(&resident),
        }
    }

    fn dispatch_resident_timed(
        &self,
        program: &Program,
        resources: &[Resource],
        config: &DispatchConfig,
    ) -> Result<TimedDispatchResult> {
        self.start_resident(program, resources, config)?.await_timed()
    }

    fn dispatch_resident_sequence_read_ranges_into(
        &self,
        steps: &[ResidentDispatchStep<'_>],
        read_ranges: &[ResidentReadRange<'_>],
        outputs: &mut [&mut Vec<u8>],
    ) -> Result<()> {
        self.dispatch_resident_sequence_read_ranges_timed_into(steps, read_ranges, outputs)
            .map(drop)
    }

    fn dispatch_resident_sequence_read_ranges_timed_into(
        &self,
        steps: &[ResidentDispatchStep<'_>],
        read_ranges: &[ResidentReadRange<'_>],
        outputs: &mut [&mut Vec<u8>],
    ) -> Result<ResidentSequenceTiming> {
        let plan = Plan { prefix: steps, repeated: &[], count: 0 };
        sequence::run(&self.0, &plan, read_ranges, outputs)
    }

    fn dispatch_resident_repeated_sequence_read_ranges_into(
        &self,
        prefix_steps: &[ResidentDispatchStep<'_>],
        repeated_steps: &[ResidentDispatchStep<'_>],
        repeat_count: u32,
        read_ranges: &[ResidentReadRange<'_>],
        outputs: &mut [&mut Vec<u8>],
    ) -> Result<()> {
        let plan = Plan { prefix: prefix_steps, repeated: repeated_steps, count: repeat_count };
        sequence::run(&self.0, &plan, read_ranges, outputs).map(drop)
    }

    fn pipeline_cache_snapshot(&self) -> Option<PipelineCacheSnapshot> {
        self.0.kernels.counts()
    }

    fn backend_metric_snapshot(&self) -> Vec<(&'static str, u64)> {
        metrics(&self.0.device)
    }

    fn dispatch_async(
        &self,
        program: &Program,
        inputs: &[Vec<u8>],
        config: &DispatchConfig,
    ) -> Result<Box<dyn PendingDispatch>> {
        let inputs: Vec<_> = inputs.iter().map(Vec::as_slice).collect();
        self.start(program, &inputs, config)
    }

    fn dispatch_borrowed_async(
        &self,
        program: &Program,
        inputs: &[&[u8]],
        config: &DispatchConfig,
    ) -> Result<Box<dyn PendingDispatch>> {
        self.start(program, inputs, config)
    }

    fn supports_subgroup_ops(&self) -> bool {
        self.0.facts.profile.supports_subgroup_ops
    }

    fn supports_f16(&self) -> bool {
        self.0.facts.profile.supports_f16
    }

    fn supports_bf16(&self) -> bool {
        self.0.facts.profile.supports_bf16
    }

    fn supports_tensor_cores(&self) -> bool {
        self.0.facts.profile.supports_tensor_cores
    }

    fn supports_grid_sync(&self) -> bool {
        self.0.facts.grid_barriers
    }

    fn cooperative_grid_sync_fits(
        &self,
        program: &Program,
        inputs: &[&[u8]],
        config: &DispatchConfig,
    ) -> Result<bool> {
        if !self.0.facts.grid_barriers {
            return Ok(false);
        }
        let kernel = self.0.kernel(program, config)?;
        kernel.fits_whole(self.0.id, &kernel.bound_to_bytes(inputs)?, config)
    }

    /// Programs with grid barriers are handed over whole: the library cuts them itself where the
    /// device cannot run them so, and keeps what is live at a cut.
    fn allows_host_grid_sync_split(&self) -> bool {
        false
    }

    fn supports_resident_dispatch(&self) -> bool {
        true
    }

    fn is_distributed(&self) -> bool {
        self.0.facts.distributed
    }

    fn supports_distributed_collectives(&self) -> bool {
        self.0.facts.profile.supports_distributed_collectives
    }

    fn max_workgroup_size(&self) -> [u32; 3] {
        self.0.facts.profile.max_workgroup_size
    }

    fn max_compute_workgroups_per_dimension(&self) -> u32 {
        self.0.facts.most_workgroups
    }

    fn max_compute_invocations_per_workgroup(&self) -> u32 {
        self.0.facts.profile.max_invocations_per_workgroup
    }

    fn subgroup_size(&self) -> Option<u32> {
        Some(self.0.facts.profile.subgroup_size).filter(|size| *size != 0)
    }

    fn max_storage_buffer_bytes(&self) -> u64 {
        self.0.facts.profile.max_storage_buffer_binding_size
    }

    fn device_profile(&self) -> DeviceProfile {
        self.0.facts.profile
    }

    fn prepare(&self) -> Result<()> {
        self.0.device.prepare().published(self.0.id)
    }

    fn flush(&self) -> Result<()> {
        self.0.device.wait_idle().published(self.0.id)
    }

    fn shutdown(&self) -> Result<()> {
        self.0.residents.clear()?;
        self.0.kernels.clear()?;
        self.0.device.shutdown().published(self.0.id)
    }

    fn device_lost(&self) -> bool {
        self.0.device.is_lost()
    }

    /// Of a device that is lost: pipelines and resources from before are gone.
    fn try_recover(&self) -> Result<()> {
        if !self.0.device.is_lost() {
            return Ok(());
        }
        self.0.residents.clear()?;
        self.0.device.recover().published(self.0.id)?;
        self.0.kernels.clear() // now, as others may have looked for theirs meanwhile
    }

    fn allocate_device_buffer(&self, byte_len: usize) -> Result<Box<dyn DeviceBuffer>> {
        let (backend, device) = (self.0.id, &self.0.device);
        let resident = Arc::new(Resident::create(device, backend, byte_len)?);
        Ok(Box::new(GpuBuffer { backend, resident }))
    }

    fn upload_device_buffer(&self, buffer: &mut dyn DeviceBuffer, bytes: &[u8]) -> Result<()> {
        let to = buffers::resident(self.0.id, buffer)?;
        upload(&[Upload { to, offset: 0, bytes, whole: true }], "upload", self.0.id)
    }

    fn download_device_buffer(&self, buffer: &dyn DeviceBuffer) -> Result<Vec<u8>> {
        let (mut bytes, from) = (Vec::new(), buffers::resident(self.0.id, buffer)?);
        download(&[Download::whole(from)], &mut [&mut bytes], "download", self.0.id)?;
        Ok(bytes)
    }

    fn free_device_buffer(&self, buffer: Box<dyn DeviceBuffer>) -> Result<()> {
        buffers::resident(self.0.id, buffer.as_ref()).map(drop)
    }

    fn dispatch_with_device_buffers(
        &self,
        program: &Program,
        inputs: &[&dyn DeviceBuffer],
        outputs: &mut [&mut dyn DeviceBuffer],
        config: &DispatchConfig,
    ) -> Result<()> {
        let kernel = self.0.kernel(program, config)?;
        buffers::run(&self.0, &kernel, inputs, outputs, config)
    }

    generation::backend_methods!();
}
