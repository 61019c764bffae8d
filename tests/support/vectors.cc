#include "tests/support/vectors.h"

#include <rapidjson/document.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/base/check.h"

// RapidJSON 1.1 declares its iterators' comparison without C++20's reversal.
#ifdef __clang__
#pragma clang diagnostic ignored "-Wambiguous-reversed-operator"
#endif

namespace clearhead::test {
namespace {

namespace fs = std::filesystem;

std::string Folder(const char* variable, const char* fallback) {
  const char* given = std::getenv(variable);
  const std::string folder = given != nullptr ? given : fallback;
  return fs::is_directory(folder) ? folder : "";
}

std::string ReadFile(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::ostringstream bytes;
  bytes << file.rdbuf();
  return bytes.str();
}

std::vector<std::string> Files(const std::string& folder,
                               const std::string& extension,
                               const std::vector<std::string>& prefixes) {
  std::vector<std::string> files;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (entry.path().extension() != extension) continue;
    for (const std::string& prefix : prefixes) {
      if (name.rfind(prefix, 0) == 0) {
        files.push_back(entry.path().string());
        break;
      }
    }
  }
  std::sort(files.begin(), files.end());
  return files;
}

double NumberOf(const rapidjson::Value& value) {
  if (value.IsString()) {
    const std::string text = value.GetString();
    if (text == "Infinity") return HUGE_VAL;
    if (text == "-Infinity") return -HUGE_VAL;
    return std::numeric_limits<double>::quiet_NaN();
  }
  if (value.IsBool()) return value.GetBool() ? 1 : 0;
  return value.GetDouble();
}

VectorTensor JsonTensor(const rapidjson::Value& value) {
  VectorTensor tensor;
  tensor.dtype = value["dtype"].GetString();
  for (const auto& size : value["shape"].GetArray()) {
    // Axes after the sixth join it.
    if (tensor.shape.size() == kMaxRank) {
      tensor.shape.back() *= size.GetInt64();
    } else {
      tensor.shape.push_back(size.GetInt64());
    }
  }
  for (const auto& number : value["data"].GetArray()) {
    tensor.values.push_back(NumberOf(number));
  }
  return tensor;
}

std::vector<std::string> WordsOf(const rapidjson::Value& list) {
  std::vector<std::string> words;
  for (const auto& word : list.GetArray()) words.push_back(word.GetString());
  return words;
}

VectorFunction FunctionOf(const rapidjson::Value& value) {
  VectorFunction function{
      WordsOf(value["inputs"]), WordsOf(value["outputs"]), {}, {}};
  for (const auto& member : value["initializers"].GetObject()) {
    function.initializers[member.name.GetString()] = JsonTensor(member.value);
  }
  for (const auto& node : value["nodes"].GetArray()) {
    function.nodes.push_back({node["op"].GetString(), WordsOf(node["inputs"]),
                              WordsOf(node["outputs"])});
  }
  return function;
}

void ReadAttributes(const rapidjson::Value& attributes, VectorCase* read) {
  for (const auto& member : attributes.GetObject()) {
    const std::string name = member.name.GetString();
    if (member.value.IsNumber() || member.value.IsBool()) {
      read->numbers[name] = NumberOf(member.value);
    } else if (member.value.IsString()) {
      read->words[name] = member.value.GetString();
    } else if (member.value.IsObject() && member.value.HasMember("nodes")) {
      read->functions[name] = FunctionOf(member.value);
    }
  }
}

// IEEE half to double.
double Half(uint16_t bits) {
  const double sign = (bits & 0x8000) != 0 ? -1 : 1;
  const int exponent = bits >> 10 & 31;
  const int fraction = bits & 1023;
  if (exponent == 31) {
    return fraction != 0 ? std::numeric_limits<double>::quiet_NaN()
                         : sign * HUGE_VAL;
  }
  if (exponent == 0) return sign * std::ldexp(fraction, -24);
  return sign * std::ldexp(1024 + fraction, exponent - 25);
}

template <typename T>
T At(const std::string& bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof(T));
  return value;
}

// One stored number and its size in bytes.
std::pair<double, size_t> Stored(const std::string& dtype,
                                 const std::string& bytes, size_t at) {
  if (dtype == "F64") return {At<double>(bytes, at), 8};
  if (dtype == "F32") return {At<float>(bytes, at), 4};
  if (dtype == "F16") return {Half(At<uint16_t>(bytes, at)), 2};
  if (dtype == "I64") return {static_cast<double>(At<int64_t>(bytes, at)), 8};
  if (dtype == "I32") return {At<int32_t>(bytes, at), 4};
  CH_CHECK(dtype == "BOOL" || dtype == "U8", "a known dtype");
  return {At<uint8_t>(bytes, at), 1};
}

std::string ShortType(const std::string& dtype) {
  if (dtype == "BOOL") return "bool";
  std::string name = dtype;
  name[0] = static_cast<char>(name[0] - 'A' + 'a');
  return name;
}

void AppendNested(const rapidjson::Value& value, size_t depth,
                  VectorTensor* tensor) {
  if (!value.IsArray()) {
    tensor->values.push_back(NumberOf(value));
    return;
  }
  if (tensor->shape.size() == depth) tensor->shape.push_back(value.Size());
  for (const auto& item : value.GetArray()) {
    AppendNested(item, depth + 1, tensor);
  }
}

VectorList ListOf(const rapidjson::Value& value) {
  VectorList list;
  if (value.IsArray()) {
    for (const auto& item : value.GetArray()) {
      list.items.push_back(ListOf(item));
    }
  } else if (value.IsString()) {
    list.word = value.GetString();
  } else if (!value.IsNull()) {
    list.number = NumberOf(value);
  }
  return list;
}

void ReadMembers(const rapidjson::Value& object, const std::string& prefix,
                 VectorCase* read) {
  for (const auto& member : object.GetObject()) {
    const std::string name = prefix + member.name.GetString();
    const rapidjson::Value& value = member.value;
    if (value.IsObject()) {
      ReadMembers(value, name + ".", read);
    } else if (value.IsArray()) {
      VectorTensor tensor{"f64", {}, {}};
      AppendNested(value, 0, &tensor);
      read->inputs[name] = std::move(tensor);
      read->lists[name] = ListOf(value);
    } else if (value.IsString()) {
      read->words[name] = value.GetString();
    } else if (!value.IsNull()) {
      read->numbers[name] = NumberOf(value);
    }
  }
}

VectorCase ReadSafetensors(const std::string& path) {
  const std::string bytes = ReadFile(path);
  const auto header = static_cast<size_t>(At<uint64_t>(bytes, 0));
  rapidjson::Document json;
  json.Parse(bytes.data() + 8, header);
  VectorCase read;
  read.name = fs::path(path).stem().string();
  for (const auto& member : json.GetObject()) {
    const std::string name = member.name.GetString();
    if (name == "__metadata__") {
      rapidjson::Document attributes;
      attributes.Parse(member.value["case"].GetString());
      ReadMembers(attributes, "", &read);
      read.family = read.words["family"];
      continue;
    }
    VectorTensor tensor;
    const std::string dtype = member.value["dtype"].GetString();
    tensor.dtype = ShortType(dtype);
    for (const auto& size : member.value["shape"].GetArray()) {
      tensor.shape.push_back(size.GetInt64());
    }
    size_t at = 8 + header + member.value["data_offsets"][0].GetUint64();
    const size_t end = 8 + header + member.value["data_offsets"][1].GetUint64();
    while (at < end) {
      const auto [value, size] = Stored(dtype, bytes, at);
      tensor.values.push_back(value);
      at += size;
    }
    read.inputs[name] = std::move(tensor);
  }
  return read;
}

VectorCase ReadJsonCase(const std::string& path) {
  rapidjson::Document json;
  json.Parse(ReadFile(path).c_str());
  VectorCase read;
  read.name = fs::path(path).stem().string();
  read.family = json["family"].GetString();
  ReadAttributes(json["attributes"], &read);
  for (const auto& member : json["inputs"].GetObject()) {
    read.inputs[member.name.GetString()] = JsonTensor(member.value);
  }
  for (const auto& member : json["outputs"].GetObject()) {
    read.outputs[member.name.GetString()] = JsonTensor(member.value);
  }
  return read;
}

}  // namespace

std::string VectorsFolder() {
  return Folder("CLEARHEAD_VECTORS", "../shared/vectors");
}

std::string ChapterFolder() {
  return Folder("CLEARHEAD_CHAPTER", "../shared/chapter");
}

std::vector<VectorCase> ReadOnnx(const std::vector<std::string>& prefixes) {
  std::vector<VectorCase> cases;
  for (const std::string& file :
       Files(VectorsFolder() + "/onnx", ".json", prefixes)) {
    cases.push_back(ReadJsonCase(file));
  }
  return cases;
}

std::vector<VectorCase> ReadTorch(const std::vector<std::string>& prefixes,
                                  const char* folder) {
  std::vector<VectorCase> cases;
  for (const std::string& file :
       Files(VectorsFolder() + "/" + folder, ".safetensors", prefixes)) {
    cases.push_back(ReadSafetensors(file));
  }
  return cases;
}

std::vector<VectorTensor> ReadHfList(const std::string& file,
                                     const std::string& name) {
  rapidjson::Document json;
  json.Parse(ReadFile(VectorsFolder() + "/hf/" + file + ".json").c_str());
  std::vector<VectorTensor> list;
  for (const auto& item : json[name.c_str()].GetArray()) {
    list.push_back({"f64", {}, {}});
    if (!item.IsNull()) AppendNested(item, 0, &list.back());
  }
  return list;
}

std::vector<VectorCase> ReadHf(const std::string& file) {
  rapidjson::Document json;
  json.Parse(ReadFile(VectorsFolder() + "/hf/" + file + ".json").c_str());
  std::vector<VectorCase> cases;
  for (const auto& item : json["cases"].GetArray()) {
    VectorCase read;
    ReadMembers(item, "", &read);
    read.name = read.words["id"];
    cases.push_back(std::move(read));
  }
  return cases;
}

VectorTensor ReadChapter(const std::vector<std::string>& path) {
  rapidjson::Document json;
  json.Parse(ReadFile(ChapterFolder() + "/values.json").c_str());
  const rapidjson::Value* value = &json;
  for (const std::string& key : path) value = &(*value)[key.c_str()];
  VectorTensor tensor;
  tensor.dtype = "f64";
  AppendNested(*value, 0, &tensor);
  return tensor;
}

}  // namespace clearhead::test
