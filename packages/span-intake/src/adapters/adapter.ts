import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { AgKey } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';

export type AdapterName = 'traceloop' | 'open_inference' | 'gen_ai' | 'vercel_ai' | 'native_ag';

/** What is mapped of a value; `undefined` maps nothing. */
export type ReadValue = (value: JsonValue) => JsonValue | undefined;

/** What one attribute key means to one adapter. */
export interface KeyRule {
  /** Without a target the key only brings the adapter's `finish` about. */
  readonly target: AgKey | undefined;
  /** Absent: the value as it is. */
  readonly read?: ReadValue;
  /** Keys of the same adapter and target that count instead of this one when the span has them. */
  readonly yieldsTo?: readonly string[];
}

/** How the attributes of one convention are told in terms of `ag`. */
export interface Adapter {
  readonly name: AdapterName;
  /** MUST depend on the key alone: the answer is kept for all later spans. */
  ruleFor(key: string): KeyRule | undefined;
  /**
   * Runs after the rules, on spans with at least one key that has a rule. MAY throw: then nothing that this adapter
   * mapped on this span counts. `attributes` are as they were sent and MUST stay so.
   */
  finish?(mapped: MappedValues, attributes: Readonly<JsonObject>): void;
}
