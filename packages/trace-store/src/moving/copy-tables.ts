import { AppError } from '@spanhouse/service-runtime';
import { jsonRows, tableRows } from '../connection/run-statement.js';
import { sql } from '../connection/statement.js';
import type { SpanWriter } from '../span-writer.js';
import type { CopyConnection } from './copy-connection.js';
import { type CopiedRows, endOf, selectColumns, selectTombstones } from './copy-statements.js';

/** The two stores, and the position up to which rows are copied. */
export interface TableCopy {
  readonly source: CopyConnection;
  readonly target: CopyConnection;
  readonly writer: SpanWriter;
  readonly copyId: string;
  readonly rows: Pick<CopiedRows, 'endGeneration'>;
}

/**
 * Tables other than `spans`, in the order in which they are copied. At any time, the source may remove rows of deleted
 * traces. It records each removal beforehand, so the tables with these records are copied after the rows.
 */
export const otherTables = [
  'tombstones',
  'removed_spans',
  'removed_rows',
  'message_ledger',
  'dead_letters',
  'lost_messages',
  'span_metrics',
] as const;

/** Copies one of `otherTables`. May be called again. */
export async function copyTable(
  copy: TableCopy,
  table: (typeof otherTables)[number],
): Promise<void> {
  switch (table) {
    case 'tombstones':
      return await copyTombstones(copy);
    case 'span_metrics':
      return await copySpanMetrics(copy);
    case 'removed_rows':
    case 'message_ledger':
      return await copyAll(copy, table, `log_offset < ${endOf(copy.rows.endGeneration)}`);
    default:
      return await copyAll(copy, table, 'true');
  }
}

/** Copies a table whose engine replaces rows that are inserted again. */
async function copyAll({ source, target }: TableCopy, table: string, where: string): Promise<void> {
  const names = await readColumns(source, table);
  const select = sql`SELECT ${names} FROM ${table} WHERE ${where} FORMAT Native`;
  await target.insertFrom(source, select, `INSERT INTO ${table} (${names}) FORMAT Native`);
}

/**
 * Copies the sums of spans. Inserting them twice would double them, so they are inserted as one block with a token, and
 * only into an empty table.
 */
async function copySpanMetrics({ source, target, copyId }: TableCopy): Promise<void> {
  const names = await readColumns(source, 'span_metrics');
  const statement = (query: string) => ({ query, query_params: {} });
  const count = statement('SELECT count() FROM span_metrics FORMAT TabSeparated');
  const [[found] = []] = tableRows(await target.read(count));
  if (found === '0') {
    const sums = await source.read(statement(`SELECT ${names} FROM span_metrics FORMAT Native`));
    const insert = `INSERT INTO span_metrics (${names}) FORMAT Native`;
    await target.insertOnce(insert, sums, `copy:${copyId}:span_metrics`);
  }
}

async function readColumns(connection: CopyConnection, table: string): Promise<string> {
  const rows = tableRows(await connection.read(selectColumns(table)));
  return rows.map(([name]) => `\`${name}\``).join(', ');
}

const TOMBSTONES_OF_BLOCK = 500;

type TombstoneRow = readonly [
  logPartition: number,
  logOffset: string,
  projectId: string,
  traceId: string,
];

/** Writes the deletes in the same way as a consumer. The rows that they hide have already been copied. */
async function copyTombstones({ source, writer, rows }: TableCopy): Promise<void> {
  let after: readonly [number, bigint] = [0, 0n];
  for (;;) {
    const statement = selectTombstones(after, rows, TOMBSTONES_OF_BLOCK);
    const page = jsonRows<TombstoneRow>(await source.read(statement));
    const [logPartition, logOffset] = page.at(-1) ?? [];
    for (const partition of new Set(page.map(([number]) => number))) {
      await writeTombstones(
        writer,
        partition,
        page.filter(([number]) => number === partition),
      );
    }
    if (logPartition === undefined || logOffset === undefined) {
      return;
    }
    after = [logPartition, BigInt(logOffset)];
  }
}

async function writeTombstones(
  writer: SpanWriter,
  logPartition: number,
  rows: readonly TombstoneRow[],
): Promise<void> {
  const tombstones = rows.map(([, logOffset, projectId, traceId]) => ({
    projectId,
    traceId,
    logOffset: BigInt(logOffset),
  }));
  const { signal } = new AbortController();
  const outcome = await writer.writeTombstones({ logPartition, tombstones }, signal);
  if (outcome.status !== 'written') {
    const message = `deletes are not copied: ${outcome.code} ${outcome.reason}`;
    throw new AppError('CLICKHOUSE_UNAVAILABLE', message, { retryable: true });
  }
}
