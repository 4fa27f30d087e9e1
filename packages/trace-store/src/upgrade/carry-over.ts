import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import { type ClickHouseClient, execute, selectObjects } from '../connection/client.js';
import type { Migration } from '../schema/schema-state.js';
import {
  buildIndex,
  type CarriedRows,
  type Chunk,
  chunkSettings,
  copyChunk,
  countCarried,
  countIndexed,
  countRepeated,
  dropPartition,
  indexSettings,
  mergeRepeated,
  selectChunks,
  selectDeletes,
  selectFreeBytes,
  selectPartitions,
} from './carry-over-statements.js';

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
  /** Called at the start and each time rows have been copied. */
  readonly onProgress?: ((progress: CarryOverProgress) => void) | undefined;
}

const CHUNK_ROWS = 200_000;
/** Maximum uncompressed size of a chunk, which the statement holds in memory. */
const CHUNK_BYTES = 256 * 1024 * 1024;
/**
 * Maximum number of chunks in a partition. Large partitions have larger chunks, because each statement searches the
 * complete partition.
 */
const MAX_CHUNKS = 500;
/** Minimum remaining lifetime of a row that is carried over. Rows that expire earlier are skipped. */
const EXPIRY_NS = 600_000_000_000n;
const REPORT_MS = 5000;
/**
 * Maximum number of passes. If rows expire, arrive late or are deleted during a pass, the next pass corrects the
 * result.
 */
const MAX_PASSES = 3;

/**
 * Copies the rows of the former table `spans` to `spans_next` and builds `trace_index_next` from them, one partition at
 * a time. If the copy was interrupted, the next call compares the log positions and copies the missing rows. Resolves
 * after the number of rows has been verified for every partition and its index.
 *
 * Rejects with MIGRATION_FAILED if the numbers for a partition still differ after several passes.
 */
export async function carryOver(
  client: ClickHouseClient,
  dependencies: CarryOverDependencies,
): Promise<void> {
  const { database, isReplicated, logger } = dependencies;
  if ((await formerPartitions(client, database)).length === 0) {
    return;
  }
  if (isReplicated) {
    // Another replica of the shard may already have copied the rows.
    await run(client, `SYSTEM SYNC REPLICA ${database}.spans_next`);
    await run(client, `SYSTEM SYNC REPLICA ${database}.trace_index_next`);
  }
  for (let pass = 1; ; pass++) {
    const difference = await copyOnce(client, dependencies);
    if (difference === undefined) {
      return;
    }
    if (pass === MAX_PASSES) {
      throw countsDiffer(database, difference);
    }
    logger.info({ ...difference, pass }, 'counts differ: looking for missing rows again');
    if (difference.copied > difference.former) {
      // A consumer of an earlier version has removed rows during the copy. The log positions do not show which rows it
      // removed.
      await run(client, dropPartition(database, 'spans_next', difference.partition));
    }
  }
}

/** A partition for which the tables contain different numbers of rows. */
interface Difference {
  readonly partition: string;
  readonly former: number;
  readonly copied: number;
  readonly indexed: number;
}

/** Copies the missing rows. Resolves with the first remaining difference, or with `undefined`. */
async function copyOnce(client: ClickHouseClient, dependencies: CarryOverDependencies) {
  const { database } = dependencies;
  const partitions = await formerPartitions(client, database);
  const report = createReport(partitions, dependencies);
  for (const partition of partitions) {
    const rows = await carriedRows(client, dependencies);
    await copyPartition(client, partition, { rows, report });
    await indexPartition(client, partition.partition_id, dependencies);
  }
  // The partitions are listed again. Inserts that were running when writes to the former table were stopped may have
  // added partitions.
  for (const { partition_id } of await formerPartitions(client, database)) {
    const difference = await compare(client, partition_id, dependencies);
    if (difference !== undefined) {
      return difference;
    }
  }
  return undefined;
}

function formerPartitions(client: ClickHouseClient, database: string) {
  return selectObjects<PartitionRow>(client, selectPartitions(database, 'spans'));
}

/**
 * Returns the rows to carry over at the current time. Rows expire during a copy, which takes hours, so the result
 * changes.
 */
async function carriedRows(client: ClickHouseClient, { database, clock }: CarryOverDependencies) {
  const [row] = await selectObjects<{ deletes: string }>(client, selectDeletes(database));
  return { database, expiryNs: clock.nowNs() + EXPIRY_NS, hasDeletes: row?.deletes !== '0' };
}

interface PartitionRow {
  readonly partition_id: string;
  readonly rows: string;
  readonly raw_bytes: string;
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
    if (clock.monotonicMs() - reportedMs >= REPORT_MS) {
      reportedMs = clock.monotonicMs();
      logger.info({ rows, all_rows: allRows }, 'carrying spans over to the next layout');
    }
  };
  report(0);
  return report;
}

async function copyPartition(
  client: ClickHouseClient,
  { partition_id, rows: rowCount, raw_bytes }: PartitionRow,
  { rows, report }: { readonly rows: CarriedRows; readonly report: Report },
): Promise<void> {
  const count = Number(rowCount);
  const fitting = Math.ceil((CHUNK_BYTES * count) / Math.max(1, Number(raw_bytes)));
  const chunkRows = Math.max(1, Math.min(CHUNK_ROWS, fitting), Math.ceil(count / MAX_CHUNKS));
  const chunks = await selectObjects<Chunk>(client, selectChunks(partition_id, chunkRows, rows));
  const missing = chunks.reduce((sum, chunk) => sum + Number(chunk.rows), 0);
  report(count - missing);
  for (const chunk of chunks) {
    await run(client, copyChunk(partition_id, chunk, rows), chunkSettings);
    report(Number(chunk.rows));
  }
}

async function indexPartition(
  client: ClickHouseClient,
  partition: string,
  { database, known }: CarryOverDependencies,
): Promise<void> {
  const view = known.findLast(({ name }) => name === 'create_trace_index_view');
  const [row] = await selectObjects<{ repeated: string }>(
    client,
    countRepeated(database, partition),
  );
  if (row?.repeated !== '0') {
    // Reads trust the sums of an index that counts each row once. Duplicate rows would make these sums wrong.
    await run(client, mergeRepeated(database, partition));
  }
  const { copied, indexed } = await countNext(client, database, partition);
  if (copied !== indexed && view !== undefined) {
    await run(client, dropPartition(database, 'trace_index_next', partition));
    await run(client, buildIndex(database, partition, view.statement), indexSettings);
  }
}

async function compare(
  client: ClickHouseClient,
  partition: string,
  dependencies: CarryOverDependencies,
): Promise<Difference | undefined> {
  const { database } = dependencies;
  const rows = await carriedRows(client, dependencies);
  const count = async (table: string) => {
    const [row] = await selectObjects<{ rows: string }>(
      client,
      countCarried(table, partition, rows),
    );
    return Number(row?.rows);
  };
  const former = await count('spans');
  const copied = await count('spans_next');
  const next = await countNext(client, database, partition);
  return former === copied && next.copied === next.indexed
    ? undefined
    : { partition, former, copied, indexed: next.indexed };
}

async function countNext(client: ClickHouseClient, database: string, partition: string) {
  const [row] = await selectObjects<{ rows: string; indexed: string }>(
    client,
    countIndexed(database, partition),
  );
  return { copied: Number(row?.rows), indexed: Number(row?.indexed) };
}

function countsDiffer(database: string, { partition, former, copied, indexed }: Difference) {
  const message = `partition ${partition} of ${database}.spans has ${former} rows, ${copied} of them copied and ${indexed} in the index. The former table is kept. Start again; the copy then continues`;
  return new AppError('MIGRATION_FAILED', message);
}

async function run(
  client: ClickHouseClient,
  query: string,
  clickhouse_settings: Readonly<Record<string, string | number>> = { wait_end_of_query: 1 },
): Promise<void> {
  await execute(client, { query, clickhouse_settings });
}

/** Minimum free space after the copy, as a share of the copied bytes. Merges of the copied rows need this space. */
const SPARE_SHARE = 0.1;
/** Minimum number of bytes that remain free on a disk after the copy. */
const SPARE_BYTES = 256 * 1024 * 1024;

/**
 * Rejects with DISK_TOO_SMALL unless the disks of the former table have space for a copy of it. If an earlier copy was
 * interrupted, the rows that it copied need no further space.
 */
export async function requireRoom(
  client: ClickHouseClient,
  {
    database,
    spareBytes = SPARE_BYTES,
  }: { readonly database: string; readonly spareBytes?: number | undefined },
): Promise<void> {
  const bytesOf = async (table: string) => {
    const rows = await selectObjects<{ bytes: string }>(client, selectPartitions(database, table));
    return rows.reduce((sum, { bytes }) => sum + Number(bytes), 0);
  };
  const former = await bytesOf('spans');
  if (former === 0) {
    return;
  }
  const left = Math.max(0, former - (await bytesOf('spans_next')));
  const needed = Math.ceil(left + Math.max(spareBytes, former * SPARE_SHARE));
  const [disk] = await selectObjects<{ disks: number; free: string }>(
    client,
    selectFreeBytes(database),
  );
  const free = Number(disk?.free ?? 0);
  if (Number(disk?.disks ?? 0) > 0 && free < needed) {
    const message = `the rows of ${database}.spans are copied to a new layout, which needs ${needed} free bytes, but the disk of ClickHouse has ${free}. Nothing was changed. Make room and start again`;
    throw new AppError('DISK_TOO_SMALL', message);
  }
}
