import type { RowTree } from './tree-shape.js';

/**
 * All spans of a trace without their payloads, one array for each member. The order is that of the tree:
 * every span directly before its children, children by start and span id.
 */
export interface Outline {
  readonly traceId: string;
  readonly count: number;
  /** The number of spans of the trace: more than `count` while it is being read, or if it is too large. */
  readonly stored: number;
  /** Whether the trace is still being read. */
  readonly isPartial: boolean;
  /** The version of the trace, for `if-none-match`. */
  readonly etag?: string | undefined;
  /** The earliest start of all spans, in ns since 1970. */
  readonly base: bigint;
  /** The ids of the spans as numbers; `spanIdAt` writes one. */
  readonly ids: BigUint64Array;
  /** The position of the parent; -1 at the top level. */
  readonly parent: Int32Array;
  /** ns from `base`. */
  readonly start: Float64Array;
  /** ns. */
  readonly duration: Float64Array;
  /** The latest end, in ns from `base`. */
  readonly length: number;
  /** The time that each span spent itself, in ns. */
  readonly self: Float64Array;
  /** Positions in `texts`; -1 for what is absent. */
  readonly name: Int32Array;
  readonly service: Int32Array;
  readonly type: Int32Array;
  readonly model: Int32Array;
  /** The numbers of OTLP: 2 is an error. */
  readonly status: Uint8Array;
  /** How each span has to do with a failure; see `failureMarks`. */
  readonly marks: Uint8Array;
  /** The rows of all spans. */
  readonly rows: RowTree;
  /** The number of failed spans. */
  readonly failed: number;
  readonly flags: Uint8Array;
  /** The size of the attributes as text. */
  readonly bytes: Float64Array;
  /** Own and rolled-up totals. */
  readonly tokens: Float64Array;
  readonly tokensAll: Float64Array;
  readonly costs: Float64Array;
  readonly costsAll: Float64Array;
  readonly errorsAll: Float64Array;
  readonly texts: readonly string[];
  /** The position of a span whose parent is not stored, and the id of that parent. */
  readonly orphans: ReadonlyMap<number, string>;
  /** The position of a span on a cycle of parents, and the id of its parent. */
  readonly cycles: ReadonlyMap<number, string>;
  readonly totals: OutlineTotals;
}

/** The sums of the trace, as its tree shows them. */
export interface OutlineTotals {
  readonly tokens: TokenCounts;
  readonly costs: TokenCounts;
  readonly errors: number;
}

interface TokenCounts {
  readonly prompt?: number;
  readonly completion?: number;
  readonly total?: number;
}

/** The number of a failed status. */
export const STATUS_ERROR = 2;

/** Counts the failed spans. */
export function countFailed(status: Uint8Array): number {
  let failed = 0;
  for (const each of status) {
    failed += each === STATUS_ERROR ? 1 : 0;
  }
  return failed;
}

/** A trace with more spans shows the first of them. */
export const MAX_SPANS = 500_000;
