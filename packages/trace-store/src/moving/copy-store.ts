import { randomUUID } from 'node:crypto';
import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { jsonRows, tableRows } from '../connection/run-statement.js';
import { createSpanWriter } from '../writing/clickhouse-span-writer.js';
import { type CopyConnection, openCopyConnection } from './copy-connection.js';
import {
  type CopiedRows,
  type CopyKey,
  type CopyRange,
  type CopyUnit,
  countFromGeneration,
  countRange,
  insertRange,
  selectRange,
  selectRangeEnd,
  selectUnits,
} from './copy-statements.js';
import { copyTable, otherTables } from './copy-tables.js';

/** Minimum remaining lifetime of a copied row. Rows that expire earlier are not copied. */
const EXPIRY_NS = 600_000_000_000n;

export interface CopyStoreOptions {
  readonly source: ClickHouseConfig;
  /** The store to copy to. It MUST be migrated, and no consumer may write to it until the copy is complete. */
  readonly target: ClickHouseConfig;
  /** Unique id of the copy, which is part of every deduplication token. */
  readonly copyId: string;
  /**
   * Generation of the first log that is not copied. All rows of earlier generations are copied. During the copy, these
   * rows may be removed but not otherwise changed.
   */
  readonly endGeneration: number;
  readonly progress: CopyProgress;
  /** Makes the progress durable. The next call continues from the last saved progress. */
  readonly save: (progress: CopyProgress) => Promise<void>;
  /** Called after each range with the number of copied rows and the total number of rows. */
  readonly onRows?: (copied: number, all: number) => void;
  /** Maximum number of rows in a range; default 50,000. */
  readonly maxRows?: number;
  readonly clock: Pick<Clock, 'nowNs' | 'monotonicMs'>;
  readonly logger: Logger;
}

/**
 * Copies the rows of earlier logs from one store to another: spans, deletes, the ledger and the sums of spans. Rows
 * keep their log position and receive time, so that the target can continue with the same log.
 *
 * - MAY be interrupted at any time and called again. Every row is stored once, and the rows of each range are counted
 *   to verify this.
 * - Rejects with TARGET_IN_USE if the target contains other rows, with COPY_FAILED if rows cannot be found after they
 *   were inserted, and with CLICKHOUSE_UNAVAILABLE (retryable).
 */
export async function copyStore(options: CopyStoreOptions): Promise<void> {
  const { logger, endGeneration, clock, save, copyId } = options;
  const source = openCopyConnection(options.source, { logger });
  const target = openCopyConnection(options.target, { logger });
  const writer = createSpanWriter(options.target, { logger, clock });
  const rows = () => ({ endGeneration, expiryNs: clock.nowNs() + EXPIRY_NS });
  try {
    await requireUnused(target, options.progress.isBegun ? endGeneration : 0);
    const begun = { ...options.progress, isBegun: true };
    await save(begun);
    let progress = await copySpans({ ...options, source, target, rows }, begun);
    for (const table of otherTables.filter((name) => !begun.tables.includes(name))) {
      await copyTable({ source, target, writer, copyId, rows: rows() }, table);
      progress = { ...progress, tables: [...progress.tables, table] };
      await save(progress);
    }
    await requireUnused(target, endGeneration);
    await save({ ...progress, isComplete: true });
  } finally {
    await Promise.all([source.close(), target.close(), writer.close()]);
  }
}

/** Rejects with TARGET_IN_USE unless the store is empty. The store MUST be migrated. */
export async function requireEmptyStore(
  config: ClickHouseConfig,
  { logger }: { readonly logger: Logger },
): Promise<void> {
  const connection = openCopyConnection(config, { logger });
  await requireUnused(connection, 0).finally(() => connection.close());
}

/**
 * Rejects if a consumer has written rows of this or a later generation to the target, because a retried step could then
 * miss or duplicate rows.
 */
async function requireUnused(target: CopyConnection, generation: number): Promise<void> {
  const [[count] = []] = tableRows(await target.read(countFromGeneration(generation)));
  if (count !== '0') {
    const what =
      generation === 0
        ? 'it has rows already'
        : 'a consumer has written to it before the copy was complete';
    const advice =
      'undo the promotion, delete the topic and the databases of the target, and begin again';
    throw new AppError(
      'TARGET_IN_USE',
      `the ClickHouse of the target cannot be used: ${what}; ${advice}`,
    );
  }
}

/** Maximum number of rows in a range. A range is held in memory and becomes one part of the table. */
const MAX_ROWS = 50_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The two stores, and the rows to copy. */
interface SpanCopy extends Pick<CopyStoreOptions, 'copyId' | 'save' | 'onRows' | 'maxRows'> {
  readonly source: CopyConnection;
  readonly target: CopyConnection;
  /**
   * Returns the rows to copy at the current time. Rows expire during a copy, which may take days, so the result
   * changes.
   */
  readonly rows: () => CopiedRows;
}

interface Unit extends CopyUnit {
  readonly rows: number;
}

/** Copies the remaining rows range by range. Resolves with the progress after the last range. */
async function copySpans(copy: SpanCopy, begun: CopyProgress): Promise<CopyProgress> {
  const units = await readUnits(copy, begun.lastUnit);
  const all = begun.rows + units.reduce((sum, { rows }) => sum + rows, 0);
  let progress = begun;
  for (const { rows, ...unit } of units) {
    progress = await copyUnit({ ...copy, unit, all }, turnTo(unit, progress));
  }
  return progress;
}

async function readUnits(
  { source, rows }: SpanCopy,
  last: CopyUnit | undefined,
): Promise<readonly Unit[]> {
  type Row = readonly [retentionDays: number, week: string, projectId: string, rows: string];
  const units = jsonRows<Row>(await source.read(selectUnits(rows()))).map(
    ([retentionDays, week, projectId, count]) => ({
      retentionDays,
      week,
      projectId,
      rows: Number(count),
    }),
  );
  return units
    .filter((unit) => last === undefined || isLaterUnit(unit, last))
    .toSorted((left, right) => (isLaterUnit(left, right) ? 1 : -1));
}

interface UnitCopy extends SpanCopy {
  readonly unit: CopyUnit;
  readonly all: number;
}

async function copyUnit(copy: UnitCopy, begun: CopyProgress): Promise<CopyProgress> {
  const { unit, save, onRows, all } = copy;
  let progress = begun;
  for (;;) {
    const last = progress.pending ?? (await findEnd(copy, progress.after));
    if (last === undefined) {
      progress = { ...progress, lastUnit: unit, unit: undefined, after: undefined };
      await save(progress);
      return progress;
    }
    progress = { ...progress, pending: last };
    await save(progress);
    const rows = await copyRange(copy, { unit, after: progress.after, last }, progress.ranges);
    const ranges = progress.ranges + 1;
    progress = { ...progress, after: last, pending: undefined, ranges, rows: progress.rows + rows };
    onRows?.(progress.rows, all);
  }
}

async function findEnd(
  { source, rows, unit, maxRows = MAX_ROWS }: UnitCopy,
  after: CopyKey | undefined,
): Promise<CopyKey | undefined> {
  const limits = { maxRows, maxBytes: MAX_BYTES };
  const answer = await source.read(selectRangeEnd({ unit, after }, rows(), limits));
  const [[bucket, traceId] = []] = tableRows(answer);
  return bucket === undefined || traceId === undefined ? undefined : { bucket, traceId };
}

/**
 * Inserts a range and retries until its rows are found. The first token of a range does not change after an
 * interruption, so that the range is stored once. Retries use other tokens, because a server that was killed may
 * remember the token of lost rows.
 */
async function copyRange(copy: UnitCopy, range: CopyRange, number: number): Promise<number> {
  const { source, target, copyId } = copy;
  const token = `copy:${copyId}:${number}`;
  for (const next of [token, `${token}:again`, `${token}:${randomUUID()}`]) {
    const block = await source.read(selectRange(range, copy.rows()));
    if (block.length > 0) {
      await target.insertOnce(insertRange, block, next);
    }
    // The source may lose rows during the copy, because it removes expired rows and rows of deleted traces. No rows are
    // added.
    const [[expected] = []] = tableRows(await source.read(countRange(range, copy.rows())));
    const [[found, indexed] = []] = tableRows(await target.read(countRange(range, copy.rows())));
    if (found === indexed && Number(found) >= Number(expected)) {
      return Number(found);
    }
  }
  const { projectId, week } = range.unit;
  const message = `rows of project ${projectId} of the week from ${week} are not stored after three inserts`;
  throw new AppError('COPY_FAILED', message);
}

/** The progress of a copy. It is saved before each step, so that an interrupted copy retries the same step. */
export interface CopyProgress {
  /** True if the target has been found to be empty. */
  readonly isBegun: boolean;
  /** Number of copied ranges. */
  readonly ranges: number;
  readonly rows: number;
  /** The last unit that was copied completely. The copy continues with the units that follow it. */
  readonly lastUnit: CopyUnit | undefined;
  /** The unit that is currently copied. */
  readonly unit: CopyUnit | undefined;
  /**
   * `after` is the key up to which the current unit is copied. `pending` is the last key of the range that is being
   * copied.
   */
  readonly after: CopyKey | undefined;
  readonly pending: CopyKey | undefined;
  /** The other tables that have been copied. */
  readonly tables: readonly string[];
  readonly isComplete: boolean;
}

export const noProgress: CopyProgress = {
  isBegun: false,
  ranges: 0,
  rows: 0,
  lastUnit: undefined,
  unit: undefined,
  after: undefined,
  pending: undefined,
  tables: [],
  isComplete: false,
};

/** Returns whether a unit follows another unit in the order of `selectUnits`. */
function isLaterUnit(unit: CopyUnit, other: CopyUnit): boolean {
  const order =
    unit.retentionDays - other.retentionDays ||
    compare(unit.week, other.week) ||
    compare(unit.projectId, other.projectId);
  return order > 0;
}

/**
 * Continues with another unit. The keys of the previous unit are dropped, because its remaining rows have expired or
 * were deleted.
 */
function turnTo(unit: CopyUnit, progress: CopyProgress): CopyProgress {
  const isSame =
    progress.unit !== undefined &&
    !isLaterUnit(progress.unit, unit) &&
    !isLaterUnit(unit, progress.unit);
  return isSame ? progress : { ...progress, unit, after: undefined, pending: undefined };
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}
