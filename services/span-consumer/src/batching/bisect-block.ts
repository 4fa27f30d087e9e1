import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import { advance, type BisectPlan, narrow, nextPart, wholeBlock } from './bisect-plan.js';
import {
  type BlockRows,
  readBlockRows,
  refusedLetter,
  rowsOfPart,
  unreadableLetters,
} from './block-rows.js';
import { deduplicationToken, partToken, storedLogOffset } from './deduplication-token.js';
import type { FlushContext } from './flush-context.js';
import { type InsertOutcome, insertBlock } from './insert-block.js';
import { putDeadLetters } from './put-dead-letters.js';
import type { RowRange } from './row-range.js';
import type { SpanBatchBlock } from './span-batch.js';

export interface Bisection {
  readonly block: SpanBatchBlock;
  /** Recorded by an earlier attempt; absent when the block has only just been refused. */
  readonly plan: BisectPlan | undefined;
  readonly isReplay: boolean;
  /** ClickHouse's answer to the whole block. */
  readonly reason: string;
  /** Makes a plan durable; resolves false when the partition is lost. */
  readonly record: (plan: BisectPlan) => Promise<boolean>;
}

export type BisectOutcome =
  | { readonly status: 'stored'; readonly deadLetteredRows: number }
  | { readonly status: 'lost' };

/**
 * Inserts a refused block part by part, down to the single rows that ClickHouse refuses: these,
 * and messages whose frame is unreadable, become dead letters. Every part is written down before
 * it is inserted, so an attempt after a crash repeats the same parts under the same tokens.
 */
export async function bisectBlock(
  bisection: Bisection,
  context: FlushContext,
): Promise<BisectOutcome> {
  const { block, isReplay, record } = bisection;
  const rows = await readBlockRows(block, context.frameRows);
  const first = await firstPlan(bisection, rows);
  if (first === undefined) return { status: 'lost' };
  let deadLetteredRows = await putAside(unreadableLetters(rows, first.bounds[0] ?? 0), context);
  let plan = first;
  for (let part = nextPart(plan); part !== undefined; part = nextPart(plan)) {
    if (plan.refused !== undefined) {
      const { frameRows } = context;
      const letters = await refusedLetter(rows, part.from, { reason: plan.refused, frameRows });
      deadLetteredRows += await putAside(letters, context);
      plan = advance(plan);
      continue;
    }
    const outcome = await insertPart({ rows, part, block, isReplay }, context);
    if (outcome.status === 'written') {
      plan = advance(plan);
    } else {
      plan = narrow(plan, `${outcome.code}: ${outcome.reason}`);
      if (!(await record(plan))) return { status: 'lost' };
    }
  }
  return { status: 'stored', deadLetteredRows };
}

async function firstPlan(
  { block, plan, reason, record }: Bisection,
  rows: BlockRows,
): Promise<BisectPlan | undefined> {
  if (plan !== undefined) return plan;
  // Without its unreadable messages the rest may well go in at once.
  const isReadable = unreadableLetters(rows, 0).length === 0;
  const first = isReadable
    ? narrow(wholeBlock(block.rowCount), reason)
    : wholeBlock(block.rowCount);
  return (await record(first)) ? first : undefined;
}

async function putAside(letters: readonly DeadLetter[], context: FlushContext): Promise<number> {
  if (letters.length > 0) await putDeadLetters(letters, context);
  return letters.reduce((rows, { rowCount }) => rows + rowCount, 0);
}

interface BlockPart {
  readonly rows: BlockRows;
  readonly part: RowRange;
  readonly block: SpanBatchBlock;
  readonly isReplay: boolean;
}

async function insertPart(
  { rows, part, block, isReplay }: BlockPart,
  context: FlushContext,
): Promise<InsertOutcome> {
  const partRows = rowsOfPart(rows, part);
  if (partRows.length === 0) return { status: 'written' };
  const log = context.subscription;
  const written = {
    frames: [await context.frameRows.join(partRows)],
    rowSchemaVersion: block.rowSchemaVersion,
    logPartition: block.partition,
    logOffset: storedLogOffset(log, block.first),
    rowsAtOffset: undefined,
    deduplicationToken: partToken(deduplicationToken(log, block), part),
  };
  const isReadable = () => Promise.resolve(true);
  return insertBlock({ block: written, isReplay, isReadable }, context);
}
