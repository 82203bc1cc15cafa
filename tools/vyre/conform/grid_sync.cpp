#include <algorithm>

#include "cases.h"
#include "compare.h"
#include "published_interpreter.h"

namespace tool {

namespace {

// The bytes of the list entry for |buffer|, which is named and numbered as in the program.
std::optional<Bytes> entry_for(const Json& list, const vyre_parameter_info& buffer) {
  for (const Json& entry : list.items())
    if (entry["name"].text() == view(buffer.name) && entry["binding"].number() == buffer.slot)
      return entry["hex"].hex_bytes();
  return std::nullopt;
}

std::optional<std::array<uint32_t, 3>> axes(const Json& list) {
  const std::vector<Json> items = list.items();
  if (items.size() != 3) return std::nullopt;
  std::array<uint32_t, 3> result{};
  for (size_t i = 0; i < result.size(); ++i) {
    const auto number = items[i].number();
    if (!number) return std::nullopt;
    result[i] = *number;
  }
  return result;
}

// A launch that cannot be made is a mistake of the case, not of the library.
std::optional<CaseLaunch> launch_of(const CaseProgram& program, const Json& item) {
  const auto grid = axes(item["grid"]);
  if (!grid) return std::nullopt;
  CaseLaunch launch;
  launch.grid = *grid;
  for (const vyre_parameter_info& buffer : program.buffers) {
    Bytes& bytes = launch.bytes.emplace_back();
    if (published::allocates(buffer)) bytes.resize(buffer.static_bytes);
    if (!published::takes(buffer)) continue;
    auto given = entry_for(item["inputs"], buffer);
    if (!given) return std::nullopt;
    bytes = std::move(*given);
  }
  return launch;
}

std::string difference(const CaseProgram& program, const std::vector<Bytes>& actual,
                       const Json& outputs) {
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const vyre_parameter_info& buffer = program.buffers[i];
    if (!published::returns(buffer)) continue;
    const std::string name = "output '" + std::string(view(buffer.name)) + "'";
    const auto expected = entry_for(outputs, buffer);
    if (!expected) return name + " is not in the case";
    const std::string text = first_difference(actual[i], *expected);
    if (!text.empty()) return name + ": " + text;
  }
  return {};
}

// The oracle stops at a branch around a barrier that goes both ways in one invocation's life; such
// cases may be refused.
Verdict verdict_of_run(const Failure& failure, const std::string& step, const Json& item,
                       const CaseProgram& program) {
  const bool may_refuse = item["expect"].text() == "refuse_or_equal";
  if (may_refuse && failure.code == VYRE_ERROR_DISPATCH_FAILED)
    return refused("the oracle itself fails on this program");
  if (may_refuse && failure.code == VYRE_ERROR_UNSUPPORTED_FEATURE)
    return refused("the case may be refused, and is by name");
  return verdict_of(failure, step, program);
}

}  // namespace

Verdict judge_grid_sync(Session& session, const Json& item) {
  const Result<CaseProgram> program = program_of(session, item);
  if (!program) return failed(program.failure().message);
  if (!item["validation"].items().empty() || item["expect"].text() == "refuse")
    return judge_codes(*program, item["validation"].strings());
  auto launch = launch_of(*program, item);
  if (!launch) return failed("the case's grid or inputs are not those that the program takes");
  const Result<Pipeline> pipeline = session.compile(*program);
  if (!pipeline) return verdict_of_run(pipeline.failure(), "compile", item, *program);
  return beside_races(session, *program, *pipeline, *launch, [&](const Results& results) {
    if (!results) return verdict_of_run(results.failure(), "dispatch", item, *program);
    const std::string text = difference(*program, *results, item["outputs"]);
    return text.empty() ? passed() : failed(text);
  });
}

namespace {

bool order_is_free(const Json& item) {
  return item["oracle"].text().substr(0, 17) == "order independent";
}

std::optional<CaseLaunch> short_launch_of(const CaseProgram& program, const Json& item) {
  const auto inputs = hex_list(item["wire_inputs"]);
  const auto lanes = item["lanes"].number();
  if (!inputs || !lanes) return std::nullopt;
  auto bytes = bytes_of_buffers(program, *inputs);
  if (!bytes) return std::nullopt;
  CaseLaunch launch;
  launch.bytes = std::move(*bytes);
  const uint32_t* group = program.info.workgroup;
  const uint32_t size = std::max(1u, group[0] * group[1] * group[2]);
  launch.grid = {(*lanes + size - 1) / size, 1, 1};
  launch.repeats = item["iters"].number().value_or(1);
  return launch;
}

}  // namespace

Verdict judge_grid_sync_case(Session& session, const Json& item) {
  const Result<CaseProgram> program = program_of(session, item);
  if (!program) return failed(program.failure().message);
  if (!validate(*program, VYRE_VALIDATE_UNCHECKED_CALLS).empty())
    return refused("the oracle itself fails: the program is not valid");
  auto launch = short_launch_of(*program, item);
  const auto expected = hex_list(item["wire_expected"]);
  if (!launch || !expected) return failed("the case's bytes are not those of the program");
  const Result<Pipeline> pipeline = session.compile(*program);
  if (!pipeline) return verdict_of(pipeline.failure(), "compile", *program);
  return beside_races(session, *program, *pipeline, *launch, [&](const Results& results) {
    if (!results) return verdict_of(results.failure(), "dispatch", *program);
    const auto difference = output_difference(*program, *results, *expected, 0);
    if (!difference) return passed();
    if (order_is_free(item) && !session.sequential())
      return refused("the result depends on the order of invocations");
    return failed(difference->text);
  });
}

}  // namespace tool
