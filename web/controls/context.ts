import type { Language } from "../i18n/types.js";
import type { Parameter, Value } from "../state/table.js";

/** What a figure says about a control beyond the table: limits that follow from the state. */
export interface Look {
  minimum?: number;
  maximum?: number;
  /** The words offered now. */
  values?: readonly string[];
  disabled?: boolean;
  multiline?: boolean;
  /** A sentence under the control. */
  hint?: string;
}

/** What every control is made from. */
export interface Context {
  parameter: Parameter;
  value: Value;
  label: string;
  language: Language;
  look: Look;
  emit(value: Value): void;
}
