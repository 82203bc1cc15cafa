#include <algorithm>
#include <cstring>

#include "vulkan/backend/transfer.h"
#include "vulkan/dispatch/submit_transfer.h"

// Images: made, written, read and copied by commands of the queue, in its order.
namespace vyre::vulkan {
namespace {

using backend::Step;
using Started = Result<std::unique_ptr<backend::Waitable>>;

void add_copy(ImageCopy::Kind kind, const OwnedImage& image, const backend::ImageRegion& region,
              const BufferRange& bytes, SubmissionContext& context) {
  ImageCopy copy{kind, image.part(region)};
  copy.bytes = bytes;
  copy.row_texels = region.row_texels;
  copy.slice_rows = region.slice_rows;
  context.next.image_copies.push_back(copy);
}

Started write_texels(VulkanDevice& opened, const Step& step) {
  const std::shared_ptr<OwnedImage>& to = own_image(opened, *step.to).owned();
  opened.device().counters().uploaded(step.size);
  VYRE_RETURN_IF_ERROR(opened.staged().check_room(step.size));
  VYRE_ASSIGN_OR_RETURN(
      auto work, submit_transfer(opened, "write", [&](SubmissionContext& context) -> Status {
        Allocation& upload = context.begin_transfer(to).upload;
        VYRE_RETURN_IF_ERROR(context.reserve(upload, MemoryUse::kUpload, step.size));
        std::memcpy(upload.data(), step.bytes.data(), step.bytes.size());
        add_copy(ImageCopy::Kind::kUpload, *to, *step.to_region, range_of(upload, 0, step.size),
                 context);
        return {};
      }));
  opened.staged().add(step.size, work->submission());
  return work;
}

// What lies between rows is zeroes.
Started read_texels(VulkanDevice& opened, const Step& step) {
  const std::shared_ptr<OwnedImage>& from = own_image(opened, *step.from).owned();
  opened.device().counters().downloaded(step.size);
  return submit_transfer(opened, "read", [&](SubmissionContext& context) -> Status {
    SubmissionContext::Staging& staging = context.begin_transfer(from);
    VYRE_RETURN_IF_ERROR(context.reserve(staging.readback, MemoryUse::kReadback, step.size));
    staging.result = staging.readback.bytes().first(static_cast<size_t>(step.size));
    std::memset(staging.readback.data(), 0, static_cast<size_t>(step.size));
    add_copy(ImageCopy::Kind::kDownload, *from, *step.from_region,
             range_of(staging.readback, 0, step.size), context);
    return {};
  });
}

Started copy_texels(VulkanDevice& opened, const Step& step) {
  const std::shared_ptr<OwnedImage>& from = own_image(opened, *step.from).owned();
  const std::shared_ptr<OwnedImage>& to = own_image(opened, *step.to).owned();
  opened.device().counters().copied(step.size);
  return submit_transfer(opened, "copy", [&](SubmissionContext& context) -> Status {
    context.begin_transfer(from);
    context.owned_memory.push_back(to);
    context.next.image_copies.push_back(
        {ImageCopy::Kind::kCopy, to->part(*step.to_region), from->part(*step.from_region)});
    return {};
  });
}

Status clear(VulkanDevice& opened, const std::shared_ptr<OwnedImage>& image) {
  ScopedSubmission submission(opened.submissions(), nullptr);
  submission.context().begin_transfer(image);
  submission.context().next.image_copies.push_back({ImageCopy::Kind::kClear, image->whole()});
  return submission.submit();
}

}  // namespace

Started move_texels(VulkanDevice& opened, const Step& step) {
  if (step.kind == Step::Kind::kWrite) return write_texels(opened, step);
  return step.kind == Step::Kind::kRead ? read_texels(opened, step) : copy_texels(opened, step);
}

Status VulkanDevice::check_image(const backend::ImageDesc& desc) const {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  if (device_->records_only()) return device_->records_only_error();
  return vulkan::check_image(*device_, desc);
}

Result<std::shared_ptr<backend::Image>> VulkanDevice::create_image(const backend::ImageDesc& desc) {
  VYRE_RETURN_IF_ERROR(check_not_lost());
  submissions_->collect();
  VYRE_ASSIGN_OR_RETURN(auto owned, OwnedImage::create(*device_, *allocator_, desc));
  VYRE_RETURN_IF_ERROR(clear(*this, owned));
  return std::shared_ptr<backend::Image>(
      std::make_shared<DeviceImage>(shared_from_this(), std::move(owned)));
}

}  // namespace vyre::vulkan
