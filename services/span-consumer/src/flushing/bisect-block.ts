import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import { toLogOffset } from '@spanhouse/span-row';
import {
  advance,
  type BisectPlan,
  narrow,
  nextPart,
  type RowRange,
  wholeBlock,
} from '../blocks/bisect-plan.js';
import {
  type BlockRows,
  readBlockRows,
  refusedLetter,
  rowsOfPart,
  unreadableLetters,
} from '../blocks/block-rows.js';
import { deduplicationToken, partToken } from '../blocks/deduplication-token.js';
import type { SpanBatchBlock } from '../blocks/span-batch.js';
import { putDeadLetters } from './change-dead-letters.js';
import type { FlushContext } from './flush-context.js';
import { type InsertOutcome, insertBlock } from './insert-block.js';

/** A refused block and the state of its bisection. */
export interface Bisection {
  readonly block: SpanBatchBlock;
  /** The plan that an earlier attempt recorded; absent if the block has just been refused. */
  readonly plan: BisectPlan | undefined;
  readonly isReplay: boolean;
  /** The reason why ClickHouse refused the whole block. */
  readonly reason: string;
  /** Records a plan durably. Resolves false if the partition is lost. */
  readonly record: (plan: BisectPlan) => Promise<boolean>;
}

export type BisectOutcome =
  | { readonly status: 'stored'; readonly deadLetteredRows: number }
  | { readonly status: 'lost' };

/**
 * Inserts a refused block in parts. Halves each refused part repeatedly, down to single rows. Refused rows and
 * unreadable messages become dead letters. Each plan is recorded before its parts are inserted, so an attempt after a
 * crash inserts the same parts under the same tokens.
 */
export async function bisectBlock(
  bisection: Bisection,
  context: FlushContext,
): Promise<BisectOutcome> {
  const { block, isReplay, record } = bisection;
  const rows = await readBlockRows(block, context.frameRows);
  const first = await firstPlan(bisection, rows);
  if (first === undefined) {
    return { status: 'lost' };
  }
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
      if (!(await record(plan))) {
        return { status: 'lost' };
      }
    }
  }
  return { status: 'stored', deadLetteredRows };
}

/** Resolves with the recorded plan, or records a first plan. Resolves `undefined` if the partition is lost. */
async function firstPlan(
  { block, plan, reason, record }: Bisection,
  rows: BlockRows,
): Promise<BisectPlan | undefined> {
  if (plan !== undefined) {
    return plan;
  }
  // Without the unreadable messages, ClickHouse often accepts the rest as a whole.
  const isReadable = unreadableLetters(rows, 0).length === 0;
  const first = isReadable
    ? narrow(wholeBlock(block.rowCount), reason)
    : wholeBlock(block.rowCount);
  return (await record(first)) ? first : undefined;
}

/** Writes letters and resolves with the number of rows in them. */
async function putAside(letters: readonly DeadLetter[], context: FlushContext): Promise<number> {
  if (letters.length > 0) {
    await putDeadLetters(letters, context);
  }
  return letters.reduce((rows, { rowCount }) => rows + rowCount, 0);
}

interface BlockPart {
  readonly rows: BlockRows;
  readonly part: RowRange;
  readonly block: SpanBatchBlock;
  readonly isReplay: boolean;
}

/** Inserts the readable rows of a part under the part's token. A part without rows counts as written. */
async function insertPart(
  { rows, part, block, isReplay }: BlockPart,
  context: FlushContext,
): Promise<InsertOutcome> {
  const partRows = rowsOfPart(rows, part);
  if (partRows.length === 0) {
    return { status: 'written' };
  }
  const log = context.subscription;
  const written = {
    frames: [await context.frameRows.join(partRows)],
    rowSchemaVersion: block.rowSchemaVersion,
    logPartition: block.partition,
    logOffset: toLogOffset(log.generation, block.first),
    rowsAtOffset: undefined,
    uncompressedBytes: partRows.reduce((sum, { byteLength }) => sum + byteLength, 0),
    deduplicationToken: partToken(deduplicationToken(log, block), part),
  };
  return insertBlock({ block: written, isReplay }, context);
}
