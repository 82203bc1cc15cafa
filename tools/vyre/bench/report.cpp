#include "report.h"

#include <algorithm>
#include <cstdio>

#include "host/json.h"
#include "host/table.h"

namespace tool {

namespace {

std::string number(double value, const char* format) {
  char text[40];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

std::string duration(double nanoseconds) {
  if (nanoseconds < 1e3) return number(nanoseconds, "%.0f ns");
  if (nanoseconds < 1e6) return number(nanoseconds / 1e3, "%.1f us");
  if (nanoseconds < 1e9) return number(nanoseconds / 1e6, "%.2f ms");
  return number(nanoseconds / 1e9, "%.2f s");
}

double gbps(const BenchRow& row, const Spread& spread) {
  return spread.median > 0 ? static_cast<double>(row.bytes) / spread.median : 0;
}

std::string elements_text(const std::optional<uint64_t>& elements) {
  if (!elements) return "-";
  for (const auto& [suffix, shift] : {std::pair{" Gi", 30}, {" Mi", 20}, {" Ki", 10}}) {
    const uint64_t whole = *elements >> shift;
    if (whole != 0 && whole << shift == *elements) return std::to_string(whole) + suffix;
  }
  return std::to_string(*elements);
}

std::string settings_text(const BenchOptions& options) {
  return std::to_string(options.repeat) + " runs after " + std::to_string(options.warmup) + ", " +
         (options.resident ? "buffers of the device" : "memory of the host") + ", " +
         (options.in_flight == 0 ? std::string("one at a time")
                                 : std::to_string(options.in_flight) + " in flight");
}

// Each backend once, with its device.
std::string backends_text(const std::vector<BenchRow>& rows) {
  std::vector<std::string> lines;
  for (const BenchRow& row : rows) {
    const std::string line = row.name + ": " + row.device + " (" + row.backend + ")\n";
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  }
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

std::vector<std::string> table_row(const BenchRow& row) {
  const Spread& host = row.measured.host;
  const auto& device = row.measured.device;
  return {elements_text(row.elements),
          row.name,
          duration(host.median),
          duration(host.p10),
          duration(host.p90),
          duration(host.least),
          number(gbps(row, host), "%.3g"),
          number(row.measured.per_second, "%.4g"),
          device ? duration(device->median) : "-",
          device ? number(gbps(row, *device), "%.3g") : "-",
          number(row.ratio, "%.2f")};
}

void write_spread(JsonWriter& json, const BenchRow& row, const Spread& spread) {
  json.open_object()
      .member("median_ns", spread.median)
      .member("p10_ns", spread.p10)
      .member("p90_ns", spread.p90)
      .member("min_ns", spread.least)
      .member("gb_per_second", gbps(row, spread))
      .close_object();
}

void write_row(JsonWriter& json, const BenchRow& row) {
  json.open_object().member("backend", row.backend).member("device", row.device);
  json.member("elements", row.elements).member("bytes", row.bytes).list("grid", row.measured.grid);
  json.list("workgroup", row.measured.workgroup).key("host");
  write_spread(json, row, row.measured.host);
  json.key("device_time");
  if (row.measured.device)
    write_spread(json, row, *row.measured.device);
  else
    json.null();
  json.member("dispatches_per_second", row.measured.per_second)
      .member("ratio", row.ratio)
      .close_object();
}

// Names of devices may hold commas.
std::string quoted(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) result += c == '"' ? "\"\"" : std::string(1, c);
  return result + '"';
}

std::string spread_columns(const BenchRow& row, const std::optional<Spread>& spread) {
  if (!spread) return ",,,,,";
  std::string text;
  for (const double value :
       {spread->median, spread->p10, spread->p90, spread->least, gbps(row, *spread)})
    text += ',' + number(value, "%.9g");
  return text;
}

}  // namespace

std::string bench_table(const BenchOptions& options, const std::vector<BenchRow>& rows) {
  Table table({"elements", "backend", "median", "p10", "p90", "least", "GB/s", "per second",
               "device", "device GB/s", "ratio"});
  for (const BenchRow& row : rows) table.add(table_row(row));
  return backends_text(rows) + settings_text(options) + "\n" + table.text();
}

std::string bench_json(const BenchOptions& options, const std::vector<BenchRow>& rows) {
  JsonWriter json;
  json.open_object().member("program", options.program).member("repeat", options.repeat);
  json.member("warmup", options.warmup)
      .member("in_flight", options.in_flight)
      .member("resident", options.resident)
      .key("results")
      .open_array();
  for (const BenchRow& row : rows) write_row(json, row);
  json.close_array().close_object();
  return json.text() + "\n";
}

std::string bench_csv(const std::vector<BenchRow>& rows) {
  std::string text =
      "backend,device,elements,bytes,host_median_ns,host_p10_ns,host_p90_ns,host_min_ns,"
      "host_gb_per_second,device_median_ns,device_p10_ns,device_p90_ns,device_min_ns,"
      "device_gb_per_second,dispatches_per_second,ratio\n";
  for (const BenchRow& row : rows) {
    text += quoted(row.backend) + ',' + quoted(row.device) + ',' +
            (row.elements ? std::to_string(*row.elements) : "") + ',' + std::to_string(row.bytes) +
            spread_columns(row, row.measured.host) + spread_columns(row, row.measured.device) +
            ',' + number(row.measured.per_second, "%.9g") + ',' + number(row.ratio, "%.6g") + '\n';
  }
  return text;
}

}  // namespace tool
