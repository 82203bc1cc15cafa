// vyre_driver.hpp: the C++17 face of vyre-driver, over vyre_driver.h, _builder.h and _sequence.h.
// It has no object code and no state. This computes out = a * 2 + b on the best device:
//   auto k = vyre::Builder::create();
//   auto a = k.input<float>("a"), b = k.input<float>("b"), out = k.output<float>("out");
//   auto i = k.index();
//   out[i] = a[i] * 2.0f + b[i];
//   auto device = vyre::Device::open();
//   auto kernel = vyre::Pipeline::create(device, k.finish());
//   kernel.dispatch({vyre::in("a", x), vyre::in("b", y), vyre::out("out", z)});
//
// Names and rules are those of the C headers: Buffer::write is vyre_buffer_write. What is not here
// is called in C: vyre::check(vyre_pipeline_get_device(kernel.get(), device.out())).
//
// Errors. Calls with E&... e can fail, and have two forms. As they stand they throw a vyre::Error,
// or print and abort where there are no exceptions. With an Error behind all other arguments they
// are noexcept and store there what went wrong, or an empty one: Device::open("vulkan", error).
// What is wrong in a kernel and no compiler sees, as x[-1], prints and aborts: see misuse.
// Data are a range of numbers or of structs that may be copied as bytes, or one number.
#pragma once
#include <vyre_driver_builder.h>
#include <vyre_driver_sequence.h>

#include <cstdlib>
#include <exception>
#include <initializer_list>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#ifdef __cpp_exceptions
#define VYRE_MODE throws
#define VYRE_FAIL(error) throw Error(error)
#else
#define VYRE_MODE aborts
#define VYRE_FAIL(error) misuse(vyre_error_text(error))
#endif
#define VYRE_T template <class T>
#define VYRE_E template <class... E, class = only_errors<E...>>
#define VYRE_TE template <class T, class... E, class = only_errors<E...>>
// The bodies of both forms: a call in C, and one that gives an X through its last argument.
#define VYRE_CALLS(...)                                     \
  noexcept(sizeof...(E) == 1) { check(__VA_ARGS__, e...); } \
  static_assert(true)
#define VYRE_GIVES(X, ...)            \
  noexcept(sizeof...(E) == 1) {       \
    X given{};                        \
    const auto out = place_of(given); \
    check(__VA_ARGS__, e...);         \
    return given;                     \
  }                                   \
  static_assert(true)
namespace vyre {
inline namespace VYRE_MODE {  // both modes link into one program

// An owner of a vyre_error; empty: no error. A copy is one more owner and allocates nothing.
class Error : public std::exception {
  vyre_error* error_ = nullptr;

 public:
  Error() noexcept = default;
  explicit Error(vyre_error* e) noexcept : error_(e) {}
  Error(const Error& e) noexcept : std::exception(e), error_(vyre_error_share(e.error_)) {}
  Error(Error&& e) noexcept : error_(e.release()) {}
  Error& operator=(Error e) noexcept { return std::swap(error_, e.error_), *this; }
  ~Error() override { vyre_error_destroy(error_); }
  explicit operator bool() const noexcept { return error_ != nullptr; }
  vyre_error_code code() const noexcept { return vyre_error_get_code(error_); }
  const vyre_error_info& info() const noexcept { return *vyre_error_get_info(error_); }
  const char* what() const noexcept override { return vyre_error_text(error_); }
  vyre_error** out() noexcept { return *this = Error(), &error_; }  // for functions in C
  vyre_error* release() noexcept { return std::exchange(error_, nullptr); }
};

// The end of a program that is wrong.
[[noreturn]] inline void misuse([[maybe_unused]] const char* text) noexcept {
#ifndef VYRE_NO_STDIO
  fprintf(stderr, "%s\n", text);
#endif
  std::abort();
}

// What becomes of the error of a call, of one in C too.
inline void check(vyre_error* failed) {
  if (failed != nullptr) VYRE_FAIL(failed);
}
inline void check(vyre_error* failed, Error& place) noexcept { place = Error(failed); }
template <class... E>
using only_errors = std::enable_if_t<(std::is_same_v<E, Error> && ...)>;

// The owner of an object. It moves and is not copied. An empty one is cheap.
template <class H, void (*End)(H*)>
class Handle {
  H* handle_ = nullptr;

 public:
  Handle() noexcept = default;
  explicit Handle(H* h) noexcept : handle_(h) {}
  Handle(Handle&& h) noexcept : handle_(h.release()) {}
  Handle& operator=(Handle&& h) noexcept { return End(std::exchange(handle_, h.release())), *this; }
  ~Handle() { End(handle_); }
  explicit operator bool() const noexcept { return handle_ != nullptr; }
  H* get() const noexcept { return handle_; }                        // for functions in C
  H** out() noexcept { return End(release()), &handle_; }            // for what they give
  H* release() noexcept { return std::exchange(handle_, nullptr); }  // gives it up
};

VYRE_T auto place_of(T& x) noexcept {  // where a call in C puts what it gives
  if constexpr (std::is_class_v<T>) return x.out();
  if constexpr (!std::is_class_v<T>) return &x;
}
inline vyre_string str(std::string_view s) noexcept { return {s.data(), s.size()}; }
VYRE_T auto* ptr_of(T& data) noexcept {
  if constexpr (std::is_arithmetic_v<T>) return &data;
  if constexpr (!std::is_arithmetic_v<T>) return std::data(data);
}
VYRE_T size_t size_of(T& data) noexcept {
  using U = std::remove_cv_t<std::remove_pointer_t<decltype(ptr_of(data))>>;
  static_assert(std::is_trivially_copyable_v<U>, "elements must be trivially copyable");
  static_assert(!std::is_same_v<U, bool>, "a bool has 4 bytes on a device: use uint32_t");
  if constexpr (std::is_arithmetic_v<T>) return sizeof(U);
  if constexpr (!std::is_arithmetic_v<T>) return std::size(data) * sizeof(U);
}
struct Blob : Handle<vyre_blob, vyre_blob_destroy> {  // bytes of the library; they are data
  using Handle::Handle;
  const char* data() const { return static_cast<const char*>(vyre_blob_get_bytes(get()).data); }
  size_t size() const { return vyre_blob_get_bytes(get()).size; }
};

// An empty one stands for the context that the process shares.
struct Context : Handle<vyre_context, vyre_context_destroy> {
  using Handle::Handle;
  VYRE_E static Context create(const vyre_context_desc& desc, E&... e)
      VYRE_GIVES(Context, vyre_context_create(&desc, out));
};

struct Device : Handle<vyre_device, vyre_device_destroy> {  // runs work
  using Handle::Handle;
  VYRE_E static Device open(std::string_view id = {}, E&... e)  // the best one, or that of |id|
      VYRE_GIVES(Device, open_raw(nullptr, id, out));
  VYRE_E static Device open(const Context& context, std::string_view id, E&... e)
      VYRE_GIVES(Device, open_raw(context.get(), id, out));
  static vyre_error* open_raw(vyre_context* context, std::string_view id, vyre_device** out) {
    const vyre_device_desc desc = {sizeof desc, 0, str(id), nullptr, 0, nullptr, 0};
    return vyre_device_open(context, &desc, out);
  }
  const vyre_device_info& info() const noexcept { return *vyre_device_get_info(get()); }
  bool is_lost() const noexcept { return vyre_device_is_lost(get()) != 0; }
  VYRE_E void recover(E&... e) const VYRE_CALLS(vyre_device_recover(get()));
  VYRE_E void shutdown(E&... e) const VYRE_CALLS(vyre_device_shutdown(get()));
  VYRE_E void prepare(E&... e) const VYRE_CALLS(vyre_device_prepare(get()));
  VYRE_E bool wait_idle(uint64_t timeout_ns = VYRE_FOREVER, E&... e) const  // whether all has ended
      VYRE_GIVES(uint32_t, vyre_device_wait_idle(get(), timeout_ns, out));
};

struct DeviceList : Handle<vyre_device_list, vyre_device_list_destroy> {  // best first
  using Handle::Handle;
  VYRE_E static DeviceList create(E&... e)
      VYRE_GIVES(DeviceList, vyre_device_list_create(nullptr, nullptr, out));
  const vyre_device_list_info& info() const noexcept { return *vyre_device_list_get_info(get()); }
};

struct Program : Handle<vyre_program, vyre_program_destroy> {  // what is to be computed
  using Handle::Handle;
  VYRE_TE static Program load(const T& data, E&... e)  // bytes, JSON, or the words of a module
      VYRE_GIVES(Program, vyre_program_load(nullptr, ptr_of(data), size_of(data), nullptr, out));
  VYRE_TE static Program load(const Context& c, const T& data, E&... e)
      VYRE_GIVES(Program, vyre_program_load(c.get(), ptr_of(data), size_of(data), nullptr, out));
  VYRE_E Blob save(E&... e) const VYRE_GIVES(Blob, vyre_program_save(get(), nullptr, out));
  VYRE_E void validate(E&... e) const VYRE_CALLS(vyre_program_validate(get(), nullptr));
  const vyre_program_info& info() const noexcept { return *vyre_program_get_info(get()); }
};

struct Buffer : Handle<vyre_buffer, vyre_buffer_destroy> {  // bytes on a device
  using Handle::Handle;
  VYRE_E static Buffer create(const Device& device, uint64_t size, E&... e)
      VYRE_GIVES(Buffer, vyre_buffer_create(device.get(), size, nullptr, out));
  const vyre_buffer_info& info() const noexcept { return *vyre_buffer_get_info(get()); }
  VYRE_TE void write(const T& data, uint64_t offset = 0, E&... e) const
      VYRE_CALLS(vyre_buffer_write(get(), offset, ptr_of(data), size_of(data)));
  VYRE_TE void read(T& data, uint64_t offset = 0, E&... e) const
      VYRE_CALLS(vyre_buffer_read(get(), offset, ptr_of(data), size_of(data)));
  VYRE_E void copy(uint64_t at, const Buffer& to, uint64_t to_at, uint64_t n, E&... e) const
      VYRE_CALLS(vyre_buffer_copy(get(), at, to.get(), to_at, n));
  VYRE_E void fill(uint64_t offset, uint64_t size, uint32_t word, E&... e) const
      VYRE_CALLS(vyre_buffer_fill(get(), offset, size, word));
  VYRE_E void free(E&... e) const VYRE_CALLS(vyre_buffer_free(get()));
};

// Which parameter is bound: its name, or its slot and set. No temporary string compiles.
struct Name {
  vyre_string raw = {nullptr, 0};
  uint32_t slot = 0, set = 0;
  Name(const char* s) : raw(vyre_str(s)) {}
  Name(std::string_view s) : raw(str(s)) {}
  VYRE_T Name(T& s, std::enable_if_t<std::is_class_v<T>>* = {}) : raw(str(s)) {}
  VYRE_T Name(T number, std::enable_if_t<std::is_integral_v<T>, uint32_t> of = 0)
      : slot(static_cast<uint32_t>(number)), set(of) {}
};
// What a parameter gets in one dispatch.
struct Binding {
  vyre_binding raw;
  Binding(vyre_binding b, const Name& n) : raw(vyre_bind_at(n.set, n.slot, b)) { raw.name = n.raw; }
  Binding(const Binding&) = delete;
};
// |x| is what it starts with, or where its result goes, or both. No temporary compiles.
VYRE_T Binding in(const Name& n, T& x) { return {vyre_bind_input(0, ptr_of(x), size_of(x)), n}; }
VYRE_T Binding out(const Name& n, T& x) { return {vyre_bind_output(0, ptr_of(x), size_of(x)), n}; }
VYRE_T Binding inout(const Name& n, T& x) { return {vyre_bind_inout(0, ptr_of(x), size_of(x)), n}; }
inline Binding zeros(const Name& name, uint64_t size) { return {vyre_bind_zeros(0, size), name}; }
inline Binding on(const Name& n, const Buffer& b, uint64_t at = 0, uint64_t z = VYRE_WHOLE_SIZE) {
  return {vyre_bind_range(0, b.get(), at, z), n};
}
struct Bindings {  // a list in braces, or {pointer, count}
  const vyre_binding* data;
  size_t size;
  Bindings(std::initializer_list<Binding> list) : Bindings(list.begin(), list.size()) {}
  Bindings(const Binding* first, size_t n)
      : data(reinterpret_cast<const vyre_binding*>(first)), size(n) {}
};

struct Work : Handle<vyre_work, vyre_work_destroy> {  // what was started
  using Handle::Handle;
  VYRE_E vyre_work_state wait(uint64_t timeout_ns = VYRE_FOREVER, E&... e) const
      VYRE_GIVES(vyre_work_state, vyre_work_wait(get(), timeout_ns, out));
  VYRE_E Error get_error(E&... e) const VYRE_GIVES(Error, vyre_work_get_error(get(), out));
  VYRE_E void cancel(E&... e) const VYRE_CALLS(vyre_work_cancel(get()));
  VYRE_E void collect(Bindings b, E&... e) const
      VYRE_CALLS(vyre_work_collect(get(), b.data, b.size));
};

#define VYRE_AXES(Self, name)                                        \
  Self& name(uint32_t x, uint32_t y = 1, uint32_t z = 1) {           \
    return raw.name[0] = x, raw.name[1] = y, raw.name[2] = z, *this; \
  }
// How a pipeline runs: Launch().shape(width, height).timed(). Its label outlives it.
struct Launch {
  vyre_dispatch_desc raw = VYRE_DISPATCH_DESC_INIT;
  Launch() noexcept {}
  VYRE_AXES(Launch, shape)
  VYRE_AXES(Launch, grid)
  Launch& flags(vyre_dispatch_flags more) { return raw.flags |= more, *this; }
  Launch& timed() { return flags(VYRE_DISPATCH_TIMED); }
  Launch& iterations(uint32_t n) { return raw.iterations = n, *this; }
  Launch& timeout(uint64_t ns) { return raw.timeout_ns = ns, *this; }
  Launch& label(const char* text) { return raw.label = vyre_str(text), *this; }
};

// The types of values. Elements have all but bool.
#define VYRE_SCALAR(T, TYPE, name)                                                             \
  constexpr vyre_type type_of(T) { return VYRE_TYPE_##TYPE; }                                  \
  inline vyre_expr literal(vyre_builder* b, T value) { return vyre_builder_##name(b, value); } \
  inline vyre_constant constant(const char* s, T value) { return vyre_constant_##name(s, value); }
VYRE_SCALAR(float, F32, f32)
VYRE_SCALAR(int32_t, I32, i32)
VYRE_SCALAR(uint32_t, U32, u32)
VYRE_SCALAR(bool, BOOL, bool)
VYRE_T vyre_type type_of(T) = delete;  // other types: vyre_builder_input and vyre_builder_cast
VYRE_T constexpr bool truth = std::is_same_v<T, bool>;
VYRE_T constexpr bool bits = std::is_integral_v<T> && !truth<T>;
// How a pipeline is made: Options().constant("n", 4u).workgroup(64). Its texts outlive it.
struct Options {
  vyre_pipeline_desc raw = VYRE_PIPELINE_DESC_INIT;
  vyre_constant constants[16];
  Options() { raw.constants = constants; }
  Options(const Options&) = delete;
  VYRE_T Options& constant(const char* name, T value) {
    if (raw.constant_count == std::size(constants)) misuse("over 16 constants. Fix: fill raw");
    return constants[raw.constant_count++] = vyre::constant(name, value), *this;
  }
  VYRE_AXES(Options, workgroup)
  Options& flags(vyre_pipeline_flags more) { return raw.flags |= more, *this; }
  Options& label(const char* text) { return raw.label = vyre_str(text), *this; }
};

struct Pipeline : Handle<vyre_pipeline, vyre_pipeline_destroy> {  // a program made for a device
  using Handle::Handle;
  VYRE_E static Pipeline create(const Device& d, const Program& p, const Options& o = {}, E&... e)
      VYRE_GIVES(Pipeline, vyre_pipeline_create(d.get(), p.get(), &o.raw, out));
  const vyre_pipeline_info& info() const noexcept { return *vyre_pipeline_get_info(get()); }
  VYRE_E void dispatch(Bindings b, const Launch& launch = {}, E&... e) const
      VYRE_CALLS(vyre_dispatch(get(), b.data, b.size, &launch.raw, nullptr));
  VYRE_E void dispatch(const Binding* b, size_t count, const Launch& launch = {}, E&... e) const
      VYRE_CALLS(vyre_dispatch(get(), &b->raw, count, &launch.raw, nullptr));
  VYRE_E Work dispatch_async(Bindings b, const Launch& launch = {}, E&... e) const
      VYRE_GIVES(Work, vyre_dispatch_async(get(), b.data, b.size, &launch.raw, out));
};

// Steps that are recorded once and run again and again. What adds one gives its number.
struct Sequence : Handle<vyre_sequence, vyre_sequence_destroy> {
  using Handle::Handle;
  VYRE_E static Sequence create(const Device& device, E&... e)
      VYRE_GIVES(Sequence, vyre_sequence_create(device.get(), nullptr, out));
  VYRE_E uint32_t add_dispatch(const Pipeline& p, Bindings b, const Launch& l = {}, E&... e) const
      VYRE_GIVES(uint32_t, vyre_sequence_add_dispatch(get(), p.get(), b.data, b.size, &l.raw, out));
  VYRE_E uint32_t add_copy(const Buffer& from, uint64_t at, const Buffer& to, uint64_t to_at,
                           uint64_t n, E&... e) const
      VYRE_GIVES(uint32_t, vyre_sequence_add_copy(get(), from.get(), at, to.get(), to_at, n, out));
  VYRE_TE uint32_t add_write(const Buffer& b, const T& x, uint64_t at = 0, E&... e) const
      VYRE_GIVES(uint32_t, vyre_sequence_add_write(get(), b.get(), at, ptr_of(x), size_of(x), out));
  VYRE_E uint32_t add_read(const Buffer& b, uint64_t offset, uint64_t size, E&... e) const
      VYRE_GIVES(uint32_t, vyre_sequence_add_read(get(), b.get(), offset, size, out));
  VYRE_TE void set_bytes(uint32_t step, const T& data, uint64_t offset = 0, E&... e) const
      VYRE_CALLS(vyre_sequence_set_bytes(get(), step, offset, ptr_of(data), size_of(data)));
  VYRE_TE void get_bytes(uint32_t step, T& data, uint64_t offset = 0, E&... e) const
      VYRE_CALLS(vyre_sequence_get_bytes(get(), step, offset, ptr_of(data), size_of(data)));
  VYRE_E void update(std::initializer_list<vyre_step_update> u, E&... e) const
      VYRE_CALLS(vyre_sequence_update(get(), u.begin(), u.size()));
  VYRE_E void run(const vyre_run_desc& desc = VYRE_RUN_DESC_DEFAULT, E&... e) const
      VYRE_CALLS(vyre_sequence_run(get(), &desc, nullptr));
  VYRE_E Work run_async(const vyre_run_desc& desc = VYRE_RUN_DESC_DEFAULT, E&... e) const
      VYRE_GIVES(Work, vyre_sequence_run_async(get(), &desc, out));
  VYRE_E vyre_work_state wait(uint64_t timeout_ns = VYRE_FOREVER, E&... e) const
      VYRE_GIVES(vyre_work_state, vyre_sequence_wait(get(), timeout_ns, out));
  VYRE_E void cancel(E&... e) const VYRE_CALLS(vyre_sequence_cancel(get()));
  VYRE_E Error get_error(E&... e) const VYRE_GIVES(Error, vyre_sequence_get_error(get(), out));
};

// An expression of one builder: its value where it was made. What changes is a Var.
struct Expr {
  vyre_builder* const builder;
  const vyre_expr expr;
  Expr(vyre_builder* b, vyre_expr e) : builder(b), expr(e) {}
  vyre_expr in(vyre_builder* b) const {
    if (b != builder) misuse("values of two builders in one expression. Fix: use one builder");
    return expr;
  }
};
VYRE_T struct Value : Expr { using Expr::Expr; };
// A value, or a number that takes its type: no truth for a number, no fraction for an integer.
VYRE_T struct Operand {
  const Value<T>* value = nullptr;
  T number = {};
  Operand(const Value<T>& v) : value(&v) {}
  template <class U, class = std::enable_if_t<std::is_arithmetic_v<U> && truth<T> == truth<U> &&
                                              (std::is_integral_v<U> || !bits<T>)>>
  Operand(U u) : number(static_cast<T>(u)) {
    const bool same = static_cast<double>(number) == static_cast<double>(u);
    if (std::is_integral_v<U> && !same) misuse("a number beyond its type. Fix: write one within");
  }
  vyre_expr in(vyre_builder* b) const { return value ? value->in(b) : literal(b, number); }
};
VYRE_T using Other = std::common_type_t<Operand<T>>;  // of the side that does not say T
using Word = Operand<uint32_t>;
// Others than below: unary<uint32_t>(VYRE_UNARY_POPCOUNT, x), binary<uint32_t, uint32_t>(op, x, y).
template <class R, bool Allowed = true>
Value<R> unary(vyre_unary op, Expr x) {
  static_assert(Allowed, "this type has no such operator");
  return {x.builder, vyre_builder_unary(x.builder, op, x.expr)};
}
template <class R, class T, bool Allowed = true>
Value<R> binary(vyre_binary op, const Operand<T>& left, const Operand<T>& right) {
  static_assert(Allowed, "this type has no such operator");
  vyre_builder* b = (left.value ? left : right).value->builder;
  const vyre_expr e = vyre_builder_binary(b, op, left.in(b), right.in(b));
  // For the rules of the IR, %, &, | and ^ of I32 are U32.
  const bool is_bits = op >= VYRE_BINARY_MOD && op <= VYRE_BINARY_BIT_XOR;
  return {b, is_bits && std::is_signed_v<R> ? vyre_builder_cast(b, VYRE_TYPE_I32, e) : e};
}
#define VYRE_BINARY(f, op, R, can)                                                                \
  VYRE_T Value<R> f(Value<T> l, Value<T> r) { return binary<R, T, can>(VYRE_BINARY_##op, l, r); } \
  VYRE_T Value<R> f(Value<T> l, Other<T> r) { return binary<R, T, can>(VYRE_BINARY_##op, l, r); } \
  VYRE_T Value<R> f(Other<T> l, Value<T> r) { return binary<R, T, can>(VYRE_BINARY_##op, l, r); }
#define VYRE_NUMBERS(f, op) VYRE_BINARY(f, op, T, !truth<T>)
#define VYRE_BITS(f, op) VYRE_BINARY(f, op, T, bits<T>)
#define VYRE_SHIFTS(f, op) VYRE_BINARY(f, op, T, std::is_unsigned_v<T>&& bits<T>)
#define VYRE_COMPARES(f, op) VYRE_BINARY(f, op, bool, !truth<T>)
#define VYRE_TRUTHS(f, op) VYRE_BINARY(f, op, bool, truth<T>)
#define VYRE_OF_FLOAT(f, op) \
  inline Value<float> f(Value<float> x) { return unary<float>(VYRE_UNARY_##op, x); }
#define VYRE_ASKS(f, op) \
  inline Value<bool> f(Value<float> x) { return unary<bool>(VYRE_UNARY_##op, x); }
// clang-format off
#define VYRE_OPERATORS(N, B, S, C, L) \
  N(operator+, ADD) N(operator-, SUB) N(operator*, MUL) N(operator/, DIV) N((min), MIN) \
  N((max), MAX) B(operator%, MOD) B(operator&, BIT_AND) B(operator|, BIT_OR) B(operator^, BIT_XOR) \
  S(operator<<, SHL) S(operator>>, SHR) C(operator==, EQ) C(operator!=, NE) C(operator<, LT) \
  C(operator<=, LE) C(operator>, GT) C(operator>=, GE) L(operator&&, AND) L(operator||, OR)
#define VYRE_FUNCTIONS(F, B) \
  F(abs, ABS) F(sqrt, SQRT) F(inverse_sqrt, INVERSE_SQRT) F(floor, FLOOR) F(ceil, CEIL) \
  F(round, ROUND) F(trunc, TRUNC) F(sign, SIGN) F(exp, EXP) F(exp2, EXP2) F(log, LOG) \
  F(log2, LOG2) F(cos, COS) F(sin, SIN) F(tan, TAN) F(acos, ACOS) F(asin, ASIN) F(atan, ATAN) \
  F(cosh, COSH) F(sinh, SINH) F(tanh, TANH) B(is_nan, IS_NAN) B(is_inf, IS_INF) \
  B(is_finite, IS_FINITE)
// clang-format on
VYRE_OPERATORS(VYRE_NUMBERS, VYRE_BITS, VYRE_SHIFTS, VYRE_COMPARES, VYRE_TRUTHS)
VYRE_T Value<T> operator!(Value<T> x) { return unary<T, truth<T>>(VYRE_UNARY_LOGICAL_NOT, x); }
VYRE_T Value<T> operator~(Value<T> x) { return unary<T, bits<T>>(VYRE_UNARY_BIT_NOT, x); }
VYRE_T Value<T> operator-(Value<T> x) {
  return bits<T> ? T(0) - x : unary<T, !truth<T>>(VYRE_UNARY_NEGATE, x);
}
VYRE_FUNCTIONS(VYRE_OF_FLOAT, VYRE_ASKS)
inline Value<float> fma(Value<float> x, Operand<float> y, Operand<float> z) {
  return {x.builder, vyre_builder_fma(x.builder, x.expr, y.in(x.builder), z.in(x.builder))};
}
#define VYRE_SELECT(Yes, No)                                                                      \
  VYRE_T Value<T> select(Value<bool> c, Yes y, No n) {                                            \
    return {c.builder, vyre_builder_select(c.builder, c.expr, y.in(c.builder), n.in(c.builder))}; \
  }
VYRE_SELECT(Value<T>, Value<T>)
VYRE_SELECT(Value<T>, Other<T>)
VYRE_SELECT(Other<T>, Value<T>)
VYRE_T Value<T> cast(Expr x) {
  return {x.builder, vyre_builder_cast(x.builder, type_of(T()), x.expr)};
}
#define VYRE_ASSIGN(sign, ref) \
  void operator sign##=(const Operand<T>& v) ref { set(get() sign v); }
#define VYRE_ASSIGNS(ref)                             \
  void operator=(const Operand<T>& v) ref { set(v); } \
  VYRE_ASSIGN(+, ref) VYRE_ASSIGN(-, ref) VYRE_ASSIGN(*, ref) VYRE_ASSIGN(/, ref)
// a[i]: a load where it is read, a store where it is assigned, at once: its name is no such place.
VYRE_T struct Element : Value<T> {
  using Value<T>::builder;
  vyre_parameter array;
  vyre_expr index;
  Element(vyre_builder* b, vyre_parameter a, vyre_expr i)
      : Value<T>(b, vyre_builder_load(b, a, i)), array(a), index(i) {}
  Element(const Element&) = delete;
  void operator=(const Element& v) && { set(v); }
  VYRE_ASSIGNS(&&)
  const Value<T>& get() const { return *this; }
  void set(const Operand<T>& v) { vyre_builder_store(builder, array, index, v.in(builder)); }
};
// A variable. In a loop it accumulates: sum += x[i]. Its value is sum.get().
VYRE_T struct Var {
  vyre_builder* const builder;
  const vyre_local raw;
  Var(vyre_builder* b, vyre_local l) : builder(b), raw(l) {}
  Var(const Var&) = delete;
  VYRE_ASSIGNS(&)
  Value<T> get() const { return {builder, vyre_builder_get(builder, raw)}; }  // as it is here
  void set(const Operand<T>& v) { vyre_builder_assign(builder, raw, v.in(builder)); }
};
VYRE_T struct Array {  // a parameter, or workgroup memory
  vyre_builder* builder;
  vyre_parameter raw;
  Element<T> operator[](const Word& i) const { return {builder, raw, i.in(builder)}; }
  Value<uint32_t> length() const { return {builder, vyre_builder_length(builder, raw)}; }
  // Changes an element in one step, and gives what it was. {expected} is of COMPARE_EXCHANGE.
  Value<uint32_t> atomic(vyre_atomic op, const Word& i, const Word& v,
                         std::initializer_list<Word> expected = {}) const {
    static_assert(std::is_same_v<T, uint32_t>, "atomics are of uint32_t");
    const vyre_expr x = expected.size() == 0 ? vyre_expr_none() : expected.begin()->in(builder);
    return {builder, vyre_builder_atomic(builder, op, VYRE_ORDERING_RELAXED, raw, i.in(builder), x,
                                         v.in(builder))};
  }
};
struct Builder : Handle<vyre_builder, vyre_builder_destroy> {  // a program under construction
  using Handle::Handle;
  static Builder create() { return create(Context()); }
  static Builder create(Error& e) noexcept { return create(Context(), e); }
  VYRE_E static Builder create(const Context& c, E&... e)
      VYRE_GIVES(Builder, vyre_builder_create(c.get(), out));
  VYRE_E Error get_error(E&... e) const VYRE_GIVES(Error, vyre_builder_get_error(get(), out));
  VYRE_E Program finish(E&... e) const VYRE_GIVES(Program, vyre_builder_finish(get(), out));
  void set_workgroup(uint32_t x, uint32_t y = 1, uint32_t z = 1) {
    vyre_builder_set_workgroup(get(), x, y, z);
  }
  VYRE_T static constexpr vyre_type of() {
    static_assert(!truth<T>, "a bool has 1 byte here and 4 on a device: use uint32_t");
    return type_of(T());
  }
  VYRE_T Array<T> input(const char* s) { return {get(), vyre_builder_input(get(), s, of<T>())}; }
  VYRE_T Array<T> output(const char* s) { return {get(), vyre_builder_output(get(), s, of<T>())}; }
  VYRE_T Array<T> inout(const char* s) { return {get(), vyre_builder_inout(get(), s, of<T>())}; }
  VYRE_T Array<T> shared(const char* s, uint32_t n) {
    return {get(), vyre_builder_shared(get(), s, of<T>(), n)};
  }
  VYRE_T Value<T> uniform(const char* s) {
    return Array<T>{get(), vyre_builder_uniform(get(), s, of<T>())}[0];
  }
  VYRE_T Value<T> value(T number) { return {get(), literal(get(), number)}; }
  VYRE_T Value<T> constant(const char* s, T initial) {
    const vyre_constant c = vyre::constant(s, initial);
    return {get(), vyre_builder_constant(get(), c.name, c.kind, &c)};
  }
  VYRE_T Var<T> var(const Value<T>& v) {
    return {get(), vyre_builder_local(get(), {nullptr, 0}, v.in(get()))};
  }
  VYRE_T Var<T> var(T x, std::enable_if_t<std::is_arithmetic_v<T>>* = {}) { return var(value(x)); }
  Value<uint32_t> id(vyre_invocation_id id, uint32_t axis = 0) {
    return {get(), vyre_builder_id(get(), id, axis)};
  }
  Value<uint32_t> index(uint32_t axis = 0) { return id(VYRE_ID_INVOCATION, axis); }
  template <class F, class... Else>
  void if_(const Value<bool>& condition, F then, Else... else_) {
    vyre_builder_begin_if(get(), condition.in(get())), then();
    ((vyre_builder_begin_else(get()), else_()), ...);
    vyre_builder_end(get());
  }
  VYRE_T void for_(const Word& from, const Word& to, T body) {
    const vyre_expr i = vyre_builder_begin_loop(get(), {nullptr, 0}, from.in(get()), to.in(get()));
    body(Value<uint32_t>(get(), i)), vyre_builder_end(get());
  }
  void barrier(vyre_ordering o = VYRE_ORDERING_ACQ_REL) { vyre_builder_barrier(get(), o); }
  void return_() { vyre_builder_return(get()); }
};

}  // namespace VYRE_MODE
}  // namespace vyre
