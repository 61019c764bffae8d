#include "wasm/arguments.h"

#include "core/base/text.h"

namespace clearhead::js {
namespace {

const char* WeightName(int i) { return NameOf(static_cast<WeightKind>(i)); }
const char* MaskName(int i) { return NameOf(static_cast<MaskKind>(i)); }
const char* RecordName(int i) {
  static constexpr const char* kNames[] = {"none", "train", "inspect"};
  return kNames[i];
}
const char* ActionName(int i) {
  static constexpr const char* kNames[] = {"set", "replace", "add", "scale"};
  return kNames[i];
}

DataType TypeOfCells(const val& data, const char* what, Reader& reader) {
  const std::string tag = TagOf(data);
  if (tag == "Int32Array") return DataType::kInt32;
  if (tag == "Uint8Array") return DataType::kUint8;
  if (tag != "Float32Array") {
    reader.Fail(ErrorCode::kArgument,
                Text({what, ".data is ", Show(data),
                      "; give a Float32Array, Int32Array or Uint8Array"}));
  }
  return DataType::kFloat32;
}

// Refuses what no memory holds before anything is allocated for it.
void CheckCells(const Shape& shape, const val& data, const char* what,
                Reader& reader) {
  double cells = 1;   // may be larger than any integer
  double extent = 1;  // sizes of 0 left out: they would hide the others
  for (const int64_t size : shape) {
    cells *= static_cast<double>(size);
    if (size > 0) extent *= static_cast<double>(size);
  }
  if (data["length"].as<double>() != cells) {
    reader.Fail(
        ErrorCode::kShape,
        Text({what, " has the shape ", ToString(shape), ", but data has ",
              Show(data["length"]), " cells; they must be equal"}));
  }
  if (extent > kMaxNumbers) {
    reader.Fail(ErrorCode::kMemory,
                Text({what, " has the shape ", ToString(shape),
                      "; its sizes may multiply to at most ",
                      static_cast<int64_t>(kMaxNumbers)}));
  }
}

// { shape, data }, data a Float32Array, Int32Array or Uint8Array.
DenseTensor ToTensor(const Session& session, const val& value, const char* what,
                     Reader& reader) {
  if (!reader.Object(value, what, "shape, data, dtype")) return {};
  const Shape shape = reader.Sizes(value["shape"], what);
  const val data = value["data"];
  const DataType type = TypeOfCells(data, what, reader);
  if (!reader.ok()) return {};
  CheckCells(shape, data, what, reader);
  if (!reader.ok()) return {};
  Result<DenseTensor> tensor = session.NewTensor(type, shape);
  if (!tensor) {
    reader.Fail(tensor.error().code, tensor.error().message);
    return {};
  }
  CopyInto(data, type, tensor->cells.as<void>(),
           static_cast<size_t>(tensor->count()));
  return *std::move(tensor);
}

Attribute ToAttribute(AttributeType type, const val& value, const char* what,
                      Reader& reader) {
  switch (type) {
    case AttributeType::kBoolean:
      return reader.Flag(value, what);
    case AttributeType::kString:
      return reader.Text(value, what);
    case AttributeType::kIntegers:
      return reader.Integers(value, what);
    case AttributeType::kInteger:
      return static_cast<double>(reader.Integer(value, what));
    default:
      return reader.Number(value, what);
  }
}

// Attributes that the operation does not have pass as they are: it refuses them
// with the list of those that it has.
void AddAttributes(const val& value, ApplyRequest* request, Reader& reader) {
  const Operation* operation = FindOperation(request->operation);
  for (const std::string& name : reader.Keys(value, "attributes")) {
    const int number =
        operation ? AttributeNumber(operation->schema, name) : -1;
    Attribute attribute;
    if (number >= 0) {
      attribute = ToAttribute(
          operation->schema.attributes[static_cast<size_t>(number)].type,
          value[name], Text({request->operation, ": ", name}).c_str(), reader);
    }
    request->attributes.emplace_back(name, std::move(attribute));
  }
}

Intervention ToIntervention(const val& value, const std::string& what,
                            Reader& reader) {
  Intervention intervention;
  if (!reader.Object(value, what.c_str(), "tensor, action, indices, values")) {
    return intervention;
  }
  intervention.tensor =
      reader.Text(value["tensor"], (what + ".tensor").c_str());
  intervention.action = static_cast<Intervention::Action>(reader.Choice(
      value["action"], (what + ".action").c_str(), 4, ActionName));
  if (!value["indices"].isUndefined()) {
    intervention.indices =
        reader.Integers(value["indices"], (what + ".indices").c_str());
  }
  intervention.values =
      reader.Numbers(value["values"], (what + ".values").c_str());
  return intervention;
}

}  // namespace

ApplyRequest ToApplyRequest(const Session& session, const val& value,
                            Reader& reader) {
  ApplyRequest request;
  if (!reader.Object(value, "request",
                     "operation, inputs, attributes, stages, outputGradient")) {
    return request;
  }
  request.operation = reader.Text(value["operation"], "operation");
  request.stages = reader.Flag(value["stages"], "stages");
  AddAttributes(value["attributes"], &request, reader);
  const val inputs = value["inputs"];
  for (const std::string& name : reader.Keys(inputs, "inputs")) {
    request.inputs.emplace_back(
        name, ToTensor(session, inputs[name], name.c_str(), reader));
  }
  const val gradient = value["outputGradient"];
  if (!gradient.isUndefined()) {
    request.output_gradient =
        ToTensor(session, gradient, "outputGradient", reader);
  }
  return request;
}

SelfAttentionConfig ToConfig(const val& value, Reader& reader) {
  SelfAttentionConfig config;
  if (!reader.Object(value, "config",
                     "kind, d_model, d_k, heads, seed, weights, mask, length, "
                     "scaling, positions")) {
    return config;
  }
  reader.Choice(value["kind"], "config.kind", 1,
                [](int) { return "self_attention"; });
  config.d_model = reader.Integer(value["d_model"], "config.d_model");
  config.d_k = reader.Integer(value["d_k"], "config.d_k");
  config.heads = reader.Integer(value["heads"], "config.heads");
  const int64_t seed = reader.Integer(value["seed"], "config.seed");
  if (seed < 0 || seed > int64_t{UINT32_MAX}) {
    reader.Fail(ErrorCode::kRange, Text({"config.seed is ", seed,
                                         "; it may be from 0 to 4294967295"}));
  }
  config.seed = static_cast<uint32_t>(seed);
  config.weights = static_cast<WeightKind>(
      reader.Choice(value["weights"], "config.weights", 5, WeightName));
  config.mask = static_cast<MaskKind>(
      reader.Choice(value["mask"], "config.mask", 4, MaskName));
  config.length = reader.Integer(value["length"], "config.length");
  config.scaling = reader.Flag(value["scaling"], "config.scaling");
  config.positions = reader.Flag(value["positions"], "config.positions");
  return config;
}

RunRequest ToRunRequest(const val& value, Reader& reader) {
  RunRequest request;
  if (!reader.Object(value, "request", "tokens, record, interventions")) {
    return request;
  }
  request.tokens = reader.Words(value["tokens"], "tokens");
  request.record = static_cast<Recording>(
      reader.Choice(value["record"], "record", 3, RecordName));
  const val list = value["interventions"];
  const size_t count = reader.Length(list, "interventions", kMaxItems);
  for (size_t i = 0; i < count && reader.ok(); ++i) {
    request.interventions.push_back(
        ToIntervention(list[i], Text({"interventions[", i, "]"}), reader));
  }
  return request;
}

GradientRequest ToGradientRequest(const val& value, Reader& reader) {
  GradientRequest request;
  if (!reader.Object(value, "of", "tensor, reduce, index")) return request;
  request.tensor = reader.Text(value["tensor"], "of.tensor");
  const bool whole = value["index"].isUndefined();
  if (whole == value["reduce"].isUndefined()) {
    reader.Fail(ErrorCode::kArgument,
                "of needs either reduce: \"sum\" or an index");
  } else if (whole) {
    reader.Choice(value["reduce"], "of.reduce", 1, [](int) { return "sum"; });
  } else {
    request.index = reader.Sizes(value["index"], "of.index");
  }
  return request;
}

size_t ToLimit(double limit) {
  return limit >= 0 && limit < double{UINT32_MAX} ? static_cast<size_t>(limit)
                                                  : 0;
}

}  // namespace clearhead::js
