import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ClickHouseConfig } from '@spanhouse/trace-store/clickhouse-config';
import { compareLedgers, type LedgerDifference, toPositions } from '@spanhouse/trace-store/moving';
import { createLedgerAudit, type LedgerAudit } from '@spanhouse/trace-store/writer';

/**
 * The store of one installation, and the position of its consumers in the log. Both installations read the same log.
 */
export interface LedgerOfForm {
  readonly store: ClickHouseConfig;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'readEnds' | 'waitFor' | 'close'>;
}

interface VerifyOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly say: (line: string) => void;
}

/**
 * Maximum time to wait for the ledger. Consumers store a block within a second and enter its messages into the ledger
 * within ten seconds.
 */
const PATIENCE_MS = 60_000;
const LOOK_MS = 500;
const NS_PER_DAY = 86_400_000_000_000n;
/** Number of days for which the ledger keeps messages. */
const LEDGER_DAYS = 90n;

/**
 * Compares the ledgers of both stores up to the current end of the log. Then compares the target's ledger with the
 * target's stored rows. Resolves with a line for each difference.
 */
export async function verifyPromotion(
  { source, target }: Readonly<Record<'source' | 'target', LedgerOfForm>>,
  options: VerifyOptions,
): Promise<readonly string[]> {
  const { clock, logger } = options;
  const newest = clock.nowNs();
  const ends = await target.offsets.readEnds();
  const positions = toPositions(target.offsets.generation, ends);
  const audits = {
    source: createLedgerAudit(source.store, options),
    target: createLedgerAudit(target.store, options),
  };
  try {
    for (const [name, side] of Object.entries({ source, target })) {
      const audit = audits[name as keyof typeof audits];
      const problem = await untilEntered({ ...side, audit }, { ends, positions }, options);
      if (problem !== undefined) {
        return [`${labels[name as keyof typeof labels]}: ${problem}`];
      }
    }
    const compared = await compareLedgers(
      { source: source.store, target: target.store },
      positions,
      { logger },
    );
    if (compared.difference !== undefined) {
      return [describe(compared.difference)];
    }
    options.say(`Both ledgers have the same messages, with ${compared.spans} spans.`);
    return await compareBalances(audits, { newest, positions });
  } finally {
    await Promise.all([audits.source.close(), audits.target.close()]);
  }
}

const labels = {
  source: 'the embedded installation',
  target: 'the consumers of the target',
} as const;

interface Bounds {
  readonly ends: readonly number[];
  readonly positions: readonly bigint[];
}

/**
 * Waits until all messages before the bounds are stored and entered into the ledger. Resolves with undefined on
 * success, or with a problem after the time limit.
 */
async function untilEntered(
  { offsets, audit }: LedgerOfForm & { readonly audit: LedgerAudit },
  { ends, positions }: Bounds,
  { clock }: VerifyOptions,
): Promise<string | undefined> {
  const { signal } = new AbortController();
  const target = new Map(ends.map((end, partition) => [partition, end]));
  if (!(await offsets.waitFor(target, { timeoutMs: PATIENCE_MS, signal }))) {
    return 'messages of the log are not stored yet; see whether they run, and try again';
  }
  const endMs = clock.nowMs() + PATIENCE_MS;
  for (;;) {
    const entered = await audit.entered(positions, signal);
    if (
      ends.every(
        (end, partition) => end === 0 || isAtLeast(entered[partition], positions[partition]),
      )
    ) {
      return undefined;
    }
    if (clock.nowMs() > endMs) {
      return 'messages are not entered in the ledger yet; try again';
    }
    await clock.sleep(LOOK_MS);
  }
}

function isAtLeast(left: bigint | undefined, right: bigint | undefined): boolean {
  return left !== undefined && right !== undefined && left >= right;
}

/**
 * Compares the numbers of spans that the two stores cannot account for. Spans that were unaccounted for before the
 * promotion remain so; the promotion must not add any.
 */
async function compareBalances(
  audits: Readonly<Record<'source' | 'target', LedgerAudit>>,
  { newest, positions }: { readonly newest: bigint; readonly positions: readonly bigint[] },
): Promise<readonly string[]> {
  const times = { oldest: newest - LEDGER_DAYS * NS_PER_DAY, newest };
  const { signal } = new AbortController();
  const before = await audits.source.balance(times, positions, signal);
  const after = await audits.target.balance(times, positions, signal);
  if (after.sums.unaccounted <= before.sums.unaccounted && after.missing <= before.missing) {
    return [];
  }
  const named = after.unbalanced.map(
    ({ logPartition, logOffset, projectId, accepted, stored }) =>
      `partition ${logPartition}, offset ${logOffset}, project ${projectId}: ${accepted} accepted, ${stored} stored`,
  );
  return [
    `the target cannot account for ${after.sums.unaccounted} of ${after.sums.accepted} spans and misses ${after.missing} messages (the embedded installation: ${before.sums.unaccounted}, ${before.missing})`,
    ...named,
  ];
}

function describe({ minute, projectId, source, target }: LedgerDifference): string {
  return `the ledgers differ at ${minute}, project ${projectId}: ${source.spans} spans in ${source.messages} messages, and ${target.spans} in ${target.messages} in the target`;
}
