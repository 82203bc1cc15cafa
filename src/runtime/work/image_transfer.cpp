#include "runtime/work/image_transfer.h"

#include <algorithm>
#include <cstring>

#include "runtime/work/start.h"

namespace vyre::runtime {
namespace {

using backend::Step;
using Kind = Step::Kind;

// A region that was checked, and the bytes that it spans where it lies in memory.
struct Box {
  backend::ImageRegion region;
  uint64_t texel_bytes = 0;
  uint64_t row_bytes = 0;
  uint64_t slice_bytes = 0;

  uint64_t width_bytes() const { return region.size[0] * texel_bytes; }
  uint64_t bytes() const {  // to the last texel
    return slice_bytes * (region.size[2] - 1) + row_bytes * (region.size[1] - 1) + width_bytes();
  }
  uint64_t padded_bytes() const { return slice_bytes * region.size[2]; }
};

Status refused(const ImagePart& part, std::string_view what, std::string_view fix) {
  return fail(Code::kInvalidArgument, "a region of ", part.image->name(), " ", what,
              ". Fix: ", fix);
}

// An axis of the level with |all| texels: from |first| on |count|, or to the end.
Status take_axis(const ImagePart& part, char axis, uint32_t all, uint32_t first, uint32_t& count) {
  if (first < all && count == 0) count = all - first;
  if (first < all && count <= all - first) return {};
  return refused(part,
                 concat("has ", count, " from ", first, " on axis ", axis, ", where level ",
                        part.region.level, " has ", all),
                 "stay inside of the level");
}

Status check_places(const ImagePart& part) {
  const launch::ImageShape shape = part.image->desc().shape;
  const bool has_layers =
      shape == launch::ImageShape::k2DArray || shape == launch::ImageShape::kCube;
  if (part.region.level >= part.image->desc().levels) {
    return refused(part,
                   concat("is of mip level ", part.region.level, ", and there are ",
                          part.image->desc().levels),
                   "count them from 0");
  }
  if (part.region.layer != 0 && !has_layers) {
    return refused(part, concat("begins at layer ", part.region.layer), "leave layer 0");
  }
  if (part.region.z == 0 || shape == launch::ImageShape::k3D) return {};
  return refused(part, concat("begins at z ", part.region.z), "leave z 0, and use layer");
}

// How rows and slices lie.
Status take_pitches(const ImagePart& part, Box& box) {
  constexpr uint64_t kMost = INT32_MAX;
  const auto& [width, height, depth] = box.region.size;
  box.row_bytes = part.region.row_bytes != 0 ? part.region.row_bytes : box.width_bytes();
  const uint64_t row_texels = box.row_bytes / box.texel_bytes;
  if (box.row_bytes % box.texel_bytes != 0 || row_texels < width || row_texels > kMost) {
    return refused(
        part,
        concat("has rows of ", box.row_bytes, " bytes for ", width, " texels of ", box.texel_bytes),
        "give a multiple of a texel's bytes that holds the row, or 0");
  }
  box.slice_bytes = part.region.slice_bytes != 0 ? part.region.slice_bytes : box.row_bytes * height;
  const uint64_t slice_rows = box.slice_bytes / box.row_bytes;
  if (box.slice_bytes % box.row_bytes != 0 || slice_rows < height || slice_rows > kMost ||
      box.slice_bytes > INT64_MAX / depth) {
    return refused(part,
                   concat("has slices of ", box.slice_bytes, " bytes for ", height, " rows of ",
                          box.row_bytes),
                   "give a multiple of a row's bytes that holds the slice, or 0");
  }
  box.region.row_texels = static_cast<uint32_t>(row_texels);
  box.region.slice_rows = static_cast<uint32_t>(slice_rows);
  return {};
}

Result<Box> box_of(const ImagePart& part) {
  VYRE_RETURN_IF_ERROR(check_places(part));
  const backend::ImageDesc& desc = part.image->desc();
  const GivenRegion& given = part.region;
  const bool is_deep = desc.shape == launch::ImageShape::k3D;
  const auto level = backend::level_size(desc, given.level);
  Box box;
  box.texel_bytes = launch::facts_of(desc.format).texel_bytes;
  box.region.level = given.level;
  box.region.first = {given.x, given.y, is_deep ? given.z : given.layer};
  box.region.size = {given.width, given.height, given.depth};
  auto& [width, height, depth] = box.region.size;
  VYRE_RETURN_IF_ERROR(take_axis(part, 'x', level[0], given.x, width));
  VYRE_RETURN_IF_ERROR(take_axis(part, 'y', level[1], given.y, height));
  VYRE_RETURN_IF_ERROR(
      take_axis(part, 'z', is_deep ? level[2] : desc.layers, box.region.first[2], depth));
  VYRE_RETURN_IF_ERROR(take_pitches(part, box));
  return box;
}

Status check_size(const ImagePart& part, const Box& box, uint64_t size) {
  if (size >= box.bytes() && size <= box.padded_bytes()) return {};
  return refused(part, concat("has ", box.bytes(), " bytes, and ", size, " are given"),
                 "give as many");
}

Started begun(const ImagePart& part, Kind kind, Owner owner) {
  return {part.image->shared_device(),
          concat("the ", backend::name_of(kind), " of texels of ", part.image->name()), kind,
          owner};
}

uint64_t generation_of(const ImagePart& part) { return part.image->device().generation(); }

Result<std::unique_ptr<backend::Waitable>> start_write(const ImagePart& to,
                                                       std::span<const std::byte> bytes,
                                                       Owner owner) {
  VYRE_ASSIGN_OR_RETURN(const Box box, box_of(to));
  VYRE_RETURN_IF_ERROR(check_size(to, box, bytes.size()));
  Step step{.kind = Kind::kWrite,
            .size = box.bytes(),
            .bytes = bytes.first(static_cast<size_t>(box.bytes())),
            .to_region = &box.region};
  const uint64_t generation = generation_of(to);
  VYRE_ASSIGN_OR_RETURN(step.to, to.image->memory(generation));
  return start(to.image->device(), generation, step, owner);
}

Result<std::unique_ptr<backend::Waitable>> start_read(const ImagePart& from, const Box& box,
                                                      uint64_t size, Owner owner) {
  VYRE_RETURN_IF_ERROR(check_size(from, box, size));
  Step step{.kind = Kind::kRead, .size = size, .from_region = &box.region};
  const uint64_t generation = generation_of(from);
  VYRE_ASSIGN_OR_RETURN(step.from, from.image->memory(generation));
  return start(from.image->device(), generation, step, owner);
}

Status check_copied(const ImagePart& from, const ImagePart& to, const Box& box, const Box& other) {
  if (&from.image->device() != &to.image->device()) {
    return fail(Code::kInvalidArgument, from.image->name(), " and ", to.image->name(),
                " are of two devices. Fix: read the texels and write them");
  }
  if (box.texel_bytes != other.texel_bytes) {
    return refused(to,
                   concat("is to get texels of ", from.image->name(), ", which have ",
                          box.texel_bytes, " bytes"),
                   "copy between formats of equal bytes");
  }
  for (const ImagePart* part : {&from, &to}) {
    if ((part->region.row_bytes | part->region.slice_bytes) == 0) continue;
    return refused(*part, "has row_bytes or slice_bytes, and is copied", "leave both 0");
  }
  return {};
}

bool overlap(const Box& a, const Box& b) {
  bool meets = a.region.level == b.region.level;
  for (size_t axis = 0; axis < 3; ++axis) {
    const uint32_t first = a.region.first[axis], second = b.region.first[axis];
    const uint32_t size = a.region.size[axis];
    meets &= first <= second ? second - first < size : first - second < size;
  }
  return meets;
}

// The region of |to| that as many texels as |box| has take.
ImagePart target_of(const ImagePart& to, const Box& box) {
  ImagePart target = to;
  GivenRegion& region = target.region;
  if (region.width == 0) region.width = box.region.size[0];
  if (region.height == 0) region.height = box.region.size[1];
  if (region.depth == 0) region.depth = box.region.size[2];
  return target;
}

Result<std::unique_ptr<backend::Waitable>> start_copy(const ImagePart& from, const ImagePart& to,
                                                      Owner owner) {
  VYRE_ASSIGN_OR_RETURN(const Box box, box_of(from));
  const ImagePart target = target_of(to, box);
  VYRE_ASSIGN_OR_RETURN(const Box other, box_of(target));
  VYRE_RETURN_IF_ERROR(check_copied(from, to, box, other));
  if (box.region.size != other.region.size) {
    return refused(to, "has other sizes than what is copied to it", "give equal ones, or 0");
  }
  if (from.image == to.image && overlap(box, other)) {
    return refused(to, "overlaps what is copied to it", "copy through another image");
  }
  Step step{.kind = Kind::kCopy,
            .size = box.bytes(),
            .from_region = &box.region,
            .to_region = &other.region};
  const uint64_t generation = generation_of(from);
  VYRE_ASSIGN_OR_RETURN(step.from, from.image->memory(generation));
  VYRE_ASSIGN_OR_RETURN(step.to, to.image->memory(generation));
  return start(from.image->device(), generation, step, owner);
}

// The texels of |box|, of which both have all rows; what lies between them stays.
void copy_rows(const Box& box, std::span<const std::byte> from, std::span<std::byte> to) {
  for (uint32_t slice = 0; slice < box.region.size[2]; ++slice) {
    for (uint32_t row = 0; row < box.region.size[1]; ++row) {
      const auto at = static_cast<size_t>(slice * box.slice_bytes + row * box.row_bytes);
      std::memcpy(to.data() + at, from.data() + at, static_cast<size_t>(box.width_bytes()));
    }
  }
}

// Behind all earlier work there is room.
Status wait_for_room(const Device& device) {
  return device.with_raw(
      [](backend::Device& raw) { return raw.wait_idle(backend::Deadline::max()).status(); });
}

}  // namespace

Status write_texels(const ImagePart& to, std::span<const std::byte> bytes) {
  const Device& device = to.image->device();
  const TraceCall call(device.trace(), "vyre_image_write", {}, bytes.size());
  for (;;) {
    auto started = start_write(to, bytes, Owner::kCaller);
    const bool has_room = started.ok() || started.error().code() != Code::kNotReady;
    if (has_room) {
      VYRE_RETURN_IF_ERROR(wait_for(std::move(started)));
      break;
    }
    VYRE_RETURN_IF_ERROR(wait_for_room(device));
  }
  device.count_uploaded(bytes.size());
  return {};
}

Status read_texels(const ImagePart& from, std::span<std::byte> bytes) {
  const Device& device = from.image->device();
  const TraceCall call(device.trace(), "vyre_image_read", {}, bytes.size());
  VYRE_ASSIGN_OR_RETURN(const Box box, box_of(from));
  VYRE_ASSIGN_OR_RETURN(const auto work, start_read(from, box, bytes.size(), Owner::kCaller));
  (void)work->wait(backend::Deadline::max());
  VYRE_RETURN_IF_ERROR(work->status());
  VYRE_ASSIGN_OR_RETURN(const std::span<const std::byte> read, work->bytes(0));
  copy_rows(box, read, bytes);
  device.count_downloaded(bytes.size());
  return {};
}

Status copy_texels(const ImagePart& from, const ImagePart& to) {
  const TraceCall call(from.image->device().trace(), "vyre_image_copy", {}, 0);
  return wait_for(start_copy(from, to, Owner::kCaller));
}

Result<std::shared_ptr<Work>> write_texels_async(const ImagePart& to,
                                                 std::span<const std::byte> bytes, Owner owner) {
  const Device& device = to.image->device();
  const TraceCall call(device.trace(), "vyre_image_write_async", {}, bytes.size());
  Started started = begun(to, Kind::kWrite, owner);
  VYRE_ASSIGN_OR_RETURN(auto work, start_write(to, bytes, owner));
  device.count_uploaded(bytes.size());
  return started.hand_over(std::move(work));
}

Result<std::shared_ptr<Work>> read_texels_async(const ImagePart& from, uint64_t size, Owner owner) {
  const Device& device = from.image->device();
  const TraceCall call(device.trace(), "vyre_image_read_async", {}, size);
  VYRE_ASSIGN_OR_RETURN(const Box box, box_of(from));
  Started started = begun(from, Kind::kRead, owner);
  VYRE_ASSIGN_OR_RETURN(auto work, start_read(from, box, size, owner));
  device.count_downloaded(size);
  return started.hand_over(std::move(work));
}

Result<std::shared_ptr<Work>> copy_texels_async(const ImagePart& from, const ImagePart& to,
                                                Owner owner) {
  const TraceCall call(from.image->device().trace(), "vyre_image_copy_async", {}, 0);
  Started started = begun(to, Kind::kCopy, owner);
  VYRE_ASSIGN_OR_RETURN(auto work, start_copy(from, to, owner));
  return started.hand_over(std::move(work));
}

}  // namespace vyre::runtime
