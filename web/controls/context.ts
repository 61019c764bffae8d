import type { Language } from "../i18n/types.js";
import type { Look, Parameter, Value } from "../state/table.js";

/** What every control is made from. */
export interface Context {
  parameter: Parameter;
  value: Value;
  label: string;
  language: Language;
  look: Look;
  emit(value: Value): void;
}
