import type { FilterExpression } from '@spanhouse/span-schema';

/**
 * A condition that excludes irrelevant spans and that indexes and few columns can evaluate. It may be true for
 * irrelevant spans as well, so the reader evaluates every span. Keys are attribute paths whose names are joined with
 * dots.
 */
export type SpanHint =
  | { readonly kind: 'and' | 'or'; readonly operands: readonly SpanHint[] }
  | { readonly kind: 'filter'; readonly filter: FilterExpression }
  /** An attribute of the span at one of the keys, or an element of a list there, equals the value. */
  | {
      readonly kind: 'has_value';
      readonly keys: readonly string[];
      readonly value: string | number | bigint | boolean;
    }
  /** An attribute of the span at one of the keys, or an element of a list there, is a string or a number. */
  | {
      readonly kind: 'has_leaf';
      readonly keys: readonly string[];
      readonly type: 'string' | 'number';
    }
  /** The JSON of the attributes, or of the resource, scope, events and links together, contains all of the texts. */
  | {
      readonly kind: 'mentions';
      readonly part: 'attributes' | 'packed';
      readonly texts: readonly string[];
    };

/** Bounds of the time from the earliest start to the latest end of the spans of a trace, in ns. */
export interface ExtentBounds {
  /** The trace starts at or before this time. */
  readonly startsUntil: bigint;
  /** The trace ends at or after this time; `undefined` = any time. */
  readonly endsFrom: bigint | undefined;
}
