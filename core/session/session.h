// The facade that page, worker, Node and native programs talk to: few, large
// calls, plain data in and out, every failure a value.
#ifndef CLEARHEAD_CORE_SESSION_SESSION_H_
#define CLEARHEAD_CORE_SESSION_SESSION_H_

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/buffer.h"
#include "core/base/function_ref.h"
#include "core/base/text.h"
#include "core/graph/explain.h"
#include "core/graph/gradients.h"
#include "core/graph/graph.h"
#include "core/model/self_attention.h"
#include "core/text/word_tokenizer.h"

namespace clearhead {

const char* Version();

// The most that the sizes of a given tensor may multiply to, those of 0 left
// out: 256 MB of float32. DenseView (program.h) is where it is checked.
inline constexpr int64_t kMaxExtent = 1 << 26;

// The most steps of a program.
inline constexpr size_t kMaxSteps = 2048;

// A dense, row-major copy that owns its cells.
struct DenseTensor {
  DataType type = DataType::kFloat32;
  Shape shape;
  Buffer cells;

  int64_t count() const { return CountOf(shape); }
};

using NamedTensors = std::vector<std::pair<std::string, DenseTensor>>;

// Cells of the caller's, as many as the shape says; dense, whatever strides
// stand there, and only read.
using NamedViews = std::vector<std::pair<std::string, TensorView>>;

struct ApplyRequest {
  std::string operation;
  NamedViews inputs;
  std::vector<std::pair<std::string, Attribute>> attributes;
  bool stages = false;  // of composites: all that lies within, nothing fused
  std::optional<TensorView> output_gradient;
};

struct ApplyResult {
  NamedTensors tensors;    // the outputs first, then the inner tensors
  NamedTensors gradients;  // by input, when an output gradient was given
};

// One operation of a program, on inputs of the program and earlier results.
struct Step {
  std::string name;  // of its first output
  std::string operation;
  std::vector<std::pair<std::string, std::string>> inputs;  // slot → tensor
  std::vector<std::pair<std::string, Attribute>> attributes;
};

struct ComputeRequest {
  NamedViews inputs;        // copied
  std::vector<Step> steps;  // 1…kMaxSteps
  Recording record = Recording::kInspect;
  std::vector<Intervention> interventions = {};
};

struct RunRequest {
  std::vector<std::string> tokens;  // 1…64
  Recording record = Recording::kInspect;
  std::vector<Intervention> interventions;
};

struct CatalogueAxis {
  AxisRole role;
  int64_t size;
  std::vector<std::string> labels;  // tokens, where the axis has them
};

struct CatalogueEntry {
  std::string name;
  DataType type;
  Shape shape;
  std::vector<CatalogueAxis> axes;
  std::string operation;  // or "input", "view"
  std::vector<std::string> inputs;
  std::string base;         // of a view
  std::vector<Edit> edits;  // offset: row-major index in `shape`
};

// Where an input cell comes from.
struct Origin {
  enum class Kind : uint8_t { kToken, kDrawn, kConstructed, kRule, kGiven };
  Kind kind = Kind::kGiven;
  std::string text;  // rule: visible, future or padding
  std::string word;  // token, or the word whose hash drew the vector
  std::string hash;  // "0x…", of the word
  uint32_t seed = 0;
};

struct NamedTerm {
  Term term;
  std::string tensor;  // of an operand
};

struct NamedExplanation {
  std::string tensor;
  Index index;
  bool gradient = false;
  double value = 0;
  std::string operation;
  std::optional<Origin> origin;
  std::optional<double> was;
  std::vector<NamedTerm> terms;  // the last is the root; empty for inputs
};

// The tokens along a run's axes: `source` where an encoder reads them, `target`
// everywhere else; `vocabulary` where an axis counts words.
struct RunLabels {
  std::vector<std::string> source = {}, target = {}, vocabulary = {};
  // Of a batch whose texts differ, those of each text, padded; its axes have
  // none then.
  std::vector<RunLabels> rows = {};
};

// What else a session holds under an id (transformer_model.h, writing.h).
class Resident {
 public:
  enum class Kind : uint8_t { kTransformer, kWriting };

  virtual ~Resident() = default;
  virtual Kind kind() const = 0;
};

// dL/d(all): L is the sum of a tensor, or one cell of it.
struct GradientRequest {
  std::string tensor;
  std::optional<Index> index;
};

// Things of a session by their number, few at a time.
template <typename T>
class Numbered {
 public:
  void Add(int id, T item) {
    items_.push_back({id, std::make_unique<T>(std::move(item))});
  }
  // Null where there is none.
  const T* Find(int id) const {
    for (const Item& item : items_) {
      if (item.id == id) return item.value.get();
    }
    return nullptr;
  }
  void Remove(FunctionRef<bool(int id, const T& item)> goes) {
    std::vector<Item> kept;
    for (Item& item : items_) {
      if (!goes(item.id, *item.value)) kept.push_back(std::move(item));
    }
    items_.swap(kept);
  }

 private:
  struct Item {
    int id;
    std::unique_ptr<T> value;
  };
  std::vector<Item> items_;
};

class Session {
 public:
  explicit Session(size_t budget = kDefaultBudget)
      : budget_(std::make_shared<Budget>(budget)) {}

  const Budget& budget() const { return *budget_; }
  const std::shared_ptr<Budget>& shared_budget() const { return budget_; }
  // Zeroed cells for an argument, counted against the budget.
  Result<DenseTensor> NewTensor(DataType type, const Shape& shape) const;

  // The operations are Operations() of core/session/table.h.
  Result<ApplyResult> Apply(const ApplyRequest& request) const;
  // At most `kMaxTokens` tokens.
  TextTokens Tokenize(std::string_view text) const;

  Result<int> CreateModel(const SelfAttentionConfig& config);
  Result<int> Run(int model, const RunRequest& request);
  // A run of a program: operations of the table one after another. At level
  // inspect attention keeps its stages, called as in a model's run; what lies
  // within a composite takes the scope of its step's name ("a." of "a.output").
  Result<int> Compute(const ComputeRequest& request);
  // Under an id of their own; they go with `parent`, which is 0 where they
  // stand alone.
  int Add(std::unique_ptr<Resident> resident, int parent = 0);
  int AddRun(std::unique_ptr<Graph> graph, RunLabels labels, int parent = 0);
  // What is called T::kWhat. Fails with kUnknown where there is none.
  template <typename T>
  Result<T*> Find(int id) const {
    if (auto* found = static_cast<T*>(Find(id, T::kKind))) return found;
    return Fail(ErrorCode::kUnknown,
                "there is no % %; it was disposed or never made", T::kWhat, id);
  }

  Result<std::vector<CatalogueEntry>> Catalogue(int run) const;
  Result<size_t> Bytes(int run) const;
  Result<DenseTensor> TensorOf(int run, const std::string& name) const;
  // `name`: a tensor of the run, or "gradient_map".
  Result<NamedExplanation> Explain(int run, const std::string& name,
                                   const Index& index, size_t limit) const;
  // ‖∂out_i/∂x_j‖, [T, T]: its rows `begin` … `end` − 1, those that there are,
  // so that a long map is computed bit by bit. At any level of recording; what
  // a run did not keep is computed again.
  Result<DenseTensor> GradientMap(int run, int64_t begin = 0,
                                  int64_t end = kMaxTokens) const;

  Result<int> Differentiate(int run, const GradientRequest& request);
  Result<double> TargetValue(int gradients) const;
  Result<std::vector<std::string>> GradientNames(int gradients) const;
  Result<DenseTensor> GradientOf(int gradients, const std::string& name) const;
  Result<NamedExplanation> ExplainGradient(int gradients,
                                           const std::string& name,
                                           const Index& index,
                                           size_t limit) const;

  // Whatever has the id, with all that belongs to it: runs with their model,
  // gradients with their run. Unknown ids are passed over.
  void Dispose(int id);

 private:
  struct RunState {
    int parent = 0;
    std::unique_ptr<Graph> graph;
    RunLabels labels;
    // Of the self-attention of a sentence: what a gradient map needs.
    std::optional<SelfAttentionConfig> config;
    RunRequest request;
  };
  struct ResidentState {
    int parent;
    std::unique_ptr<Resident> resident;
  };
  struct GradientState {
    int run = 0;
    std::unique_ptr<Gradients> gradients;
  };

  // Null where there is none of that kind.
  Resident* Find(int id, Resident::Kind kind) const;
  Result<std::unique_ptr<Graph>> Record(const SelfAttentionConfig& config,
                                        const RunRequest& request) const;
  // The run's layer with every stage. `again` holds it where the run kept
  // fewer.
  Result<const Graph*> StagesOf(const RunState& run,
                                std::unique_ptr<Graph>* again) const;
  Result<const RunState*> FindRun(int run) const;
  Result<const GradientState*> FindGradients(int gradients) const;

  std::shared_ptr<Budget> budget_;
  int next_id_ = 1;
  Numbered<SelfAttentionConfig> models_;
  Numbered<ResidentState> residents_;
  Numbered<RunState> runs_;
  Numbered<GradientState> gradients_;
};

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_SESSION_H_
