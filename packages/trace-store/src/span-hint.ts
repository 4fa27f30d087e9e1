import type { FilterExpression } from '@spanhouse/span-schema';

/**
 * A condition that leaves out spans which surely do not matter, and that indexes and few columns tell. It may hold for
 * other spans as well: whoever reads them decides. Keys are paths of attributes whose names are joined with dots.
 */
export type SpanHint =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SpanHint[] }
  | { readonly kind: 'filter'; readonly filter: FilterExpression }
  /** Some attribute of the span at one of the keys, or an element of a list there, is the value. */
  | {
      readonly kind: 'has_value';
      readonly keys: readonly string[];
      readonly value: string | number | bigint | boolean;
    }
  /** Some attribute of the span at one of the keys, or an element of a list there, is a text or a number. */
  | {
      readonly kind: 'has_leaf';
      readonly keys: readonly string[];
      readonly type: 'string' | 'number';
    }
  /** All of the texts occur in the JSON of the attributes, or of the resource, scope, events and links together. */
  | {
      readonly kind: 'mentions';
      readonly part: 'attributes' | 'packed';
      readonly texts: readonly string[];
    };

/** Bounds of the time from the earliest start to the latest end of the spans of a trace, in ns. */
export interface ExtentBounds {
  /** The trace starts at or before it. */
  readonly startsUntil: bigint;
  /** The trace ends at or after it; `undefined` = it may end at any time. */
  readonly endsFrom: bigint | undefined;
}
