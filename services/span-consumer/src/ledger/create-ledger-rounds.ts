import type { Clock, Registry } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { LedgerAudit } from '@spanhouse/trace-store/writer';
import { Gauge } from 'prom-client';
import { LedgerRounds } from './ledger-rounds.js';

/** What a consumer needs to compare what was accepted with what is stored. */
export interface LedgerParts {
  readonly audit: Pick<LedgerAudit, 'balance'>;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read'>;
}

interface LedgerRoundsDependencies {
  readonly clock: Clock;
  readonly registry: Registry;
  /** Only one consumer of the group compares, and shows the result. */
  readonly isInCharge: () => boolean;
}

/** The time between two rounds: what does not add up is known within two minutes. */
export const LEDGER_INTERVAL_MS = 60_000;

/** Creates the rounds, whose result is a gauge of the consumer in charge. Returns undefined if nothing is compared. */
export function createLedgerRounds(
  parts: LedgerParts | undefined,
  { clock, registry, isInCharge }: LedgerRoundsDependencies,
): LedgerRounds | undefined {
  if (parts === undefined) {
    return undefined;
  }
  let unaccounted: number | undefined;
  // prom-client calls collect with the gauge as `this`.
  new Gauge({
    name: 'spanhouse_spans_unaccounted',
    help: 'Accepted spans of the last day that are neither stored nor dead-lettered, removed, expired or pending; a missing message counts as one.',
    registers: [registry],
    collect() {
      if (!isInCharge()) {
        unaccounted = undefined;
        rounds.forget();
      }
      if (unaccounted === undefined) {
        this.remove();
      } else {
        this.set(unaccounted);
      }
    },
  });
  const rounds = new LedgerRounds({
    ...parts,
    clock,
    onUnaccounted: (spans) => {
      unaccounted = spans;
    },
  });
  return rounds;
}
