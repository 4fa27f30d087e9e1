import {
  decodeStoredSpans,
  generationOf,
  type StoredSpan,
  storedSpanColumns,
  toLogOffset,
} from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/run-statement.js';
import { bind, isOneOf, type Statement, sql, startsWithin } from '../connection/statement.js';
import { type DeletedTraces, notDeleted, readDeletedTraces } from '../selection/deleted-traces.js';
import { listed } from '../selection/listed-columns.js';
import type { SpanKey } from '../selection/row-positions.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import { coverRanges, earlier } from '../selection/time-ranges.js';
import type { PageStream, ReceivedSelection } from '../trace-reader.js';

/** Maximum number of rows in a portion. A portion also ends before its rows exceed the byte limit. */
const MAX_ROWS = 256;
const MAX_BYTES = 512 * 1024;

/** Streams matching rows in log order. Returns whether the number of matching rows exceeds the limit. */
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

/** Counts all matching rows, regardless of the limit. */
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

/** Returns the rows with the given keys, in the order of the keys. Keys whose rows have been removed are omitted. */
function pick(rows: readonly StoredSpan[], keys: readonly ReceivedKey[]): readonly StoredSpan[] {
  const rowsByKey = Map.groupBy(rows, textOf);
  return keys.flatMap((key) => rowsByKey.get(textOf(key))?.shift() ?? []);
}

function textOf({ trace_id, span_id, start_time, received_at }: SpanKey): string {
  return `${trace_id} ${span_id} ${start_time} ${received_at}`;
}

/** The key of a row with its log position and its approximate size in bytes. */
interface ReceivedKey extends SpanKey {
  readonly partition: number;
  readonly offset: bigint;
  readonly bytes: number;
}

const inLogOrder =
  'log_partition, log_offset, start_time, trace_id, span_id, received_at, length(attributes)';

/** Selects the keys of matching rows in log order. */
function selectReceivedKeys(selection: ReceivedSelection, deleted: DeletedTraces): Statement {
  const conditions = receivedConditions(selection, deleted);
  return sql`
    SELECT log_partition, log_offset, toUnixTimestamp64Nano(start_time), lower(hex(trace_id)),
    lower(hex(span_id)), toUnixTimestamp64Nano(received_at), length(attributes) + length(packed)
    FROM spans WHERE ${conditions} ORDER BY ${inLogOrder}
    LIMIT ${bind('UInt64', selection.limit)} FORMAT TabSeparated
  `;
}

/** Counts the matching rows. */
function selectReceivedCount(selection: ReceivedSelection, deleted: DeletedTraces): Statement {
  const conditions = receivedConditions(selection, deleted);
  return sql`SELECT count() FROM spans WHERE ${conditions} FORMAT TabSeparated`;
}

/** Selects complete rows in log order. The result contains the rows with the given keys and possibly others. */
function selectReceivedRows(
  { project_id, unread }: ReceivedSelection,
  keys: readonly ReceivedKey[],
): Statement {
  const starts = coverRanges(
    keys.map(({ start_time }) => ({ from: start_time, to: start_time })),
  ).map((range) => startsWithin(range));
  const positions = [...new Set(keys.map(({ partition, offset }) => `(${partition},${offset})`))];
  const conditions = [
    `project_id = ${bind('UUID', project_id)}`,
    `(${starts.join(' OR ')})`,
    isOneOf('trace_id', distinct(keys.map(({ trace_id }) => trace_id))),
    isOneOf('span_id', distinct(keys.map(({ span_id }) => span_id))),
    `(log_partition, log_offset) IN (${positions.join(',')})`,
  ];
  return sql`
    SELECT ${listed(storedSpanColumns, unread)} FROM spans WHERE ${conditions.join(' AND ')}
    ORDER BY ${inLogOrder} FORMAT RowBinary
  `;
}

function distinct(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}

function receivedConditions(
  { project_id, filter, after, snapshot }: ReceivedSelection,
  deleted: DeletedTraces,
): string {
  const everything = {
    oldest: undefined,
    newest: undefined,
    ratePercent: undefined,
    order: 'ascending',
  } as const;
  const generation = generationOf(after[0] ?? 0n);
  // A partition that was added later has no rows from earlier generations.
  const begins = [...after, toLogOffset(generation, 0)];
  const begin = `${bind('Array(UInt64)', begins)}[least(log_partition + 1, ${begins.length})]`;
  const isGrown = snapshot.length > after.length || generationOf(snapshot[0] ?? 0n) !== generation;
  const lowest = (isGrown ? begins : after).reduce(earlier);
  return [
    `log_offset >= ${bind('UInt64', lowest)}`, // the only condition for which ClickHouse can use the index
    `log_offset >= ${begin}`,
    ...selectionConditions({ project_id, filter, snapshot, ...everything }),
    ...notDeleted(deleted),
  ].join(' AND ');
}
