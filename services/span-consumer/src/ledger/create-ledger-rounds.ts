import { type Clock, createMeter, type Registry } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { LedgerAudit } from '@spanhouse/trace-store/writer';
import {
  type LedgerRound,
  LedgerRounds,
  type LedgerRoundsOptions,
  roundLimits,
} from './ledger-rounds.js';

/** The store and the log whose contents are compared. */
export interface LedgerParts {
  readonly audit: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'generation' | 'read' | 'readEnds'>;
}

interface LedgerRoundsDependencies {
  readonly clock: Clock;
  readonly registry: Registry;
  /** Returns whether this consumer compares and reports. Only one consumer of the group does. */
  readonly isInCharge: () => boolean;
}

/** Time between two rounds. With it, a difference is reported within two minutes. */
export const LEDGER_INTERVAL_MS = 60_000;

/**
 * Creates the rounds, whose results the consumer in charge reports. It reports nothing before its first round, and the
 * last result while rounds fail. Returns undefined if `parts` is undefined.
 */
export function createLedgerRounds(
  parts: Pick<LedgerRoundsOptions, 'audit' | 'offsets'> | undefined,
  { clock, registry, isInCharge }: LedgerRoundsDependencies,
): LedgerRounds | undefined {
  if (parts === undefined) {
    return undefined;
  }
  let last: LedgerRound | undefined;
  const reading = () => {
    if (!isInCharge()) {
      last = undefined;
      rounds.forget();
    }
    return last;
  };
  const meter = createMeter(registry);
  meter.reading(
    'spanhouse_spans_unaccounted',
    'Accepted spans of the last day that are neither stored nor dead-lettered, removed, expired or pending; a missing message counts as one.',
    () => reading()?.unaccounted,
  );
  meter.reading(
    'spanhouse_ledger_uncompared_messages',
    'Messages that remain for the next comparison. spanhouse_spans_unaccounted does not include them yet.',
    () => reading()?.uncompared,
  );
  const limits = meter.counter(
    'spanhouse_ledger_round_limits_total',
    'Comparisons of the ledger that reached a limit: messages or repeated checks remain for the next comparison, or only the number of spans of some findings is kept.',
    { limit: roundLimits },
  );
  const rounds = new LedgerRounds({
    ...parts,
    clock,
    onRound: (round) => {
      last = round;
      for (const limit of round.reached) {
        limits.inc({ limit });
      }
    },
  });
  return rounds;
}
