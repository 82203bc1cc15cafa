// Kernels as programs need them: a scalar parameter, two dimensions, atomics, and data that stays
// on the device while nobody waits.   c++ kernels.cpp $(pkg-config --cflags --libs vyre_driver)
#include <cstdint>
#include <cstdio>
#include <vector>
#include <vyre_driver.hpp>

// y = alpha * x + y
static vyre::Program saxpy() {
  auto k = vyre::Builder::create();
  auto alpha = k.uniform<float>("alpha");  // one value, the same for all invocations
  auto x = k.input<float>("x"), y = k.inout<float>("y");
  auto i = k.index();
  y[i] += alpha * x[i];
  return k.finish();
}

// Each pixel becomes the mean of the 3 x 3 around it; at the border the nearest pixel counts.
static vyre::Program blur() {
  auto k = vyre::Builder::create();
  auto width = k.uniform<uint32_t>("width"), height = k.uniform<uint32_t>("height");
  auto in = k.input<float>("in"), out = k.output<float>("out");
  auto x = k.index(0), y = k.index(1);
  auto sum = k.var(0.0f);  // what changes is a variable
  k.for_(0, 3, [&](auto dy) {
    k.for_(0, 3, [&](auto dx) {
      auto column = min(max(x + dx, 1) - 1, width - 1), row = min(max(y + dy, 1) - 1, height - 1);
      sum += in[row * width + column];
    });
  });
  out[y * width + x] = sum.get() / 9;
  return k.finish();
}

// How often each number below 10 occurs.
static vyre::Program histogram() {
  auto k = vyre::Builder::create();
  auto data = k.input<uint32_t>("data"), counts = k.inout<uint32_t>("counts");
  counts.atomic(VYRE_ATOMIC_ADD, data[k.index()], 1);  // beyond the end it does nothing
  return k.finish();
}

int main() try {
  auto device = vyre::Device::open();

  // Data stays in buffers of the device. Each dispatch sees what the one before has written.
  auto added = vyre::Pipeline::create(device, saxpy());
  std::vector<float> x(1003, 2), result(1003);
  auto on_x = vyre::Buffer::create(device, x.size() * sizeof(float));
  auto on_y = vyre::Buffer::create(device, x.size() * sizeof(float));  // zeroed
  on_x.write(x);
  vyre::Work last;
  for (float alpha : {1.0f, 10.0f})
    last =
        added.dispatch_async({vyre::in("alpha", alpha), vyre::on("x", on_x), vyre::on("y", on_y)});
  last.wait();  // reading waits too
  on_y.read(result);

  // A kernel that looks at two axes is told how wide they are.
  const uint32_t width = 5, height = 3;
  std::vector<float> image(width * height), blurred(width * height);
  image[7] = 9;  // the middle
  vyre::Pipeline::create(device, blur())
      .dispatch({vyre::in("width", width), vyre::in("height", height), vyre::in("in", image),
                 vyre::out("out", blurred)},
                vyre::Launch().shape(width, height));

  std::vector<uint32_t> data{3, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5}, counts(10);
  vyre::Pipeline::create(device, histogram())
      .dispatch({vyre::in("data", data), vyre::inout("counts", counts)});

  std::printf("%g %g %g %u\n", result[1002], blurred[6], blurred[10], counts[5]);
} catch (const vyre::Error& error) {
  return std::fprintf(stderr, "%s\n", error.what()), 1;
}
