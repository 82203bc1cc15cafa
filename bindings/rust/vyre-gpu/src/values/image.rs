//! What images and samplers are.

numbers! {
    /// What a texel is: its components in the order of memory, and the bits and kind of each.
    /// UNORM: 0 to 1 as an unsigned integer. SRGB: the same with the curve of sRGB, but for alpha.
    /// F: a float. U, I: an unsigned and a signed integer.
    ImageFormat {
        /// Not given.
        NONE = VYRE_IMAGE_FORMAT_NONE,
        /// 1 byte.
        R8_UNORM = VYRE_IMAGE_FORMAT_R8_UNORM,
        /// 2 bytes.
        RG8_UNORM = VYRE_IMAGE_FORMAT_RG8_UNORM,
        /// 4 bytes.
        RGBA8_UNORM = VYRE_IMAGE_FORMAT_RGBA8_UNORM,
        /// 4 bytes; rarely a storage image.
        RGBA8_SRGB = VYRE_IMAGE_FORMAT_RGBA8_SRGB,
        /// 4 bytes; modules have no name for it.
        BGRA8_UNORM = VYRE_IMAGE_FORMAT_BGRA8_UNORM,
        /// 2 bytes.
        R16F = VYRE_IMAGE_FORMAT_R16F,
        /// 4 bytes.
        RG16F = VYRE_IMAGE_FORMAT_RG16F,
        /// 8 bytes.
        RGBA16F = VYRE_IMAGE_FORMAT_RGBA16F,
        /// 4 bytes.
        R32F = VYRE_IMAGE_FORMAT_R32F,
        /// 8 bytes.
        RG32F = VYRE_IMAGE_FORMAT_RG32F,
        /// 16 bytes.
        RGBA32F = VYRE_IMAGE_FORMAT_RGBA32F,
        /// 1 byte.
        R8U = VYRE_IMAGE_FORMAT_R8U,
        /// 4 bytes.
        RGBA8U = VYRE_IMAGE_FORMAT_RGBA8U,
        /// 2 bytes.
        R16U = VYRE_IMAGE_FORMAT_R16U,
        /// 4 bytes.
        R32U = VYRE_IMAGE_FORMAT_R32U,
        /// 8 bytes.
        RG32U = VYRE_IMAGE_FORMAT_RG32U,
        /// 16 bytes.
        RGBA32U = VYRE_IMAGE_FORMAT_RGBA32U,
        /// 4 bytes.
        R32I = VYRE_IMAGE_FORMAT_R32I,
        /// 16 bytes.
        RGBA32I = VYRE_IMAGE_FORMAT_RGBA32I,
    }
}

numbers! {
    /// How the texels of an image lie. The faces of a cube are squares; modules may see them as an
    /// array.
    ImageShape {
        /// Width.
        D1 = VYRE_IMAGE_SHAPE_1D,
        /// Width and height.
        D2 = VYRE_IMAGE_SHAPE_2D,
        /// Width, height and depth.
        D3 = VYRE_IMAGE_SHAPE_3D,
        /// Width, height and layers.
        D2_ARRAY = VYRE_IMAGE_SHAPE_2D_ARRAY,
        /// Width, height and 6 layers: the faces +x, -x, +y, -y, +z, -z.
        CUBE = VYRE_IMAGE_SHAPE_CUBE,
    }
}

flags! {
    /// What modules do with an image.
    ImageUsage {
        /// Textures and sampled textures.
        SAMPLED = VYRE_IMAGE_USAGE_SAMPLED,
        /// Storage images.
        STORAGE = VYRE_IMAGE_USAGE_STORAGE,
    }
}

numbers! {
    /// What lies between texels.
    Filter {
        /// The nearest texel.
        NEAREST = VYRE_FILTER_NEAREST,
        /// Between the nearest ones.
        LINEAR = VYRE_FILTER_LINEAR,
    }
}

numbers! {
    /// What lies beyond the first and the last texel of an axis.
    AddressMode {
        /// The texel at the edge.
        CLAMP = VYRE_ADDRESS_CLAMP,
        /// The image again.
        REPEAT = VYRE_ADDRESS_REPEAT,
        /// The image again, every other time mirrored.
        MIRROR = VYRE_ADDRESS_MIRROR,
        /// Zeroes; of textures of floats and UNORM.
        BORDER_ZERO = VYRE_ADDRESS_BORDER_ZERO,
    }
}
