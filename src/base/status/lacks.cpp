#include "base/status/lacks.h"

#include <algorithm>

namespace vyre {
namespace {

constexpr std::string_view kFix = ". Fix: ";

Finding finding_of(std::string_view code, std::string path, const std::string& said) {
  const size_t at = said.find(kFix);
  Finding finding{std::string(code), std::move(path), said.substr(0, at)};
  if (at != std::string::npos) finding.fix = said.substr(at + kFix.size());
  return finding;
}

}  // namespace

void Lacks::add(Finding finding) {
  if (std::ranges::find(findings_, finding.code, &Finding::code) != findings_.end()) return;
  findings_.push_back(std::move(finding));
}

Status Lacks::note(Status status, std::string_view code, std::string path) {
  if (status.ok() || status.code() != Code::kUnsupportedFeature) return status;
  std::vector<Finding>& its_own = status.info().findings;
  if (its_own.empty()) add(finding_of(code, std::move(path), status.text()));
  for (Finding& finding : its_own) add(std::move(finding));
  return {};
}

Status Lacks::status() const {
  if (none()) return {};
  const Finding& first = findings_.front();
  const size_t others = findings_.size() - 1;
  Status status =
      fail(Code::kUnsupportedFeature, first.text,
           others == 0 ? std::string() : concat(" (and ", others, " more)"), kFix, first.fix);
  status.info().findings = findings_;
  return status;
}

}  // namespace vyre
