import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterExpression } from '@spanhouse/span-schema';
import type { RunStatement } from '../connection/run-statement.js';
import { withinBytes } from '../connection/run-statement.js';
import type { SpanIdsToFind, WholeTrace } from '../trace-reader.js';
import { findSpans } from '../traces/find-by-id.js';
import { openTraces } from '../traces/open-traces.js';
import { readExtents } from '../traces/trace-extents.js';
import { streamSpans } from './list-spans.js';
import { narrowToTraces } from './narrow-selection.js';
import type { ListRead } from './project-reaches.js';

/** Maximum size of an answer that is held in memory. If an answer is larger, the spans are read as a list. */
const MAX_HELD_BYTES = 16 * 1024 * 1024;

/** Streams the current spans with the given ids in the order (start_time, trace_id, span_id). */
export async function* streamFoundSpans(
  read: ListRead,
  ids: SpanIdsToFind,
): AsyncGenerator<readonly StoredSpan[]> {
  const held = await withinBytes(MAX_HELD_BYTES, read.run, (bounded) => findSpans(bounded, ids));
  if (held === undefined) {
    yield* walkFoundSpans(read, ids);
  } else if (held.length > 0) {
    yield held;
  }
}

async function* walkFoundSpans(read: ListRead, { project_id, trace_ids, span_ids }: SpanIdsToFind) {
  const filter: FilterExpression = {
    kind: 'and',
    operands: [
      ...(trace_ids === undefined ? [] : [isOneOf('trace_id', trace_ids)]),
      ...(span_ids === undefined ? [] : [isOneOf('span_id', span_ids)]),
    ],
  };
  const narrowed = await narrowToTraces(read.run, {
    project_id,
    filter,
    order: 'ascending',
    snapshot: [],
    limit: Number.MAX_SAFE_INTEGER,
    oldest: undefined,
    newest: undefined,
    ratePercent: undefined,
  });
  if (narrowed !== undefined) {
    yield* streamSpans(read, { selection: narrowed, after: undefined });
  }
}

function isOneOf(field: 'trace_id' | 'span_id', values: readonly string[]): FilterExpression {
  return { kind: 'equals_any', field, values };
}

/** Streams whole traces in the order of `trace_ids`. Unknown traces are omitted. */
export async function* streamFoundTraces(
  run: RunStatement,
  { project_id, trace_ids }: { readonly project_id: string; readonly trace_ids: readonly string[] },
): AsyncGenerator<readonly WholeTrace[]> {
  const extents = await readExtents(run, project_id, trace_ids);
  const known = trace_ids.flatMap((trace_id) => extents.get(trace_id) ?? []);
  yield* openTraces(run, { project_id }, known);
}
