#include "without_exceptions.h"

#include <vyre_driver.hpp>

#ifdef __cpp_exceptions
#error "this file is compiled with -fno-exceptions"
#endif

namespace hpp {
namespace {

// A range without a header.
struct Span {
  const float* first;
  size_t count;
  const float* data() const { return first; }
  size_t size() const { return count; }
};

vyre::Program build(vyre::Error& error) {
  auto k = vyre::Builder::create(error);
  auto a = k.input<float>("a"), sum = k.output<float>("sum");
  auto total = k.var(0.0f);
  k.for_(0, a.length(), [&](auto i) { total += a[i]; });
  sum[0] = total.get();
  return k.finish(error);
}

}  // namespace

vyre_error_code sum_without_exceptions(const char* id, const float* x, size_t count, float* sum) {
  vyre::Error error;
  const auto device = vyre::Device::open(id, error);
  if (error) return error.code();
  const auto program = build(error);
  if (error) return error.code();
  const auto kernel = vyre::Pipeline::create(device, program, {}, error);
  if (error) return error.code();
  const Span a{x, count};
  kernel.dispatch({vyre::in("a", a), vyre::out("sum", *sum)}, {}, error);
  return error.code();
}

void open_without_exceptions() { vyre::Device::open("no-such-backend"); }

vyre_error* fail_without_exceptions() {
  vyre::Error error;
  vyre::Device::open("no-such-backend", error);
  return error.release();
}

}  // namespace hpp
