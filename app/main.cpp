// SPDX-License-Identifier: MIT
// corbel run DECK, info OUT, solve PROBLEM, compare DIR: the command line, around an embedded Python; corbel
// python: the same interpreter by itself.
#include "corbel/core/version.hpp"

#include <CLI/CLI.hpp>
#include <pybind11/embed.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <iostream>
#include <unistd.h>

namespace py = pybind11;
namespace fs = std::filesystem;

namespace {

/// The package lies beside the program: in the build tree under ../python, installed under
/// ../lib/python3.X/dist-packages.
std::vector<std::string> package_directories()
{
  const fs::path prefix = fs::read_symlink("/proc/self/exe").parent_path().parent_path();
  std::vector<std::string> found;
  for (const fs::path& folder : {prefix / "python", prefix / CORBEL_PYTHON_INSTALL_DIR})
    if (fs::exists(folder / "corbel")) found.push_back(folder.string());
  return found;
}

/// `corbel python …` becomes the interpreter the engine was built for, with the package on its path; `--path`
/// prints that path instead.
int python(char** arguments)
{
  std::string path;
  for (const std::string& folder : package_directories())
    path += (path.empty() ? "" : ":") + folder;
  if (arguments[1] != nullptr && std::strcmp(arguments[1], "--path") == 0) {
    std::cout << path << '\n';
    return 0;
  }
  if (const char* own = std::getenv("PYTHONPATH"); own != nullptr && *own != '\0')
    path += ":" + std::string(own);
  setenv("PYTHONPATH", path.c_str(), 1);
  std::string program = CORBEL_PYTHON;
  arguments[0] = program.data();
  execv(CORBEL_PYTHON, arguments);
  std::cerr << "corbel: cannot start " << CORBEL_PYTHON << ": " << std::strerror(errno) << '\n';
  return 1;
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
    for (const std::string& folder : package_directories())
      path.attr("insert")(0, folder);
  }

 private:
  std::optional<py::scoped_interpreter> interpreter_;
};

/// An error of Python's is printed while the interpreter still lives: its text belongs to it.
template<class Work>
int with_python(const Work& work)
{
  const Interpreter interpreter;
  try {
    return work();
  } catch (const py::error_already_set& error) {
    std::cerr << "corbel: " << error.what() << '\n';
    return 1;
  }
}

struct RunArguments {
  bool quiet = false, write = false, resume = false;
  std::string subdir;
  int threads = 0;
};

int run(const RunArguments& a, const std::vector<std::string>& rest)
{
  const std::vector<std::string> extra(rest.begin() + 1, rest.end());
  return with_python([&] {
    return py::module_::import("corbel.deck")
        .attr("run_deck")(rest.front(), extra, py::arg("quiet") = a.quiet, py::arg("force_write") = a.write,
                          py::arg("resume") = a.resume, py::arg("subdir") = a.subdir,
                          py::arg("threads") = a.threads)
        .cast<int>();
  });
}

int info(const std::string& path)
{
  return with_python([&] { return py::module_::import("corbel.deck").attr("info")(path).cast<int>(); });
}

/// Commands whose arguments Python reads: solve, compare.
int command(const std::string& name, const std::vector<std::string>& arguments)
{
  return with_python([&] {
    return py::module_::import(("corbel." + name + "_command").c_str()).attr("main")(arguments).cast<int>();
  });
}

/// 0 for all cores. CLI's own checks print the largest double with all its digits.
std::string check_threads(const std::string& text)
{
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  if (digits && text.size() < 5 && std::stoi(text) <= 1024) return "";
  return "got '" + text + "', expected a number of threads of at most 1024, 0 for all cores";
}

std::vector<std::string> command_names(const CLI::App& app)
{
  std::vector<std::string> names;
  for (const CLI::App* known : app.get_subcommands([](const CLI::App*) { return true; }))
    names.push_back(known->get_name());
  return names;
}

/// "unknown command 'rnu'. Did you mean 'run'? There are run, info, …"
int refuse_command(const std::string& word, const std::vector<std::string>& names)
{
  std::string list;
  for (const std::string& name : names)
    list += (list.empty() ? "" : ", ") + name;
  return with_python([&] {
    const auto near = py::module_::import("corbel.routine").attr("closest")(word, names).cast<std::string>();
    std::cerr << "corbel: unknown command '" << word << "'." << near << " Commands: " << list << '\n';
    return 2;
  });
}

/// Usage with DECK, which CLI does not know: everything behind it belongs to the deck.
class RunHelp : public CLI::Formatter {
 public:
  std::string make_usage(const CLI::App* /*app*/, std::string /*name*/) const override
  {
    return "Usage: corbel run [OPTIONS] DECK [ARGUMENTS…]\n\nPositionals:\n"
           "  DECK                        The script to run: Python, or the input language of Solfec\n"
           "  ARGUMENTS                   For the deck, options among them\n";
  }
};

}  // namespace

int main(int argc, char** argv)
{
  std::error_code gone;
  (void)fs::current_path(gone);
  if (gone) {
    std::cerr << "corbel: the working directory no longer exists (" << gone.message()
              << "); change into one that does\n";
    return 2;
  }
  if (argc > 1 && std::strcmp(argv[1], "python") == 0) return python(argv + 1);
  CLI::App app("Dynamics of many solid bodies with contact, impact and friction. Models are Python scripts.",
               "corbel");
  app.set_version_flag("--version", "corbel " + std::string(corbel::version));
  app.require_subcommand(1);

  RunArguments arguments;
  CLI::App* run_command =
      app.add_subcommand("run", "Run a deck: corbel run [options] DECK [arguments for the deck]");
  run_command->add_flag("-q,--quiet", arguments.quiet, "No progress line and no report at the end");
  CLI::Option* anew = run_command->add_flag("-w,--write", arguments.write,
                                            "Recompute even if results exist (they are overwritten)");
  run_command->add_flag("-c,--continue", arguments.resume, "Continue from the last frame of existing results")
      ->excludes(anew);
  run_command->add_option("-s,--subdir", arguments.subdir, "Append this folder to every output path");
  run_command->add_option("-t,--threads", arguments.threads, "Threads to use (default: all cores)")
      ->check(CLI::Validator(check_threads, "", "threads"));
  run_command->prefix_command();
  run_command->formatter(std::make_shared<RunHelp>());

  std::string results;
  CLI::App* info_command = app.add_subcommand("info", "Print a summary of a result file or folder");
  info_command->add_option("OUT", results, "Result file (.h5) or the folder that contains it")->required();

  const auto add_command = [&](const char* name, const char* text) {
    CLI::App* added = app.add_subcommand(name, text);
    added->set_help_flag();  // theirs
    added->prefix_command();
    return added;
  };
  CLI::App* solve_command =
      add_command("solve", "Solve a frictional contact problem: corbel solve PROBLEM.hdf5 [--help]");
  CLI::App* compare_command =
      add_command("compare", "Run all solvers on all problems of a folder: corbel compare DIR [--help]");
  add_command("python",
              "Start Python with the package on its path: corbel python [script.py | -c … | -m … | --path]");

  try {
    const std::vector<std::string> names = command_names(app);
    if (argc > 1 && argv[1][0] != '-' && std::ranges::find(names, argv[1]) == names.end())
      return refuse_command(argv[1], names);
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
