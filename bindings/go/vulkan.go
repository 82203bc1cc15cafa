package vyre

// #include "all.h"
import "C"

import "unsafe"

// VulkanFeatures are features of a Vulkan device that the library requires or can use.
type VulkanFeatures uint64

const (
	// scripts/generate writes: features
	VulkanTimelineSemaphore                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_TIMELINE_SEMAPHORE                          // timelineSemaphore
	VulkanMemoryModel                            VulkanFeatures = C.VYRE_VULKAN_FEATURE_MEMORY_MODEL                                // vulkanMemoryModel
	VulkanMemoryModelDeviceScope                 VulkanFeatures = C.VYRE_VULKAN_FEATURE_MEMORY_MODEL_DEVICE_SCOPE                   // vulkanMemoryModelDeviceScope
	VulkanShaderFloat64                          VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_FLOAT64                              // shaderFloat64
	VulkanShaderInt64                            VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_INT64                                // shaderInt64
	VulkanShaderInt16                            VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_INT16                                // shaderInt16
	VulkanShaderInt8                             VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_INT8                                 // shaderInt8
	VulkanShaderFloat16                          VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_FLOAT16                              // shaderFloat16
	VulkanStorageBuffer8Bit                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_STORAGE_BUFFER_8BIT                         // storageBuffer8BitAccess
	VulkanStorageBuffer16Bit                     VulkanFeatures = C.VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT                        // storageBuffer16BitAccess
	VulkanIntegerDotProduct                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_INTEGER_DOT_PRODUCT                         // shaderIntegerDotProduct
	VulkanShaderBufferInt64Atomics               VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BUFFER_INT64_ATOMICS                 // shaderBufferInt64Atomics
	VulkanShaderSharedInt64Atomics               VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SHARED_INT64_ATOMICS                 // shaderSharedInt64Atomics
	VulkanVariablePointersStorageBuffer          VulkanFeatures = C.VYRE_VULKAN_FEATURE_VARIABLE_POINTERS_STORAGE_BUFFER            // variablePointersStorageBuffer
	VulkanVariablePointers                       VulkanFeatures = C.VYRE_VULKAN_FEATURE_VARIABLE_POINTERS                           // variablePointers
	VulkanUniformBuffer8Bit                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_8BIT                         // uniformAndStorageBuffer8BitAccess
	VulkanPushConstant8Bit                       VulkanFeatures = C.VYRE_VULKAN_FEATURE_PUSH_CONSTANT_8BIT                          // storagePushConstant8
	VulkanUniformBuffer16Bit                     VulkanFeatures = C.VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_16BIT                        // uniformAndStorageBuffer16BitAccess
	VulkanPushConstant16Bit                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_PUSH_CONSTANT_16BIT                         // storagePushConstant16
	VulkanBufferDeviceAddress                    VulkanFeatures = C.VYRE_VULKAN_FEATURE_BUFFER_DEVICE_ADDRESS                       // bufferDeviceAddress
	VulkanScalarBlockLayout                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_SCALAR_BLOCK_LAYOUT                         // scalarBlockLayout
	VulkanUniformBufferStandardLayout            VulkanFeatures = C.VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT              // uniformBufferStandardLayout
	VulkanShaderSubgroupExtendedTypes            VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_EXTENDED_TYPES              // shaderSubgroupExtendedTypes
	VulkanShaderExpectAssume                     VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_EXPECT_ASSUME                        // shaderExpectAssume
	VulkanStorageBufferArrayDynamicIndexing      VulkanFeatures = C.VYRE_VULKAN_FEATURE_STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING       // shaderStorageBufferArrayDynamicIndexing
	VulkanUniformBufferArrayDynamicIndexing      VulkanFeatures = C.VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING       // shaderUniformBufferArrayDynamicIndexing
	VulkanStorageBufferArrayNonUniformIndexing   VulkanFeatures = C.VYRE_VULKAN_FEATURE_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING   // shaderStorageBufferArrayNonUniformIndexing
	VulkanUniformBufferArrayNonUniformIndexing   VulkanFeatures = C.VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING   // shaderUniformBufferArrayNonUniformIndexing
	VulkanRuntimeDescriptorArray                 VulkanFeatures = C.VYRE_VULKAN_FEATURE_RUNTIME_DESCRIPTOR_ARRAY                    // runtimeDescriptorArray
	VulkanSubgroupSizeControl                    VulkanFeatures = C.VYRE_VULKAN_FEATURE_SUBGROUP_SIZE_CONTROL                       // subgroupSizeControl
	VulkanComputeFullSubgroups                   VulkanFeatures = C.VYRE_VULKAN_FEATURE_COMPUTE_FULL_SUBGROUPS                      // computeFullSubgroups
	VulkanZeroInitializeWorkgroupMemory          VulkanFeatures = C.VYRE_VULKAN_FEATURE_ZERO_INITIALIZE_WORKGROUP_MEMORY            // shaderZeroInitializeWorkgroupMemory
	VulkanShaderBufferFloat32Atomics             VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMICS               // shaderBufferFloat32Atomics
	VulkanShaderBufferFloat32AtomicAdd           VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMIC_ADD            // shaderBufferFloat32AtomicAdd
	VulkanShaderBufferFloat64AtomicAdd           VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT64_ATOMIC_ADD            // shaderBufferFloat64AtomicAdd
	VulkanShaderBufferFloat32AtomicMinMax        VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMIC_MIN_MAX        // shaderBufferFloat32AtomicMinMax
	VulkanShaderSharedFloat32Atomics             VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMICS               // shaderSharedFloat32Atomics
	VulkanShaderSharedFloat32AtomicAdd           VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMIC_ADD            // shaderSharedFloat32AtomicAdd
	VulkanShaderSharedFloat64AtomicAdd           VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT64_ATOMIC_ADD            // shaderSharedFloat64AtomicAdd
	VulkanShaderSharedFloat32AtomicMinMax        VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMIC_MIN_MAX        // shaderSharedFloat32AtomicMinMax
	VulkanWorkgroupMemoryExplicitLayout          VulkanFeatures = C.VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT            // workgroupMemoryExplicitLayout
	VulkanWorkgroupMemoryExplicitLayout8Bit      VulkanFeatures = C.VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_8BIT       // workgroupMemoryExplicitLayout8BitAccess
	VulkanWorkgroupMemoryExplicitLayout16Bit     VulkanFeatures = C.VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_16BIT      // workgroupMemoryExplicitLayout16BitAccess
	VulkanCooperativeMatrix                      VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX                          // cooperativeMatrix
	VulkanCooperativeMatrixNv                    VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_NV                       // cooperativeMatrix
	VulkanCooperativeMatrixWorkgroupScope        VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_WORKGROUP_SCOPE          // cooperativeMatrixWorkgroupScope
	VulkanCooperativeMatrixFlexibleDimensions    VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_FLEXIBLE_DIMENSIONS      // cooperativeMatrixFlexibleDimensions
	VulkanCooperativeMatrixReductions            VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_REDUCTIONS               // cooperativeMatrixReductions
	VulkanCooperativeMatrixConversions           VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_CONVERSIONS              // cooperativeMatrixConversions
	VulkanCooperativeMatrixPerElementOperations  VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_PER_ELEMENT_OPERATIONS   // cooperativeMatrixPerElementOperations
	VulkanCooperativeMatrixTensorAddressing      VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_TENSOR_ADDRESSING        // cooperativeMatrixTensorAddressing
	VulkanCooperativeMatrixBlockLoads            VulkanFeatures = C.VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_BLOCK_LOADS              // cooperativeMatrixBlockLoads
	VulkanShaderBfloat16Type                     VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_TYPE                        // shaderBFloat16Type
	VulkanShaderBfloat16DotProduct               VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_DOT_PRODUCT                 // shaderBFloat16DotProduct
	VulkanShaderBfloat16CooperativeMatrix        VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_COOPERATIVE_MATRIX          // shaderBFloat16CooperativeMatrix
	VulkanShaderSubgroupRotate                   VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_ROTATE                      // shaderSubgroupRotate
	VulkanShaderSubgroupRotateClustered          VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_ROTATE_CLUSTERED            // shaderSubgroupRotateClustered
	VulkanShaderFloatControls2                   VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_FLOAT_CONTROLS_2                     // shaderFloatControls2
	VulkanShaderStorageImageExtendedFormats      VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_EXTENDED_FORMATS       // shaderStorageImageExtendedFormats
	VulkanShaderStorageImageReadWithoutFormat    VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_READ_WITHOUT_FORMAT    // shaderStorageImageReadWithoutFormat
	VulkanShaderStorageImageWriteWithoutFormat   VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT   // shaderStorageImageWriteWithoutFormat
	VulkanShaderImageGatherExtended              VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_IMAGE_GATHER_EXTENDED                // shaderImageGatherExtended
	VulkanShaderSampledImageArrayDynamicIndexing VulkanFeatures = C.VYRE_VULKAN_FEATURE_SHADER_SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING // shaderSampledImageArrayDynamicIndexing
	// scripts/generate ends
)

// VulkanFeatureInfo is one feature and where it is switched on.
type VulkanFeatureInfo struct {
	Name              string // "vulkanMemoryModel"
	Structure         string // that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures"
	CoreStructure     string // of a core version: "VkPhysicalDeviceVulkan12Features"; or empty
	Extension         string // that Structure needs where no core version has it; or empty
	Bit               VulkanFeatures
	Required          bool   // programs that need the others are refused without them
	StructureType     uint32 // VkStructureType of Structure
	CoreStructureType uint32 // of CoreStructure; 0 when that is empty
}

func vulkanFeatureInfo(f *C.vyre_vulkan_feature_info) VulkanFeatureInfo {
	return VulkanFeatureInfo{
		Name:              text(f.name),
		Structure:         text(f.structure),
		CoreStructure:     text(f.core_structure),
		Extension:         text(f.extension),
		Bit:               VulkanFeatures(f.bit),
		Required:          f.required != 0,
		StructureType:     uint32(f.structure_type),
		CoreStructureType: uint32(f.core_structure_type),
	}
}

// VulkanRequirements is what the library wants of an instance and a device.
type VulkanRequirements struct {
	RequiredInstanceExtensions []string
	OptionalInstanceExtensions []string
	RequiredDeviceExtensions   []string
	OptionalDeviceExtensions   []string
	Features                   []VulkanFeatureInfo // all of them, by Bit
	RequiredFeatures           VulkanFeatures
	OptionalFeatures           VulkanFeatures // the rest
	MinAPIVersion              uint32         // of instance and device
	RequiredQueueFlags         uint32         // VkQueueFlags of the queue's family
	BufferUsage                uint32         // VkBufferUsageFlags that ImportVulkanBuffer wants
	ImageUsage                 uint32         // VkImageUsageFlags of images; none are imported
}

// GetVulkanRequirements tells a host that makes its instance and device for apiVersion what it has to
// enable, and what it may. Needs no context and no Vulkan.
func GetVulkanRequirements(apiVersion uint32) (*VulkanRequirements, error) {
	r := blank[C.vyre_vulkan_requirements]()
	if err := take(C.vyre_vulkan_get_requirements(C.uint32_t(apiVersion), &r)); err != nil {
		return nil, err
	}
	return &VulkanRequirements{
		RequiredInstanceExtensions: names(r.required_instance_extensions, r.required_instance_extension_count),
		OptionalInstanceExtensions: names(r.optional_instance_extensions, r.optional_instance_extension_count),
		RequiredDeviceExtensions:   names(r.required_device_extensions, r.required_device_extension_count),
		OptionalDeviceExtensions:   names(r.optional_device_extensions, r.optional_device_extension_count),
		Features:                   each(r.features, r.feature_count, vulkanFeatureInfo),
		RequiredFeatures:           VulkanFeatures(r.required_features),
		OptionalFeatures:           VulkanFeatures(r.optional_features),
		MinAPIVersion:              uint32(r.min_api_version),
		RequiredQueueFlags:         uint32(r.required_queue_flags),
		BufferUsage:                uint32(r.buffer_usage),
		ImageUsage:                 uint32(r.image_usage),
	}, nil
}

func names(first **C.char, count C.size_t) []string {
	return each(first, count, func(name *C.char) string { return C.GoString(name) })
}

// ReadVulkanFeatures tells which of these features are on in chain: a VkPhysicalDeviceFeatures2 or
// the VkDeviceCreateInfo of a device, in C memory, with what hangs on it.
func ReadVulkanFeatures(chain unsafe.Pointer) (VulkanFeatures, error) {
	var on C.vyre_vulkan_features
	err := take(C.vyre_vulkan_read_features(chain, &on))
	return VulkanFeatures(on), err
}

// EnableVulkanFeatures switches features on in every structure of chain that has them, and gives
// those for which it has no structure. chain is as for [ReadVulkanFeatures].
func EnableVulkanFeatures(chain unsafe.Pointer, features VulkanFeatures) (missing VulkanFeatures, err error) {
	var none C.vyre_vulkan_features
	err = take(C.vyre_vulkan_enable_features(chain, C.vyre_vulkan_features(features), &none))
	return VulkanFeatures(none), err
}
