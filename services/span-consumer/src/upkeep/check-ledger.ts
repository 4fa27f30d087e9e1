import type { LedgerRounds } from '../ledger/ledger-rounds.js';
import { type Rounds, runRounds } from './run-rounds.js';

interface CheckLedgerOptions extends Rounds {
  readonly ledgerRounds: Pick<LedgerRounds, 'run'>;
}

/** Compares the ledger with the store, round by round, until `signal` aborts. Never rejects. */
export async function checkLedger(options: CheckLedgerOptions, signal: AbortSignal): Promise<void> {
  const { ledgerRounds } = options;
  await runRounds(
    { ...options, delayed: 'comparison of the ledger delayed' },
    () => ledgerRounds.run(signal),
    signal,
  );
}
