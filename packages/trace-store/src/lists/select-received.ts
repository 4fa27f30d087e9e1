import { generationOf, storedSpanColumns, toLogOffset } from '@spanhouse/span-row';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { type DeletedTraces, notDeleted } from '../selection/deleted-traces.js';
import { listed } from '../selection/listed-columns.js';
import type { SpanKey } from '../selection/row-positions.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import { coverRanges, earlier } from '../selection/time-ranges.js';
import type { ReceivedSelection } from '../trace-reader.js';

/** The log position of a row, its key, and its approximate size in bytes. */
export interface ReceivedKey extends SpanKey {
  readonly partition: number;
  readonly offset: bigint;
  readonly bytes: number;
}

const inLogOrder =
  'log_partition, log_offset, start_time, trace_id, span_id, received_at, length(attributes)';

/** Selects the keys of matching rows in the order of the log. */
export function selectReceivedKeys(
  selection: ReceivedSelection,
  deleted: DeletedTraces,
): Statement {
  const parameters = new StatementParameters();
  const conditions = receivedConditions(selection, deleted, parameters);
  return parameters.statement`
    SELECT log_partition, log_offset, toUnixTimestamp64Nano(start_time), lower(hex(trace_id)),
    lower(hex(span_id)), toUnixTimestamp64Nano(received_at), length(attributes) + length(packed)
    FROM spans WHERE ${conditions} ORDER BY ${inLogOrder}
    LIMIT ${parameters.bind('UInt64', selection.limit)} FORMAT TabSeparated
  `;
}

/** Counts the matching rows. */
export function selectReceivedCount(
  selection: ReceivedSelection,
  deleted: DeletedTraces,
): Statement {
  const parameters = new StatementParameters();
  const conditions = receivedConditions(selection, deleted, parameters);
  return parameters.statement`SELECT count() FROM spans WHERE ${conditions} FORMAT TabSeparated`;
}

/** Selects whole rows in the order of the log, including at least the rows of some keys. */
export function selectReceivedRows(
  { project_id, unread }: ReceivedSelection,
  keys: readonly ReceivedKey[],
): Statement {
  const parameters = new StatementParameters();
  const starts = coverRanges(
    keys.map(({ start_time }) => ({ from: start_time, to: start_time })),
  ).map(
    ({ from, to }) =>
      `start_time >= ${parameters.bindTime(from)} AND start_time <= ${parameters.bindTime(to)}`,
  );
  const positions = [...new Set(keys.map(({ partition, offset }) => `(${partition},${offset})`))];
  const conditions = [
    `project_id = ${parameters.bind('UUID', project_id)}`,
    `(${starts.join(' OR ')})`,
    parameters.isOneOf('trace_id', distinct(keys.map(({ trace_id }) => trace_id))),
    parameters.isOneOf('span_id', distinct(keys.map(({ span_id }) => span_id))),
    `(log_partition, log_offset) IN (${positions.join(',')})`,
  ];
  return parameters.statement`
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
  parameters: StatementParameters,
): string {
  const everything = {
    oldest: undefined,
    newest: undefined,
    ratePercent: undefined,
    order: 'ascending',
  } as const;
  const generation = generationOf(after[0] ?? 0n);
  // A partition that was added later has no rows of earlier generations.
  const begins = [...after, toLogOffset(generation, 0)];
  const begin = `${parameters.bind('Array(UInt64)', begins)}[least(log_partition + 1, ${begins.length})]`;
  const isGrown = snapshot.length > after.length || generationOf(snapshot[0] ?? 0n) !== generation;
  const lowest = (isGrown ? begins : after).reduce(earlier);
  return [
    `log_offset >= ${parameters.bind('UInt64', lowest)}`, // the index uses only this condition
    `log_offset >= ${begin}`,
    ...selectionConditions({ project_id, filter, snapshot, ...everything }, parameters),
    ...notDeleted(deleted, parameters),
  ].join(' AND ');
}
