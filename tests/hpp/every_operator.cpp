// Every operator and statement of vyre_driver.hpp's builder, of each type that has it. It is
// compiled in each mode and standard, and never run.
#include <vyre_driver.hpp>

namespace {

using vyre::Value;

template <class T>
struct Numbers {
  Value<T> x;
  vyre::Array<T> a;

  void use() const {
    const T n = 1;
    const auto e = [this]() { return a[0]; };
    Value<T> sums[] = {x + x,     x + n,   n + x,       e() - x,    x * e(),
                       e() / e(), 2 * e(), min(x, e()), max(e(), n)};
    Value<bool> truths[] = {x == x,  e() == n, n == e(), e() == e(), x != n, x<n, n <= x, x> e(),
                            e() >= 2};
    (void)(vyre::select(truths[0], sums[0], n)), (void)(vyre::select(truths[0], n, sums[0])),
        (void)(vyre::select(!truths[1], e(), sums[1]));
    (void)(-x), (void)(vyre::min(x, n)), (void)(vyre::max(n, e()));
    (void)(vyre::cast<float>(x)), (void)(vyre::cast<uint32_t>(e())), (void)(vyre::cast<bool>(x));
    a[0] = x, a[1] = e(), a[3u] = 1, a[2] += n, a[2] -= x, a[2] *= e(), a[2] /= 2;
  }
};

template <class T>
void use_bits(Value<T> x, const vyre::Array<T>& a) {
  const T n = 1;
  (void)(x % n), (void)(n & x), (void)(x | a[0]), (void)(a[0] ^ x), (void)(~a[0]);
}

template <class T>
void use_type(vyre::Builder& k) {
  const auto a = k.inout<T>("a");
  const Numbers<T> numbers = {k.value(T(2)), a};
  numbers.use();
  auto v = k.var(T(1));
  auto w = k.var(a[0]);
  v = w.get(), v = 2, v = a[1], v += 1, v -= a[0], v *= w.get(), v /= 3;
  (void)(k.input<T>("i")), (void)(k.output<T>("o")), (void)(k.shared<T>("s", 64));
  (void)(k.uniform<T>("u") + k.constant("c", T(3)));
}

}  // namespace

vyre::Program use_builder(const vyre::Context& context, vyre::Error& error);
vyre::Program use_builder(const vyre::Context& context, vyre::Error& error) {
  vyre::Context changeable;
  vyre::Builder k = vyre::Builder::create();
  k = vyre::Builder::create(error);
  k = vyre::Builder::create(context);
  k = vyre::Builder::create(changeable);
  k = vyre::Builder::create(context, error);
  k.set_workgroup(64);
  use_type<float>(k), use_type<int32_t>(k), use_type<uint32_t>(k);
  const auto i = k.index(), j = k.index(1);
  const auto words = k.inout<uint32_t>("words");
  use_bits(k.value(int32_t(1)), k.input<int32_t>("ints"));
  use_bits(i, words);
  (void)(i << 2), (void)(1u >> j), (void)(words[i] << words[j]);
  const auto x = k.value(0.5f);
  (void)(abs(x) + sqrt(x) + inverse_sqrt(x) + floor(x) + ceil(x) + round(x) + trunc(x) + sign(x));
  (void)(exp(x) + exp2(x) + log(x) + log2(x) + cos(x) + sin(x) + tan(x) + acos(x) + asin(x));
  (void)(atan(x) + cosh(x) + sinh(x) + tanh(x) + vyre::fma(x, 2, x));
  (void)((is_nan(x) || is_inf(x)) && !is_finite(x));
  (void)(vyre::unary<uint32_t>(VYRE_UNARY_POPCOUNT, i));
  (void)(vyre::binary<uint32_t>(VYRE_BINARY_ABS_DIFF, vyre::Word(i), vyre::Word(3)));
  k.if_(i < words.length(), [&] { words[i] = words.atomic(VYRE_ATOMIC_ADD, 0, i); });
  k.if_(
      i == j, [&] { k.return_(); }, [&] { words[j] += 1; });
  k.for_(0, words.length(),
         [&](auto n) { (void)words.atomic(VYRE_ATOMIC_COMPARE_EXCHANGE, n, i, {j}); });
  k.for_(words[0], 16, [&](vyre::Value<uint32_t> n) { words[n] = k.id(VYRE_ID_LOCAL, 2); });
  k.barrier();
  k.barrier(VYRE_ORDERING_GRID_SYNC);
  error = k.get_error();
  error = k.get_error(error);
  vyre::Program program = k.finish();
  return error ? k.finish(error) : std::move(program);
}
