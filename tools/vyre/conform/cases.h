#pragma once

#include <functional>
#include <optional>
#include <string>

#include "case_run.h"
#include "host/json.h"

// The kinds of cases in vector files. Each function judges one case.
namespace tool {

enum class Outcome { kPassed, kFailed, kRefused };

struct Verdict {
  Outcome outcome = Outcome::kPassed;
  std::string reason;  // empty when passed
};

inline Verdict passed() { return {}; }
inline Verdict failed(std::string reason) { return {Outcome::kFailed, std::move(reason)}; }
inline Verdict refused(std::string reason) { return {Outcome::kRefused, std::move(reason)}; }

// What it means that |step| of running |program| failed. Only a subgroup operation that the backend
// names may be refused; whatever else it does not support counts as failed.
Verdict verdict_of(const Failure& failure, const std::string& step, const CaseProgram& program);

// Altered blobs: accepted or rejected, the bytes they encode to again, fingerprints.
Verdict judge_decode(Session& session, const Json& item);

// The program whose wire bytes the case has; the failure is the reason of a verdict.
Result<CaseProgram> program_of(const Session& session, const Json& item);

// Passed when |program| has the fingerprint |wanted| in |form|, or none where that is null.
Verdict judge_fingerprint(const vyre_program* program, const Json& wanted,
                          vyre_wire_form form = VYRE_WIRE_ANY);

// Programs and the findings that validation must give.
Verdict judge_validation(Session& session, const Json& item);

// What one run of a program takes and gives, as its case has it.
struct CaseRun {
  Json inputs, outputs, error, order_dependent;
};

// All runs of a case, or its only one with other results than it has itself.
Verdict judge_results(Session& session, const CaseProgram& program, const Json& item,
                      const Json& outputs, const Json& error);

// Bytes of any published generation: read by themselves, and by |hint| too where there is one.
Verdict judge_generation(Session& session, const Json& item,
                         const std::optional<vyre_program_desc>& hint);
// The hint for files of that generation ("0.6.5").
std::optional<vyre_program_desc> hint_of(std::string_view generation);

// Programs of libraries with several runs, and single generated programs.
Verdict judge_program(Session& session, const Json& item);
Verdict judge_random(Session& session, const Json& item);

// Programs with barriers over the whole grid: in full, and in the short form of the first list.
Verdict judge_grid_sync(Session& session, const Json& item);
Verdict judge_grid_sync_case(Session& session, const Json& item);

// Where an output is not as expected.
struct Difference {
  const vyre_parameter_info* buffer = nullptr;  // null: the number of outputs is another
  std::string text;
};

// What |judge| says of a launch. Races are lost now and then, what is wrong is wrong each time:
// where invocations may race, wrong results are refused as a race when one of ten more runs gives
// right ones. A run that fails is no race.
using Results = Result<std::vector<Bytes>>;
Verdict beside_races(const Session& session, const CaseProgram& program, const Pipeline& pipeline,
                     const CaseLaunch& launch,
                     const std::function<Verdict(const Results& results)>& judge);

// Compares what came back with |expected|, which has the buffers that return in order of
// declaration.
std::optional<Difference> output_difference(const CaseProgram& program,
                                            const std::vector<Bytes>& actual,
                                            const std::vector<Bytes>& expected, uint32_t ulp);

// An array of strings of hexadecimal digits.
std::optional<std::vector<Bytes>> hex_list(const Json& list);

// Spreads |inputs|, in order of declaration, over all declared buffers; buffers that the backend
// allocates get zeros. There is one input per buffer that takes bytes, or one per buffer outside
// workgroup memory, of which the others are dropped. None when there is another number.
std::optional<std::vector<Bytes>> bytes_of_buffers(const CaseProgram& program,
                                                   const std::vector<Bytes>& inputs);

// Passed when validation with these VYRE_VALIDATE_ flags finds exactly |expected|, in that order.
Verdict judge_codes(const CaseProgram& program, const std::vector<std::string>& expected,
                    uint64_t flags = VYRE_VALIDATE_UNCHECKED_CALLS);

}  // namespace tool
