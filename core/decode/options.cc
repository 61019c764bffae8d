#include "core/decode/options.h"

#include <algorithm>

namespace clearhead {
namespace {

Status CheckTokens(const std::vector<int32_t>& tokens, const char* what,
                   int64_t vocabulary) {
  size_t place = 0;
  for (const int32_t token : tokens) {
    if (token < 0 || token >= vocabulary) {
      return Fail(ErrorCode::kRange,
                  "% token % is %, which is not in the vocabulary, 0 to %",
                  what, place, token, vocabulary - 1);
    }
    ++place;
  }
  return {};
}

Status CheckForced(const DecodeOptions& options) {
  if (options.forced.size() > static_cast<size_t>(options.max_length)) {
    return Fail(ErrorCode::kRange,
                "% tokens are forced and the longest output has %; force "
                "fewer or allow more",
                options.forced.size(), options.max_length);
  }
  for (size_t i = 0; i + 1 < options.forced.size(); ++i) {
    if (!Ends(options, options.forced[i])) continue;
    return Fail(ErrorCode::kArgument,
                "forced token % is the end token %, and others follow it; "
                "only the last may end the output",
                i, options.forced[i]);
  }
  return {};
}

}  // namespace

bool Ends(const DecodeOptions& options, int32_t token) {
  return std::count(options.end_tokens.begin(), options.end_tokens.end(),
                    token) > 0;
}

Status CheckOptions(const DecodeOptions& options, int64_t vocabulary) {
  if (vocabulary < 1) {
    return Fail(ErrorCode::kArgument,
                "the vocabulary has % tokens; decoding needs at least 1",
                vocabulary);
  }
  if (options.prompt.empty()) {
    return Fail(ErrorCode::kArgument,
                "the prompt is empty; give a begin token or a text");
  }
  if (options.max_length < 1 || options.max_length > kLongestOutput) {
    return Fail(ErrorCode::kRange,
                "the longest output has % tokens; allowed are 1 to %",
                options.max_length, kLongestOutput);
  }
  if (options.end_tokens.size() > kMostEndTokens) {
    return Fail(ErrorCode::kRange, "there are % end tokens; at most % may be",
                options.end_tokens.size(), kMostEndTokens);
  }
  CH_RETURN_IF_ERROR(CheckTokens(options.prompt, "prompt", vocabulary));
  CH_RETURN_IF_ERROR(CheckTokens(options.forced, "forced", vocabulary));
  CH_RETURN_IF_ERROR(CheckTokens(options.end_tokens, "end", vocabulary));
  CH_RETURN_IF_ERROR(CheckForced(options));
  if (options.processors.size() > kMostProcessors) {
    return Fail(ErrorCode::kRange, "there are % processors; at most % may be",
                options.processors.size(), kMostProcessors);
  }
  size_t number = 0;
  for (const Processor& processor : options.processors) {
    CH_RETURN_IF_ERROR(CheckProcessor(processor, number++, vocabulary));
  }
  return {};
}

}  // namespace clearhead
