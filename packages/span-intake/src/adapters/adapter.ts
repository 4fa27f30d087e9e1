import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { AgKey } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';

/** The names of the adapters; the metrics of the gateway use them as labels. */
export type AdapterName = 'traceloop' | 'open_inference' | 'gen_ai' | 'vercel_ai' | 'native_ag';

/** Converts the value of an attribute to the value to map; `undefined` maps nothing. */
export type ReadValue = (value: JsonValue) => JsonValue | undefined;

/** The meaning of one attribute key for one adapter. */
export interface KeyRule {
  /** The path in `ag` that receives the value. A key without a target only triggers the adapter's `finish`. */
  readonly target: AgKey | undefined;
  /** Converts the value; without it the value is mapped unchanged. */
  readonly read?: ReadValue;
  /** Keys with the same target that replace this key on spans that have them. */
  readonly yieldsTo?: readonly string[];
}

/** Translates the attributes of one convention into `ag`. */
export interface Adapter {
  readonly name: AdapterName;
  /** Returns the rule for a key. It MUST depend on the key alone: the answer is cached for all later spans. */
  ruleFor(key: string): KeyRule | undefined;
  /**
   * Runs after the rules, on spans with at least one key that has a rule. MAY throw: then
   * everything that this adapter mapped on the span is discarded. `attributes` are those that were
   * sent, and implementers MUST NOT change them.
   */
  finish?(mapped: MappedValues, attributes: Readonly<JsonObject>): void;
}
