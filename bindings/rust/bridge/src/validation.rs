//! What published validation asks of a backend.

use crate::bridge::backend::GpuBackend;
use vyre_driver::VyreBackend;
use vyre_foundation::ir::DataType;
use vyre_foundation::validate::{BackendCapabilities, BackendValidationCapabilities};

impl BackendValidationCapabilities for GpuBackend {
    fn backend_name(&self) -> &'static str {
        self.0.id
    }

    /// Floats but F32 are no targets of casts in these programs, on any device.
    fn supports_cast_target(&self, target: &DataType) -> bool {
        match target {
            DataType::U64 | DataType::I64 => self.0.facts.profile.max_native_int_width == 64,
            DataType::Bool | DataType::F32 | DataType::Vec2U32 | DataType::Vec4U32 => true,
            DataType::U8 | DataType::U16 | DataType::U32 => true,
            DataType::I8 | DataType::I16 | DataType::I32 => true,
            _ => false,
        }
    }

    fn supports_subgroup_ops(&self) -> bool {
        VyreBackend::supports_subgroup_ops(self)
    }

    fn supports_indirect_dispatch(&self) -> bool {
        VyreBackend::supports_indirect_dispatch(self)
    }

    fn supports_specialization_constants(&self) -> bool {
        self.device_profile().supports_specialization_constants
    }

    fn supports_distributed_collectives(&self) -> bool {
        VyreBackend::supports_distributed_collectives(self)
    }

    fn backend_capabilities(&self) -> BackendCapabilities {
        self.device_profile().validation_capabilities()
    }
}
