package vyre

// #include "all.h"
import "C"

import "unsafe"

// DeviceKind is what a device is made of.
type DeviceKind uint32

const (
	DeviceOther      DeviceKind = C.VYRE_DEVICE_OTHER      // none of the others, or unknown
	DeviceIntegrated DeviceKind = C.VYRE_DEVICE_INTEGRATED // a GPU that shares the host's memory
	DeviceDiscrete   DeviceKind = C.VYRE_DEVICE_DISCRETE   // a GPU with memory of its own
	DeviceVirtual    DeviceKind = C.VYRE_DEVICE_VIRTUAL    // a part of a GPU, in a virtual machine
	DeviceCPU        DeviceKind = C.VYRE_DEVICE_CPU        // a software implementation
	DeviceOracle     DeviceKind = C.VYRE_DEVICE_ORACLE     // the reference interpreter
)

// Timing is what the times of a device come from, the best that it has.
type Timing uint32

const (
	TimingHostOnly         Timing = C.VYRE_TIMING_HOST_ONLY         // the host's clock around a dispatch
	TimingHostEnqueueWait  Timing = C.VYRE_TIMING_HOST_ENQUEUE_WAIT // the same, submission and wait apart
	TimingDeviceTimestamps Timing = C.VYRE_TIMING_DEVICE_TIMESTAMPS // the device's clock
	TimingHardwareCounters Timing = C.VYRE_TIMING_HARDWARE_COUNTERS // the device's counters
)

// Fact is where a fact comes from.
type Fact uint32

const (
	FactUnknown  Fact = C.VYRE_FACT_UNKNOWN  // nobody says it
	FactReported Fact = C.VYRE_FACT_REPORTED // the driver or the backend says it
	FactMeasured Fact = C.VYRE_FACT_MEASURED // [Device.MeasureBandwidth], in this process
)

// Features are bits of what a device can do.
type Features uint64

const (
	// scripts/generate writes: features
	FeatureSubgroupOperations  Features = C.VYRE_FEATURE_SUBGROUP_OPERATIONS   // subgroup operations
	FeatureSubgroupShuffle     Features = C.VYRE_FEATURE_SUBGROUP_SHUFFLE      // subgroup shuffles
	FeatureF16                 Features = C.VYRE_FEATURE_F16                   // 16-bit floats
	FeatureBF16                Features = C.VYRE_FEATURE_BF16                  // bfloat16
	FeatureF64                 Features = C.VYRE_FEATURE_F64                   // 64-bit floats
	FeatureInt64               Features = C.VYRE_FEATURE_INT64                 // 64-bit integers
	FeatureStorage8Bit         Features = C.VYRE_FEATURE_STORAGE_8BIT          // |
	FeatureStorage16Bit        Features = C.VYRE_FEATURE_STORAGE_16BIT         // |
	FeatureTensorCores         Features = C.VYRE_FEATURE_TENSOR_CORES          // tensor cores
	FeatureIndirectDispatch    Features = C.VYRE_FEATURE_INDIRECT_DISPATCH     // grids that stand in a buffer
	FeatureGridBarrier         Features = C.VYRE_FEATURE_GRID_BARRIER          // holds a whole grid resident
	FeatureDeviceTimestamps    Features = C.VYRE_FEATURE_DEVICE_TIMESTAMPS     // the device measures times
	FeatureHardwareCounters    Features = C.VYRE_FEATURE_HARDWARE_COUNTERS     // hardware counters
	FeatureF32Denormals        Features = C.VYRE_FEATURE_F32_DENORMALS         // preserved; f32 programs need them
	FeatureExactF32Division    Features = C.VYRE_FEATURE_EXACT_F32_DIVISION    // exact division and square root
	FeatureExactF32FMA         Features = C.VYRE_FEATURE_EXACT_F32_FMA         // rounds a * b + c once
	FeatureUnifiedMemory       Features = C.VYRE_FEATURE_UNIFIED_MEMORY        // host memory is device memory
	FeatureCollectives         Features = C.VYRE_FEATURE_COLLECTIVES           // collectives of the IR
	FeatureAsyncCopies         Features = C.VYRE_FEATURE_ASYNC_COPIES          // asynchronous copies of the IR
	FeatureIntegerDot          Features = C.VYRE_FEATURE_INTEGER_DOT           // integer dot products of modules
	FeatureInt64Atomics        Features = C.VYRE_FEATURE_INT64_ATOMICS         // |
	FeatureBufferAddresses     Features = C.VYRE_FEATURE_BUFFER_ADDRESSES      // pointers in modules
	FeatureSubgroupSizeControl Features = C.VYRE_FEATURE_SUBGROUP_SIZE_CONTROL // pipelines choose the size
	FeatureCooperativeMatrix   Features = C.VYRE_FEATURE_COOPERATIVE_MATRIX    // cooperative matrices of modules
	FeatureImages              Features = C.VYRE_FEATURE_IMAGES                // images and samplers
	FeatureMemoryBudget        Features = C.VYRE_FEATURE_MEMORY_BUDGET         // the driver knows a budget
	FeatureDistributed         Features = C.VYRE_FEATURE_DISTRIBUTED           // work over several devices
	FeatureSignedZeroMode      Features = C.VYRE_FEATURE_SIGNED_ZERO_MODE      // code can ask: keep f32 -0, inf and NaN
	FeatureDenormMode          Features = C.VYRE_FEATURE_DENORM_MODE           // code can ask: keep f32 denormals
	FeatureRoundingMode        Features = C.VYRE_FEATURE_ROUNDING_MODE         // code can ask: round f32 to even
	// scripts/generate ends
)

// Quirks are bits of what a device does that a planner has to know.
type Quirks uint64

const (
	// scripts/generate writes: quirks
	QuirkLoopLimit      Quirks = C.VYRE_QUIRK_LOOP_LIMIT      // stops loops: see MaxLoopTrips
	QuirkSlowCompiler   Quirks = C.VYRE_QUIRK_SLOW_COMPILER   // see MaxBufferAccesses
	QuirkConstantZeros  Quirks = C.VYRE_QUIRK_CONSTANT_ZEROS  // takes some f32 constants for others
	QuirkCoarseBarriers Quirks = C.VYRE_QUIRK_COARSE_BARRIERS // memory barriers wait for the workgroup
	// scripts/generate ends
)

// HandleTypes are bits of how memory or a semaphore is shared with another interface or process.
type HandleTypes uint64

const (
	HandleFD          HandleTypes = C.VYRE_HANDLE_FD           // a file descriptor of the driver's own kind
	HandleDMABuf      HandleTypes = C.VYRE_HANDLE_DMA_BUF      // a dma-buf of Linux
	HandleWin32       HandleTypes = C.VYRE_HANDLE_WIN32        // an NT handle
	HandleWin32KMT    HandleTypes = C.VYRE_HANDLE_WIN32_KMT    // a global share handle of Windows
	HandleHostPointer HandleTypes = C.VYRE_HANDLE_HOST_POINTER // memory of this process
)

// DeviceInfo is facts about a device, as it reports them. 0 is unknown or none.
type DeviceInfo struct {
	ID                      string // what opens it: "vulkan:<uuid>", "cpu-ref"
	Backend                 string // its family: "vulkan"
	BackendVersion          string // of the backend and what drives it
	Name                    string // "llvmpipe (LLVM 15.0.6, 256 bits)"
	Driver                  string // "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
	APIVersion              string // "1.3.230"
	Features                Features
	Quirks                  Quirks
	Ops                     []string    // statements and expressions that it runs, and ops that a plug-in or a lowering carries out here
	MemoryImports           HandleTypes // that buffers can be shared by
	MemoryExports           HandleTypes
	SemaphoreImports        HandleTypes // that semaphores can be shared by
	SemaphoreExports        HandleTypes
	MaxBufferBytes          uint64 // of one binding
	MaxAllocationBytes      uint64 // of one [Buffer]
	DeviceMemoryBytes       uint64 // its own
	HostMemoryBytes         uint64 // of the host that it reaches
	BytesPerSecond          uint64 // of its memory, reads and writes together
	HostImportAlignment     uint64 // of address and size of host memory that is shared
	DeviceUUID              [16]byte
	DriverUUID              [16]byte
	Kind                    DeviceKind
	TimingQuality           Timing
	TimingSource            Fact // of TimingQuality
	BandwidthSource         Fact // of BytesPerSecond
	PCIVendor               uint32
	PCIDevice               uint32
	DriverVersion           uint32
	MaxWorkgroupSize        [3]uint32 // invocations on each axis
	MaxWorkgroupCount       [3]uint32 // of one launch; larger grids are split
	MaxWorkgroupInvocations uint32    // of all axes together
	MaxParameters           uint32    // of one kernel: buffers
	MaxImages               uint32    // of one kernel
	MaxPushConstantBytes    uint32
	WorkgroupMemoryBytes    uint32
	SubgroupSize            uint32
	SubgroupSizeMin         uint32
	SubgroupSizeMax         uint32
	MaxLoopTrips            uint32 // of an invocation, after which the device stops loops
	MaxBufferAccesses       uint32 // loads, stores, atomics of a kernel; longer ones are cut
	BufferOffsetAlignment   uint32 // of bound ranges of buffers
	ComputeUnits            uint32 // multiprocessors that workgroups are given to, as NVIDIA and AMD tell
	SubgroupsPerUnit        uint32 // that each of them holds at a time, likewise
}

func deviceInfo(d *C.vyre_device_info) DeviceInfo {
	return DeviceInfo{
		ID:                      text(d.id),
		Backend:                 text(d.backend),
		BackendVersion:          text(d.backend_version),
		Name:                    text(d.name),
		Driver:                  text(d.driver),
		APIVersion:              text(d.api_version),
		Features:                Features(d.features),
		Quirks:                  Quirks(d.quirks),
		Ops:                     each(d.ops, d.op_count, textAt),
		MemoryImports:           HandleTypes(d.memory_imports),
		MemoryExports:           HandleTypes(d.memory_exports),
		SemaphoreImports:        HandleTypes(d.semaphore_imports),
		SemaphoreExports:        HandleTypes(d.semaphore_exports),
		MaxBufferBytes:          uint64(d.max_buffer_bytes),
		MaxAllocationBytes:      uint64(d.max_allocation_bytes),
		DeviceMemoryBytes:       uint64(d.device_memory_bytes),
		HostMemoryBytes:         uint64(d.host_memory_bytes),
		BytesPerSecond:          uint64(d.bytes_per_second),
		HostImportAlignment:     uint64(d.host_import_alignment),
		DeviceUUID:              uuid(&d.device_uuid),
		DriverUUID:              uuid(&d.driver_uuid),
		Kind:                    DeviceKind(d.kind),
		TimingQuality:           Timing(d.timing_quality),
		TimingSource:            Fact(d.timing_source),
		BandwidthSource:         Fact(d.bandwidth_source),
		PCIVendor:               uint32(d.pci_vendor),
		PCIDevice:               uint32(d.pci_device),
		DriverVersion:           uint32(d.driver_version),
		MaxWorkgroupSize:        axes(d.max_workgroup_size),
		MaxWorkgroupCount:       axes(d.max_workgroup_count),
		MaxWorkgroupInvocations: uint32(d.max_workgroup_invocations),
		MaxParameters:           uint32(d.max_parameters),
		MaxImages:               uint32(d.max_images),
		MaxPushConstantBytes:    uint32(d.max_push_constant_bytes),
		WorkgroupMemoryBytes:    uint32(d.workgroup_memory_bytes),
		SubgroupSize:            uint32(d.subgroup_size),
		SubgroupSizeMin:         uint32(d.subgroup_size_min),
		SubgroupSizeMax:         uint32(d.subgroup_size_max),
		MaxLoopTrips:            uint32(d.max_loop_trips),
		MaxBufferAccesses:       uint32(d.max_buffer_accesses),
		BufferOffsetAlignment:   uint32(d.buffer_offset_alignment),
		ComputeUnits:            uint32(d.compute_units),
		SubgroupsPerUnit:        uint32(d.subgroups_per_unit),
	}
}

func uuid(from *[16]C.uint8_t) [16]byte { return *(*[16]byte)(unsafe.Pointer(from)) }
