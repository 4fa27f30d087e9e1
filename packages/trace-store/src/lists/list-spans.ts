import { decodeFirstStoredSpans, decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import type { PageStream, SpanPosition, SpanSelection } from '../trace-reader.js';
import { currentRows } from './current-rows.js';
import { KeyWalk, selectRows } from './key-walk.js';
import type { ListRead } from './project-reaches.js';

/**
 * Number of rows that are read beyond the page. With these rows, a page whose rows include a few older versions of
 * spans needs no second statement.
 */
const SLACK_ROWS = 8;
const MAX_CHUNK_ROWS = 2048;

interface SpanWalkStart {
  readonly selection: SpanSelection;
  readonly after: SpanPosition | undefined;
}

/**
 * Streams the current spans in a selection in order. Returns whether the selection contains more spans than the limit.
 */
export async function* streamSpans(
  read: ListRead,
  { selection, after }: SpanWalkStart,
): PageStream<StoredSpan> {
  const walk = new KeyWalk(read, {
    selection,
    after,
    select: selectRows,
    decode: decodeStoredSpans,
    decodeFirst: decodeFirstStoredSpans,
  });
  for (let left = selection.limit; ; ) {
    const chunk = await walk.next(Math.min(left + 1 + SLACK_ROWS, MAX_CHUNK_ROWS));
    const { rows: spans, deleted } = await currentRows(read.run, selection.project_id, chunk.rows);
    walk.hide(deleted);
    const portion = spans.slice(0, left);
    if (portion.length > 0) {
      yield portion;
      read.onSearched?.((portion.at(-1) as StoredSpan).start_time);
    }
    if (spans.length > left || chunk.isLast) {
      return spans.length > left;
    }
    left -= portion.length;
  }
}
