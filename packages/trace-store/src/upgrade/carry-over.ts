import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import { type ClickHouseClient, readAll } from '../connection/clickhouse-client.js';
import type { Migration } from '../schema/migration-files.js';
import {
  buildIndex,
  type CarriedRows,
  type Chunk,
  chunkSettings,
  copyChunk,
  countCarried,
  countIndexed,
  dropIndexed,
  indexSettings,
  selectChunks,
  selectDeletes,
  selectFreeBytes,
  selectPartitions,
} from './carry-over-statements.js';

/** How far a carry-over is. */
export interface CarryOverProgress {
  readonly rows: number;
  readonly allRows: number;
}

export interface CarryOverDependencies {
  readonly database: string;
  readonly isReplicated: boolean;
  readonly known: readonly Migration[];
  readonly logger: Logger;
  readonly clock: Clock;
  /** Called at the start and after each portion of rows. */
  readonly onProgress?: ((progress: CarryOverProgress) => void) | undefined;
}

const CHUNK_ROWS = 200_000;
/** A large partition is copied in larger chunks, because each one looks for its rows in the whole partition. */
const MAX_CHUNKS = 500;
/** Rows that expire within this time are left out. */
const EXPIRY_NS = 600_000_000_000n;
const REPORT_MS = 5000;
/** The copy must not use the last bytes of a disk. */
const SPARE_BYTES = 256 * 1024 * 1024;

/**
 * Copies the rows of the former table `spans` to `spans_next` and builds `trace_index_next` from them, one
 * partition after the other. Whatever interrupts it, the next call copies what is missing: positions in the log
 * tell. Resolves once the rows of every partition and of its index are counted.
 *
 * Rejects with DISK_TOO_SMALL before anything is copied, or with MIGRATION_FAILED if the counts differ.
 */
export async function carryOver(
  client: ClickHouseClient,
  dependencies: CarryOverDependencies,
): Promise<void> {
  const { database, isReplicated, clock } = dependencies;
  const partitions = await select<PartitionRow>(client, selectPartitions(database, 'spans'));
  if (partitions.length === 0) {
    return;
  }
  if (isReplicated) {
    // Another replica of the shard may have copied the rows already.
    await run(client, `SYSTEM SYNC REPLICA ${database}.spans_next`);
    await run(client, `SYSTEM SYNC REPLICA ${database}.trace_index_next`);
  }
  await requireDisk(client, database, partitions);
  const [row] = await select<{ deletes: string }>(client, selectDeletes(database));
  const rows: CarriedRows = {
    database,
    expiryNs: clock.nowNs() + EXPIRY_NS,
    hasDeletes: row?.deletes !== '0',
  };
  const report = createReport(partitions, dependencies);
  for (const { partition_id, rows: count } of partitions) {
    await copyPartition(client, partition_id, { rows, count: Number(count), report });
  }
  for (const { partition_id } of partitions) {
    await requireSameRows(client, partition_id, rows);
    await indexPartition(client, partition_id, dependencies);
  }
}

interface PartitionRow {
  readonly partition_id: string;
  readonly rows: string;
  readonly bytes: string;
}

async function requireDisk(
  client: ClickHouseClient,
  database: string,
  former: readonly PartitionRow[],
): Promise<void> {
  const next = await select<PartitionRow>(client, selectPartitions(database, 'spans_next'));
  const [disk] = await select<{ disks: number; free: string }>(client, selectFreeBytes(database));
  const bytesOf = (partitions: readonly PartitionRow[]) =>
    partitions.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  const needed = Math.max(0, bytesOf(former) - bytesOf(next)) + SPARE_BYTES;
  const free = Number(disk?.free ?? 0);
  if (Number(disk?.disks ?? 0) > 0 && free < needed) {
    const message = `the rows of ${database}.spans are copied to a new layout, which needs ${needed} free bytes, but the disk of ClickHouse has ${free}. Nothing was changed. Make room and start again`;
    throw new AppError('DISK_TOO_SMALL', message);
  }
}

type Report = (copied: number) => void;

function createReport(
  partitions: readonly PartitionRow[],
  { logger, clock, onProgress }: CarryOverDependencies,
): Report {
  const allRows = partitions.reduce((sum, { rows }) => sum + Number(rows), 0);
  let rows = 0;
  let reportedMs = Number.NEGATIVE_INFINITY;
  const report = (copied: number) => {
    rows += copied;
    onProgress?.({ rows, allRows });
    if (clock.nowMs() - reportedMs >= REPORT_MS) {
      reportedMs = clock.nowMs();
      logger.info({ rows, all_rows: allRows }, 'carrying spans over to the next layout');
    }
  };
  report(0);
  return report;
}

async function copyPartition(
  client: ClickHouseClient,
  partition: string,
  { rows, count, report }: { rows: CarriedRows; count: number; report: Report },
): Promise<void> {
  const chunkRows = Math.max(CHUNK_ROWS, Math.ceil(count / MAX_CHUNKS));
  const chunks = await select<Chunk>(client, selectChunks(partition, chunkRows, rows));
  const missing = chunks.reduce((sum, chunk) => sum + Number(chunk.rows), 0);
  report(count - missing);
  for (const chunk of chunks) {
    await run(client, copyChunk(partition, chunk, rows), chunkSettings);
    report(Number(chunk.rows));
  }
}

async function requireSameRows(
  client: ClickHouseClient,
  partition: string,
  rows: CarriedRows,
): Promise<void> {
  const counts = [];
  for (const table of ['spans', 'spans_next']) {
    const [row] = await select<{ rows: string }>(client, countCarried(table, partition, rows));
    counts.push(row?.rows);
  }
  const [former, next] = counts;
  if (former !== next) {
    throw countsDiffer(rows.database, partition, `${former} rows, ${next} of them copied`);
  }
}

async function indexPartition(
  client: ClickHouseClient,
  partition: string,
  { database, known }: CarryOverDependencies,
): Promise<void> {
  const view = known.findLast(({ name }) => name === 'create_trace_index_view');
  const count = async () => {
    const [row] = await select<{ rows: string; indexed: string }>(
      client,
      countIndexed(database, partition),
    );
    return row;
  };
  const before = await count();
  if (before?.rows !== before?.indexed && view !== undefined) {
    await run(client, dropIndexed(database, partition));
    await run(client, buildIndex(database, partition, view.statement), indexSettings);
  }
  const after = await count();
  if (after?.rows !== after?.indexed) {
    throw countsDiffer(database, partition, `${after?.rows} rows, ${after?.indexed} in the index`);
  }
}

function countsDiffer(database: string, partition: string, counts: string): AppError {
  const message = `partition ${partition} of ${database}.spans has ${counts}. The former table is kept. Start again; the copy then continues`;
  return new AppError('MIGRATION_FAILED', message);
}

async function run(
  client: ClickHouseClient,
  query: string,
  clickhouse_settings: Readonly<Record<string, string | number>> = { wait_end_of_query: 1 },
): Promise<void> {
  const { stream } = await client.exec({ query, clickhouse_settings });
  await readAll(stream);
}

async function select<Row>(client: ClickHouseClient, query: string): Promise<readonly Row[]> {
  const result = await client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}
