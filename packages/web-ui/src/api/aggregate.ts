import type { Filtering } from '../filter-bar/filtering.js';
import type { Bounds } from '../url/time-window.js';
import { call } from './call.js';
import type { Json } from './shown-span.js';

/** Something that has one value for each span. */
export interface AggregateField {
  readonly field: string;
  readonly key?: string;
}

/** The members of `POST /spans/aggregate/query`; see docs/api/analytics.md. */
interface AggregateRequest {
  readonly filtering?: Filtering | undefined;
  readonly windowing?: Bounds;
  readonly focus?: 'span' | 'trace';
  readonly time?: { readonly buckets: number } | { readonly interval_ms: number };
  readonly group_by?: readonly AggregateField[];
  readonly measures?: readonly string[];
  readonly limit?: number;
  readonly facets?: readonly AggregateField[];
  readonly value?: {
    readonly path?: string;
    readonly scale?: 'linear' | 'log';
    readonly bins?: number;
  };
}

/** What was measured. Members are present where the request names them. */
export interface Measures {
  readonly count?: number;
  readonly failed?: number;
  /** Exception events. */
  readonly errors?: number;
  readonly duration?: Readonly<Record<string, number | null>>;
  readonly tokens?: Readonly<Record<string, number | null>>;
  readonly costs?: Readonly<Record<string, number | null>>;
}

export interface AggregateRow extends Measures {
  readonly time?: string;
  readonly value?: readonly [number, number];
  readonly group?: readonly Json[];
}

/** The most frequent values of a field. */
export interface Facet extends AggregateField {
  readonly values: readonly { readonly value: Json; readonly count: number }[];
  readonly others: { readonly values: number; readonly count: number };
  readonly absent: number;
}

export interface AggregateAnswer {
  readonly accuracy: 'exact' | 'estimated';
  readonly interval_ms?: number;
  readonly total: Measures;
  /** The ends of the second axis; null without a value. */
  readonly value?: {
    readonly min: number | null;
    readonly max: number | null;
    readonly outside: number;
  };
  readonly rows?: readonly AggregateRow[];
  readonly others?: { readonly groups: number; readonly count: number };
  readonly facets?: readonly Facet[];
}

/** Counts and measures the spans that match. */
export function aggregate(
  request: AggregateRequest,
  signal: AbortSignal,
): Promise<AggregateAnswer> {
  return call<AggregateAnswer>('/spans/aggregate/query', { body: request, signal });
}
