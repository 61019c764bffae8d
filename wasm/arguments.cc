#include "wasm/arguments.h"

#include <cmath>

#include "core/base/text.h"

namespace clearhead::js {
namespace {

constexpr DataType kDataTypes[] = {DataType::kFloat32, DataType::kInt32,
                                   DataType::kUint8};
constexpr const char* kArrayNames[] = {"Float32Array", "Int32Array",
                                       "Uint8Array"};

Result<DataType> TypeOfCells(const val& data, const std::string& what) {
  const std::string tag = TagOf(data);
  for (size_t i = 0; i < std::size(kDataTypes); ++i) {
    if (tag == kArrayNames[i]) return kDataTypes[i];
  }
  return Fail(ErrorCode::kArgument,
              Text({what, ".data is ", Show(data),
                    "; give a Float32Array, Int32Array or Uint8Array"}));
}

// The value of an enumeration that `word` names.
template <typename Enum, size_t kCount>
Result<Enum> FromWord(const std::string& word, const std::string& what,
                      const char* (&words)[kCount]) {
  std::string allowed;
  for (size_t i = 0; i < kCount; ++i) {
    if (word == words[i]) return static_cast<Enum>(i);
    allowed += std::string(i == 0 ? "" : ", ") + words[i];
  }
  return Fail(ErrorCode::kUnknown,
              Text({what, " is ", Show(val(word)), "; it may be ", allowed}));
}

Result<WeightKind> ToWeightKind(const Fields& fields) {
  const char* words[] = {
      NameOf(WeightKind::kRandom), NameOf(WeightKind::kIdentity),
      NameOf(WeightKind::kPreviousToken), NameOf(WeightKind::kSameWord),
      NameOf(WeightKind::kExact)};
  CH_ASSIGN_OR_RETURN(const std::string word, fields.String("weights"));
  return FromWord<WeightKind>(word, "config.weights", words);
}

Result<MaskKind> ToMaskKind(const Fields& fields) {
  const char* words[] = {NameOf(MaskKind::kNone), NameOf(MaskKind::kCausal),
                         NameOf(MaskKind::kPadding),
                         NameOf(MaskKind::kCombined)};
  CH_ASSIGN_OR_RETURN(const std::string word, fields.String("mask"));
  return FromWord<MaskKind>(word, "config.mask", words);
}

Result<uint32_t> ToSeed(const Fields& fields) {
  CH_ASSIGN_OR_RETURN(const int64_t seed, fields.Integer("seed"));
  if (seed < 0 || seed > int64_t{UINT32_MAX}) {
    return Fail(ErrorCode::kRange, Text({"config.seed is ", seed,
                                         "; it may be from 0 to 4294967295"}));
  }
  return static_cast<uint32_t>(seed);
}

Result<Attribute> ToAttribute(const AttributeSchema& schema, const val& value,
                              const std::string& what) {
  switch (schema.type) {
    case AttributeType::kBoolean:
      if (!value.isTrue() && !value.isFalse()) {
        return Fail(ErrorCode::kArgument,
                    Text({what, " is ", Show(value), "; give true or false"}));
      }
      return Attribute(value.isTrue());
    case AttributeType::kString: {
      CH_ASSIGN_OR_RETURN(std::string text, TextOf(value, what));
      return Attribute(std::move(text));
    }
    case AttributeType::kIntegers: {
      CH_ASSIGN_OR_RETURN(std::vector<int64_t> list, IntegersOf(value, what));
      return Attribute(std::move(list));
    }
    case AttributeType::kInteger: {
      CH_ASSIGN_OR_RETURN(const int64_t integer, IntegerOf(value, what));
      return Attribute(static_cast<double>(integer));
    }
    case AttributeType::kNumber:
      break;
  }
  CH_ASSIGN_OR_RETURN(const double number, NumberOf(value, what));
  return Attribute(number);
}

// Attributes that the operation does not have pass as they are: it refuses them
// with the list of those that it has.
Status AddAttributes(const val& value, ApplyRequest* request) {
  CH_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                      KeysOf(value, "attributes"));
  const Operation* operation = FindOperation(request->operation);
  for (const std::string& name : names) {
    const int number =
        operation ? AttributeNumber(operation->schema, name) : -1;
    Attribute attribute;
    if (number >= 0) {
      CH_ASSIGN_OR_RETURN(
          attribute,
          ToAttribute(operation->schema.attributes[number], value[name],
                      request->operation + ": " + name));
    }
    request->attributes.emplace_back(name, std::move(attribute));
  }
  return {};
}

Result<Intervention> ToIntervention(const val& value, const std::string& what) {
  CH_ASSIGN_OR_RETURN(
      const Fields fields,
      Fields::Of(value, what, {"tensor", "action", "indices", "values"}));
  Intervention intervention;
  CH_ASSIGN_OR_RETURN(intervention.tensor, fields.String("tensor"));
  CH_ASSIGN_OR_RETURN(const std::string action, fields.String("action"));
  const char* words[] = {"set", "replace", "add", "scale"};
  CH_ASSIGN_OR_RETURN(
      intervention.action,
      FromWord<Intervention::Action>(action, what + ".action", words));
  if (fields.Has("indices")) {
    CH_ASSIGN_OR_RETURN(intervention.indices, fields.Integers("indices"));
  }
  CH_ASSIGN_OR_RETURN(intervention.values, fields.Numbers("values"));
  return intervention;
}

}  // namespace

Result<DenseTensor> ToTensor(const Session& session, const val& value,
                             const std::string& what) {
  CH_ASSIGN_OR_RETURN(const Fields fields,
                      Fields::Of(value, what, {"shape", "data", "dtype"}));
  CH_ASSIGN_OR_RETURN(const Shape shape,
                      DimsOf(fields["shape"], what + ".shape"));
  const val data = fields["data"];
  CH_ASSIGN_OR_RETURN(const DataType type, TypeOfCells(data, what));
  double cells = 1;   // may be larger than any integer
  double extent = 1;  // sizes of 0 left out: they would hide the others
  for (const int64_t size : shape) {
    cells *= static_cast<double>(size);
    if (size > 0) extent *= static_cast<double>(size);
  }
  if (extent > kMaxNumbers) {
    return Fail(ErrorCode::kMemory,
                Text({what, " has the shape ", ToString(shape),
                      "; its sizes may multiply to at most ", kMaxNumbers}));
  }
  if (data["length"].as<double>() != cells) {
    return Fail(
        ErrorCode::kShape,
        Text({what, " has the shape ", ToString(shape), ", but data has ",
              Show(data["length"]), " cells; they must be equal"}));
  }
  CH_ASSIGN_OR_RETURN(DenseTensor tensor, session.NewTensor(type, shape));
  CopyInto(data, type, tensor.cells.as<void>(),
           static_cast<size_t>(tensor.count()));
  return tensor;
}

Result<ApplyRequest> ToApplyRequest(const Session& session, const val& value) {
  CH_ASSIGN_OR_RETURN(const Fields fields,
                      Fields::Of(value, "request",
                                 {"operation", "inputs", "attributes", "stages",
                                  "outputGradient"}));
  ApplyRequest request;
  CH_ASSIGN_OR_RETURN(request.operation, fields.String("operation"));
  const val inputs = fields["inputs"];
  CH_ASSIGN_OR_RETURN(const std::vector<std::string> names,
                      KeysOf(inputs, "inputs"));
  for (const std::string& name : names) {
    CH_ASSIGN_OR_RETURN(DenseTensor tensor,
                        ToTensor(session, inputs[name], name));
    request.inputs.emplace_back(name, std::move(tensor));
  }
  CH_RETURN_IF_ERROR(AddAttributes(fields["attributes"], &request));
  CH_ASSIGN_OR_RETURN(request.stages, fields.Boolean("stages"));
  if (fields.Has("outputGradient")) {
    CH_ASSIGN_OR_RETURN(
        request.output_gradient,
        ToTensor(session, fields["outputGradient"], "outputGradient"));
  }
  return request;
}

Result<SelfAttentionConfig> ToConfig(const val& value) {
  CH_ASSIGN_OR_RETURN(
      const Fields fields,
      Fields::Of(value, "config",
                 {"kind", "d_model", "d_k", "heads", "seed", "weights", "mask",
                  "length", "scaling", "positions"}));
  CH_ASSIGN_OR_RETURN(const std::string kind, fields.String("kind"));
  if (kind != "self_attention") {
    return Fail(ErrorCode::kUnknown, Text({"config.kind is ", Show(val(kind)),
                                           "; it may be self_attention"}));
  }
  SelfAttentionConfig config;
  CH_ASSIGN_OR_RETURN(config.d_model, fields.Integer("d_model"));
  CH_ASSIGN_OR_RETURN(config.d_k, fields.Integer("d_k"));
  CH_ASSIGN_OR_RETURN(config.heads, fields.Integer("heads"));
  CH_ASSIGN_OR_RETURN(config.seed, ToSeed(fields));
  CH_ASSIGN_OR_RETURN(config.weights, ToWeightKind(fields));
  CH_ASSIGN_OR_RETURN(config.mask, ToMaskKind(fields));
  CH_ASSIGN_OR_RETURN(config.length, fields.Integer("length"));
  CH_ASSIGN_OR_RETURN(config.scaling, fields.Boolean("scaling"));
  CH_ASSIGN_OR_RETURN(config.positions, fields.Boolean("positions"));
  return config;
}

Result<RunRequest> ToRunRequest(const val& value) {
  CH_ASSIGN_OR_RETURN(
      const Fields fields,
      Fields::Of(value, "request", {"tokens", "record", "interventions"}));
  RunRequest request;
  CH_ASSIGN_OR_RETURN(request.tokens, fields.Words("tokens"));
  CH_ASSIGN_OR_RETURN(const std::string record, fields.String("record"));
  const char* words[] = {"none", "train", "inspect"};
  CH_ASSIGN_OR_RETURN(request.record,
                      FromWord<Recording>(record, "record", words));
  const val list = fields["interventions"];
  CH_ASSIGN_OR_RETURN(const size_t count,
                      LengthOf(list, "interventions", kMaxWords));
  for (size_t i = 0; i < count; ++i) {
    CH_ASSIGN_OR_RETURN(
        Intervention intervention,
        ToIntervention(list[i], "interventions[" + std::to_string(i) + "]"));
    request.interventions.push_back(std::move(intervention));
  }
  return request;
}

Result<GradientRequest> ToGradientRequest(const val& value) {
  CH_ASSIGN_OR_RETURN(const Fields fields,
                      Fields::Of(value, "of", {"tensor", "reduce", "index"}));
  GradientRequest request;
  CH_ASSIGN_OR_RETURN(request.tensor, fields.String("tensor"));
  if (fields.Has("reduce") == fields.Has("index")) {
    return Fail(ErrorCode::kArgument,
                "of needs either reduce: \"sum\" or an index");
  }
  if (fields.Has("index")) {
    CH_ASSIGN_OR_RETURN(request.index, DimsOf(fields["index"], "of.index"));
    return request;
  }
  CH_ASSIGN_OR_RETURN(const std::string reduce, fields.String("reduce"));
  if (reduce != "sum") {
    return Fail(ErrorCode::kUnknown,
                Text({"of.reduce is ", Show(val(reduce)), "; it may be sum"}));
  }
  return request;
}

size_t ToLimit(double limit) {
  return limit >= 0 && limit < double{UINT32_MAX} ? static_cast<size_t>(limit)
                                                  : 0;
}

}  // namespace clearhead::js
