import type { Clock, Registry } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { LedgerAudit } from '@spanhouse/trace-store/writer';
import { Counter, Gauge } from 'prom-client';
import {
  type LedgerRound,
  LedgerRounds,
  type LedgerRoundsOptions,
  roundLimits,
} from './ledger-rounds.js';

/** The store and the log that the ledger is compared with. */
export interface LedgerParts {
  readonly audit: Pick<LedgerAudit, 'balance' | 'entered'>;
  readonly offsets: Pick<CommittedOffsets, 'logId' | 'generation' | 'read' | 'readEnds'>;
}

interface LedgerRoundsDependencies {
  readonly clock: Clock;
  readonly registry: Registry;
  /** Only one consumer of the group compares and reports the result. */
  readonly isInCharge: () => boolean;
}

/** The time between two rounds: a difference is reported within two minutes. */
export const LEDGER_INTERVAL_MS = 60_000;

/**
 * Creates the rounds. The consumer in charge reports their result: nothing before its first round, and the last result
 * while rounds fail. Returns undefined without `parts`.
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
  createLedgerGauge(registry, {
    name: 'spanhouse_spans_unaccounted',
    help: 'Accepted spans of the last day that are neither stored nor dead-lettered, removed, expired or pending; a missing message counts as one.',
    read: () => reading()?.unaccounted,
  });
  createLedgerGauge(registry, {
    name: 'spanhouse_ledger_uncompared_messages',
    help: 'Messages that remain for the next comparison. spanhouse_spans_unaccounted does not include them yet.',
    read: () => reading()?.uncompared,
  });
  const limits = createLimitCounter(registry);
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

interface LedgerGauge {
  readonly name: string;
  readonly help: string;
  readonly read: () => number | undefined;
}

function createLedgerGauge(registry: Registry, { name, help, read }: LedgerGauge): void {
  // prom-client calls collect with the gauge as `this`.
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      const value = read();
      if (value === undefined) {
        this.remove();
      } else {
        this.set(value);
      }
    },
  });
}

function createLimitCounter(registry: Registry): Counter<'limit'> {
  const counter = new Counter({
    name: 'spanhouse_ledger_round_limits_total',
    help: 'Comparisons of the ledger that reached a limit: messages or repeated checks remain for the next comparison, or only the number of spans of some findings is kept.',
    labelNames: ['limit'],
    registers: [registry],
  });
  for (const limit of roundLimits) {
    counter.inc({ limit }, 0);
  }
  return counter;
}
