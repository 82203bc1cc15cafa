#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"
#include "capi/boundary/handles.h"
#include "vyre_driver_image.h"

using vyre::Code;
using vyre::Result;
using vyre::Status;
using vyre::backend::AddressMode;
using vyre::backend::Filter;
using vyre::backend::SamplerDesc;
using namespace vyre::capi;

namespace {

static_assert(static_cast<int>(Filter::kLinear) == VYRE_FILTER_LINEAR);
static_assert(static_cast<int>(AddressMode::kBorderZero) == VYRE_ADDRESS_BORDER_ZERO);

Status check_known(uint32_t value, uint32_t most, std::string_view name) {
  if (value <= most) return {};
  return vyre::fail(Code::kInvalidArgument, "vyre_sampler_desc.", name, " is ", value,
                    ". Fix: choose one of vyre_driver_image.h, 0 to ", most);
}

Result<SamplerDesc> sampler_of(const vyre_sampler_desc& desc) {
  VYRE_RETURN_IF_ERROR(check_known(desc.filter, VYRE_FILTER_LINEAR, "filter"));
  VYRE_RETURN_IF_ERROR(check_known(desc.mip_filter, VYRE_FILTER_LINEAR, "mip_filter"));
  VYRE_RETURN_IF_ERROR(check_known(desc.unnormalized, 1, "unnormalized"));
  SamplerDesc sampler;
  sampler.filter = static_cast<Filter>(desc.filter);
  sampler.mip_filter = static_cast<Filter>(desc.mip_filter);
  for (size_t axis = 0; axis < 3; ++axis) {
    VYRE_RETURN_IF_ERROR(check_known(desc.address[axis], VYRE_ADDRESS_BORDER_ZERO, "address"));
    sampler.address[axis] = static_cast<AddressMode>(desc.address[axis]);
  }
  sampler.is_unnormalized = desc.unnormalized != 0;
  return sampler;
}

}  // namespace

vyre_error* vyre_sampler_create(vyre_device* device, const vyre_sampler_desc* desc,
                                vyre_sampler** out_sampler) {
  return guard(VYRE_OUT(out_sampler), VYRE_ARG(device), [&]() -> Status {
    VYRE_ASSIGN_OR_RETURN(const auto given,
                          VYRE_READ_DESC(desc, vyre_sampler_desc, VYRE_SAMPLER_DESC_INIT));
    VYRE_RETURN_IF_ERROR(check_string(given.label, "vyre_sampler_desc.label"));
    VYRE_ASSIGN_OR_RETURN(const SamplerDesc sampler, sampler_of(given));
    return hand_out(out_sampler, vyre::runtime::create_sampler(device->rep, sampler,
                                                               std::string(view(given.label))));
  });
}

void vyre_sampler_destroy(vyre_sampler* sampler) { delete sampler; }
