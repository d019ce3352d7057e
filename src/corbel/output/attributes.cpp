// SPDX-License-Identifier: MIT
// HDF5 attributes; strings have a fixed size because those of variable size are not allowed while SWMR
// writing.
#include "corbel/output/attributes.hpp"

#include "corbel/output/schema.hpp"

#include <algorithm>

namespace corbel {
namespace {

/// More than any attribute of ours needs: a limit on what a broken file can make us allocate.
constexpr std::size_t max_text_bytes = 1u << 20;
constexpr std::size_t max_texts = 1u << 20;

Handle text_type(std::size_t bytes)
{
  Handle type(H5Tcopy(H5T_C_S1), H5Tclose, "no text type");
  checked(H5Tset_size(type, std::max<std::size_t>(1, bytes)), "no text size");
  checked(H5Tset_strpad(type, H5T_STR_NULLPAD), "no text padding");
  checked(H5Tset_cset(type, H5T_CSET_UTF8), "no UTF-8");
  return type;
}

Handle scalar_space() { return {H5Screate(H5S_SCALAR), H5Sclose, "no data space"}; }

void write(hid_t object, const char* name, hid_t type, hid_t space, const void* data)
{
  const Handle attribute(H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), H5Aclose,
                         "an attribute cannot be created");
  checked(H5Awrite(attribute, type, data), "an attribute cannot be written");
}

/// An attribute that exists, its type and its number of elements.
struct Stored {
  Handle attribute;
  Handle type;
  std::size_t count = 0;
};

Stored open(hid_t object, const char* name)
{
  Stored stored;
  stored.attribute = Handle(H5Aopen(object, name, H5P_DEFAULT), H5Aclose, "an attribute is missing");
  stored.type = Handle(H5Aget_type(stored.attribute), H5Tclose, "an attribute has no type");
  const Handle space(H5Aget_space(stored.attribute), H5Sclose, "an attribute has no size");
  stored.count =
      static_cast<std::size_t>(checked(H5Sget_simple_extent_npoints(space), "an attribute has no size"));
  return stored;
}

[[noreturn]] void throw_wrong_type(const char* name)
{
  throw Hdf5Failure{fmt::format("attribute '{}' is not of the type Corbel writes", name)};
}

template<class Number>
Number read_number(hid_t object, const char* name, hid_t type)
{
  const Stored stored = open(object, name);
  if (stored.count != 1 || H5Tequal(stored.type, type) <= 0) throw_wrong_type(name);
  Number number = 0;
  checked(H5Aread(stored.attribute, type, &number), "an attribute cannot be read");
  return number;
}

std::string without_padding(std::string text)
{
  text.resize(text.find_last_not_of('\0') + 1);
  return text;
}

bool is_result(hid_t file)
{
  return H5Aexists(file, "format") > 0 && read_text(file, "format") == format_name;
}

}  // namespace

void write_attribute(hid_t object, const char* name, const std::string& text)
{
  write(object, name, text_type(text.size()), scalar_space(), text.c_str());
}

void write_attribute(hid_t object, const char* name, double number)
{
  write(object, name, H5T_IEEE_F64LE, scalar_space(), &number);
}

void write_attribute(hid_t object, const char* name, std::int32_t number)
{
  write(object, name, H5T_STD_I32LE, scalar_space(), &number);
}

void write_attribute(hid_t object, const char* name, const std::vector<std::string>& texts)
{
  std::size_t width = 1;
  for (const std::string& text : texts)
    width = std::max(width, text.size());
  std::string table;
  for (std::string text : texts) {
    text.resize(width);
    table += text;
  }
  const hsize_t count = texts.size();
  write(object, name, text_type(width),
        Handle(H5Screate_simple(1, &count, nullptr), H5Sclose, "no data space"), table.data());
}

std::string read_text(hid_t object, const char* name)
{
  const std::vector<std::string> texts = read_texts(object, name);
  if (texts.size() != 1) throw_wrong_type(name);
  return texts.front();
}

double read_real(hid_t object, const char* name) { return read_number<double>(object, name, H5T_IEEE_F64LE); }

std::int32_t read_integer(hid_t object, const char* name)
{
  return read_number<std::int32_t>(object, name, H5T_STD_I32LE);
}

std::vector<std::string> read_texts(hid_t object, const char* name)
{
  const Stored stored = open(object, name);
  const std::size_t width = H5Tget_size(stored.type);
  if (H5Tget_class(stored.type) != H5T_STRING || H5Tis_variable_str(stored.type) != 0 || width == 0 ||
      width > max_text_bytes || stored.count > max_texts || width * stored.count > 16 * max_text_bytes)
    throw_wrong_type(name);
  std::string table(width * stored.count, '\0');
  if (stored.count > 0)
    checked(H5Aread(stored.attribute, stored.type, table.data()), "an attribute cannot be read");
  std::vector<std::string> texts(stored.count);
  for (std::size_t i = 0; i < texts.size(); ++i)
    texts[i] = without_padding(table.substr(i * width, width));
  return texts;
}

void write_run(hid_t file, const RunDescription& run)
{
  write_attribute(file, "format", std::string(format_name));
  write_attribute(file, "version", format_version);
  write_attribute(file, "program", run.program);
  write_attribute(file, "analysis", run.analysis);
  write_attribute(file, "deck", run.deck);
  write_attribute(file, "solver", run.solver);
  write_attribute(file, "h", run.h);
  write_attribute(file, "threads", static_cast<std::int32_t>(run.threads));
  write_attribute(file, "surface_materials", run.surface_materials);
}

StoredRun read_run(hid_t file)
{
  if (!is_result(file)) throw Hdf5Failure{"it is an HDF5 file, but not a result of Corbel"};
  const std::int32_t version = read_integer(file, "version");
  if (version != format_version && version != 4)
    throw Hdf5Failure{
        fmt::format("it is of format {}, this program reads formats 4 and {}: use the program that wrote it",
                    version, format_version)};
  RunDescription run;
  run.program = read_text(file, "program");
  run.analysis = read_text(file, "analysis");
  run.deck = read_text(file, "deck");
  run.solver = read_text(file, "solver");
  run.h = read_real(file, "h");
  run.threads = read_integer(file, "threads");
  run.surface_materials = read_texts(file, "surface_materials");
  return {run, version};
}

}  // namespace corbel
