import { generationOf, toLogOffset } from '@spanhouse/span-row';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import {
  jsonRows,
  type RunStatement,
  tableRows,
  withDeadline,
} from '../connection/run-statement.js';
import { closeRunner, openRunner, type RunnerDependencies } from '../connection/runner.js';
import {
  emptyBalance,
  type LedgerAudit,
  type LedgerBalance,
  type LedgerGap,
  type LedgerSelection,
  type LedgerTimes,
  noSums,
} from '../message-ledger.js';
import { earlier, later } from '../selection/time-ranges.js';
import { type EarlierEnd, selectEarlierEnds, selectLastEntered } from './ledger-ends.js';
import { selectEntered, selectGaps, selectMayHaveGaps } from './ledger-gaps.js';
import {
  addSums,
  type GapRow,
  type MessageRow,
  type MinuteRow,
  toGaps,
  toMessage,
  toMinute,
  toRetry,
  toScope,
} from './ledger-rows.js';
import {
  type LedgerPart,
  selectLedgerMinutes,
  selectLedgerRetries,
  selectLedgerScopes,
  selectLedgerSums,
  selectStoredSpans,
  selectUnbalanced,
} from './ledger-statements.js';

/** Maximum number of listed messages and of listed gaps. Longer lists would not help an operator. */
const MAX_NAMED = 100;
/** Maximum number of listed minutes. The limit is high enough for one hour and 166 projects. */
const MAX_MINUTES = 10_000;

/** Memory limit for comparing one part. A part has about a million rows, and each row needs a few bytes of memory. */
const PART_MEMORY_BYTES = 2_147_483_648;

/** Creates the audit of the ledger. No connection opens before the first call. */
export function createLedgerAudit(
  config: ClickHouseConfig,
  dependencies: RunnerDependencies,
): LedgerAudit {
  const limits = {
    QUERY_DEADLINE_MS: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    QUERY_MAX_MEMORY_BYTES: PART_MEMORY_BYTES,
  };
  // One connection is enough, because the parts are compared one at a time in the background.
  const runner = openRunner({ ...config, ...limits }, 1, dependencies);
  return {
    async balance(selection, committed, signal) {
      const read = <Result>(work: (run: RunStatement) => Promise<Result>) =>
        withDeadline(runner, signal, work);
      const parts = await read((run) => readParts(run, selection));
      const lost = await read((run) => readLostEnds(run, selection, committed));
      const missing = lost.reduce((sum, gap) => sum + gap.missing, 0);
      let balance: LedgerBalance = { ...emptyBalance, gaps: lost.slice(0, MAX_NAMED), missing };
      for (const part of parts) {
        // Each part has its own time limit, because a long selection needs many reads.
        balance = join(balance, await read((run) => readBalance(run, part, committed)));
      }
      return balance;
    },
    async entered(committed, signal) {
      const answer = await withDeadline(runner, signal, (run) => run(selectEntered(committed)));
      const positions = new Map(
        tableRows(answer).map(([partition, position = '0']) => [
          Number(partition),
          BigInt(position),
        ]),
      );
      return committed.map((_, partition) => positions.get(partition));
    },
    close: () => closeRunner(runner),
  };
}

/** Divides a time range into parts that are small enough for one statement each. */
async function readParts(run: RunStatement, selection: LedgerSelection) {
  if (!('oldest' in selection)) {
    return [selection];
  }
  const rows = tableRows(await run(selectLedgerMinutes(selection)));
  const minutes = rows.map(([minute = '0', spans]) => ({
    minute: BigInt(minute),
    spans: Number(spans),
  }));
  return planParts(selection, minutes);
}

async function readBalance(
  run: RunStatement,
  selection: LedgerSelection,
  committed: readonly bigint[],
): Promise<LedgerBalance> {
  const scopes = tableRows(await run(selectLedgerScopes(selection))).map(toScope);
  if (scopes.length === 0) {
    return emptyBalance;
  }
  const hasRetries = scopes.some((scope) => scope.retries > 0n);
  const retries = hasRetries
    ? tableRows(await run(selectLedgerRetries(selection))).map(toRetry)
    : [];
  const part: LedgerPart = { selection, scopes, retries, committed };
  const gaps = await readGaps(run, part);
  if (!('oldest' in selection) && !hasRetries) {
    const [[accepted, stored] = []] = tableRows(await run(selectStoredSpans(part)));
    if (accepted === stored) {
      const spans = Number(accepted);
      return { ...emptyBalance, sums: { ...noSums, accepted: spans, stored: spans }, ...gaps };
    }
  }
  const [all, ...minutes] = jsonRows<MinuteRow>(await run(selectLedgerSums(part, MAX_MINUTES))).map(
    toMinute,
  );
  const sums = all === undefined ? noSums : addSums(noSums, all);
  const unbalanced =
    sums.unaccounted === 0
      ? []
      : jsonRows<MessageRow>(await run(selectUnbalanced(part, MAX_NAMED))).map(toMessage);
  return { sums, minutes: 'oldest' in selection ? minutes : [], unbalanced, ...gaps };
}

async function readGaps(run: RunStatement, part: LedgerPart) {
  const [[mayHaveGaps] = []] = tableRows(await run(selectMayHaveGaps(part.scopes)));
  return toGaps(
    mayHaveGaps === '0' ? [] : jsonRows<GapRow>(await run(selectGaps(part, MAX_NAMED))),
  );
}

/** Joins the balances of two parts. The joined lists are cut to the maximum length of a single part's lists. */
function join(left: LedgerBalance, right: LedgerBalance): LedgerBalance {
  return {
    sums: addSums(left.sums, right.sums),
    minutes: [...left.minutes, ...right.minutes].slice(0, MAX_MINUTES),
    unbalanced: [...left.unbalanced, ...right.unbalanced].slice(0, MAX_NAMED),
    gaps: [...left.gaps, ...right.gaps].slice(0, MAX_NAMED),
    missing: left.missing + right.missing,
  };
}

/**
 * Finds lost messages at the end of earlier logs. They were lost because the log was created again before they were
 * stored. Such messages have no ledger entry.
 */
async function readLostEnds(
  run: RunStatement,
  selection: LedgerSelection,
  committed: readonly bigint[],
): Promise<readonly LedgerGap[]> {
  if (!mayHaveEarlierEnds(selection, committed)) {
    return [];
  }
  const rows = tableRows(await run(selectEarlierEnds(selection, committed)));
  const ends = rows.map(toEnd).filter((end) => isWithin(end, selection));
  if (ends.length === 0) {
    return [];
  }
  const entered = tableRows(await run(selectLastEntered(ends))).map(
    ([partition, last = '0']) => [Number(partition), BigInt(last)] as const,
  );
  return ends.flatMap(({ partition, generation, committed: from, end, seenAt }) => {
    const next = entered
      .filter(([of, last]) => of === partition && generationOf(last) === generation)
      .reduce((most, [, last]) => (last >= most ? last + 1n : most), from);
    const missing = Number(end - next);
    const gap = { logPartition: partition, logOffset: end, receivedAt: seenAt, missing };
    return missing > 0 ? [{ ...gap, writer: undefined }] : [];
  });
}

/**
 * Returns whether the selection may include the ends of earlier logs. A selection by position includes them only if it
 * contains positions of an earlier log.
 */
function mayHaveEarlierEnds(selection: LedgerSelection, committed: readonly bigint[]): boolean {
  return (
    'oldest' in selection ||
    selection.to.some(
      (to, partition) => generationOf(to) < generationOf(committed[partition] ?? 0n),
    )
  );
}

function isWithin({ partition, end }: EarlierEnd, selection: LedgerSelection): boolean {
  if ('oldest' in selection) {
    return true;
  }
  const [from, to] = [selection.from[partition], selection.to[partition]];
  return from !== undefined && to !== undefined && from <= end && end < to;
}

function toEnd([
  partition,
  position = '0',
  committed = '0',
  number = '0',
  seenAt = '0',
]: readonly string[]): EarlierEnd {
  const generation = generationOf(BigInt(position));
  return {
    partition: Number(partition),
    generation,
    committed: BigInt(committed),
    end: toLogOffset(generation, Number(number)),
    seenAt: BigInt(seenAt),
  };
}

const NS_PER_MINUTE = 60_000_000_000n;
/** Maximum number of spans that one statement compares. Each span needs a few bytes of memory. */
const MAX_SPANS = 1_000_000;

/** The number of spans received in a minute. */
interface MinuteSpans {
  /** Start of the minute, in ns since the Unix epoch. */
  readonly minute: bigint;
  readonly spans: number;
}

/**
 * Divides a time range into ranges of whole minutes. Each range has at most `maxSpans` spans or consists of one minute.
 * `minutes` is sorted and omits minutes without messages.
 */
export function planParts(
  { oldest, newest }: LedgerTimes,
  minutes: readonly MinuteSpans[],
  maxSpans = MAX_SPANS,
): readonly LedgerTimes[] {
  const parts: { oldest: bigint; newest: bigint; spans: number }[] = [];
  for (const { minute, spans } of minutes) {
    const end = minute + NS_PER_MINUTE;
    const part = { oldest: later(minute, oldest), newest: earlier(end, newest) };
    const last = parts.at(-1);
    if (last !== undefined && last.spans + spans <= maxSpans) {
      last.newest = part.newest;
      last.spans += spans;
    } else {
      parts.push({ ...part, spans });
    }
  }
  return parts.map((part) => ({ oldest: part.oldest, newest: part.newest }));
}
