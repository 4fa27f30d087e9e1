import { AppError } from '@spanhouse/service-runtime';
import type { LedgerEntry, MessageLedger } from '../message-ledger.js';

/** Stores the last entry for each message in memory. */
export class FakeMessageLedger implements MessageLedger {
  /** While true, every call rejects. */
  isAway = false;
  readonly #entries = new Map<string, LedgerEntry>();

  get entries(): readonly LedgerEntry[] {
    return [...this.#entries.values()];
  }

  enter(entries: readonly LedgerEntry[], signal?: AbortSignal): Promise<void> {
    if (this.isAway || signal?.aborted) {
      const failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'away', { retryable: true });
      return Promise.reject(failure);
    }
    for (const entry of entries) {
      this.#entries.set(`${entry.logPartition}@${entry.logOffset}`, entry);
    }
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
