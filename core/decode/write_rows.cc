#include "core/decode/write_rows.h"

#include <algorithm>
#include <numeric>

#include "core/decode/cached_decoder.h"
#include "core/decode/options.h"
#include "core/decode/rows.h"

namespace clearhead {
namespace {

Status Check(const Model& model, const WriteRequest& request) {
  if (request.max_length < 1 || request.max_length > kLongestOutput) {
    return Fail(ErrorCode::kRange,
                "max_length is %; outputs have 1 to % tokens",
                request.max_length, kLongestOutput);
  }
  const size_t rows = request.prompts.size();
  if (rows == 0 || request.prompts[0].empty() ||
      request.sources.size() != (model.config.encodes() ? rows : 0)) {
    return Fail(ErrorCode::kArgument,
                "% sources and % prompts are given; give every row a prompt of "
                "at least 1 token, and a source where there is an encoder, "
                "none where there is not",
                request.sources.size(), rows);
  }
  for (const auto& prompt : request.prompts) {
    if (prompt.size() == request.prompts[0].size()) continue;
    return Fail(ErrorCode::kArgument,
                "prompts have % and % tokens; rows that are written together "
                "have prompts of one length",
                request.prompts[0].size(), prompt.size());
  }
  return {};
}

// The token with the highest score; of equal ones the lowest.
Result<int32_t> BestOf(std::span<const float> logits, int64_t step) {
  CH_RETURN_IF_ERROR(CheckLogits(logits, static_cast<size_t>(step)));
  const auto most = std::max_element(logits.begin(), logits.end());
  return static_cast<int32_t>(most - logits.begin());
}

}  // namespace

Result<TokenRows> WriteRows(const std::shared_ptr<Budget>& budget,
                            const Model& model, const WriteRequest& request) {
  CH_RETURN_IF_ERROR(Check(model, request));
  const auto prompt = static_cast<int64_t>(request.prompts[0].size());
  CH_ASSIGN_OR_RETURN(const std::unique_ptr<CachedDecoder>& decoder,
                      CachedDecoder::Make(budget, model, request.sources,
                                          prompt + request.max_length - 1));
  TokenRows written(request.prompts.size());
  std::vector<int32_t> live(written.size());  // rows of the request
  std::iota(live.begin(), live.end(), 0);
  CH_RETURN_IF_ERROR(decoder->Start(static_cast<int64_t>(written.size()),
                                    Padded(request.prompts, 0)));
  for (int64_t step = 1;; ++step) {
    std::vector<int32_t> going, parents, tokens;
    for (size_t i = 0; i < live.size(); ++i) {
      const auto row = static_cast<int32_t>(i);
      CH_ASSIGN_OR_RETURN(const int32_t token,
                          BestOf(decoder->Logits(row), step));
      if (token == request.end_token) continue;
      written[live[i]].push_back(token);
      going.push_back(live[i]);
      parents.push_back(row);
      tokens.push_back(token);
    }
    if (going.empty() || step >= request.max_length) return written;
    CH_RETURN_IF_ERROR(decoder->Advance(parents, tokens));
    live = going;
  }
}

}  // namespace clearhead
