import { bind, isOneOf, startsWithin } from '../connection/statement.js';
import { type DeletedTrace, notDeleted } from './deleted-traces.js';
import type { TimeRange } from './time-ranges.js';
import { bucket } from './time-ranges.js';

/** A selection of spans by trace id, span id or both; `undefined` allows any id. */
export interface SpanIds {
  readonly project_id: string;
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
  /** Ranges that contain the start times of all selected spans; `undefined` if they are unknown. */
  readonly ranges: readonly TimeRange[] | undefined;
  /**
   * All buckets of the traces. If set, they are used instead of `trace_ids` and `ranges`, which exclude fewer rows and
   * cost more.
   */
  readonly buckets?: readonly TraceBucket[] | undefined;
  readonly deleted: readonly DeletedTrace[];
}

/** A bucket of the table that may contain rows of a trace. */
export interface TraceBucket {
  readonly bucket: bigint;
  readonly trace_id: string;
}

/** Returns the conditions for the rows of the selected spans. These rows may include older versions of the spans. */
export function idConditions(ids: SpanIds): string[] {
  const { project_id, span_ids: spanIds, buckets, deleted } = ids;
  const conditions = [`project_id = ${bind('UUID', project_id)}`];
  if (buckets === undefined) {
    conditions.push(...traceConditions(ids));
  } else {
    conditions.push(isIn(buckets));
  }
  if (spanIds !== undefined) {
    conditions.push(isOneOf('span_id', spanIds));
  }
  conditions.push(...notDeleted(deleted));
  return conditions;
}

function traceConditions({ trace_ids: traceIds, ranges }: SpanIds): readonly string[] {
  const starts = ranges?.map((range) => startsWithin(range));
  return [
    ...(starts === undefined ? [] : [`(${starts.join(' OR ')})`]),
    ...(traceIds === undefined ? [] : [isOneOf('trace_id', traceIds)]),
  ];
}

function isIn(entries: readonly TraceBucket[]): string {
  const buckets = bind(
    'Array(Int64)',
    entries.map((entry) => entry.bucket),
  );
  const traces = bind(
    'Array(String)',
    entries.map(({ trace_id }) => trace_id),
  );
  const set = `SELECT p.1, toFixedString(unhex(p.2), 16) FROM (SELECT arrayJoin(arrayZip(${buckets}, ${traces})) AS p)`;
  return `(${bucket}, trace_id) IN (${set})`;
}
