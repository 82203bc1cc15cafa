#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <functional>
#include <memory>

#include "commands.h"
#include "options.h"

namespace tool {

namespace {

std::string version_text() {
  return "vyre " + std::string(view(vyre_version())) + " (ABI " +
         std::to_string(vyre_abi_version()) + ")";
}

void add_program(CLI::App& command, std::string& option) {
  command.add_option("program", option, "Program file, wire or JSON; '-' is standard input")
      ->required();
}

void add_launch(CLI::App& command, std::string& grid, std::string& shape) {
  command.add_option("--grid", grid, "X,Y,Z: workgroups to launch");
  command.add_option("--shape", shape, "X,Y,Z: invocations to launch");
}

void add_constants(CLI::App& command, std::vector<std::string>& option) {
  add_repeated(command, "--constant", option,
               "NAME=VALUE: a constant that the program names; NAME=u32:16 where only a "
               "composition names it");
}

void add_info(CLI::App& command, InfoOptions& options) {
  command.add_flag("--json", options.json, "Print one JSON object");
  add_repeated(command, "--plugin", options.plugins,
               "PATH: load this plug-in first; runs its code");
  command.add_flag("--why", options.why, "Print what the choice compared, a line per device");
  command.add_flag("--measure", options.measure,
                   "Measure every device's memory bandwidth first; the choice looks at it");
}

void add_check(CLI::App& command, CheckOptions& options) { add_program(command, options.program); }

void add_run(CLI::App& command, RunOptions& options) {
  add_program(command, options.program);
  add_repeated(command, "-i,--input", options.inputs, "NAME=FILE: bytes of a buffer");
  add_repeated(command, "-o,--output", options.outputs, "NAME=FILE: write a buffer there");
  add_repeated(command, "--size", options.sizes,
               "NAME=BYTES: size of an output that declares none");
  add_constants(command, options.constants);
  add_launch(command, options.grid, options.shape);
  command.add_option("--timeout", options.timeout_seconds, "SECONDS: give up after so long")
      ->check(whole_number(0, UINT32_MAX));
  add_cache_folder(command, options.device);
  add_split_choice(command, options.split);
  command
      .add_option("--iterations", options.iterations,
                  "Run the program so many times on the same buffers")
      ->check(whole_number(0, UINT32_MAX));
  command.add_flag("--until-stable", options.until_stable,
                   "Stop after a pass that has changed nothing, and tell on standard error how "
                   "many there were; --iterations limits them");
  command.add_flag("--time", options.time, "Tell on standard error how long it took");
  add_trace(command, options.device);
  add_device_options(command, options.device);
}

void add_bench(CLI::App& command, BenchOptions& options) {
  add_program(command, options.program);
  add_repeated(command, "--device", options.devices,
               "IDS with commas between: measured side by side, the first is the yardstick");
  add_repeated(command, "--sizes", options.sizes,
               "COUNTS with commas between, as 1000,64Ki,2Mi: elements of the buffers that "
               "declare no count; without it 64Ki");
  add_repeated(command, "-i,--input", options.inputs,
               "NAME=FILE: bytes of a buffer; others get bytes that are the same every time");
  add_constants(command, options.constants);
  add_launch(command, options.grid, options.shape);
  const CLI::Validator count = whole_number(0, UINT32_MAX);
  command.add_option("--repeat", options.repeat, "Runs to measure; without it 20")->check(count);
  command.add_option("--warmup", options.warmup, "Runs before these; without it 3")->check(count);
  command.add_flag("--resident", options.resident,
                   "Keep the bytes in buffers of the device; without it they come from the host "
                   "and go back in every run");
  command
      .add_option("--in-flight", options.in_flight, "N: asynchronous dispatches, so many at once")
      ->check(count);
  command.add_option("--format", options.format, "table, json or csv");
  add_cache_folder(command, options.device);
  add_split_choice(command, options.split);
  add_trace(command, options.device);
  add_loading_options(command, options.device);
}

void add_split(CLI::App& command, SplitOptions& options) {
  add_program(command, options.program);
  add_repeated(command, "--size", options.sizes, "NAME=BYTES: size of a buffer that declares none");
  add_constants(command, options.constants);
  add_launch(command, options.grid, options.shape);
  add_device_options(command, options.device);
}

void add_emit(CLI::App& command, EmitOptions& options) {
  add_program(command, options.program);
  command.add_option("result", options.result, "JSON file to write; '-' is standard output")
      ->required();
  command.add_option("--target", options.target, "What to write; without it spirv");
  command.add_option("--code", options.code, "FOLDER: write each kernel's code there too");
  add_constants(command, options.constants);
  add_launch(command, options.grid, options.shape);
  add_device_options(command, options.device);
}

void add_convert(CLI::App& command, ConvertOptions& options) {
  add_program(command, options.input);
  command.add_option("result", options.output, "File to write; '-' is standard output")->required();
  command.add_flag("--json", options.json, "Write JSON instead of the wire form");
  add_choice(command, "--form", options.form,
             {{"4", VYRE_WIRE_FORM_4}, {"4op", VYRE_WIRE_FORM_4_OP}, {"6", VYRE_WIRE_FORM_6}},
             "Wire form to write, of vyre 0.6.2, 0.6.5 or 0.7; as it was read when not given");
}

void add_module(CLI::App& command, ModuleOptions& options) {
  command.add_option("path", options.path, "SPIR-V module; with --run also a folder of *.spv")
      ->required();
  command.add_option("--entry", options.entry, "Entry point; without it the only one");
  command.add_flag("--run", options.run,
                   "Make a pipeline of each module and run one workgroup, storage buffers zeroed, "
                   "1 in each word of uniform buffers and push constants");
  command.add_flag("--json", options.json, "Print one JSON object, with --run one a module");
  command.add_option("--behind", options.behind,
                     "NAME: with --run, only modules whose names come behind it");
  command.add_option("--timeout", options.timeout_seconds, "SECONDS for each run; without it 15")
      ->check(whole_number(1, UINT32_MAX));
  add_device_options(command, options.device);
}

void add_conform(CLI::App& command, ConformOptions& options) {
  command.add_option("files", options.files, "Vector files in JSON")->required();
  command.add_flag("--json", options.json, "Print one JSON object");
  add_split_choice(command, options.split);
  add_device_options(command, options.device);
}

void add_ops(CLI::App& command, OpsOptions& options) {
  command.add_option("--dialect", options.dialect, "Only the ops of this dialect");
  add_repeated(command, "--manifests", options.manifests,
               "FOLDER: also the ops of its *.dialect.json");
  command.add_flag("--json", options.json, "Print one JSON object");
}

void add_check_manifest(CLI::App& command, CheckManifestOptions& options) {
  command.add_option("manifest", options.manifest, "Manifest file; '-' is standard input")
      ->required();
}

// The subcommands with what each does. Those of another come behind it.
class Commands {
 public:
  template <class Options>
  CLI::App* add(CLI::App& parent, const char* name, const char* help,
                void (*add_options)(CLI::App&, Options&), int (*work)(const Options&)) {
    const auto options = std::make_shared<Options>();
    CLI::App* command = parent.add_subcommand(name, help);
    add_options(*command, *options);
    add(command, [options, work] { return work(*options); });
    return command;
  }
  void add(CLI::App* command, std::function<int()> work) {
    all_.emplace_back(command, std::move(work));
  }

  // What the innermost of those that were given does.
  int run() const {
    const auto given = std::find_if(all_.rbegin(), all_.rend(),
                                    [](const auto& one) { return one.first->parsed(); });
    return given->second();
  }

 private:
  std::vector<std::pair<CLI::App*, std::function<int()>>> all_;
};

void add_cache(CLI::App& app, Commands& commands) {
  CLI::App* command = app.add_subcommand("cache", "Look after a folder of compiled kernels");
  command->require_subcommand(1);
  const auto options = std::make_shared<CacheOptions>();
  command->add_option("--folder", options->folder, "The folder; without it VYRE_CACHE_DIR");
  const auto add = [&](const char* name, const char* help, int (*run)(const CacheOptions&)) {
    CLI::App* each = command->add_subcommand(name, help)->fallthrough();  // --folder comes behind
    commands.add(each, [options, run] { return run(*options); });
    return each;
  };
  CLI::App* list = add("list", "Show what lies in it", cache_list);
  CLI::App* verify =
      add("verify", "Read and check every entry; fails when one is damaged", cache_verify);
  CLI::App* trim = add("trim", "Remove what was used longest ago, down to the budget", cache_trim);
  add("clear", "Remove every entry", cache_clear);
  for (CLI::App* shows : {list, verify})
    shows->add_flag("--json", options->json, "Print one JSON object");
  trim->add_option("--bytes", options->bytes, "The budget; without it 512 MiB")
      ->check(whole_number(1, UINT64_MAX));
}

constexpr const char* kFooter =
    "Exit codes: 0 when it is done and the answer is yes; 1 when the answer is no (a program "
    "breaks\n"
    "a rule, a case fails, a file is damaged) or the work failed; 2 when what is asked for is not\n"
    "right or not there (words, names, files, devices).\n"
    "Example: vyre run text_stats.json --input text=README.md";

int parse_and_run(int argc, char** argv) {
  CLI::App app("Checks and runs vyre programs on the GPU devices of this machine.", "vyre");
  app.set_version_flag("-V,--version", version_text());
  app.require_subcommand(1);
  Commands commands;
  commands.add(app, "info", "Show the machine's devices, which one is chosen and why", add_info,
               info);
  commands.add(app, "check", "Check a program and show what it needs", add_check, check);
  commands.add(app, "run", "Run a program on files", add_run, run);
  commands.add(app, "bench", "Measure how long a program takes", add_bench, bench);
  commands.add(app, "split", "Show how a program is cut at its grid barriers, and why", add_split,
               split);
  commands.add(app, "emit", "Write a program's kernels, with a table of what to bind", add_emit,
               emit);
  commands.add(app, "convert", "Write a program in a wire form, or as JSON", add_convert, convert);
  commands.add(app, "module", "Show what a SPIR-V module wants bound, or try modules", add_module,
               module);
  commands.add(app, "conform", "Run vector files and count what passes", add_conform, conform);
  CLI::App* of_ops = commands.add(app, "ops", "List the ops that programs can call", add_ops, ops);
  commands.add(*of_ops, "check", "Check a manifest", add_check_manifest, check_manifest);
  add_cache(app, commands);
  app.footer(kFooter);  // not of the commands
  const std::optional<int> ended = parse(app, argc, argv);
  return ended ? *ended : commands.run();
}

}  // namespace

}  // namespace tool

int main(int argc, char** argv) { return tool::parse_and_run(argc, argv); }
