// Squares numbers on the best Vulkan device, with a kernel that is built here.
#include <iostream>
#include <vyre_driver.hpp>

int main() try {
  auto k = vyre::Builder::create();
  auto in = k.input<float>("in"), out = k.output<float>("out");
  auto i = k.index();
  auto x = in[i];
  out[i] = x * x;

  auto device = vyre::Device::open();
  auto kernel = vyre::Pipeline::create(device, k.finish());
  float a[] = {1.5F, 2, -3}, c[3];
  kernel.dispatch({vyre::in("in", a), vyre::out("out", c)});
  std::cout << c[0] << ' ' << c[1] << ' ' << c[2] << '\n';
} catch (const vyre::Error& error) {
  std::cerr << error.what() << '\n';
  return 1;
}
