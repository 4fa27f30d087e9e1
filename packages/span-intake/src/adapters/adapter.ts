import type { JsonObject, JsonValue, SpanEvent } from '@spanhouse/span-schema';
import type { AgKey } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';

/** The names of the adapters; the metrics of the gateway use them as labels. */
export const adapterNames = [
  'traceloop',
  'open_inference',
  'gen_ai',
  'vercel_ai',
  'litellm',
  'logfire',
  'langfuse',
  'langsmith',
  'google_adk',
  'usage_role',
  'native_ag',
] as const;

export type AdapterName = (typeof adapterNames)[number];

/** Converts the value of an attribute to the mapped value. `undefined` means that nothing is mapped. */
export type ReadValue = (value: JsonValue) => JsonValue | undefined;

/** The meaning of one attribute key for one adapter. */
export interface KeyRule {
  /** The path in `ag` that receives the value. If it is `undefined`, the key only triggers the adapter's `finish`. */
  readonly target: AgKey | undefined;
  /** Converts the value. If it is absent, the value is mapped unchanged. */
  readonly read?: ReadValue;
  /** True if the target is inside a list, such as `ag.data.inputs.prompt.0.role`. */
  readonly isInList?: boolean;
  /** Keys with the same target that have priority. This key is ignored on spans that have one of them. */
  readonly yieldsTo?: readonly string[];
}

/** The data that the producer sent on one span. Adapters MUST NOT change it. */
export interface SentData {
  readonly attributes: JsonObject;
  /** The events whose names begin with `gen_ai.`, or `undefined` instead of an empty list. */
  readonly events: readonly SpanEvent[] | undefined;
}

/** Translates the attributes of one convention into `ag`. */
export interface Adapter {
  readonly name: AdapterName;
  /** Returns the rule for a key. The answer MUST depend only on the key, because it is cached for all later spans. */
  ruleFor(key: string): KeyRule | undefined;
  /** True if `finish` also runs on spans with events of models, regardless of their attributes. */
  readonly readsEvents?: boolean;
  /**
   * Runs after the rules, on spans that have a key with a rule. MAY throw; everything that this adapter mapped on the
   * span is then discarded.
   */
  finish?(mapped: MappedValues, sent: SentData): void;
}
