/* vyre_driver_vulkan.h: vyre-driver on a Vulkan device that the host made.
 *
 * The host (a game engine, a renderer) has a VkInstance and a VkDevice. It hands them over, keeps
 * them, and gets an ordinary vyre_backend that every function of vyre_driver.h works on:
 *
 *   vyre_vulkan_device_desc desc = VYRE_VULKAN_DEVICE_DESC_INIT;
 *   desc.instance = instance;
 *   desc.physical_device = physical_device;
 *   desc.device = device;
 *   desc.get_instance_proc_addr = (vyre_vulkan_function)vkGetInstanceProcAddr;
 *   desc.api_version = VK_API_VERSION_1_2;
 *   desc.enabled_features = &features2;
 *   desc.queue = queue;
 *   desc.lock = lock_queue;
 *   desc.unlock = unlock_queue;
 *   vyre_error* error = vyre_backend_import_vulkan(context, &desc, &backend);
 *
 * Three ways to work, which can be mixed (docs/host_device.md):
 *
 *   submit  the library submits to the host's queue, between the host's lock and unlock;
 *   record  the library records into the host's command buffer (vyre_recording_create); with
 *           VYRE_VULKAN_RECORD_ONLY it needs no queue and never submits;
 *   share   the host uses the library's buffers and timeline semaphore, and the other way round.
 *
 * The conventions are those of vyre_driver.h. This header does not need vulkan.h and does not mind
 * it, before or after. Handles of instances, physical devices, devices, queues and command buffers
 * are void*, all others are uint64_t: assign the former, cast the latter, as in (uint64_t)buffer.
 * Values of Vulkan (versions, flags, families) are its own numbers.
 *
 * On a host's device the library opens no Vulkan loader, never waits for a queue or a device to be
 * idle, and destroys nothing that it did not create. It uses one queue. What each function does to
 * that queue stands with it: "may submit", "may block" (waits for the device), or neither. Of
 * vyre_driver.h these may submit: vyre_buffer_create and its like, vyre_buffer_write,
 * vyre_buffer_read, vyre_buffer_read_file, vyre_buffer_write_file and their asynchronous forms with
 * the functions that carry them on, vyre_dispatch, vyre_dispatch_async, vyre_backend_prepare and
 * vyre_backend_measure; and these may block: those of them that are not asynchronous,
 * vyre_pending_wait, vyre_pending_collect, vyre_backend_flush, vyre_backend_shutdown and destroying
 * the last object of a backend, which wait for the library's own submissions alone. No other
 * submits or waits for the device.
 *
 * When the device is lost, calls fail with VYRE_ERROR_DEVICE_LOST; the host makes another one.
 */
#ifndef VYRE_DRIVER_VULKAN_H
#define VYRE_DRIVER_VULKAN_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- What a device needs ------------------------------------------------------------------- */

/* scripts/generate writes: features */
#define VYRE_VULKAN_FEATURE_TIMELINE_SEMAPHORE (UINT64_C(1) << 0)
#define VYRE_VULKAN_FEATURE_MEMORY_MODEL (UINT64_C(1) << 1)
#define VYRE_VULKAN_FEATURE_MEMORY_MODEL_DEVICE_SCOPE (UINT64_C(1) << 2)
#define VYRE_VULKAN_FEATURE_SHADER_FLOAT64 (UINT64_C(1) << 3)
#define VYRE_VULKAN_FEATURE_SHADER_INT64 (UINT64_C(1) << 4)
#define VYRE_VULKAN_FEATURE_SHADER_INT16 (UINT64_C(1) << 5)
#define VYRE_VULKAN_FEATURE_SHADER_INT8 (UINT64_C(1) << 6)
#define VYRE_VULKAN_FEATURE_SHADER_FLOAT16 (UINT64_C(1) << 7)
#define VYRE_VULKAN_FEATURE_STORAGE_BUFFER_8BIT (UINT64_C(1) << 8)
#define VYRE_VULKAN_FEATURE_STORAGE_BUFFER_16BIT (UINT64_C(1) << 9)
/* scripts/generate ends */

/* One feature. Its strings end with a NUL too and live for ever. */
typedef struct vyre_vulkan_feature {
  vyre_string name;           /* "vulkanMemoryModel" */
  vyre_string structure;      /* that has it: "VkPhysicalDeviceVulkanMemoryModelFeatures" */
  vyre_string core_structure; /* of a core version: "VkPhysicalDeviceVulkan12Features"; or empty */
  uint64_t bit;               /* VYRE_VULKAN_FEATURE_... */
  uint32_t required;          /* 1, or 0: programs that need it are refused without it */
  uint32_t reserved;
} vyre_vulkan_feature;

/* What the library wants of an instance and a device. Everything here lives for ever; the names of
 * extensions end with a NUL, as Vulkan wants them. */
typedef struct vyre_vulkan_requirements {
  size_t struct_size;
  const char* const* required_instance_extensions;
  const char* const* optional_instance_extensions;
  const char* const* required_device_extensions;
  const char* const* optional_device_extensions;
  const vyre_vulkan_feature* features;
  size_t feature_count;
  uint64_t required_features; /* VYRE_VULKAN_FEATURE_... */
  uint64_t optional_features;
  uint32_t required_instance_extension_count;
  uint32_t optional_instance_extension_count;
  uint32_t required_device_extension_count;
  uint32_t optional_device_extension_count;
  uint32_t least_api_version;    /* of instance and device, as VK_MAKE_API_VERSION packs it */
  uint32_t required_queue_flags; /* of the queue's family: VK_QUEUE_COMPUTE_BIT */
  uint32_t buffer_usage;         /* VkBufferUsageFlags that vyre_buffer_import_vulkan needs */
  uint32_t reserved;
} vyre_vulkan_requirements;

#define VYRE_VULKAN_REQUIREMENTS_INIT                                                             \
  {                                                                                               \
    sizeof(vyre_vulkan_requirements), NULL, NULL, NULL, NULL, NULL, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, \
        0                                                                                         \
  }

/* What a host that makes its instance and device for |api_version| has to enable, and what it may.
 * Needs no context and no Vulkan. A version below 1.2 is VYRE_ERROR_UNSUPPORTED_FEATURE. Neither
 * submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_vulkan_get_requirements(
    uint32_t api_version, vyre_vulkan_requirements* out_requirements);

/* Which of our features are on in |chain|, a VkPhysicalDeviceFeatures2 with what hangs on it: as
 * vkGetPhysicalDeviceFeatures2 has filled it, or as the device is made with. Neither submits nor
 * blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_vulkan_read_features(const void* chain,
                                                              uint64_t* out_features);

/* Switches |features| on in every structure of |chain| that has them, a VkPhysicalDeviceFeatures2;
 * the rest of the chain stays as it is. |out_missing| gets those for which the chain has no
 * structure. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_vulkan_enable_features(void* chain, uint64_t features,
                                                                uint64_t* out_missing);

/* ---- Import -------------------------------------------------------------------------------- */

/* Any function of Vulkan, cast. */
typedef void (*vyre_vulkan_function)(void);

/* Locks and unlocks the host's queue, on whichever thread submits. No other function of the library
 * is called in between, and none of its locks is held; the host must not call the library while it
 * holds the lock. */
typedef void (*vyre_vulkan_lock_fn)(void* user);

/* Nothing is ever submitted: work is recorded into command buffers of the host, and buffers that
 * the host cannot reach are written and read that way too. The queue's fields are not used, but for
 * the family of the command buffers. */
#define VYRE_VULKAN_RECORD_ONLY (UINT64_C(1) << 0)
/* The instance has VK_EXT_debug_utils: objects get names that begin with "vyre:". */
#define VYRE_VULKAN_DEBUG_UTILS (UINT64_C(1) << 1)

/* |features| counts. */
#define VYRE_VULKAN_SET_FEATURES (UINT64_C(1) << 0)

/* The host's device. Everything has to stay as it is until |destroy| is called; arrays and
 * structures that are pointed to need to live for the call only. */
typedef struct vyre_vulkan_device_desc {
  size_t struct_size;
  uint64_t set;                                /* VYRE_VULKAN_SET_... */
  uint64_t flags;                              /* VYRE_VULKAN_... */
  void* instance;                              /* VkInstance */
  void* physical_device;                       /* VkPhysicalDevice */
  void* device;                                /* VkDevice */
  vyre_vulkan_function get_instance_proc_addr; /* PFN_vkGetInstanceProcAddr */

  /* What the device was made with. Features: a VkPhysicalDeviceFeatures2 with its chain, or
   * |features| with its bit, or neither: unknown, then only those required are used. */
  const void* enabled_features;
  uint64_t features; /* VYRE_VULKAN_FEATURE_... */
  const char* const* enabled_extensions;
  size_t enabled_extension_count;

  const void* allocation_callbacks; /* VkAllocationCallbacks for all that we create; NULL: none */

  /* VkQueue. NULL: that of |queue_family|, |queue_index| and |queue_flags|. */
  void* queue;
  vyre_vulkan_lock_fn lock; /* around every submission; NULL, like |unlock|: not needed */
  vyre_vulkan_lock_fn unlock;
  void* user;              /* of lock and unlock */
  vyre_destroy_fn destroy; /* of |user|: the library uses the device no more. May be NULL */

  uint32_t api_version; /* that instance and device were made for; at least 1.2 */
  uint32_t queue_family;
  uint32_t queue_index;
  uint32_t queue_flags; /* VkDeviceQueueCreateFlags of the queue: it is not found without them */
} vyre_vulkan_device_desc;

#define VYRE_VULKAN_DEVICE_DESC_INIT                                                             \
  {                                                                                              \
    sizeof(vyre_vulkan_device_desc), 0, 0, NULL, NULL, NULL, NULL, NULL, 0, NULL, 0, NULL, NULL, \
        NULL, NULL, NULL, NULL, 0, 0, 0, 0                                                       \
  }

/* A backend on the host's device, "vulkan:<uuid>:host". A missing handle, a family that does not
 * compute and a lock without unlock are VYRE_ERROR_INVALID_ARGUMENT or, like a version or a
 * feature that is missing, VYRE_ERROR_UNSUPPORTED_FEATURE, and named. When it fails, |destroy| is
 * not called. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_import_vulkan(vyre_context* context,
                                                               const vyre_vulkan_device_desc* desc,
                                                               vyre_backend** out_backend);

/* ---- Sharing ------------------------------------------------------------------------------- */

#define VYRE_VULKAN_HANDLES_IMPORTED (UINT64_C(1) << 0)
#define VYRE_VULKAN_HANDLES_RECORD_ONLY (UINT64_C(1) << 1)

/* The Vulkan objects behind a backend, which lives on a device of the host or of its own. They live
 * as long as the backend. */
typedef struct vyre_vulkan_handles {
  size_t struct_size;
  uint64_t flags;        /* VYRE_VULKAN_HANDLES_... */
  void* instance;        /* VkInstance */
  void* physical_device; /* VkPhysicalDevice */
  void* device;          /* VkDevice */
  void* queue;           /* VkQueue; NULL on a device that is not the host's, or without one */
  uint64_t timeline;     /* VkSemaphore of the timeline type: each submission gives it a number */
  uint64_t submitted;    /* number of the newest submission: all earlier work is over when the
                            timeline has it */
  uint32_t queue_family;
  uint32_t reserved;
} vyre_vulkan_handles;

#define VYRE_VULKAN_HANDLES_INIT \
  { sizeof(vyre_vulkan_handles), 0, NULL, NULL, NULL, NULL, 0, 0, 0, 0 }

/* What a Vulkan backend works on. Other backends are refused by their id. Neither submits nor
 * blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_get_vulkan(const vyre_backend* backend,
                                                            vyre_vulkan_handles* out_handles);

/* What is submitted from now on begins when |semaphore|, a VkSemaphore of the timeline type, has
 * |value|; the buffer functions wait for it too. It must live until work submitted later is over.
 * Refused with VYRE_VULKAN_RECORD_ONLY. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_backend_wait_vulkan(vyre_backend* backend,
                                                             uint64_t semaphore, uint64_t value);

/* The timeline semaphore and the number that it has when a dispatch is over, for the host's own
 * submissions to wait for; what the dispatch wrote is visible to them. Work that goes on on the
 * host after the device's (files, programs with io ops) is refused by name. */
typedef struct vyre_vulkan_point {
  size_t struct_size;
  uint64_t semaphore; /* VkSemaphore; lives as long as the backend */
  uint64_t value;
} vyre_vulkan_point;

#define VYRE_VULKAN_POINT_INIT \
  { sizeof(vyre_vulkan_point), 0, 0 }

/* Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_pending_get_vulkan(const vyre_pending* pending,
                                                            vyre_vulkan_point* out_point);

/* Where a buffer's bytes are: |size| bytes from |offset| of a VkBuffer that holds others' bytes
 * too. */
typedef struct vyre_vulkan_buffer {
  size_t struct_size;
  uint64_t buffer; /* VkBuffer */
  uint64_t offset;
  uint64_t size;
  uint64_t memory; /* VkDeviceMemory; 0 when the buffer was imported */
  uint64_t memory_offset;
  uint32_t usage; /* VkBufferUsageFlags */
  uint32_t reserved;
} vyre_vulkan_buffer;

#define VYRE_VULKAN_BUFFER_INIT \
  { sizeof(vyre_vulkan_buffer), 0, 0, 0, 0, 0, 0, 0 }

/* The Vulkan objects behind a buffer of a Vulkan backend. On a host's device the usage has vertex,
 * index and indirect buffers in it, so that the host can draw from the buffer. They are right until
 * the buffer is freed, destroyed, or a file is read into it. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_get_vulkan(const vyre_buffer* buffer,
                                                           vyre_vulkan_buffer* out_buffer);

/* A range of a host's buffer. */
typedef struct vyre_vulkan_buffer_desc {
  size_t struct_size;
  uint64_t flags;  /* 0 */
  uint64_t buffer; /* VkBuffer, bound to memory, of the queue's family or shared */
  uint64_t offset; /* multiple of the profile's buffer_offset_alignment */
  uint64_t size;   /* multiple of 4 */
  void* user;
  vyre_destroy_fn destroy; /* of |user|: the library uses the buffer no more. May be NULL */
  uint32_t usage;          /* VkBufferUsageFlags that the buffer was made with */
  uint32_t reserved;       /* 0 */
} vyre_vulkan_buffer_desc;

#define VYRE_VULKAN_BUFFER_DESC_INIT \
  { sizeof(vyre_vulkan_buffer_desc), 0, 0, 0, 0, NULL, NULL, 0, 0 }

/* The host's bytes, of a VkBuffer of the backend's device, as a buffer of the backend. The bytes
 * stay as they are. A usage that lacks what the requirements name is refused. When it fails,
 * |destroy| is not called. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_buffer_import_vulkan(vyre_backend* backend,
                                                              const vyre_vulkan_buffer_desc* desc,
                                                              vyre_buffer** out_buffer);

/* ---- Recording ----------------------------------------------------------------------------- */

/* Work in a command buffer of the host, with all that it uses. */
typedef struct vyre_recording vyre_recording;

/* Stages and accesses of work, as VkPipelineStageFlags and VkAccessFlags. Never changes. */
typedef struct vyre_vulkan_access {
  uint32_t stages;
  uint32_t accesses;
} vyre_vulkan_access;

#define VYRE_VULKAN_ACCESS_INIT \
  { 0, 0 }

#define VYRE_RECORDING_SET_BEFORE (UINT64_C(1) << 0)
#define VYRE_RECORDING_SET_AFTER (UINT64_C(1) << 1)

/* How recorded work meets what the host records around it. */
typedef struct vyre_recording_desc {
  size_t struct_size;
  uint64_t set; /* VYRE_RECORDING_SET_... */
  /* What of the host's earlier work has to be over, and visible, before ours. Without its bit: all.
   * No stages: the host has recorded its own barrier, to compute and transfer. */
  vyre_vulkan_access before;
  /* What comes behind ours and sees what it wrote. Without its bit: all. No stages: the
   * host alone, after its fence. */
  vyre_vulkan_access after;
} vyre_recording_desc;

#define VYRE_RECORDING_DESC_INIT                     \
  {                                                  \
    sizeof(vyre_recording_desc), 0, {0, 0}, { 0, 0 } \
  }

/* Begins to record into |command_buffer|, a VkCommandBuffer of the queue's family in the recording
 * state, outside of a render pass, which the host uses on no other thread meanwhile. The backend
 * was imported. |desc| may be NULL.
 *
 * Everything recorded runs in order, each piece seeing what those before it wrote; compute state of
 * the command buffer (pipeline, descriptor set 0, push constants) is changed, other state is not.
 * The host may submit the command buffer several times, one after the other. What the work uses
 * (buffers, descriptors, hidden memory) stays until the recording is retired. Neither submits nor
 * blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_recording_create(vyre_backend* backend,
                                                          void* command_buffer,
                                                          const vyre_recording_desc* desc,
                                                          vyre_recording** out_recording);

/* Records a dispatch. Bindings are as for vyre_dispatch, but of buffers and zeroes alone: host
 * memory is refused by name, as are VYRE_DISPATCH_TIMED, VYRE_DISPATCH_UNTIL_STABLE and programs
 * with io ops. |desc| may be NULL; its timeout does not count. After an error nothing of this
 * dispatch is recorded. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_record_dispatch(vyre_recording* recording,
                                                         vyre_pipeline* pipeline,
                                                         const vyre_binding* bindings,
                                                         size_t binding_count,
                                                         const vyre_dispatch_desc* desc);

/* Records that |size| bytes, copied from |data| now, go to |offset| of the buffer. Neither submits
 * nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_record_write(vyre_recording* recording,
                                                      vyre_buffer* buffer, uint64_t offset,
                                                      const void* data, uint64_t size);

/* Records that |size| bytes from |offset| of the buffer are kept for vyre_recording_get_read, which
 * finds them by |out_read|. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_record_read(vyre_recording* recording, vyre_buffer* buffer,
                                                     uint64_t offset, uint64_t size,
                                                     uint32_t* out_read);

/* Ends the recording, not the command buffer: the last barrier is recorded, nothing can be added.
 * |out_work| (may be NULL) gets the stages and accesses of what was recorded, for barriers of the
 * host's own. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_recording_end(vyre_recording* recording,
                                                       vyre_vulkan_access* out_work);

/* The host says that the device is done with the command buffer, or will never get it. Gives back
 * everything but what was read. A program that trapped is VYRE_ERROR_DISPATCH_FAILED, the first of
 * several; the recording is retired all the same. Neither submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_recording_retire(vyre_recording* recording);

/* Copies what read |read| kept, all |size| bytes of it; after vyre_recording_retire. Neither
 * submits nor blocks. */
VYRE_API VYRE_NODISCARD vyre_error* vyre_recording_get_read(vyre_recording* recording,
                                                            uint32_t read, void* data,
                                                            uint64_t size);

/* What a recording that was not retired uses stays as long as the backend: the device may still be
 * at work on it. Neither submits nor blocks. */
VYRE_API void vyre_recording_destroy(vyre_recording* recording);

#ifdef __cplusplus
}
#endif

#endif /* VYRE_DRIVER_VULKAN_H */
