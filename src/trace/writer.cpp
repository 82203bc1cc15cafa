#include "base/json/writer.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <set>

#include "base/encoding/utf8.h"
#include "trace/trace.h"

namespace vyre {
namespace {

using Kind = TraceEvent::Kind;
using Clock = TraceEvent::Clock;

// The host is process 1; each queue is a process of its own behind it.
constexpr uint32_t kHost = 1;
constexpr uint32_t kFirstQueue = 2;
constexpr size_t kPiece = size_t{1} << 16;

const char* clock_text(Clock clock) {
  constexpr const char* kTexts[] = {"calibrated", "placed in its submission", "of the host"};
  static_assert(std::size(kTexts) == static_cast<size_t>(Clock::kHost) + 1);
  return kTexts[static_cast<size_t>(clock)];
}

// Microseconds since |began|, to the nanosecond.
std::string microseconds(uint64_t time, uint64_t began) {
  const uint64_t passed = time > began ? time - began : 0;
  char text[40];
  std::snprintf(text, sizeof text, "%llu.%03llu", static_cast<unsigned long long>(passed / 1000),
                static_cast<unsigned long long>(passed % 1000));
  return text;
}

std::string id_of(const TraceEvent& event) {
  return std::to_string(event.queue) + "." + std::to_string(event.number);
}

// What does not overlap goes into one lane, so that the slices of a lane never cross.
class Lanes {
 public:
  // Events come by their start.
  uint32_t place(const TraceEvent& event) {
    std::vector<uint64_t>& ends = ends_[event.queue];
    const auto free = std::ranges::find_if(ends, [&](uint64_t end) { return end <= event.start; });
    const auto lane = static_cast<uint32_t>(free - ends.begin());
    if (free == ends.end()) ends.emplace_back();
    ends[lane] = event.end;
    return lane + 1;
  }
  const std::map<uint32_t, std::vector<uint64_t>>& ends() const { return ends_; }

 private:
  std::map<uint32_t, std::vector<uint64_t>> ends_;  // of each lane, by queue
};

class Writer {
 public:
  Writer(const Trace::Content& content, const TraceSink& sink) : content_(content), sink_(sink) {}

  Status write() {
    text_ = "{\"displayTimeUnit\": \"ns\", \"otherData\": {\"dropped_events\": " +
            std::to_string(content_.dropped) + "},\n\"traceEvents\": [";
    name_processes();
    for (const TraceEvent& event : content_.events) {
      add(event);
      if (text_.size() >= kPiece) VYRE_RETURN_IF_ERROR(flush());
    }
    name_threads();
    text_ += "\n]}\n";
    return flush();
  }

 private:
  Status flush() {
    const std::string piece = std::exchange(text_, {});
    return sink_(piece);
  }

  void add(const TraceEvent& event) {
    switch (event.kind) {
      case Kind::kCall:
        threads_.insert(event.thread);
        add_slice(event, kHost, event.thread);
        if (event.number != 0) add_flow(event, "s", kHost, event.thread);
        break;
      case Kind::kSubmission:
        add_end(event, "b", event.start);
        add_end(event, "e", event.end);
        break;
      case Kind::kDevice: {
        const uint32_t lane = lanes_.place(event);
        add_slice(event, kFirstQueue + event.queue, lane);
        add_flow(event, "f", kFirstQueue + event.queue, lane);
        break;
      }
    }
  }

  void add_slice(const TraceEvent& event, uint32_t process, uint32_t thread) {
    JsonWriter json = begin(event, "X", process, thread, event.start);
    json.key("dur").raw(microseconds(event.end, event.start));
    add_arguments(json, event);
    emit(json);
  }

  void add_flow(const TraceEvent& event, const char* phase, uint32_t process, uint32_t thread) {
    JsonWriter json;
    json.begin_object().key("ph").string(phase).key("cat").string("submission");
    json.key("name").string("submission").key("id").string(id_of(event));
    if (*phase == 'f') json.key("bp").string("e");
    add_place(json, process, thread, event.start);
    emit(json);
  }

  // One end of a submission's way, which may overlap with others.
  void add_end(const TraceEvent& event, const char* phase, uint64_t time) {
    JsonWriter json = begin(event, phase, kFirstQueue + event.queue, 0, time);
    json.key("id").string(id_of(event));
    if (*phase == 'b') add_arguments(json, event);
    emit(json);
  }

  JsonWriter begin(const TraceEvent& event, const char* phase, uint32_t process, uint32_t thread,
                   uint64_t time) const {
    static constexpr const char* kCategories[] = {"host", "queue", "device"};
    JsonWriter json;
    json.begin_object().key("ph").string(phase).key("name").string(event.name);
    json.key("cat").string(kCategories[static_cast<size_t>(event.kind)]);
    add_place(json, process, thread, time);
    return json;
  }

  void add_place(JsonWriter& json, uint32_t process, uint32_t thread, uint64_t time) const {
    json.key("pid").integer(process).key("tid").integer(thread);
    json.key("ts").raw(microseconds(time, content_.began));
  }

  static void add_arguments(JsonWriter& json, const TraceEvent& event) {
    json.key("args").begin_object();
    const std::string_view label = event.label.view();
    if (!label.empty()) json.key("label").string(label.substr(0, utf8_prefix(label)));
    if (event.bytes != 0) json.key("bytes").integer(event.bytes);
    if (event.number != 0) json.key("submission").integer(event.number);
    if (event.kind == Kind::kDevice) json.key("clock").string(clock_text(event.clock));
    json.end();
  }

  void name_processes() {
    name("process_name", kHost, 0, "host");
    for (size_t i = 0; i < content_.queues.size(); ++i) {
      name("process_name", kFirstQueue + static_cast<uint32_t>(i), 0, content_.queues[i]);
    }
  }

  void name_threads() {
    for (const uint32_t thread : threads_) {
      name("thread_name", kHost, thread, "thread " + std::to_string(thread));
    }
    for (const auto& [queue, ends] : lanes_.ends()) {
      for (uint32_t lane = 1; lane <= ends.size(); ++lane) {
        const std::string number = lane == 1 ? "" : " " + std::to_string(lane);
        name("thread_name", kFirstQueue + queue, lane, "device time" + number);
      }
    }
  }

  void name(const char* what, uint32_t process, uint32_t thread, const std::string& text) {
    JsonWriter json;
    json.begin_object().key("ph").string("M").key("name").string(what);
    json.key("pid").integer(process).key("tid").integer(thread);
    const std::string_view valid = std::string_view(text).substr(0, utf8_prefix(text));
    json.key("args").begin_object().key("name").string(valid).end();
    emit(json);
  }

  void emit(JsonWriter& json) {
    json.end();
    text_ += first_ ? "\n" : ",\n";
    first_ = false;
    text_ += json.take();
  }

  const Trace::Content& content_;
  const TraceSink& sink_;
  std::string text_;  // not handed out yet
  bool first_ = true;
  std::set<uint32_t> threads_;
  Lanes lanes_;
};

}  // namespace

Status write_trace(const Trace::Content& content, const TraceSink& sink) {
  return Writer(content, sink).write();
}

}  // namespace vyre
