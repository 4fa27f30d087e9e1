import type { FilterExpression } from '@spanhouse/span-schema';

/**
 * A condition that excludes irrelevant spans and needs only indexes and a few columns. It may also be true for
 * irrelevant spans, so the caller tests every span that remains. Keys are attribute paths whose names are joined with
 * dots.
 */
export type SpanHint =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SpanHint[] }
  | { readonly kind: 'filter'; readonly filter: FilterExpression }
  /** True if the span has the value at one of the keys, either as the attribute itself or as an element of a list. */
  | {
      readonly kind: 'has_value';
      readonly keys: readonly string[];
      readonly value: string | number | bigint | boolean;
    }
  /**
   * True if the span has a string or number at one of the keys, either as the attribute itself or as an element of a
   * list.
   */
  | {
      readonly kind: 'has_leaf';
      readonly keys: readonly string[];
      readonly type: 'string' | 'number';
    }
  /**
   * True if the JSON of the part contains all of the strings. The part `packed` contains the resource, scope, events
   * and links.
   */
  | {
      readonly kind: 'mentions';
      readonly part: 'attributes' | 'packed';
      readonly texts: readonly string[];
    };

/**
 * Bounds for the extent of a trace, in ns. The extent begins with the earliest start and ends with the latest end of
 * the trace's spans.
 */
export interface ExtentBounds {
  /** The trace starts at or before this time. */
  readonly startsUntil: bigint;
  /** The trace ends at or after this time; `undefined` allows any end. */
  readonly endsFrom: bigint | undefined;
}
