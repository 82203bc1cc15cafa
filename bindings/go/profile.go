package vyre

// #include <vyre_driver.h>
import "C"

import "unsafe"

// DeviceKind is what sort of device a backend runs on.
type DeviceKind uint32

const (
	DeviceOther      DeviceKind = C.VYRE_DEVICE_OTHER
	DeviceIntegrated DeviceKind = C.VYRE_DEVICE_INTEGRATED
	DeviceDiscrete   DeviceKind = C.VYRE_DEVICE_DISCRETE
	DeviceVirtual    DeviceKind = C.VYRE_DEVICE_VIRTUAL
	DeviceCPU        DeviceKind = C.VYRE_DEVICE_CPU    // a software implementation
	DeviceOracle     DeviceKind = C.VYRE_DEVICE_ORACLE // the reference interpreter
)

// TimingQuality is how a backend measures time.
type TimingQuality uint32

const (
	TimingHostOnly         TimingQuality = C.VYRE_TIMING_HOST_ONLY
	TimingHostEnqueueWait  TimingQuality = C.VYRE_TIMING_HOST_ENQUEUE_WAIT
	TimingDeviceTimestamps TimingQuality = C.VYRE_TIMING_DEVICE_TIMESTAMPS
	TimingHardwareCounters TimingQuality = C.VYRE_TIMING_HARDWARE_COUNTERS
)

// Features are bits of what a device can do.
type Features uint64

const (
	// scripts/generate writes: features
	FeatureSubgroupOperations Features = C.VYRE_FEATURE_SUBGROUP_OPERATIONS // subgroup operations
	FeatureSubgroupShuffle    Features = C.VYRE_FEATURE_SUBGROUP_SHUFFLE    // subgroup shuffles
	FeatureF16                Features = C.VYRE_FEATURE_F16                 // 16-bit floats
	FeatureBF16               Features = C.VYRE_FEATURE_BF16                // bfloat16
	FeatureF64                Features = C.VYRE_FEATURE_F64                 // 64-bit floats
	FeatureInt64              Features = C.VYRE_FEATURE_INT64               // 64-bit integers
	FeatureStorage8Bit        Features = C.VYRE_FEATURE_STORAGE_8BIT        // elements of 8 bits
	FeatureStorage16Bit       Features = C.VYRE_FEATURE_STORAGE_16BIT       // elements of 16 bits
	FeatureTensorCores        Features = C.VYRE_FEATURE_TENSOR_CORES        // tensor cores
	FeatureIndirectDispatch   Features = C.VYRE_FEATURE_INDIRECT_DISPATCH   // indirect dispatches
	FeatureGridBarrier        Features = C.VYRE_FEATURE_GRID_BARRIER        // holds a whole grid resident
	FeatureDeviceTimestamps   Features = C.VYRE_FEATURE_DEVICE_TIMESTAMPS   // the device measures times
	FeatureHardwareCounters   Features = C.VYRE_FEATURE_HARDWARE_COUNTERS   // hardware counters
	FeatureF32Denormals       Features = C.VYRE_FEATURE_F32_DENORMALS       // preserved; f32 programs need them
	FeatureExactF32Division   Features = C.VYRE_FEATURE_EXACT_F32_DIVISION  // exact division and square root
	FeatureExactF32FMA        Features = C.VYRE_FEATURE_EXACT_F32_FMA       // rounds a * b + c once
	FeatureUnifiedMemory      Features = C.VYRE_FEATURE_UNIFIED_MEMORY      // host memory is device memory
	// scripts/generate ends
)

// Quirks are bits of what a device does that a planner must know.
type Quirks uint64

const (
	// scripts/generate writes: quirks
	QuirkLoopLimit      Quirks = C.VYRE_QUIRK_LOOP_LIMIT      // stops loops: see MaxLoopTrips
	QuirkSlowCompiler   Quirks = C.VYRE_QUIRK_SLOW_COMPILER   // see MaxBufferAccesses
	QuirkConstantZeros  Quirks = C.VYRE_QUIRK_CONSTANT_ZEROS  // takes some f32 constants for others
	QuirkCoarseBarriers Quirks = C.VYRE_QUIRK_COARSE_BARRIERS // memory barriers wait for the workgroup
	// scripts/generate ends
)

// FactSource is where a fact comes from.
type FactSource uint32

const (
	FactUnknown  FactSource = C.VYRE_FACT_UNKNOWN  // nobody says: 0
	FactReported FactSource = C.VYRE_FACT_REPORTED // what the driver or the backend says
	FactMeasured FactSource = C.VYRE_FACT_MEASURED // by [Backend.Measure]
)

// DeviceProfile is facts about a device, as the device reports them. Nothing is guessed: 0 means
// unknown or none.
type DeviceProfile struct {
	Name                    string // "llvmpipe (LLVM 15.0.6, 256 bits)"
	Driver                  string // "llvmpipe Mesa 22.3.6 (LLVM 15.0.6)"
	APIVersion              string // "1.3.230"
	Features                Features
	MaxBufferBytes          uint64 // of one binding
	DeviceMemoryBytes       uint64
	MemoryBandwidthGbps     float64
	DeviceUUID              [16]byte
	DriverUUID              [16]byte
	Kind                    DeviceKind
	TimingQuality           TimingQuality
	VendorID                uint32
	DeviceID                uint32
	DriverVersion           uint32
	MaxWorkgroupSize        [3]uint32
	MaxWorkgroupCount       [3]uint32 // of a launch without splitting; larger grids are split
	MaxWorkgroupInvocations uint32
	MaxBuffers              uint32 // bindings of one kernel
	WorkgroupMemoryBytes    uint32
	SubgroupSize            uint32
	MaxLoopTrips            uint32 // trips per invocation after which the device stops loops
	BufferOffsetAlignment   uint32 // of bound ranges of device buffers
	MaxBufferAccesses       uint32 // loads, stores and atomics of a kernel; longer ones are cut
	Quirks                  Quirks
	MaxAllocationBytes      uint64 // of one buffer
	HostMemoryBytes         uint64 // of the host that the device reaches
	SubgroupSizeMin         uint32 // a device with one width has it three times
	SubgroupSizeMax         uint32
	TimingSource            FactSource // where TimingQuality comes from
	BandwidthSource         FactSource // where MemoryBandwidthGbps comes from
}

func deviceProfile(p *C.vyre_device_profile) DeviceProfile {
	return DeviceProfile{
		Name:                    text(p.name),
		Driver:                  text(p.driver),
		APIVersion:              text(p.api_version),
		Features:                Features(p.features),
		MaxBufferBytes:          uint64(p.max_buffer_bytes),
		DeviceMemoryBytes:       uint64(p.device_memory_bytes),
		MemoryBandwidthGbps:     float64(p.memory_bandwidth_gbps),
		DeviceUUID:              uuid(&p.device_uuid),
		DriverUUID:              uuid(&p.driver_uuid),
		Kind:                    DeviceKind(p.kind),
		TimingQuality:           TimingQuality(p.timing_quality),
		VendorID:                uint32(p.vendor_id),
		DeviceID:                uint32(p.device_id),
		DriverVersion:           uint32(p.driver_version),
		MaxWorkgroupSize:        axes(p.max_workgroup_size),
		MaxWorkgroupCount:       axes(p.max_workgroup_count),
		MaxWorkgroupInvocations: uint32(p.max_workgroup_invocations),
		MaxBuffers:              uint32(p.max_buffers),
		WorkgroupMemoryBytes:    uint32(p.workgroup_memory_bytes),
		SubgroupSize:            uint32(p.subgroup_size),
		MaxLoopTrips:            uint32(p.max_loop_trips),
		BufferOffsetAlignment:   uint32(p.buffer_offset_alignment),
		MaxBufferAccesses:       uint32(p.max_buffer_accesses),
		Quirks:                  Quirks(p.quirks),
		MaxAllocationBytes:      uint64(p.max_allocation_bytes),
		HostMemoryBytes:         uint64(p.host_memory_bytes),
		SubgroupSizeMin:         uint32(p.subgroup_size_min),
		SubgroupSizeMax:         uint32(p.subgroup_size_max),
		TimingSource:            FactSource(p.timing_source),
		BandwidthSource:         FactSource(p.bandwidth_source),
	}
}

func uuid(from *[16]C.uint8_t) [16]byte { return *(*[16]byte)(unsafe.Pointer(from)) }
