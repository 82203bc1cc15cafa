#include "interface/calls/all_calls.h"
#include "interface/calls/started.h"
#include "vyre_driver_image.h"

namespace vyre::interface {
namespace {

constexpr uint64_t kTexelBytes = 4;

vyre_image_desc describe(Caller& c) {
  vyre_image_desc desc = VYRE_IMAGE_DESC_INIT;
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  desc.usage = VYRE_IMAGE_USAGE_SAMPLED;
  if (c.odd_and_wrong()) desc.usage = c.random.one_of<uint64_t>({0, 4, UINT64_MAX});
  desc.format = c.choice(VYRE_IMAGE_FORMAT_R32U);
  desc.shape = c.choice(c.random.one_of<vyre_image_shape>(
      {VYRE_IMAGE_SHAPE_2D, VYRE_IMAGE_SHAPE_3D, VYRE_IMAGE_SHAPE_2D_ARRAY, VYRE_IMAGE_SHAPE_1D}));
  desc.width = static_cast<uint32_t>(1 + c.random.below(16));
  if (desc.shape != VYRE_IMAGE_SHAPE_1D) desc.height = static_cast<uint32_t>(1 + c.random.below(8));
  if (desc.shape == VYRE_IMAGE_SHAPE_3D) desc.depth = 3;
  if (desc.shape == VYRE_IMAGE_SHAPE_2D_ARRAY) desc.layers = 3;
  if (c.odd_and_wrong()) desc.mip_levels = c.random.one_of<uint32_t>({0, 33, UINT32_MAX});
  if (c.odd_and_wrong()) desc.width = c.random.one_of<uint32_t>({0, UINT32_MAX, 1u << 31});
  return desc;
}

void begin(Caller& c, const char* function, const Device& device) {
  c.begin(function);
  c.on(device.facts);
  if (!device.facts.has_images) c.wrong();
}

void check(Caller& c) {
  const auto device = c.world.device(c);
  begin(c, "vyre_device_check_image", *device);
  const vyre_image_desc desc = describe(c);
  c.end(vyre_device_check_image(c.object(device->raw), c.object(&desc)));
}

void create(Caller& c) {
  const auto device = c.world.device(c);
  begin(c, "vyre_image_create", *device);
  const vyre_image_desc desc = describe(c);
  Out<vyre_image*> out(c);
  if (!c.end(vyre_image_create(c.object(device->raw), c.object(&desc), out.place()), out)) return;
  c.world.images.add(std::make_shared<Image>(out.get(), device->facts, desc), c.random);
}

void get_info(Caller& c) {
  const auto image = c.world.images.pick(c.random);
  if (!image) return;
  c.begin("vyre_image_get_info");
  const vyre_image_info* info = vyre_image_get_info(c.or_null(image->raw));
  if (info->width != 0 && info->width != image->desc.width) c.problem("another width");
  c.end();
}

void get_device(Caller& c) {
  const auto image = c.world.images.pick(c.random);
  if (!image) return;
  c.begin("vyre_image_get_device");
  Out<vyre_device*> out(c);
  if (!c.end(vyre_image_get_device(c.object(image->raw), out.place()), out)) return;
  const Device held(out.get(), image->facts);
}

// Some texels of an image, and how many bytes they have.
struct Box {
  Box(Caller& c, const Image& image) {
    const vyre_image_desc& desc = image.desc;
    region.x = static_cast<uint32_t>(c.random.below(desc.width));
    region.width = static_cast<uint32_t>(1 + c.random.below(desc.width - region.x));
    region.height = 1;
    region.depth = 1;
    size = region.width * kTexelBytes;
  }
  // Odd: anywhere.
  void spoil(Caller& c) {
    region.x = c.size32(region.x);
    region.y = c.size32(region.y);
    region.width = c.size32(region.width);
    if (c.odd()) region.mip_level = c.random.one_of<uint32_t>({1, 40, UINT32_MAX});
    if (c.odd()) region.row_bytes = c.random.one_of<uint64_t>({3, 64, UINT64_MAX, UINT64_MAX - 3});
    if (c.odd()) region.slice_bytes = c.random.one_of<uint64_t>({3, 1u << 20, UINT64_MAX});
    size = c.size(size);
  }
  vyre_image_region region = {};
  uint64_t size = 0;
};

// Calls |function| on an image and some of its texels.
template <typename Call>
void with_box(Caller& c, const char* function, Call call) {
  const auto image = c.world.images.pick(c.random);
  if (!image) return;
  Box box(c, *image);
  c.begin(function);
  c.on(image->facts);
  box.spoil(c);
  call(*image, box);
}

void write(Caller& c) {
  with_box(c, "vyre_image_write", [&](const Image& image, const Box& box) {
    const auto* data = c.array(c.in.data(), box.size);
    c.end(vyre_image_write(c.object(image.raw), &box.region, data, box.size));
  });
}

void write_async(Caller& c) {
  with_box(c, "vyre_image_write_async", [&](const Image& image, const Box& box) {
    Started work(c);
    const auto* data = c.array(c.in.data(), box.size);
    const bool is_started = c.end(
        vyre_image_write_async(c.object(image.raw), &box.region, data, box.size, work.out.place()),
        work.out);
    if (is_started) work.keep(c, image.facts);
  });
}

void read(Caller& c) {
  with_box(c, "vyre_image_read", [&](const Image& image, const Box& box) {
    auto* data = c.array(c.results.data(), box.size);
    c.end(vyre_image_read(c.object(image.raw), &box.region, data, box.size));
  });
}

void read_async(Caller& c) {
  with_box(c, "vyre_image_read_async", [&](const Image& image, const Box& box) {
    Started work(c);
    const bool is_started =
        c.end(vyre_image_read_async(c.object(image.raw), &box.region, box.size, work.out.place()),
              work.out);
    if (is_started) work.keep(c, image.facts, box.size);
  });
}

// The first texels of two images, which may be of two devices.
struct TwoBoxes {
  explicit TwoBoxes(Caller& c) : from(c.world.images.pick(c.random)) {
    if (!from) return;
    to = c.random.one_in(6) ? c.world.images.pick(c.random) : c.world.image_of(c, from->facts);
    for (vyre_image_region* region : {&from_region, &to_region}) {
      region->width = std::min(from->desc.width, to->desc.width);
      region->height = region->depth = 1;
    }
  }
  explicit operator bool() const { return from != nullptr && from != to; }
  bool is_one_device() const { return &from->facts == &to->facts; }
  std::shared_ptr<Image> from, to;
  vyre_image_region from_region = {}, to_region = {};
};

void begin_copy(Caller& c, const char* function, TwoBoxes& two) {
  c.begin(function);
  c.on(two.from->facts);
  c.on(two.to->facts);
  if (!two.is_one_device()) c.wrong();
  two.to_region.width = c.size32(two.to_region.width);
}

void copy(Caller& c) {
  TwoBoxes two(c);
  if (!two) return;
  begin_copy(c, "vyre_image_copy", two);
  c.end(vyre_image_copy(c.object(two.from->raw), &two.from_region, c.object(two.to->raw),
                        &two.to_region));
}

void copy_async(Caller& c) {
  TwoBoxes two(c);
  if (!two) return;
  begin_copy(c, "vyre_image_copy_async", two);
  Started work(c);
  const bool is_started =
      c.end(vyre_image_copy_async(c.object(two.from->raw), &two.from_region, c.object(two.to->raw),
                                  &two.to_region, work.out.place()),
            work.out);
  if (is_started) work.keep(c, two.from->facts);
}

void create_sampler(Caller& c) {
  const auto device = c.world.device(c);
  begin(c, "vyre_sampler_create", *device);
  vyre_sampler_desc desc = VYRE_SAMPLER_DESC_INIT;
  c.struct_size(desc.struct_size);
  desc.label = c.label();
  desc.filter = c.choice(VYRE_FILTER_LINEAR);
  desc.address[1] = c.choice(VYRE_ADDRESS_REPEAT);
  if (c.odd_and_wrong()) desc.unnormalized = 1;
  const vyre_sampler_desc* given = c.sound() ? c.or_null(&desc) : &desc;
  Out<vyre_sampler*> out(c);
  if (!c.end(vyre_sampler_create(c.object(device->raw), given, out.place()), out)) return;
  const Held<vyre_sampler> held(out.get(), "vyre_sampler_destroy", vyre_sampler_destroy);
}

constexpr Action kActions[] = {
    {"vyre_device_check_image", 5, check},
    {"vyre_image_create", 10, create},
    {"vyre_image_get_info", 5, get_info},
    {"vyre_image_get_device", 5, get_device},
    {"vyre_image_write", 10, write},
    {"vyre_image_write_async", 10, write_async},
    {"vyre_image_read", 10, read},
    {"vyre_image_read_async", 10, read_async},
    {"vyre_image_copy", 10, copy},
    {"vyre_image_copy_async", 10, copy_async},
    {"vyre_sampler_create", 5, create_sampler},
};

}  // namespace

std::span<const Action> image_calls() { return kActions; }

}  // namespace vyre::interface
