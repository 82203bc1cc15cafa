#include <cstdio>
#include <functional>
#include <map>

#include "commands.h"
#include "conform/cases.h"
#include "host/progress.h"

namespace tool {

namespace {

struct FileReport {
  std::string file;
  size_t cases = 0;
  size_t passed = 0;
  size_t failed = 0;
  size_t refused = 0;
  std::vector<std::pair<std::string, std::string>> failures;  // name, reason
  std::map<std::string, std::vector<std::string>> refusals;   // reason, names

  void count(std::string_view name, Verdict verdict);
};

void FileReport::count(std::string_view name, Verdict verdict) {
  ++cases;
  switch (verdict.outcome) {
    case Outcome::kPassed:
      ++passed;
      break;
    case Outcome::kFailed:
      ++failed;
      failures.emplace_back(name, std::move(verdict.reason));
      break;
    case Outcome::kRefused:
      ++refused;
      refusals[verdict.reason].emplace_back(name);
      break;
  }
}

// How a case is judged follows from what it holds.
struct Kind {
  std::function<Verdict(Session&, const Json&)> judge = nullptr;
  bool needs_device = false;
};

Kind kind_of(const Json& root, const Json& item) {
  if (item["auto"].present()) {
    const auto hint = hint_of(root["generation"].text());
    return {[hint](Session& on, const Json& one) { return judge_generation(on, one, hint); },
            false};
  }
  if (item["blob"].present()) return {judge_decode, false};
  if (item["runs"].present()) return {judge_program, true};
  if (item["expect"].present()) return {judge_grid_sync, true};
  if (item["wire_expected"].present()) return {judge_grid_sync_case, true};
  if (item["inputs"].present()) return {judge_random, true};
  if (item["codes"].present()) return {judge_validation, false};
  return {};
}

// Constants and keys of the library's inside: vectors, but none that the interface can show.
bool holds_only_internals(const Json& root) {
  return root["fnv1a64"].present() && !root["cases"].present();
}

Result<FileReport> run_cases(Session& session, const std::string& path, const Json& root) {
  const std::vector<Json> cases = root["cases"].items();
  if (cases.empty() && !holds_only_internals(root))
    return Failure{"'" + path + "' has no cases. Fix: give a vector file: an object with 'cases'."};
  FileReport report;
  report.file = path;
  Progress progress(path, cases.size(), "cases");
  for (const Json& item : cases) {
    progress.at(report.cases);
    const std::string_view name = item["name"].text();
    const Kind kind = kind_of(root, item);
    if (!kind.judge)
      return Failure{"case '" + std::string(name) + "' of '" + path +
                     "' is of no known kind. Fix: give files in the published vector formats."};
    if (kind.needs_device)
      if (auto failure = session.open_device()) return *failure;
    report.count(name, kind.judge(session, item));
  }
  return report;
}

Result<FileReport> run_file(Session& session, const std::string& path) {
  const Result<Bytes> text = read_file(path);
  if (!text) return text.failure();
  const Result<JsonDocument> document = JsonDocument::parse(*text, path);
  if (!document) return document.failure();
  return run_cases(session, path, document->root());
}

void print_text(const FileReport& report) {
  std::printf("%s: %zu cases, %zu passed, %zu failed, %zu refused\n", report.file.c_str(),
              report.cases, report.passed, report.failed, report.refused);
  for (const auto& [name, reason] : report.failures)
    std::printf("  failed %s: %s\n", name.c_str(), reason.c_str());
  for (const auto& [reason, names] : report.refusals) {
    std::printf("  refused %zu: %s\n", names.size(), reason.c_str());
    for (const std::string& name : names) std::printf("    %s\n", name.c_str());
  }
  std::fflush(stdout);  // the next file may take long
}

void write_report(JsonWriter& json, const FileReport& report) {
  json.open_object().member("file", std::string_view(report.file));
  json.member("cases", uint64_t{report.cases}).member("passed", uint64_t{report.passed});
  json.member("failed", uint64_t{report.failed}).member("refused", uint64_t{report.refused});
  json.key("failures").open_array();
  for (const auto& [name, reason] : report.failures) {
    json.open_object().member("name", std::string_view(name));
    json.member("reason", std::string_view(reason)).close_object();
  }
  json.close_array().key("refusals").open_array();
  for (const auto& [reason, names] : report.refusals) {
    json.open_object().member("reason", std::string_view(reason));
    json.member("count", uint64_t{names.size()}).list("names", names).close_object();
  }
  json.close_array().close_object();
}

void print_json(const Session& session, const std::vector<FileReport>& reports) {
  JsonWriter json;
  std::optional<std::string_view> id;
  if (session.device()) id = view(vyre_device_get_info(session.device())->id);
  json.open_object().member("device", id).key("files").open_array();
  for (const FileReport& report : reports) write_report(json, report);
  json.close_array().close_object();
  std::puts(json.text().c_str());
}

}  // namespace

int conform(const ConformOptions& options) {
  DeviceOptions device = options.device;
  device.quiet = true;  // warnings about a case's program are no news
  Result<Session> session = Session::create(device, options.split);
  if (!session) return report(session.failure());
  std::vector<FileReport> reports;
  bool all_good = true;
  for (const std::string& path : options.files) {
    const Result<FileReport> file = run_file(*session, path);
    if (!file) return report(file.failure());
    if (!options.json) print_text(*file);
    all_good = all_good && file->failed == 0;
    reports.push_back(*file);
  }
  if (options.json) print_json(*session, reports);
  return all_good ? kExitOk : kExitFailed;
}

}  // namespace tool
