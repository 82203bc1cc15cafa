/* vyre_driver_image.h: images and samplers, for SPIR-V modules that load, store and sample texels.
 *
 *   vyre_image_desc desc = VYRE_IMAGE_DESC_INIT;
 *   desc.usage = VYRE_IMAGE_USAGE_SAMPLED | VYRE_IMAGE_USAGE_STORAGE;
 *   desc.format = VYRE_IMAGE_FORMAT_RGBA8_UNORM;
 *   desc.width = 640;
 *   desc.height = 480;
 *   vyre_image* image = NULL;
 *   vyre_error* error = vyre_image_create(device, &desc, &image);
 *   if (!error) error = vyre_image_write(image, NULL, texels, 640 * 480 * 4);  // row by row
 *   vyre_binding bindings[2] = {vyre_bind_image(0, image, sampler), vyre_bind_buffer(1, sum)};
 *   if (!error) error = vyre_dispatch(pipeline, bindings, 2, NULL, NULL);
 *
 * What is particular here:
 *
 *  - Images are for SPIR-V modules, on devices with VYRE_FEATURE_IMAGES; those that a host imported
 *    to record alone make none. vyre_parameter_info says
 *    by |resource| what a parameter of a module is; vyre_binding says how it is bound.
 *  - Layouts and barriers are the library's work. As with buffers, each call and each dispatch sees
 *    what was submitted earlier, and what is submitted later sees what it writes.
 *  - An image is bound whole, or one of its mip levels: |mip_level| of the binding. A storage image
 *    is one level.
 *  - A dispatch whose image does not fit the parameter is refused: another shape, a format that the
 *    module does not name, texels of another kind of number, a usage that the image was made
 *    without, a linear filter on a format that the device does not filter.
 *  - The device must not write an image through one binding while another binding of the same
 *    dispatch has the same level: that is refused, unless the pipeline has ALLOW_OVERLAP.
 *
 * The general rules of vyre_driver.h hold: errors, owners, threads, strings, structs.
 */
#ifndef VYRE_DRIVER_IMAGE_H
#define VYRE_DRIVER_IMAGE_H

#include "vyre_driver.h"

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Images ---------------------------------------------------------------------------------- */

/* What a texel is: its components in the order of memory, and the bits and kind of each. UNORM:
 * 0 to 1 as an unsigned integer. SRGB: the same with the curve of sRGB, but for alpha. F: a float.
 * U, I: an unsigned and a signed integer. */
VYRE_ENUM(vyre_image_format){
    VYRE_IMAGE_FORMAT_NONE = 0,        /* not given */
    VYRE_IMAGE_FORMAT_R8_UNORM = 1,    /* 1 byte */
    VYRE_IMAGE_FORMAT_RG8_UNORM = 2,   /* 2 bytes */
    VYRE_IMAGE_FORMAT_RGBA8_UNORM = 3, /* 4 bytes */
    VYRE_IMAGE_FORMAT_RGBA8_SRGB = 4,  /* 4 bytes; rarely a storage image */
    VYRE_IMAGE_FORMAT_BGRA8_UNORM = 5, /* 4 bytes; modules have no name for it */
    VYRE_IMAGE_FORMAT_R16F = 6,        /* 2 bytes */
    VYRE_IMAGE_FORMAT_RG16F = 7,       /* 4 bytes */
    VYRE_IMAGE_FORMAT_RGBA16F = 8,     /* 8 bytes */
    VYRE_IMAGE_FORMAT_R32F = 9,        /* 4 bytes */
    VYRE_IMAGE_FORMAT_RG32F = 10,      /* 8 bytes */
    VYRE_IMAGE_FORMAT_RGBA32F = 11,    /* 16 bytes */
    VYRE_IMAGE_FORMAT_R8U = 12,        /* 1 byte */
    VYRE_IMAGE_FORMAT_RGBA8U = 13,     /* 4 bytes */
    VYRE_IMAGE_FORMAT_R16U = 14,       /* 2 bytes */
    VYRE_IMAGE_FORMAT_R32U = 15,       /* 4 bytes */
    VYRE_IMAGE_FORMAT_RG32U = 16,      /* 8 bytes */
    VYRE_IMAGE_FORMAT_RGBA32U = 17,    /* 16 bytes */
    VYRE_IMAGE_FORMAT_R32I = 18,       /* 4 bytes */
    VYRE_IMAGE_FORMAT_RGBA32I = 19     /* 16 bytes */
};

/* How its texels lie. The faces of a cube are squares; modules may see them as an array. */
VYRE_ENUM(vyre_image_shape){
    VYRE_IMAGE_SHAPE_1D = 1,       /* width */
    VYRE_IMAGE_SHAPE_2D = 2,       /* width, height */
    VYRE_IMAGE_SHAPE_3D = 3,       /* width, height, depth */
    VYRE_IMAGE_SHAPE_2D_ARRAY = 4, /* width, height, layers */
    VYRE_IMAGE_SHAPE_CUBE = 5      /* width, height, 6 layers: +x, -x, +y, -y, +z, -z */
};

typedef uint64_t vyre_image_usage;                  /* what modules do with it */
#define VYRE_IMAGE_USAGE_SAMPLED (UINT64_C(1) << 0) /* TEXTURE, SAMPLED_TEXTURE */
#define VYRE_IMAGE_USAGE_STORAGE (UINT64_C(1) << 1) /* STORAGE_IMAGE */

/* How an image is made. |usage|, |format| and |width| have to be given. Sizes are in texels. */
typedef struct vyre_image_desc {
  size_t struct_size;
  vyre_string label;
  vyre_image_usage usage;
  vyre_image_format format;
  vyre_image_shape shape;
  uint32_t width, height, depth; /* 1 where the shape has no such axis */
  uint32_t layers;               /* 1 but for 2D_ARRAY, and CUBE, which has 6 */
  uint32_t mip_levels;           /* each has half the size of the one before, 1 at least */
  uint32_t reserved;             /* 0 */
} vyre_image_desc;
#define VYRE_IMAGE_DESC_INIT                                                                     \
  {                                                                                              \
    sizeof(vyre_image_desc), {NULL, 0}, 0, VYRE_IMAGE_FORMAT_NONE, VYRE_IMAGE_SHAPE_2D, 0, 1, 1, \
        1, 1, 0                                                                                  \
  }
#define VYRE_IMAGE_DESC_DEFAULT VYRE_LITERAL(vyre_image_desc, VYRE_IMAGE_DESC_INIT)

/* What an image is. */
typedef struct vyre_image_info {
  size_t struct_size;
  vyre_string label;
  uint64_t bytes; /* of all its texels, packed */
  vyre_image_usage usage;
  vyre_image_format format;
  vyre_image_shape shape;
  uint32_t width, height, depth;
  uint32_t layers;
  uint32_t mip_levels;
  uint32_t reserved;
} vyre_image_info;

/* A box of texels of one level, and how it lies in memory: row by row, slice by slice. Slices are
 * those of |depth|, and of an array or a cube its layers, from |layer| on. NULL in the place of a
 * region: all of level 0, packed. Never changes. */
typedef struct vyre_image_region {
  uint32_t x, y, z;       /* the first texel; |z| of 3D alone */
  uint32_t width, height; /* 0: to the end of the level */
  uint32_t depth;         /* slices; 0: to the end */
  uint32_t layer;         /* the first; of 2D_ARRAY and CUBE alone */
  uint32_t mip_level;
  uint64_t row_bytes;   /* from row to row, whole texels; 0: packed */
  uint64_t slice_bytes; /* from slice to slice, whole rows; 0: packed */
} vyre_image_region;

/* Whether |device| can make such an image: what the format lacks, or which size is too large.
 * Errors: UNSUPPORTED_FEATURE. */
VYRE_TRY vyre_device_check_image(const vyre_device* device, const vyre_image_desc* desc);

/* Makes an image of texels that are all zero bits. It keeps the device alive. The label is copied.
 * Errors: UNSUPPORTED_FEATURE, as vyre_device_check_image says.
 * Submits. Blocks. */
VYRE_TRY vyre_image_create(vyre_device* device, const vyre_image_desc* desc,
                           vyre_image** out_image);

/* Copies texels from |data| to |region|. |size| is that of the region as it lies in |data|; behind
 * the last row nothing is read. The texels are there on return.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_image_write(vyre_image* image, const vyre_image_region* region, const void* data,
                          size_t size);

/* The same without waiting; |data| has been read on return. |out_work| may be NULL.
 * Errors: NOT_READY where vyre_image_write would wait for room: wait for earlier work, ask again.
 * Submits. */
VYRE_TRY vyre_image_write_async(vyre_image* image, const vyre_image_region* region,
                                const void* data, size_t size, vyre_work** out_work);

/* Copies the texels of |region| to |data|. What lies between rows and slices stays as it is.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_image_read(vyre_image* image, const vyre_image_region* region, void* data,
                         size_t size);

/* The same without waiting: vyre_work_get_bytes or vyre_work_collect_bytes give the |size| bytes,
 * with zeroes between rows and slices.
 * Errors: none beyond the usual.
 * Submits. */
VYRE_TRY vyre_image_read_async(vyre_image* image, const vyre_image_region* region, uint64_t size,
                               vyre_work** out_work);

/* Copies |from_region| of |from| to the place of |to| where |to_region| begins; the latter's sizes
 * are 0 or equal, and neither has row_bytes or slice_bytes. Texels have the same number of bytes,
 * which are copied as they are. Both images are of one device. Within one image the regions do not
 * overlap.
 * Errors: none beyond the usual.
 * Submits. Blocks. */
VYRE_TRY vyre_image_copy(vyre_image* from, const vyre_image_region* from_region, vyre_image* to,
                         const vyre_image_region* to_region);

/* The same without waiting. |out_work| may be NULL.
 * Errors: none beyond the usual.
 * Submits. */
VYRE_TRY vyre_image_copy_async(vyre_image* from, const vyre_image_region* from_region,
                               vyre_image* to, const vyre_image_region* to_region,
                               vyre_work** out_work);

/* Its sizes, format, usage and label. */
VYRE_API const vyre_image_info* vyre_image_get_info(const vyre_image* image);

/* One more owner of the image's device.
 * Errors: none beyond the usual. */
VYRE_TRY vyre_image_get_device(const vyre_image* image, vyre_device** out_device);

/* Ends an owner. Work that uses the image goes on and keeps it. |image| may be NULL. */
VYRE_API void vyre_image_destroy(vyre_image* image);

/* ---- Samplers -------------------------------------------------------------------------------- */

/* What lies between texels. */
VYRE_ENUM(vyre_filter){
    VYRE_FILTER_NEAREST = 0, /* the nearest texel */
    VYRE_FILTER_LINEAR = 1   /* between the nearest ones */
};

/* What lies beyond the first and the last texel of an axis. */
VYRE_ENUM(vyre_address_mode){
    VYRE_ADDRESS_CLAMP = 0,      /* the texel at the edge */
    VYRE_ADDRESS_REPEAT = 1,     /* the image again */
    VYRE_ADDRESS_MIRROR = 2,     /* the image again, every other time mirrored */
    VYRE_ADDRESS_BORDER_ZERO = 3 /* zeroes; of textures of floats and UNORM */
};

/* How texels are read. */
typedef struct vyre_sampler_desc {
  size_t struct_size;
  vyre_string label;
  vyre_filter filter;           /* between texels of a level */
  vyre_filter mip_filter;       /* between levels */
  vyre_address_mode address[3]; /* on x, y and z */
  /* 1: coordinates count texels, in place of 0 to 1 over the image. Then |mip_filter| is NEAREST,
   * each address CLAMP or BORDER_ZERO, and what is read is 1D or 2D and has one level. */
  uint32_t unnormalized;
} vyre_sampler_desc;
#define VYRE_SAMPLER_DESC_INIT                                                      \
  {                                                                                 \
    sizeof(vyre_sampler_desc), {NULL, 0}, VYRE_FILTER_NEAREST, VYRE_FILTER_NEAREST, \
        {VYRE_ADDRESS_CLAMP, VYRE_ADDRESS_CLAMP, VYRE_ADDRESS_CLAMP}, 0             \
  }
#define VYRE_SAMPLER_DESC_DEFAULT VYRE_LITERAL(vyre_sampler_desc, VYRE_SAMPLER_DESC_INIT)

/* Makes a sampler. |desc| may be NULL: NEAREST and CLAMP. It keeps the device alive and outlives
 * its recovery.
 * Errors: UNSUPPORTED_FEATURE without VYRE_FEATURE_IMAGES. */
VYRE_TRY vyre_sampler_create(vyre_device* device, const vyre_sampler_desc* desc,
                             vyre_sampler** out_sampler);

/* Ends an owner. |sampler| may be NULL. */
VYRE_API void vyre_sampler_destroy(vyre_sampler* sampler);

#ifdef __cplusplus
}
#endif

/* ---- All functions of this header ------------------------------------------------------------ */
/*
 * Device    vyre_device_check_image
 * Image     vyre_image_create vyre_image_write vyre_image_write_async vyre_image_read
 *   vyre_image_read_async vyre_image_copy vyre_image_copy_async vyre_image_get_info
 *   vyre_image_get_device vyre_image_destroy
 * Sampler   vyre_sampler_create vyre_sampler_destroy
 */

#endif /* VYRE_DRIVER_IMAGE_H */
