// Calls of composites and of attention with past keys, written out: their
// inputs come and go together, which their schemas cannot say.
#ifndef CLEARHEAD_TESTS_SUPPORT_COMPOSITE_CASES_H_
#define CLEARHEAD_TESTS_SUPPORT_COMPOSITE_CASES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/operation_cases.h"

namespace clearhead::test {

struct WrittenCase {
  std::vector<std::pair<std::string, Shape>> inputs;
  std::vector<std::pair<std::string, Attribute>> attributes = {};
};

inline OperationCase CaseOf(const Operation& operation,
                            const WrittenCase& written, uint64_t seed = 23) {
  Random random(seed);
  OperationCase c{&operation, Arrays<double>(operation.schema.inputs.size()),
                  *CheckAttributes(operation.schema, written.attributes),
                  operation.schema.name};
  for (const auto& [name, shape] : written.inputs) {
    const auto slot = static_cast<size_t>(InputNumber(operation.schema, name));
    c.inputs.at(slot) = RandomCells(Item(operation.schema.inputs, slot), shape,
                                    SizeSets()[0], &random);
    c.what += " " + name + ToString(shape);
  }
  for (const auto& [name, value] : written.attributes) {
    c.what += " " + name + " " + std::to_string(value.number) + value.text;
  }
  return c;
}

// T new queries after P past keys: S = P + T. Also more new keys than queries,
// no past at all, and a past alone.
inline std::vector<WrittenCase> PastCases() {
  return {{{{"q", {2, 4, 3, 5}},
            {"k", {2, 2, 3, 5}},
            {"v", {2, 2, 3, 7}},
            {"past_key", {2, 2, 4, 5}},
            {"past_value", {2, 2, 4, 7}}},
           {{"causal", true}}},
          {{{"q", {1, 2, 1, 9}},
            {"k", {1, 1, 1, 9}},
            {"v", {1, 1, 1, 3}},
            {"mask", {1, 18}},
            {"bias", {2, 1, 18}},
            {"past_key", {1, 1, 17, 9}},
            {"past_value", {1, 1, 17, 3}}},
           {{"softcap", 1.5}, {"scale", 0.7}}},
          {{{"q", {1, 2, 3, 2}},
            {"k", {1, 2, 5, 2}},
            {"v", {1, 2, 5, 2}},
            {"past_key", {1, 2, 0, 2}},
            {"past_value", {1, 2, 0, 2}}}}};
}

// MHA, GQA, MQA; self- and cross-attention; every sharing; with past keys.
inline std::vector<WrittenCase> MultiHeadCases() {
  const std::pair<std::string, Shape> x = {"x", {2, 3, 5}};
  const std::pair<std::string, Shape> output = {"output_weight", {8, 5}};
  return {{{x,
            {"query_weight", {5, 12}},
            {"key_weight", {5, 12}},
            {"value_weight", {5, 8}},
            output,
            {"query_bias", {12}},
            {"key_bias", {12}},
            {"value_bias", {8}},
            {"output_bias", {5}},
            {"mask", {2, 1, 3, 3}}},
           {{"heads", 4}}},
          {{x,
            {"context", {2, 4, 3}},
            {"value_context", {2, 4, 6}},
            {"query_weight", {5, 12}},
            {"key_weight", {3, 6}},
            {"value_weight", {6, 4}},
            output,
            {"bias", {4, 3, 4}}},
           {{"heads", 4}, {"kv_heads", 2}, {"softcap", 1.5}}},
          {{x,
            {"context", {2, 1, 5}},
            {"query_weight", {5, 4}},
            {"key_weight", {5, 1}},
            {"value_weight", {5, 3}},
            {"past_key", {2, 1, 4, 1}},
            {"past_value", {2, 1, 4, 3}}},
           {{"heads", 4}, {"kv_heads", 1}, {"scale", 0.7}}},
          {{x,
            {"query_weight", {5, 8}},
            {"key_weight", {5, 8}},
            output,
            {"key_bias", {8}}},
           {{"heads", 2}, {"share", "key_value"}, {"causal", true}}},
          {{x, {"query_weight", {5, 8}}, {"value_weight", {5, 8}}, output},
           {{"heads", 4}, {"share", "query_key"}}},
          {{x,
            {"context", {2, 4, 5}},
            {"query_weight", {5, 8}},
            {"value_weight", {5, 8}},
            output},
           {{"heads", 4}, {"share", "query_key"}}},
          {{x, {"query_weight", {5, 6}}, {"query_bias", {6}}},
           {{"heads", 3}, {"share", "all"}}},
          {{x,
            {"query_weight", {5, 12}},
            {"key_weight", {5, 6}},
            {"value_weight", {5, 4}},
            {"cos", {3, 1}},
            {"sin", {3, 1}}},
           {{"heads", 4}, {"kv_heads", 2}, {"causal", true}}},
          {{x,
            {"query_weight", {5, 8}},
            {"key_weight", {5, 8}},
            {"value_weight", {5, 2}},
            {"past_key", {2, 2, 4, 4}},
            {"past_value", {2, 2, 4, 1}},
            {"cos", {2, 3, 2}},
            {"sin", {2, 3, 2}}},
           {{"heads", 2}, {"layout", "interleaved"}}},
          {{x}, {{"heads", 5}, {"share", "input"}}},
          {{x}, {{"heads", 1}, {"share", "input"}, {"causal", true}}}};
}

// With and without low-rank queries, in both forms, and with a past.
inline std::vector<WrittenCase> LatentCases() {
  std::vector<WrittenCase> cases;
  for (const char* form : {"naive", "absorbed"}) {
    cases.push_back({{{"x", {2, 3, 5}},
                      {"cos", {3, 2}},
                      {"sin", {3, 2}},
                      {"query_down", {5, 4}},
                      {"query_norm", {4}},
                      {"query_up", {4, 14}},
                      {"key_value_down", {5, 10}},
                      {"key_value_norm", {6}},
                      {"key_value_up", {6, 10}},
                      {"output_weight", {4, 5}}},
                     {{"heads", 2}, {"form", form}, {"causal", true}}});
    cases.push_back({{{"x", {2, 2, 3}},
                      {"cos", {2, 2, 1}},
                      {"sin", {2, 2, 1}},
                      {"query_up", {3, 9}},
                      {"key_value_down", {3, 6}},
                      {"key_value_norm", {4}},
                      {"key_value_up", {4, 15}},
                      {"output_weight", {12, 7}},
                      {"mask", {2, 1, 2, 5}},
                      {"past_latent", {2, 3, 4}},
                      {"past_rope_key", {2, 3, 2}}},
                     {{"heads", 3},
                      {"form", form},
                      {"scale", 0.6},
                      {"softcap", 2.0},
                      {"epsilon", 0.25}}});
  }
  return cases;
}

// Plain and gated, with and without biases.
inline std::vector<WrittenCase> FeedForwardCases() {
  const std::pair<std::string, Shape> x = {"x", {2, 3, 5}};
  const std::pair<std::string, Shape> in = {"in_weight", {5, 9}};
  const std::pair<std::string, Shape> out = {"out_weight", {9, 5}};
  return {
      {{x, in, out, {"in_bias", {9}}, {"out_bias", {5}}}, {{"kind", "gelu"}}},
      {{x, in, out, {"gate_weight", {5, 9}}}, {{"kind", "silu"}}},
      {{{"x", {4}},
        {"in_weight", {4, 3}},
        {"out_weight", {3, 2}},
        {"gate_weight", {4, 3}},
        {"gate_bias", {3}}},
       {{"kind", "leaky_relu"}, {"alpha", 0.3}}}};
}

// One step and several, from nothing and from a state.
inline std::vector<WrittenCase> RecurrentCases() {
  return {
      {{{"x", {2, 5, 3}},
        {"input_weight", {3, 4}},
        {"state_weight", {4, 4}},
        {"bias", {4}}}},
      {{{"x", {2, 1, 3}}, {"input_weight", {3, 4}}, {"state_weight", {4, 4}}}},
      {{{"x", {1, 3, 2}},
        {"input_weight", {2, 5}},
        {"state_weight", {5, 5}},
        {"start", {1, 1, 5}}}}};
}

// Every reduction, with and without weights, smoothing and tokens to ignore.
inline std::vector<WrittenCase> CrossEntropyCases() {
  const std::pair<std::string, Shape> logits = {"logits", {2, 3, 6}};
  const std::pair<std::string, Shape> labels = {"labels", {2, 3}};
  const std::pair<std::string, Shape> weight = {"weight", {6}};
  return {{{logits, labels}},
          {{logits, labels, weight}, {{"label_smoothing", 0.2}}},
          {{logits, labels}, {{"ignore", 1}, {"reduction", "sum"}}},
          {{logits, labels, weight},
           {{"ignore", 1}, {"label_smoothing", 0.1}, {"reduction", "none"}}},
          {{{"logits", {5, 6}}, {"labels", {5}}, weight},
           {{"ignore", 2}, {"log_probabilities", true}}}};
}

inline std::vector<OperationCase> CasesOf(const Operation& operation) {
  static const std::map<std::string, std::vector<WrittenCase> (*)()> written = {
      {"attention", PastCases},
      {"multi_head_attention", MultiHeadCases},
      {"latent_attention", LatentCases},
      {"feed_forward", FeedForwardCases},
      {"recurrent", RecurrentCases},
      {"cross_entropy", CrossEntropyCases}};
  std::vector<OperationCase> cases;
  const auto found = written.find(operation.schema.name);
  if (found == written.end() || operation.forward != nullptr) {
    cases = SchemaCasesOf(operation);
  }
  if (found != written.end()) {
    for (const WrittenCase& call : found->second()) {
      cases.push_back(CaseOf(operation, call));
    }
  }
  return cases;
}

}  // namespace clearhead::test

#endif  // CLEARHEAD_TESTS_SUPPORT_COMPOSITE_CASES_H_
