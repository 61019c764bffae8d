// Names for what a graph holds: its catalogue, its explanations, and where the
// inputs of a run come from.
#ifndef CLEARHEAD_CORE_SESSION_DESCRIBE_H_
#define CLEARHEAD_CORE_SESSION_DESCRIBE_H_

#include <string>
#include <vector>

#include "core/session/session.h"

namespace clearhead {

// Every named tensor in the order in which it came about. Axes over positions
// are labelled with the tokens, the vocabulary axis with the distinct words.
std::vector<CatalogueEntry> CatalogueOf(const Graph& graph,
                                        const RunLabels& labels);

// The terms, their operands by name.
std::vector<NamedTerm> NamedTerms(const Graph& graph,
                                  const Expression& expression);

// The explanation with names instead of numbers; an input cell gets its origin:
// a token where there are labels, drawn or constructed where a configuration
// says so, and else given: by the caller, or in training.
NamedExplanation Named(const Graph& graph,
                       const std::optional<SelfAttentionConfig>& config,
                       const RunLabels& labels, const Explanation& explanation,
                       bool gradient);

}  // namespace clearhead

#endif  // CLEARHEAD_CORE_SESSION_DESCRIBE_H_
