#include "capi/select_options.h"

#include "capi/boundary/convert.h"
#include "capi/boundary/guard.h"

namespace vyre::capi {

Result<backend::SelectOptions> select_options(const vyre_select_desc* given) {
  VYRE_ASSIGN_OR_RETURN(const vyre_select_desc desc,
                        VYRE_READ_DESC(given, vyre_select_desc, VYRE_SELECT_DESC_INIT));
  VYRE_RETURN_IF_ERROR(check_bits(desc.flags, VYRE_SELECT_NO_SOFTWARE, "vyre_select_desc.flags"));
  VYRE_RETURN_IF_ERROR(check_string(desc.id, "id"));
  if (desc.exclude_count != 0) VYRE_RETURN_IF_ERROR(require(desc.exclude, "exclude"));
  backend::SelectOptions options;
  options.refuse_software = (desc.flags & VYRE_SELECT_NO_SOFTWARE) != 0;
  options.id = view(desc.id);
  for (size_t i = 0; i < desc.exclude_count; ++i) {
    VYRE_RETURN_IF_ERROR(check_string(desc.exclude[i], "exclude"));
    options.exclude.emplace_back(view(desc.exclude[i]));
  }
  return options;
}

}  // namespace vyre::capi
