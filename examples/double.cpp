#include <cstdio>
#include <vector>
#include <vyre_driver.hpp>

int main() try {
  auto k = vyre::Builder::create();
  auto a = k.input<float>("a"), b = k.input<float>("b");
  auto out = k.output<float>("out");
  auto i = k.index();
  out[i] = a[i] * 2.0f + b[i];

  auto device = vyre::Device::open();  // the best one
  auto kernel = vyre::Pipeline::create(device, k.finish());
  std::vector<float> x{1, 2.5f, -3, 4000}, y{1, 1, 1, 1}, z(4);
  kernel.dispatch({vyre::in("a", x), vyre::in("b", y), vyre::out("out", z)});
  std::printf("%g %g %g %g on %s\n", z[0], z[1], z[2], z[3], device.info().name.data);
} catch (const vyre::Error& error) {
  return std::fprintf(stderr, "%s\n", error.what()), 1;
}
