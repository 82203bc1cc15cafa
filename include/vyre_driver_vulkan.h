/* vyre_driver_vulkan.h: this library on a Vulkan device that the host has made.
 *
 * For engines and renderers that have a VkInstance and a VkDevice. The host hands them over, keeps
 * them, and gets an ordinary vyre_device that every function takes:
 *
 *   vyre_vulkan_device_desc desc = VYRE_VULKAN_DEVICE_DESC_INIT;
 *   desc.instance = instance;
 *   desc.physical_device = physical_device;
 *   desc.device = device;
 *   desc.get_instance_proc_addr = (vyre_vulkan_function)vkGetInstanceProcAddr;
 *   desc.api_version = VK_API_VERSION_1_2;
 *   desc.enabled_features = &features2;
 *   desc.flags = VYRE_VULKAN_RECORD_ONLY;
 *   desc.queue_family = family;
 *   error = vyre_device_import_vulkan(NULL, &desc, &imported);
 *
 *   // each frame, into the host's own command buffer
 *   error = vyre_recording_create(imported, command_buffer, NULL, &recording);
 *   if (!error) error = vyre_recording_add_dispatch(recording, pipeline, bindings, 2, &run);
 *   if (!error) error = vyre_recording_end(recording, NULL);
 *
 *   // when the frame's fence is signaled
 *   error = vyre_recording_retire(recording);
 *   vyre_recording_destroy(recording);
 *
 * Three ways to work together, which can be mixed:
 *
 *   record  The library records into the host's command buffer and never submits. With
 *           VYRE_VULKAN_RECORD_ONLY it needs no queue.
 *   submit  The library submits to the host's queue, between the host's lock and unlock.
 *   share   The host uses the library's buffers and its timeline, and the other way round.
 *
 * What is particular here:
 *
 *  - The header neither needs vulkan.h nor minds it, before or after. Instances, physical devices,
 *    devices, queues and command buffers are void*. All other handles are uint64_t: cast them, as
 *    in (uint64_t)buffer. Versions, flags, families and structure types are Vulkan's own numbers.
 *  - On a host's device the library opens no Vulkan loader, uses one queue, never waits for a queue
 *    or a device to be idle, and destroys nothing that it did not create.
 *  - No function of this header submits or waits for the device. What those of other headers do is
 *    the last line of their comments.
 *  - When the device is lost, calls fail with DEVICE_LOST. vyre_device_recover is refused: make
 *    another VkDevice and import that.
 *
 * The general rules of vyre_driver.h hold: errors, owners, threads, strings, structs.
 */
#ifndef VYRE_DRIVER_VULKAN_H
#define VYRE_DRIVER_VULKAN_H

#include "vyre_driver.h"
#include "vyre_driver_interop.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct vyre_recording vyre_recording; /* work in a command buffer of the host */

/* ---- What a device needs --------------------------------------------------------------------- */

/* Features of a VkDevice that the library requires or can use. Beside each stands its name in
 * Vulkan. vyre_vulkan_requirements says which ones are required. */
typedef uint64_t vyre_vulkan_features;
/* scripts/generate writes: features */
#define VYRE_VULKAN_FEATURE_TIMELINE_SEMAPHORE (UINT64_C(1) << 0) /* timelineSemaphore */
#define VYRE_VULKAN_FEATURE_MEMORY_MODEL (UINT64_C(1) << 1)       /* vulkanMemoryModel */
/* vulkanMemoryModelDeviceScope */
#define VYRE_VULKAN_FEATURE_MEMORY_MODEL_DEVICE_SCOPE (UINT64_C(1) << 2)
#define VYRE_VULKAN_FEATURE_SHADER_FLOAT64 (UINT64_C(1) << 3)       /* shaderFloat64 */
#define VYRE_VULKAN_FEATURE_SHADER_INT64 (UINT64_C(1) << 4)         /* shaderInt64 */
#define VYRE_VULKAN_FEATURE_SHADER_INT16 (UINT64_C(1) << 5)         /* shaderInt16 */
#define VYRE_VULKAN_FEATURE_SHADER_INT8 (UINT64_C(1) << 6)          /* shaderInt8 */
#define VYRE_VULKAN_FEATURE_SHADER_FLOAT16 (UINT64_C(1) << 7)       /* shaderFloat16 */
#define VYRE_VULKAN_FEATURE_STORAGE_BUFFER_8BIT (UINT64_C(1) << 8)  /* storageBuffer8BitAccess */
#define VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT (UINT64_C(1) << 9) /* storageBuffer16BitAccess */
#define VYRE_VULKAN_FEATURE_INTEGER_DOT_PRODUCT (UINT64_C(1) << 10) /* shaderIntegerDotProduct */
/* shaderBufferInt64Atomics */
#define VYRE_VULKAN_FEATURE_SHADER_BUFFER_INT64_ATOMICS (UINT64_C(1) << 11)
/* shaderSharedInt64Atomics */
#define VYRE_VULKAN_FEATURE_SHADER_SHARED_INT64_ATOMICS (UINT64_C(1) << 12)
/* variablePointersStorageBuffer */
#define VYRE_VULKAN_FEATURE_VARIABLE_POINTERS_STORAGE_BUFFER (UINT64_C(1) << 13)
#define VYRE_VULKAN_FEATURE_VARIABLE_POINTERS (UINT64_C(1) << 14) /* variablePointers */
/* uniformAndStorageBuffer8BitAccess */
#define VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_8BIT (UINT64_C(1) << 15)
#define VYRE_VULKAN_FEATURE_PUSH_CONSTANT_8BIT (UINT64_C(1) << 16) /* storagePushConstant8 */
/* uniformAndStorageBuffer16BitAccess */
#define VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_16BIT (UINT64_C(1) << 17)
#define VYRE_VULKAN_FEATURE_PUSH_CONSTANT_16BIT (UINT64_C(1) << 18)   /* storagePushConstant16 */
#define VYRE_VULKAN_FEATURE_BUFFER_DEVICE_ADDRESS (UINT64_C(1) << 19) /* bufferDeviceAddress */
#define VYRE_VULKAN_FEATURE_SCALAR_BLOCK_LAYOUT (UINT64_C(1) << 20)   /* scalarBlockLayout */
/* uniformBufferStandardLayout */
#define VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_STANDARD_LAYOUT (UINT64_C(1) << 21)
/* shaderSubgroupExtendedTypes */
#define VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_EXTENDED_TYPES (UINT64_C(1) << 22)
#define VYRE_VULKAN_FEATURE_SHADER_EXPECT_ASSUME (UINT64_C(1) << 23) /* shaderExpectAssume */
/* shaderStorageBufferArrayDynamicIndexing */
#define VYRE_VULKAN_FEATURE_STORAGE_BUFFER_ARRAY_DYNAMIC_INDEXING (UINT64_C(1) << 24)
/* shaderUniformBufferArrayDynamicIndexing */
#define VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_ARRAY_DYNAMIC_INDEXING (UINT64_C(1) << 25)
/* shaderStorageBufferArrayNonUniformIndexing */
#define VYRE_VULKAN_FEATURE_STORAGE_BUFFER_ARRAY_NON_UNIFORM_INDEXING (UINT64_C(1) << 26)
/* shaderUniformBufferArrayNonUniformIndexing */
#define VYRE_VULKAN_FEATURE_UNIFORM_BUFFER_ARRAY_NON_UNIFORM_INDEXING (UINT64_C(1) << 27)
/* runtimeDescriptorArray */
#define VYRE_VULKAN_FEATURE_RUNTIME_DESCRIPTOR_ARRAY (UINT64_C(1) << 28)
#define VYRE_VULKAN_FEATURE_SUBGROUP_SIZE_CONTROL (UINT64_C(1) << 29)  /* subgroupSizeControl */
#define VYRE_VULKAN_FEATURE_COMPUTE_FULL_SUBGROUPS (UINT64_C(1) << 30) /* computeFullSubgroups */
/* shaderZeroInitializeWorkgroupMemory */
#define VYRE_VULKAN_FEATURE_ZERO_INITIALIZE_WORKGROUP_MEMORY (UINT64_C(1) << 31)
/* shaderBufferFloat32Atomics */
#define VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMICS (UINT64_C(1) << 32)
/* shaderBufferFloat32AtomicAdd */
#define VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMIC_ADD (UINT64_C(1) << 33)
/* shaderBufferFloat64AtomicAdd */
#define VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT64_ATOMIC_ADD (UINT64_C(1) << 34)
/* shaderBufferFloat32AtomicMinMax */
#define VYRE_VULKAN_FEATURE_SHADER_BUFFER_FLOAT32_ATOMIC_MIN_MAX (UINT64_C(1) << 35)
/* shaderSharedFloat32Atomics */
#define VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMICS (UINT64_C(1) << 36)
/* shaderSharedFloat32AtomicAdd */
#define VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMIC_ADD (UINT64_C(1) << 37)
/* shaderSharedFloat64AtomicAdd */
#define VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT64_ATOMIC_ADD (UINT64_C(1) << 38)
/* shaderSharedFloat32AtomicMinMax */
#define VYRE_VULKAN_FEATURE_SHADER_SHARED_FLOAT32_ATOMIC_MIN_MAX (UINT64_C(1) << 39)
/* workgroupMemoryExplicitLayout */
#define VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT (UINT64_C(1) << 40)
/* workgroupMemoryExplicitLayout8BitAccess */
#define VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_8BIT (UINT64_C(1) << 41)
/* workgroupMemoryExplicitLayout16BitAccess */
#define VYRE_VULKAN_FEATURE_WORKGROUP_MEMORY_EXPLICIT_LAYOUT_16BIT (UINT64_C(1) << 42)
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX (UINT64_C(1) << 43)    /* cooperativeMatrix */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_NV (UINT64_C(1) << 44) /* cooperativeMatrix */
/* cooperativeMatrixWorkgroupScope */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_WORKGROUP_SCOPE (UINT64_C(1) << 45)
/* cooperativeMatrixFlexibleDimensions */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_FLEXIBLE_DIMENSIONS (UINT64_C(1) << 46)
/* cooperativeMatrixReductions */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_REDUCTIONS (UINT64_C(1) << 47)
/* cooperativeMatrixConversions */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_CONVERSIONS (UINT64_C(1) << 48)
/* cooperativeMatrixPerElementOperations */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_PER_ELEMENT_OPERATIONS (UINT64_C(1) << 49)
/* cooperativeMatrixTensorAddressing */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_TENSOR_ADDRESSING (UINT64_C(1) << 50)
/* cooperativeMatrixBlockLoads */
#define VYRE_VULKAN_FEATURE_COOPERATIVE_MATRIX_BLOCK_LOADS (UINT64_C(1) << 51)
#define VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_TYPE (UINT64_C(1) << 52) /* shaderBFloat16Type */
/* shaderBFloat16DotProduct */
#define VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_DOT_PRODUCT (UINT64_C(1) << 53)
/* shaderBFloat16CooperativeMatrix */
#define VYRE_VULKAN_FEATURE_SHADER_BFLOAT16_COOPERATIVE_MATRIX (UINT64_C(1) << 54)
#define VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_ROTATE (UINT64_C(1) << 55) /* shaderSubgroupRotate */
/* shaderSubgroupRotateClustered */
#define VYRE_VULKAN_FEATURE_SHADER_SUBGROUP_ROTATE_CLUSTERED (UINT64_C(1) << 56)
#define VYRE_VULKAN_FEATURE_SHADER_FLOAT_CONTROLS_2 (UINT64_C(1) << 57) /* shaderFloatControls2 */
/* shaderStorageImageExtendedFormats */
#define VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_EXTENDED_FORMATS (UINT64_C(1) << 58)
/* shaderStorageImageReadWithoutFormat */
#define VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_READ_WITHOUT_FORMAT (UINT64_C(1) << 59)
/* shaderStorageImageWriteWithoutFormat */
#define VYRE_VULKAN_FEATURE_SHADER_STORAGE_IMAGE_WRITE_WITHOUT_FORMAT (UINT64_C(1) << 60)
/* shaderImageGatherExtended */
#define VYRE_VULKAN_FEATURE_SHADER_IMAGE_GATHER_EXTENDED (UINT64_C(1) << 61)
/* shaderSampledImageArrayDynamicIndexing */
#define VYRE_VULKAN_FEATURE_SHADER_SAMPLED_IMAGE_ARRAY_DYNAMIC_INDEXING (UINT64_C(1) << 62)
/* scripts/generate ends */

/* One feature and where it is switched on. It lives for ever. */
typedef struct vyre_vulkan_feature_info {
  size_t struct_size;
  vyre_string name;           /* "vulkanMemoryModel" */
  vyre_string structure;      /* that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures" */
  vyre_string core_structure; /* of a core version: "VkPhysicalDeviceVulkan12Features"; or empty */
  vyre_string extension;      /* that |structure| needs where no core version has it; or empty */
  vyre_vulkan_features bit;
  uint32_t required;            /* 1; or 0: programs that need it are refused without it */
  uint32_t structure_type;      /* VkStructureType of |structure| */
  uint32_t core_structure_type; /* of |core_structure|; 0 when that is empty */
  uint32_t reserved;
} vyre_vulkan_feature_info;

/* What the library wants of an instance and a device. All that it points to lives for ever. */
typedef struct vyre_vulkan_requirements {
  size_t struct_size;
  const char* const* required_instance_extensions; /* names with a NUL behind, as Vulkan wants */
  const char* const* optional_instance_extensions;
  const char* const* required_device_extensions;
  const char* const* optional_device_extensions;
  size_t required_instance_extension_count;
  size_t optional_instance_extension_count;
  size_t required_device_extension_count;
  size_t optional_device_extension_count;
  const vyre_vulkan_feature_info* const* features; /* all of them, by |bit| */
  size_t feature_count;
  vyre_vulkan_features required_features;
  vyre_vulkan_features optional_features; /* the rest */
  uint32_t min_api_version;      /* of instance and device, as VK_MAKE_API_VERSION packs it */
  uint32_t required_queue_flags; /* VkQueueFlags of the queue's family: VK_QUEUE_COMPUTE_BIT */
  uint32_t buffer_usage;         /* VkBufferUsageFlags that vyre_buffer_import_vulkan wants */
  uint32_t image_usage;          /* VkImageUsageFlags of images; this version imports none */
} vyre_vulkan_requirements;

#define VYRE_VULKAN_REQUIREMENTS_INIT                                                             \
  {                                                                                               \
    sizeof(vyre_vulkan_requirements), NULL, NULL, NULL, NULL, 0, 0, 0, 0, NULL, 0, 0, 0, 0, 0, 0, \
        0                                                                                         \
  }
#define VYRE_VULKAN_REQUIREMENTS_DEFAULT \
  VYRE_LITERAL(vyre_vulkan_requirements, VYRE_VULKAN_REQUIREMENTS_INIT)

/* Tells a host that makes its instance and device for |api_version| what it has to enable, and what
 * it may. Needs no context and no Vulkan. UNSUPPORTED_FEATURE: a version below 1.2.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_vulkan_get_requirements(uint32_t api_version,
                                      vyre_vulkan_requirements* out_requirements);

/* Tells which features are on in |chain|: a VkPhysicalDeviceFeatures2, as
 * vkGetPhysicalDeviceFeatures2 has filled it or as the device is made with it, or the
 * VkDeviceCreateInfo of the device. What hangs on its pNext is read, too. Unknown structures are
 * passed over. |chain| is not NULL. A chain without an end is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_vulkan_read_features(const void* chain, vyre_vulkan_features* out_features);

/* Switches |features| on in every structure of |chain| that has them. |chain| is as for
 * vyre_vulkan_read_features. The rest of it stays as it is. |out_missing| gets those for which the
 * chain has no structure. It adds no structure itself.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_vulkan_enable_features(void* chain, vyre_vulkan_features features,
                                     vyre_vulkan_features* out_missing);

/* ---- Devices --------------------------------------------------------------------------------- */

/* Any function of Vulkan, cast. */
typedef void(VYRE_CALL* vyre_vulkan_function)(void);

/* Locks or unlocks the host's queue, on whichever thread submits. The library calls nothing else of
 * the host in between, and holds none of its own locks. The host must not call the library while it
 * holds this lock. */
typedef void(VYRE_CALL* vyre_vulkan_lock_fn)(void* user);

/* How the host's device is used. */
typedef uint64_t vyre_vulkan_device_flags;
/* Nothing is ever submitted. Work is recorded into command buffers of the host. Calls that would
 * submit are UNSUPPORTED_FEATURE. Where the host reaches the device's memory, vyre_buffer_write and
 * vyre_buffer_read touch it at once; the host knows when that is safe. Elsewhere writes and reads
 * are recorded, and a new buffer is zeroed by the first recording that uses it, which has to run
 * before others that do. Of the queue's fields only |queue_family| counts: the family of those
 * command buffers. */
#define VYRE_VULKAN_RECORD_ONLY (UINT64_C(1) << 0)
/* The instance has VK_EXT_debug_utils: objects get names that begin with "vyre:". */
#define VYRE_VULKAN_DEBUG_UTILS (UINT64_C(1) << 1)
/* |features| counts. Without it |features| is 0. */
#define VYRE_VULKAN_FEATURES_GIVEN (UINT64_C(1) << 2)

/* The host's device. The handles have to stay valid until |destroy| is called. Arrays and
 * structures that are pointed to need to live for the call only. */
typedef struct vyre_vulkan_device_desc {
  size_t struct_size;
  vyre_vulkan_device_flags flags;
  void* instance;                              /* VkInstance */
  void* physical_device;                       /* VkPhysicalDevice, of |instance| */
  void* device;                                /* VkDevice, of |physical_device| */
  vyre_vulkan_function get_instance_proc_addr; /* PFN_vkGetInstanceProcAddr */
  /* What the device was made with: a chain as for vyre_vulkan_read_features, or |features| with its
   * flag, not both. Nobody can ask a VkDevice for it. With neither the required features are taken
   * for enabled and no other is used. */
  const void* enabled_features;
  vyre_vulkan_features features;
  const char* const* enabled_extensions; /* of the device */
  size_t enabled_extension_count;
  const void* allocation_callbacks; /* VkAllocationCallbacks for all that we create; NULL: none */
  void* queue; /* VkQueue. NULL: that of |queue_family|, |queue_index| and |queue_flags| */
  vyre_vulkan_lock_fn lock; /* around each submission; NULL, as |unlock|: nobody else submits */
  vyre_vulkan_lock_fn unlock;
  void* user;              /* of |lock|, |unlock| and |destroy| */
  vyre_destroy_fn destroy; /* the library uses the device no more. May be NULL */
  uint32_t api_version;    /* that instance and device were made for; at least 1.2 */
  uint32_t queue_family;
  uint32_t queue_index;
  uint32_t queue_flags; /* VkDeviceQueueCreateFlags of the queue: it is not found without them */
} vyre_vulkan_device_desc;

#define VYRE_VULKAN_DEVICE_DESC_INIT                                                          \
  {                                                                                           \
    sizeof(vyre_vulkan_device_desc), 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, \
        NULL, NULL, NULL, NULL, 0, 0, 0, 0                                                    \
  }
#define VYRE_VULKAN_DEVICE_DESC_DEFAULT \
  VYRE_LITERAL(vyre_vulkan_device_desc, VYRE_VULKAN_DEVICE_DESC_INIT)

/* The Vulkan objects behind a device. They live as long as the device. */
typedef struct vyre_vulkan_device {
  size_t struct_size;
  vyre_vulkan_device_flags flags; /* RECORD_ONLY and DEBUG_UTILS */
  void* instance;                 /* VkInstance */
  void* physical_device;          /* VkPhysicalDevice */
  void* device;                   /* VkDevice */
  void* queue;        /* VkQueue; NULL without one, and on a device that is not the host's */
  uint64_t timeline;  /* VkSemaphore, a timeline: each submission gives it the next number */
  uint64_t submitted; /* number of the newest submission: all work so far is over when the timeline
                         has it */
  uint32_t queue_family;
  uint32_t imported; /* 1: a device of the host */
} vyre_vulkan_device;

#define VYRE_VULKAN_DEVICE_INIT \
  { sizeof(vyre_vulkan_device), 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0 }
#define VYRE_VULKAN_DEVICE_DEFAULT VYRE_LITERAL(vyre_vulkan_device, VYRE_VULKAN_DEVICE_INIT)

/* ---- Buffers --------------------------------------------------------------------------------- */

/* Where the bytes of a buffer are: |size| bytes from |offset| of a VkBuffer, which may hold bytes
 * of others, too. */
typedef struct vyre_vulkan_buffer {
  size_t struct_size;
  uint64_t buffer; /* VkBuffer */
  uint64_t offset;
  uint64_t size;
  uint64_t memory;        /* VkDeviceMemory; 0 when the buffer was imported */
  uint64_t memory_offset; /* of the bytes in |memory| */
  uint32_t usage;         /* VkBufferUsageFlags */
  uint32_t reserved;
} vyre_vulkan_buffer;

#define VYRE_VULKAN_BUFFER_INIT \
  { sizeof(vyre_vulkan_buffer), 0, 0, 0, 0, 0, 0, 0 }
#define VYRE_VULKAN_BUFFER_DEFAULT VYRE_LITERAL(vyre_vulkan_buffer, VYRE_VULKAN_BUFFER_INIT)

/* A range of a buffer of the host. */
typedef struct vyre_vulkan_buffer_desc {
  size_t struct_size;
  vyre_string label;
  uint64_t buffer; /* VkBuffer, bound to memory, of the queue's family or shared with it */
  uint64_t offset; /* a multiple of vyre_device_info.buffer_offset_alignment */
  uint64_t size;   /* a multiple of 4, more than 0 */
  void* user;
  vyre_destroy_fn destroy; /* of |user|: the library uses the buffer no more. May be NULL */
  uint32_t usage;          /* VkBufferUsageFlags that the buffer was made with */
  uint32_t reserved;       /* 0 */
} vyre_vulkan_buffer_desc;

#define VYRE_VULKAN_BUFFER_DESC_INIT \
  { sizeof(vyre_vulkan_buffer_desc), {NULL, 0}, 0, 0, 0, NULL, NULL, 0, 0 }
#define VYRE_VULKAN_BUFFER_DESC_DEFAULT \
  VYRE_LITERAL(vyre_vulkan_buffer_desc, VYRE_VULKAN_BUFFER_DESC_INIT)

/* ---- Import and share ------------------------------------------------------------------------ */

/* Makes a device on the host's VkDevice. Its id is "vulkan:<uuid>:host". |desc| is not NULL. A NULL
 * |context| is the shared one. |destroy| is called once, when the last object of the device is
 * gone and its work is over: perhaps after vyre_device_destroy. When this call fails it is not
 * called.
 *
 * INVALID_ARGUMENT names the handle that is missing or does not fit, and a lock without unlock.
 * UNSUPPORTED_FEATURE names the version, the feature or the queue family that is not enough. What
 * the host says is enabled is believed.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_device_import_vulkan(vyre_context* context, const vyre_vulkan_device_desc* desc,
                                   vyre_device** out_device);

/* Gives the Vulkan objects that |device| works on, the host's or its own. A device that is not of
 * Vulkan is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_device_get_vulkan(const vyre_device* device, vyre_vulkan_device* out_device);

/* Makes a buffer of the host's bytes, in a VkBuffer of the device's VkDevice. |desc| is not NULL.
 * The bytes stay as they are. Two imports of overlapping ranges are for the host to keep apart. The
 * VkBuffer has to stay until |destroy| is called: when neither the vyre_buffer nor work uses it.
 * When this call fails, |destroy| is not called. A usage that lacks bits of
 * vyre_vulkan_requirements.buffer_usage is INVALID_ARGUMENT, and so is a device that is not of
 * Vulkan.
 *
 * A vyre_buffer_write to such a buffer may go on behind its call. Before the host looks at the
 * bytes itself, it waits until the timeline has vyre_vulkan_device.submitted, or reads them with
 * vyre_buffer_read.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_buffer_import_vulkan(vyre_device* device, const vyre_vulkan_buffer_desc* desc,
                                   vyre_buffer** out_buffer);

/* Tells where the bytes of |buffer| are. On a host's device the usage of the library's own buffers
 * includes vertex, index and indirect buffers, so that the host can draw from them. A buffer made
 * with VYRE_BUFFER_DEDICATED has a VkBuffer of its own and the offset 0. The answer is right until
 * the buffer is freed or destroyed, or a file is loaded into it. A buffer of a device that is not
 * of Vulkan is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_buffer_get_vulkan(const vyre_buffer* buffer, vyre_vulkan_buffer* out_buffer);

/* ---- Semaphores ------------------------------------------------------------------------------ */
/* What they are for is told in vyre_driver_interop.h. */

/* A semaphore of the host. */
typedef struct vyre_vulkan_semaphore_desc {
  size_t struct_size;
  vyre_string label;
  uint64_t semaphore; /* VkSemaphore of the timeline type */
  void* user;
  vyre_destroy_fn destroy; /* of |user|: the library uses the semaphore no more. May be NULL */
} vyre_vulkan_semaphore_desc;

#define VYRE_VULKAN_SEMAPHORE_DESC_INIT \
  { sizeof(vyre_vulkan_semaphore_desc), {NULL, 0}, 0, NULL, NULL }
#define VYRE_VULKAN_SEMAPHORE_DESC_DEFAULT \
  VYRE_LITERAL(vyre_vulkan_semaphore_desc, VYRE_VULKAN_SEMAPHORE_DESC_INIT)

/* Makes a semaphore of the host's, for wait_points, signal_points and vyre_device_order_after of
 * this device. |desc| is not NULL. Only timelines go; Vulkan cannot tell, so a binary semaphore is
 * not noticed. The VkSemaphore has to stay until |destroy| is called: when neither the
 * vyre_semaphore nor work uses it. When this call fails, |destroy| is not called. A device that is
 * not of Vulkan is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_semaphore_import_vulkan(vyre_device* device, const vyre_vulkan_semaphore_desc* desc,
                                      vyre_semaphore** out_semaphore);

/* Gives the VkSemaphore of |semaphore|, which may be that of vyre_work_get_point. It lives as long
 * as |semaphore|. A semaphore that is not of Vulkan is INVALID_ARGUMENT.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_semaphore_get_vulkan(const vyre_semaphore* semaphore, uint64_t* out_vk_semaphore);

/* ---- Recording ------------------------------------------------------------------------------- */

/* Stages and accesses of work. Never changes. */
typedef struct vyre_vulkan_access {
  uint64_t stages;   /* VkPipelineStageFlags2; the older flags have the same numbers */
  uint64_t accesses; /* VkAccessFlags2; the same holds */
} vyre_vulkan_access;

/* What is said of the host's work around a recording. */
typedef uint64_t vyre_recording_flags;
#define VYRE_RECORDING_BEFORE_GIVEN (UINT64_C(1) << 0) /* |before| counts; without it: all */
#define VYRE_RECORDING_AFTER_GIVEN (UINT64_C(1) << 1)  /* |after| counts; without it: all */

/* How recorded work meets what the host records around it. Accesses without stages are
 * INVALID_ARGUMENT. */
typedef struct vyre_recording_desc {
  size_t struct_size;
  vyre_recording_flags flags;
  vyre_string label;
  /* What of the host's earlier work has to be over, and visible, before ours. No stages: the host
   * has recorded its own barrier, to compute and transfer. */
  vyre_vulkan_access before;
  /* What comes behind ours and sees what it wrote. No stages: the host's own barrier follows, or
   * only the host looks, after its fence. */
  vyre_vulkan_access after;
} vyre_recording_desc;

#define VYRE_RECORDING_DESC_INIT                                \
  {                                                             \
    sizeof(vyre_recording_desc), 0, {NULL, 0}, {0, 0}, { 0, 0 } \
  }
#define VYRE_RECORDING_DESC_DEFAULT VYRE_LITERAL(vyre_recording_desc, VYRE_RECORDING_DESC_INIT)

/* Begins to record into |command_buffer|: a VkCommandBuffer of the queue's family, in the recording
 * state, outside of a render pass. The host uses it on no other thread meanwhile. |device| was
 * imported; another is INVALID_ARGUMENT. |desc| may be NULL.
 *
 * What is added runs in order, and each piece sees what those before it wrote. The compute
 * pipeline, descriptor set 0 and the push constants of the command buffer are changed; other state
 * is not. The host may submit the command buffer several times, one after the other. All that the
 * work uses (buffers, descriptors, hidden memory) stays until the recording is retired.
 * UNSUPPORTED_FEATURE: stages or accesses of |desc| that the older flags do not have.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_recording_create(vyre_device* device, void* command_buffer,
                               const vyre_recording_desc* desc, vyre_recording** out_recording);

/* Records a dispatch. |bindings| and |desc| are as for vyre_dispatch. |bindings| may be NULL when
 * |binding_count| is 0, |desc| may be NULL. After an error nothing of this dispatch is recorded.
 *
 * What is of this device and zeros can be bound; host memory is INVALID_ARGUMENT. So are
 * wait_points, signal_points, a timeout_ns, VYRE_DISPATCH_TIMED and VYRE_DISPATCH_UNTIL_STABLE: the
 * host decides when the work runs. UNSUPPORTED_FEATURE: programs that use files, and what the
 * device cannot do. NOT_FOUND names a binding that fits no parameter. NOT_READY: the pipeline is
 * still being compiled; one that failed gives its own error. COOPERATIVE_RESIDENCY:
 * VYRE_SPLIT_NEVER, and the device cannot hold the whole grid. A program that is cut for each
 * launch is compiled here the first time.
 * Errors: COOPERATIVE_RESIDENCY, KERNEL_COMPILE_FAILED, NOT_FOUND, NOT_READY, UNSUPPORTED_FEATURE.
 */
VYRE_TRY vyre_recording_add_dispatch(vyre_recording* recording, vyre_pipeline* pipeline,
                                     const vyre_binding* bindings, size_t binding_count,
                                     const vyre_dispatch_desc* desc);

/* Records a copy of |size| bytes from |from| to |to|. Both are buffers of this device. Ranges of
 * one buffer may not overlap.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_recording_add_copy(vyre_recording* recording, vyre_buffer* from, uint64_t from_offset,
                                 vyre_buffer* to, uint64_t to_offset, uint64_t size);

/* Records that |size| bytes from |offset| of |buffer| are filled with |word|. Both are multiples of
 * 4.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_recording_add_fill(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                                 uint64_t size, uint32_t word);

/* Records that |size| bytes go to |offset| of |buffer|. They are copied from |data| in this call.
 * |data| may be NULL when |size| is 0.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_recording_add_write(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                                  const void* data, size_t size);

/* Records that |size| bytes from |offset| of |buffer| are kept for vyre_recording_get_bytes, which
 * finds them by the number in |out_read|. The numbers count from 0.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_recording_add_read(vyre_recording* recording, vyre_buffer* buffer, uint64_t offset,
                                 uint64_t size, uint32_t* out_read);

/* Ends the recording, not the command buffer. The last barrier is recorded; nothing can be added
 * any more. |out_access| gets the stages and accesses of what was recorded, for barriers of the
 * host's own. It may be NULL.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_recording_end(vyre_recording* recording, vyre_vulkan_access* out_access);

/* Call it when the device is done with the command buffer, or will never get it. The library
 * believes it. Everything that the work used is given back, but for the bytes that were read. A
 * second call is INVALID_ARGUMENT.
 *
 * DISPATCH_FAILED: a program has trapped, the first of several. The recording is retired all the
 * same.
 * Errors: DISPATCH_FAILED. */
VYRE_TRY vyre_recording_retire(vyre_recording* recording);

/* Copies |size| bytes from |offset| of what read number |read| kept to |data|, as the last run of
 * the command buffer left them. |data| may be NULL when |size| is 0. The recording was retired;
 * before, the call is INVALID_ARGUMENT. NOT_FOUND: there is no such read.
 * Errors: NOT_FOUND. */
VYRE_TRY vyre_recording_get_bytes(const vyre_recording* recording, uint32_t read, uint64_t offset,
                                  void* data, size_t size);

/* Ends the recording. Retire it first: what a recording uses that was not retired stays as long as
 * the device, for the command buffer may still run. |recording| may be NULL. */
VYRE_API void vyre_recording_destroy(vyre_recording* recording);

#ifdef __cplusplus
}
#endif

/* ---- All functions of this header ------------------------------------------------------------ */
/*
 * Requirements   vyre_vulkan_get_requirements, vyre_vulkan_read_features,
 *                vyre_vulkan_enable_features
 * Device         vyre_device_import_vulkan, vyre_device_get_vulkan
 * Buffer         vyre_buffer_import_vulkan, vyre_buffer_get_vulkan
 * Semaphore      vyre_semaphore_import_vulkan, vyre_semaphore_get_vulkan
 * Recording      vyre_recording_create, vyre_recording_add_dispatch, vyre_recording_add_copy,
 *                vyre_recording_add_fill, vyre_recording_add_write, vyre_recording_add_read,
 *                vyre_recording_end, vyre_recording_retire, vyre_recording_get_bytes,
 *                vyre_recording_destroy
 */

#endif /* VYRE_DRIVER_VULKAN_H */
