// Learns the vocabulary of core/text/pieces.h from sentences.
#ifndef CLEARHEAD_SCRIPTS_MODELS_PIECES_PIECES_TRAINER_H_
#define CLEARHEAD_SCRIPTS_MODELS_PIECES_PIECES_TRAINER_H_

#include <cstddef>
#include <span>
#include <string>

#include "core/base/status.h"

namespace clearhead {

// A vocabulary of at most `size` pieces, special ones and ▁ included, in the
// form that Pieces::Parse reads; the likeliest pieces first. Every unit of the
// sentences (piece_units.h) of at most kMaxPieceBytes is known to it, no other.
// With room for all of them each is one piece, and there are no more; with less
// room those whose parts say them best are split. Whole stay single characters,
// elisions (▁t', ▁qu') and the units of the sentences `whole`, which count as
// sentences too.
//
// Source: Kudo 2018, "Subword Regularization", section 3.2, with the likeliest
// segmentation in place of all of them (Viterbi training). The same sentences
// give the same vocabulary; their order does not matter. Fails with kArgument
// where `size` is less than what stays whole needs.
Result<std::string> TrainPieces(std::span<const std::string> sentences,
                                std::span<const std::string> whole,
                                size_t size);

}  // namespace clearhead

#endif  // CLEARHEAD_SCRIPTS_MODELS_PIECES_PIECES_TRAINER_H_
