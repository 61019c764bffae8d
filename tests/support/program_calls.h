// Runs programs through the session on vectors of doubles.
#ifndef CLEARHEAD_TESTS_SUPPORT_PROGRAM_CALLS_H_
#define CLEARHEAD_TESTS_SUPPORT_PROGRAM_CALLS_H_

#include <string>
#include <vector>

#include "tests/support/session_calls.h"

namespace clearhead::test {

// Every tensor of the run and, where `of` names one, the gradients of its sum
// by every input.
inline Applied RunProgram(const Tensors& inputs, std::vector<Step> steps,
                          const std::string& of = "") {
  Session session;
  OwnedRequest owned;
  for (const auto& [name, tensor] : inputs) {
    owned.Add(name, ToDense(session, tensor));
  }
  Applied applied;
  std::vector<std::string> names;
  for (const Step& step : steps) names.push_back(step.name);
  const Result<int> run = session.Compute({owned.inputs, std::move(steps)});
  if (!run) {
    applied.error = run.error().message;
    return applied;
  }
  for (const std::string& name : names) {
    applied.tensors[name] = FromDense(*session.TensorOf(*run, name));
  }
  if (of.empty()) return applied;
  const Result<int> gradients = session.Differentiate(*run, {of, {}});
  if (!gradients) {
    applied.error = gradients.error().message;
    return applied;
  }
  for (const auto& [name, tensor] : inputs) {
    applied.gradients[name] = FromDense(*session.GradientOf(*gradients, name));
  }
  return applied;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_PROGRAM_CALLS_H_
