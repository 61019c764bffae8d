// What the bench times: one call of something, with all that it reads and
// writes in memory.
#ifndef CLEARHEAD_TESTS_BENCH_WORK_H_
#define CLEARHEAD_TESTS_BENCH_WORK_H_

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

namespace clearhead {

class Work {
 public:
  virtual ~Work() = default;
  virtual void Run(int times) = 0;
  // What the contestants are given alike; none where there is no such slot.
  virtual std::span<float> input(int slot) = 0;
  virtual float* output() = 0;
  // 6·parameters·tokens of a step of training, tokens of a text; else 0.
  virtual double amount() const { return 0; }
};

// C = A·B, both n x n.
std::unique_ptr<Work> MatMulWork(int n);
// One sentence of `length` tokens, heads 64 wide.
std::unique_ptr<Work> AttentionWork(int heads, int length, bool causal);

struct ModelSize {
  int layers, width, heads, hidden;
};
// The layers of an encoder on one sentence: input 0 is the stream [T, C], input
// 1 + i parameter i, of which 0 is the table of embeddings.
std::unique_ptr<Work> EncoderWork(const ModelSize& size, int length);
// A step of training a decoder on bytes: forward, backward and AdamW.
std::unique_ptr<Work> TrainingWork(const ModelSize& size, int batch,
                                   int context);
// As many tokens as the context has, one after another, greedily.
std::unique_ptr<Work> GenerationWork(const ModelSize& size, int context);

// The work of "matmul N", "attention HEADS LENGTH CAUSAL", "encoder LAYERS
// WIDTH HEADS HIDDEN LENGTH", "training LAYERS WIDTH HEADS BATCH CONTEXT",
// "generation LAYERS WIDTH HEADS CONTEXT"; null for anything else.
std::unique_ptr<Work> WorkOf(std::string_view kind,
                             std::span<const int> numbers);

}  // namespace clearhead

#endif  // CLEARHEAD_TESTS_BENCH_WORK_H_
