import type { FilterExpression } from '@spanhouse/span-schema';

/**
 * A condition that excludes irrelevant spans. Indexes and a few columns are enough to evaluate it. It may also be true
 * for irrelevant spans, so the reader evaluates every span. Keys are attribute paths whose names are joined with dots.
 */
export type SpanHint =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SpanHint[] }
  | { readonly kind: 'filter'; readonly filter: FilterExpression }
  /** An attribute of the span at one of the keys equals the value, or the attribute is a list with such an element. */
  | {
      readonly kind: 'has_value';
      readonly keys: readonly string[];
      readonly value: string | number | bigint | boolean;
    }
  /**
   * An attribute of the span at one of the keys is a string or a number, or the attribute is a list with such an
   * element.
   */
  | {
      readonly kind: 'has_leaf';
      readonly keys: readonly string[];
      readonly type: 'string' | 'number';
    }
  /** The JSON of the part contains all of the texts. The part `packed` has the resource, scope, events and links. */
  | {
      readonly kind: 'mentions';
      readonly part: 'attributes' | 'packed';
      readonly texts: readonly string[];
    };

/**
 * Bounds of the extent of a trace, in ns. The extent begins with the earliest start and ends with the latest end of the
 * spans.
 */
export interface ExtentBounds {
  /** The trace starts at or before this time. */
  readonly startsUntil: bigint;
  /** The trace ends at or after this time; `undefined` allows any end. */
  readonly endsFrom: bigint | undefined;
}
