import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import { currentRows } from './current-rows.js';
import { KeyWalk } from './key-walk.js';
import type { RunStatement } from './run-statement.js';
import { selectRows } from './statements.js';
import type { SpanPage, SpanPosition, SpanSelection } from './trace-reader.js';

/** Rows beyond the page that are read at once, so that a few old versions cost no second look. */
const SLACK_ROWS = 8;

export async function listSpans(
  run: RunStatement,
  selection: SpanSelection,
  after: SpanPosition | undefined,
): Promise<SpanPage> {
  const { project_id, limit } = selection;
  const decode = decodeStoredSpans;
  const walk = new KeyWalk(run, { selection, after, select: selectRows, decode });
  const spans: StoredSpan[] = [];
  for (let isLast = false; !isLast && spans.length <= limit; ) {
    const chunk = await walk.next(limit + 1 - spans.length + SLACK_ROWS);
    spans.push(...(await currentRows(run, project_id, chunk.rows)));
    isLast = chunk.isLast;
  }
  return { spans: spans.slice(0, limit), hasMore: spans.length > limit };
}
