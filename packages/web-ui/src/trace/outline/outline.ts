import type { OutlineLine } from '@spanhouse/span-schema/api';
import type { RowTree } from './tree-shape.js';

/**
 * All spans of a trace without their payloads, with one array per member. Spans are in tree order: every span directly
 * before its children, siblings sorted by start and span id.
 */
export interface Outline {
  readonly traceId: string;
  readonly count: number;
  /** Number of stored spans of the trace. It exceeds `count` while the trace is loading or if it is too large. */
  readonly stored: number;
  /** True while the trace is loading. */
  readonly isPartial: boolean;
  /** Version of the trace, for `if-none-match`. */
  readonly etag?: string | undefined;
  /** Earliest start of all spans, in ns since 1970. */
  readonly base: bigint;
  /** Span ids as numbers; `spanIdAt` formats them. */
  readonly ids: BigUint64Array;
  /** Position of the parent; -1 at the top level. */
  readonly parent: Int32Array;
  /** Start in ns after `base`. */
  readonly start: Float64Array;
  /** Duration in ns. */
  readonly duration: Float64Array;
  /** Latest end, in ns after `base`. */
  readonly length: number;
  /** Self time of each span in ns. */
  readonly self: Float64Array;
  /** Indexes in `texts`; -1 for absent values. */
  readonly name: Int32Array;
  readonly service: Int32Array;
  readonly type: Int32Array;
  readonly model: Int32Array;
  /** OTLP status codes; 2 is an error. */
  readonly status: Uint8Array;
  /** Relation of each span to a failure; see `failureMarks`. */
  readonly marks: Uint8Array;
  /** The rows of all spans. */
  readonly rows: RowTree;
  /** Number of failed spans. */
  readonly failed: number;
  readonly flags: Uint8Array;
  /** Size of the attributes as text. */
  readonly bytes: Float64Array;
  /** Totals of each span; the members that end in `All` include its descendants. */
  readonly tokens: Float64Array;
  readonly tokensAll: Float64Array;
  readonly costs: Float64Array;
  readonly costsAll: Float64Array;
  readonly errorsAll: Float64Array;
  readonly texts: readonly string[];
  /** Maps the position of each span whose parent is not stored to the id of that parent. */
  readonly orphans: ReadonlyMap<number, string>;
  /** Maps the position of each span on a cycle of parents to the id of its parent. */
  readonly cycles: ReadonlyMap<number, string>;
  readonly totals: OutlineTotals;
}

/** Totals of the trace, as its tree shows them. */
export type OutlineTotals = Extract<OutlineLine, { readonly end: true }>['totals'];

/** OTLP status code of a failed span. */
export const STATUS_ERROR = 2;

/** Maximum number of spans to show; further spans of a trace are left out. */
export const MAX_SPANS = 500_000;
