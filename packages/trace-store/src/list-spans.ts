import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import { currentKeys } from './current-keys.js';
import { currentVersions } from './current-versions.js';
import { KeyWalk, type KeyWalkStart, type SpanKey } from './key-walk.js';
import type { RunStatement } from './run-statement.js';
import { selectSpansAt } from './statements.js';
import type { SpanPage } from './trace-reader.js';

/** Rows beyond the page that are read at once, so that a few old versions cost no second look. */
const SLACK_ROWS = 8;

export async function listSpans(run: RunStatement, start: KeyWalkStart): Promise<SpanPage> {
  const { project_id, limit } = start.selection;
  const walk = new KeyWalk(run, start);
  const spans: StoredSpan[] = [];
  for (let isLast = false; !isLast && spans.length <= limit; ) {
    const chunk = await walk.next(limit + 1 - spans.length + SLACK_ROWS);
    const current = await currentKeys(run, project_id, chunk.keys);
    const wanted = current.slice(0, limit + 1 - spans.length);
    spans.push(...(await readRows(run, project_id, wanted)));
    isLast = chunk.isLast && wanted.length === current.length;
  }
  return { spans: spans.slice(0, limit), hasMore: spans.length > limit };
}

/** The rows in the order of the keys. A span that was replaced meanwhile may be missing. */
async function readRows(
  run: RunStatement,
  projectId: string,
  keys: readonly SpanKey[],
): Promise<readonly StoredSpan[]> {
  if (keys.length === 0) {
    return [];
  }
  const rows = decodeStoredSpans(await run(selectSpansAt(projectId, keys)));
  const placed = new Map(currentVersions(rows).map((row) => [placeOf(row), row]));
  return keys.flatMap((key) => placed.get(placeOf(key)) ?? []);
}

function placeOf({ start_time, trace_id, span_id }: SpanKey | StoredSpan): string {
  return `${start_time} ${trace_id} ${span_id}`;
}
