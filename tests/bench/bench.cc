// What scripts/bench measures of ours. Natively a program that times itself; as
// wasm a module whose exports the bench calls.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "tests/bench/work.h"

#ifndef __EMSCRIPTEN__
#include <chrono>

#include "hwy/targets.h"
#endif

namespace clearhead {
namespace {

// A chain of dependent additions: the same work on every machine and build, by
// which times of different runs can be brought to one scale.
double Spin(int steps) {
  double sum = 0;
  for (int i = 0; i < steps; ++i) sum = sum * 0.999 + 1;
  return sum;
}

// "encoder 1 128 4 512 64"; null where there is no such row.
std::unique_ptr<Work> Named(const std::string& row) {
  const size_t kind = row.find(' ');
  std::vector<int> numbers;
  for (size_t at = kind; at != std::string::npos; at = row.find(' ', at + 1)) {
    numbers.push_back(std::atoi(row.c_str() + at + 1));
  }
  return WorkOf(std::string_view(row).substr(0, kind), numbers);
}

}  // namespace
}  // namespace clearhead

#ifdef __EMSCRIPTEN__

#include <emscripten/emscripten.h>

namespace {
std::unique_ptr<clearhead::Work> work;
char row[64];
}  // namespace

extern "C" {
// Where the caller writes the row's name before bench_make.
EMSCRIPTEN_KEEPALIVE char* bench_row() { return row; }
EMSCRIPTEN_KEEPALIVE int bench_make() {
  work.reset();
  work = clearhead::Named(row);
  return work != nullptr;
}
EMSCRIPTEN_KEEPALIVE float* bench_input(int slot) {
  return work->input(slot).data();
}
EMSCRIPTEN_KEEPALIVE float* bench_output() { return work->output(); }
EMSCRIPTEN_KEEPALIVE double bench_amount() { return work->amount(); }
EMSCRIPTEN_KEEPALIVE void bench_run(int times) { work->Run(times); }
EMSCRIPTEN_KEEPALIVE double bench_spin(int steps) {
  return clearhead::Spin(steps);
}
}

#else

namespace clearhead {
namespace {

double Seconds() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch();
  return std::chrono::duration<double>(now).count();
}

// Milliseconds of one call: the best of blocks of some milliseconds.
template <typename Timed>
double Best(const Timed& timed, double seconds) {
  double start = Seconds();
  timed(1);
  const double once = Seconds() - start;
  const int count = once > 4e-3 ? 1 : static_cast<int>(4e-3 / once) + 1;
  const double end = Seconds() + seconds;
  double best = once;
  do {
    start = Seconds();
    timed(count);
    best = std::min(best, (Seconds() - start) / count);
  } while (Seconds() < end);
  return best * 1e3;
}

// Uniform in ±1: only times are asked for.
void Fill(Work* work) {
  uint32_t state = 1;
  for (int slot = 0; slot < 3; ++slot) {
    for (float& cell : work->input(slot)) {
      state = state * 1664525 + 1013904223;
      cell = static_cast<float>(state >> 8) / (1 << 23) - 1;
    }
  }
}

// One line: the row and its time.
bool Measure(const std::string& row, double seconds) {
  const std::unique_ptr<Work> work = Named(row);
  if (work == nullptr) return false;
  Fill(work.get());
  const double best = Best([&](int n) { work->Run(n); }, seconds);
  std::printf("%s %.9g\n", row.c_str(), best);
  return true;
}

int Main(int count, char** words) {
  const double seconds = count > 1 ? std::atof(words[1]) : 0;
  if (seconds <= 0) {
    std::fprintf(
        stderr,
        "usage: bench SECONDS [\"matmul N\" | \"attention HEADS LENGTH "
        "CAUSAL\" | …]…, the rows of tests/bench/work.h\n");
    return 2;
  }
  const int64_t targets = hwy::SupportedTargets();
  std::printf("target %s\n", hwy::TargetName(targets & -targets));
  std::printf("spin %.9g\n", Best(
                                 [](int n) {
                                   volatile double sum = Spin(n * 100000);
                                   (void)sum;
                                 },
                                 seconds));
  for (int at = 2; at < count; ++at) {
    if (!Measure(words[at], seconds)) {
      std::fprintf(stderr, "there is no row '%s'\n", words[at]);
      return 2;
    }
  }
  return 0;
}

}  // namespace
}  // namespace clearhead

int main(int count, char** words) { return clearhead::Main(count, words); }

#endif
