import { decodeStoredSpans, type StoredSpan } from '@spanhouse/span-row';
import { tableRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { readDeletedTraces } from '../selection/deleted-traces.js';
import type { SpanKey } from '../selection/row-positions.js';
import type { PageStream, ReceivedSelection } from '../trace-reader.js';
import {
  type ReceivedKey,
  selectReceivedCount,
  selectReceivedKeys,
  selectReceivedRows,
} from './select-received.js';

/** Maximum number of rows of a portion; a portion over the byte limit takes no further row. */
const MAX_ROWS = 256;
const MAX_BYTES = 512 * 1024;

/** Streams matching rows in the order of the log; returns whether more rows follow the limit. */
export async function* streamReceived(
  run: RunStatement,
  selection: ReceivedSelection,
): PageStream<StoredSpan> {
  const { limit, project_id } = selection;
  const deleted = await readDeletedTraces(run, project_id);
  const keys = decodeReceivedKeys(
    await run(selectReceivedKeys({ ...selection, limit: limit + 1 }, deleted)),
  );
  for (const group of inPortions(keys.slice(0, limit))) {
    const rows = decodeStoredSpans(await run(selectReceivedRows(selection, group)));
    const portion = pick(rows, group);
    if (portion.length > 0) {
      yield portion;
    }
  }
  return keys.length > limit;
}

/** Counts matching rows regardless of the limit. */
export async function countReceived(
  run: RunStatement,
  selection: ReceivedSelection,
): Promise<number> {
  const deleted = await readDeletedTraces(run, selection.project_id);
  const [row] = tableRows(await run(selectReceivedCount(selection, deleted)));
  return Number(row?.[0] ?? 0);
}

function decodeReceivedKeys(answer: Buffer): readonly ReceivedKey[] {
  return tableRows(answer).map(
    ([
      partition,
      offset = '0',
      start = '0',
      trace_id = '',
      span_id = '',
      received = '0',
      bytes,
    ]) => ({
      partition: Number(partition),
      offset: BigInt(offset),
      start_time: BigInt(start),
      trace_id,
      span_id,
      received_at: BigInt(received),
      bytes: Number(bytes),
    }),
  );
}

function* inPortions(keys: readonly ReceivedKey[]): Generator<readonly ReceivedKey[]> {
  let portion: ReceivedKey[] = [];
  let bytes = 0;
  for (const key of keys) {
    if (portion.length === MAX_ROWS || (portion.length > 0 && bytes + key.bytes > MAX_BYTES)) {
      yield portion;
      portion = [];
      bytes = 0;
    }
    portion.push(key);
    bytes += key.bytes;
  }
  if (portion.length > 0) {
    yield portion;
  }
}

/** Returns the rows of the keys in their order, without rows that were removed in the meantime. */
function pick(rows: readonly StoredSpan[], keys: readonly ReceivedKey[]): readonly StoredSpan[] {
  const rowsByKey = Map.groupBy(rows, textOf);
  return keys.flatMap((key) => rowsByKey.get(textOf(key))?.shift() ?? []);
}

function textOf({ trace_id, span_id, start_time, received_at }: SpanKey): string {
  return `${trace_id} ${span_id} ${start_time} ${received_at}`;
}
