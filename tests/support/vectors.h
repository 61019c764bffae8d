// Reads the reference vectors in place: ONNX-style JSON cases and safetensors.
// The folder is CLEARHEAD_VECTORS, by default ../shared/vectors; the chapter's
// values are in CLEARHEAD_CHAPTER, by default ../shared/chapter. Both are
// data that the repository does not contain.
#ifndef CLEARHEAD_TESTS_SUPPORT_VECTORS_H_
#define CLEARHEAD_TESTS_SUPPORT_VECTORS_H_

#include <map>
#include <string>
#include <vector>

#include "core/graph/dims.h"

namespace clearhead::test {

struct VectorTensor {
  std::string dtype;           // "f32", "f64", "f16", "i64", "i32", "bool"
  Shape shape;                 // axes after the sixth have joined it
  std::vector<double> values;  // row-major
};

// An attribute of ONNX that is a function: its nodes in order, on the tensors
// of those names.
struct VectorNode {
  std::string op;
  std::vector<std::string> inputs, outputs;
};
struct VectorFunction {
  std::vector<std::string> inputs, outputs;
  std::map<std::string, VectorTensor> initializers;
  std::vector<VectorNode> nodes;
};

// A list as it was written, of words and lists of any length.
struct VectorList {
  double number = 0;
  std::string word;
  std::vector<VectorList> items;

  // The numbers of the items.
  std::vector<double> Numbers() const {
    std::vector<double> numbers;
    for (const VectorList& item : items) numbers.push_back(item.number);
    return numbers;
  }
};

struct VectorCase {
  std::string name;
  std::string family;
  std::map<std::string, double> numbers;            // attributes
  std::map<std::string, std::string> words;         // attributes
  std::map<std::string, VectorFunction> functions;  // attributes
  std::map<std::string, VectorList> lists;          // attributes: hf alone
  std::map<std::string, VectorTensor> inputs;
  std::map<std::string, VectorTensor> outputs;  // torch: out.*, grad.*, …

  double Number(const std::string& attribute, double fallback) const {
    const auto found = numbers.find(attribute);
    return found == numbers.end() ? fallback : found->second;
  }
  bool Has(const std::string& input) const { return inputs.count(input) > 0; }
};

// The folders, or "" where they do not exist.
std::string VectorsFolder();
std::string ChapterFolder();

// All cases of a sub-folder whose file name begins with one of `prefixes`, in
// the order of their names. `.json` in onnx/, `.safetensors` in torch/ and
// mla/, where every tensor keeps its full name ("in.q") and all are inputs, as
// are lists of numbers among the attributes ("key_lengths").
std::vector<VectorCase> ReadOnnx(const std::vector<std::string>& prefixes);
std::vector<VectorCase> ReadTorch(const std::vector<std::string>& prefixes,
                                  const char* folder = "torch");

// The cases of hf/`file`.json. A name within an object is joined by dots
// ("config.rope_scaling.factor"); numbers and words are attributes, lists of
// numbers inputs; every list stands among the lists, too.
std::vector<VectorCase> ReadHf(const std::string& file);
// A list that stands beside the cases, each item a tensor; null has no cells.
std::vector<VectorTensor> ReadHfList(const std::string& file,
                                     const std::string& name);

// A value of values.json: nested arrays of numbers as a tensor.
// `path` names the keys, e.g. {"masks", "causal_5"}.
VectorTensor ReadChapter(const std::vector<std::string>& path);

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_VECTORS_H_
