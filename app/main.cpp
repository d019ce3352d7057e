// SPDX-License-Identifier: MIT
// corbel run DECK, info OUT, solve PROBLEM, compare DIR: the command line, around an embedded Python.
#include "corbel/core/version.hpp"

#include <CLI/CLI.hpp>
#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include <filesystem>
#include <iostream>

namespace py = pybind11;
namespace fs = std::filesystem;

namespace {

/// The package lies beside the program: in the build tree under ../python, installed under
/// ../lib/python3.X/dist-packages.
std::vector<std::string> package_directories()
{
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  std::vector<std::string> found;
  for (const fs::path& place : {prefix / "python", prefix / CORBEL_PYTHON_INSTALL_DIR})
    if (fs::exists(place / "corbel")) found.push_back(place.string());
  return found;
}

/// Debian's Python as if `python3` had been started: its prefix, its packages, its signal handlers.
class Interpreter {
 public:
  Interpreter()
  {
    PyConfig config;
    PyConfig_InitPythonConfig(&config);
    config.parse_argv = 0;
    PyConfig_SetBytesString(&config, &config.program_name, CORBEL_PYTHON);
    interpreter_.emplace(&config, 0, nullptr, false);
    const py::list path = py::module_::import("sys").attr("path");
    for (const std::string& place : package_directories())
      path.attr("insert")(0, place);
  }

 private:
  std::optional<py::scoped_interpreter> interpreter_;
};

struct RunArguments {
  bool quiet = false, write = false, resume = false;
  std::string subdir;
  int threads = 0;
};

int run(const RunArguments& a, const std::vector<std::string>& rest)
{
  const Interpreter python;
  const std::vector<std::string> extra(rest.begin() + 1, rest.end());
  return py::module_::import("corbel.deck")
      .attr("run_deck")(rest.front(), extra, py::arg("quiet") = a.quiet, py::arg("force_write") = a.write,
                        py::arg("resume") = a.resume, py::arg("subdir") = a.subdir,
                        py::arg("threads") = a.threads)
      .cast<int>();
}

int info(const std::string& path)
{
  const Interpreter python;
  return py::module_::import("corbel.deck").attr("info")(path).cast<int>();
}

/// Commands whose arguments Python reads: solve, compare.
int command(const std::string& name, const std::vector<std::string>& arguments)
{
  const Interpreter python;
  return py::module_::import(("corbel." + name + "_command").c_str()).attr("main")(arguments).cast<int>();
}

}  // namespace

int main(int argc, char** argv)
{
  CLI::App app("Dynamics of many solid bodies that touch, hit and rub. Models are Python scripts.", "corbel");
  app.set_version_flag("--version", "corbel " + std::string(corbel::version));
  app.require_subcommand(1);

  RunArguments arguments;
  CLI::App* run_command =
      app.add_subcommand("run", "Run a deck: corbel run [options] DECK [arguments for the deck]");
  run_command->add_flag("-q,--quiet", arguments.quiet, "No progress line and no report at the end");
  run_command->add_flag("-w,--write", arguments.write,
                        "Compute anew even if results exist (they are overwritten)");
  run_command->add_flag("-c,--continue", arguments.resume, "Go on after the last frame of earlier results");
  run_command->add_option("-s,--subdir", arguments.subdir, "Append this folder to every output path");
  run_command->add_option("-t,--threads", arguments.threads, "Threads to use (default: all cores)")
      ->check(CLI::NonNegativeNumber);
  run_command->prefix_command();

  std::string results;
  CLI::App* info_command = app.add_subcommand("info", "Print what a result file or folder holds");
  info_command->add_option("OUT", results, "Result file (.h5) or the folder it lies in")->required();

  const auto add_command = [&](const char* name, const char* text) {
    CLI::App* added = app.add_subcommand(name, text);
    added->set_help_flag();  // theirs
    added->prefix_command();
    return added;
  };
  CLI::App* solve_command =
      add_command("solve", "Solve a frictional contact problem: corbel solve PROBLEM.hdf5 [--help]");
  CLI::App* compare_command =
      add_command("compare", "All solvers on all problems of a folder: corbel compare DIR [--help]");

  try {
    app.parse(argc, argv);
    for (const CLI::App* other : {solve_command, compare_command})
      if (*other) return command(other->get_name(), other->remaining());
    if (*info_command) return info(results);
    const std::vector<std::string> rest = run_command->remaining();
    if (rest.empty()) throw CLI::RequiredError("DECK");
    return run(arguments, rest);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const std::exception& error) {
    std::cerr << "corbel: " << error.what() << '\n';
    return 1;
  }
}
