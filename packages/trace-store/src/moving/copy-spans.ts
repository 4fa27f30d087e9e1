import { randomUUID } from 'node:crypto';
import { AppError } from '@spanhouse/service-runtime';
import { jsonRows, tableRows } from '../connection/answer-rows.js';
import type { CopyConnection } from './copy-connection.js';
import { type CopyProgress, isLaterUnit, turnTo } from './copy-progress.js';
import {
  type CopiedRows,
  type CopyKey,
  type CopyRange,
  type CopyUnit,
  countRange,
  insertRange,
  selectRange,
  selectRangeEnd,
  selectUnits,
} from './copy-statements.js';

/** Maximum number of rows of a range, which is held in memory and becomes one part of the table. */
const MAX_ROWS = 50_000;
const MAX_BYTES = 32 * 1024 * 1024;

/** The two stores, and the rows to copy. */
export interface SpanCopy {
  readonly source: CopyConnection;
  readonly target: CopyConnection;
  /** Differs for each copy, and is a part of every token. */
  readonly copyId: string;
  /** Returns the rows to copy at the current time: a copy may take days, during which rows expire. */
  readonly rows: () => CopiedRows;
  /** Makes the progress durable. */
  readonly save: (progress: CopyProgress) => Promise<void>;
  /** Called after each range with the numbers of copied rows and of all rows. */
  readonly onRows?: ((copied: number, all: number) => void) | undefined;
  /** Rows per range; 50,000 by default. */
  readonly maxRows?: number | undefined;
}

interface Unit extends CopyUnit {
  readonly rows: number;
}

/** Copies the remaining rows, range by range. Resolves with the progress after the last one. */
export async function copySpans(copy: SpanCopy, begun: CopyProgress): Promise<CopyProgress> {
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
 * Inserts a range until its rows are found. The token is the same after an interruption, so the range is stored once;
 * but a killed server may remember the token of rows that it lost.
 */
async function copyRange(copy: UnitCopy, range: CopyRange, number: number): Promise<number> {
  const { source, target, copyId } = copy;
  const token = `copy:${copyId}:${number}`;
  for (const next of [token, `${token}:again`, `${token}:${randomUUID()}`]) {
    const block = await source.read(selectRange(range, copy.rows()));
    if (block.length > 0) {
      await target.insertOnce(insertRange, block, next);
    }
    // The source only loses rows: rows of deleted traces and expired rows.
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
