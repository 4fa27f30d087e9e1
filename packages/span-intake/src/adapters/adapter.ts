import type { JsonObject, JsonValue, SpanEvent } from '@spanhouse/span-schema';
import type { AgKey } from './ag-key.js';
import type { MappedValues } from './mapped-values.js';

/** Names of the adapters. The gateway's metrics use them as label values. */
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

/** Converts an attribute's value to the value that is mapped. `undefined` means that nothing is mapped. */
export type ReadValue = (value: JsonValue) => JsonValue | undefined;

/** An adapter's rule for one attribute key. */
export interface KeyRule {
  /**
   * The path in `ag` that receives the value. A key without a target is not mapped, but triggers the adapter's
   * `finish`.
   */
  readonly target: AgKey | undefined;
  /** Converts the value. Without this function, the value is mapped unchanged. */
  readonly read?: ReadValue;
  /** True if the target is inside a list, such as `ag.data.inputs.prompt.0.role`. */
  readonly isInList?: boolean;
  /**
   * Keys with the same target that take priority over this key. If a span has one of these keys, this key is ignored.
   */
  readonly yieldsTo?: readonly string[];
}

/** A span's data as the producer sent it. Adapters MUST NOT change it. */
export interface SentData {
  readonly attributes: JsonObject;
  /** The events whose names begin with `gen_ai.`; `undefined` if there is no such event. */
  readonly events: readonly SpanEvent[] | undefined;
}

/** Converts the attributes of one convention to `ag`. */
export interface Adapter {
  readonly name: AdapterName;
  /** Returns the rule for a key. The result MUST depend only on the key, because it is cached for all later spans. */
  ruleFor(key: string): KeyRule | undefined;
  /** True if `finish` also runs on every span that has `gen_ai.` events, regardless of its attributes. */
  readonly readsEvents?: boolean;
  /**
   * Runs after the rules if the span has keys or events that the adapter handles. MAY throw; the values that this
   * adapter mapped for the span are then discarded.
   */
  finish?(mapped: MappedValues, sent: SentData): void;
}
