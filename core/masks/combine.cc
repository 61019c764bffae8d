// The algebra of masks, cell by cell: and, or, not.
#include "core/masks/bit.h"
#include "core/masks/mask.h"
#include "core/ops/loops.h"

namespace clearhead {
namespace {

enum Slot { kA, kB };

constexpr Words kKinds = {"and", "or", "not"};

bool Is(const Attributes& attributes, const char* kind) {
  return attributes[0].text == kind;
}

Result<std::vector<OutputSpec>> Infer(const std::vector<TensorView>& inputs,
                                      const Attributes& attributes) {
  const bool given = inputs[kB].present();
  const bool alone = Is(attributes, "not");
  if (given && alone) {
    return Fail(ErrorCode::kArgument,
                "combine_masks: b is given; not takes a alone");
  }
  if (!given && !alone) {
    return Fail(ErrorCode::kArgument,
                "combine_masks: b is missing; % takes a and b",
                attributes[0].text);
  }
  const Shape& shape = inputs[kA].shape;
  if (given) {
    CH_RETURN_IF_ERROR(
        CheckBroadcast("combine_masks: b", inputs[kB].shape, shape));
  }
  return std::vector<OutputSpec>{{.shape = shape, .type = DataType::kUint8}};
}

// out = a·b, max(a, b) or 1 − a of the bits
void Forward(const Call& call) {
  const TensorView& a = call.inputs[kA];
  const TensorView& out = call.outputs[0];
  const bool both = Is(call.attributes, "and");
  const bool no = Is(call.attributes, "not");
  const TensorView b = no ? a : Broadcast(call.inputs[kB], a.shape);
  ForEach(a.shape, {&a, &b, &out}, [&](Offsets at) {
    const bool left = a.as<uint8_t>()[at[0]] != 0;
    const bool right = b.as<uint8_t>()[at[1]] != 0;
    out.as<uint8_t>()[at[2]] = no     ? !left
                               : both ? left && right
                                      : left || right;
  });
}

void Explain(const Call& call, int, const Index& index,
             Expression* expression) {
  if (Is(call.attributes, "not")) {
    const int one = expression->Constant(1);
    expression->Difference(one, BitAt(call, kA, index, expression));
    return;
  }
  const int a = BitAt(call, kA, index, expression);
  const int b =
      BitAt(call, kB, Narrow(call.inputs[kB].shape, index), expression);
  if (Is(call.attributes, "and")) {
    expression->Product(a, b);
  } else {
    expression->Maximum({a, b});
  }
}

}  // namespace

const Operation& CombineMasksOperation() {
  static constexpr Operation operation{
      .schema = {.name = "combine_masks",
                 .summary = "The algebra of masks: visible where a and b are, "
                            "where a or b is, or where a is not.",
                 .source = "Boole 1854; the bits of a mask, 1 visible",
                 .inputs = {{.name = "a",
                             .axes = "...",
                             .type = DataType::kUint8,
                             .differentiable = false},
                            {.name = "b",
                             .axes = "...",
                             .type = DataType::kUint8,
                             .differentiable = false,
                             .optional = true,
                             .broadcast = true}},
                 .attributes = {{.name = "kind",
                                 .type = AttributeType::kString,
                                 .summary = "and, or: of a and b; not: of a "
                                            "alone.",
                                 .fallback = 0,
                                 .required = true,
                                 .words = kKinds}},
                 .outputs = {{.name = "output",
                              .axes = "...",
                              .type = DataType::kUint8}}},
      .infer = Infer,
      .forward = Forward,
      .backward = NoBackward,
      .explain = Explain,
      .reach = ReachRepeated};
  return operation;
}

}  // namespace clearhead
