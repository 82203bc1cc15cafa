#include <vyre_driver_tools.h>

#include <algorithm>
#include <cstdio>

#include "commands.h"
#include "constants.h"
#include "host/arguments.h"
#include "host/table.h"

namespace tool {

namespace {

using Plan = std::unique_ptr<vyre_plan, Destroy<vyre_plan_destroy>>;

// Parameters whose sizes the command line gives, as bindings.
Result<std::vector<vyre_binding>> sized_parameters(
    const SplitOptions& options, const std::vector<vyre_parameter_info>& parameters) {
  const auto sizes = parse_assignments(options.sizes, "--size");
  if (!sizes) return sizes.failure();
  std::vector<vyre_binding> bindings;
  for (const Assignment& size : *sizes) {
    const auto parameter =
        std::find_if(parameters.begin(), parameters.end(),
                     [&](const vyre_parameter_info& one) { return view(one.name) == size.name; });
    if (parameter == parameters.end())
      return Failure{"--size names '" + size.name +
                     "', which is no parameter of the program. Fix: see 'vyre check'."};
    const auto bytes =
        parse_number(size.value, UINT64_MAX, "--size of parameter '" + size.name + "'");
    if (!bytes) return bytes.failure();
    bindings.push_back(vyre_bind_zeros(parameter->slot, *bytes));
  }
  return bindings;
}

int print_split(const Pipeline& pipeline, const std::vector<vyre_binding>& bindings,
                const vyre_dispatch_desc& desc) {
  const Result<Plan> plan = make<Plan>([&](vyre_plan** out) {
    return vyre_plan_create(pipeline.get(), bindings.data(), bindings.size(), &desc, out);
  });
  if (!plan) return report(plan.failure());
  if (const vyre_finding* why = vyre_plan_get_info(plan->get())->split_refusal)
    return report({std::string(view(why->text)).append(". Fix: ").append(view(why->fix)),
                   VYRE_ERROR_UNSUPPORTED_FEATURE});
  const auto text = content_of<std::string>(
      [&](vyre_blob** out) { return vyre_plan_describe(plan->get(), out); });
  if (!text) return report(text.failure());
  std::fputs(text->c_str(), stdout);
  return kExitOk;
}

}  // namespace

int split(const SplitOptions& options) {
  vyre_dispatch_desc desc = VYRE_DISPATCH_DESC_INIT;
  if (const auto failure = set_launch(options.grid, options.shape, desc)) return report(*failure);
  const Result<Loaded> loaded = load(options.program, options.device);
  if (!loaded) return report(loaded.failure());
  const vyre_program* program = loaded->program.get();
  const auto bindings = sized_parameters(options, parameters_of(program));
  if (!bindings) return report(bindings.failure());
  const Result<Device> device = open_device(loaded->context.get(), options.device);
  if (!device) return report(device.failure());
  const auto constants = parse_constants(program, options.constants);
  if (!constants) return report(constants.failure());
  const auto pipeline = compile(device->get(), program, *constants);
  if (!pipeline) return report(pipeline.failure());
  return print_split(*pipeline, *bindings, desc);
}

}  // namespace tool
