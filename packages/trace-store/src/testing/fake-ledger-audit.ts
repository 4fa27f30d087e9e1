import type { LedgerAudit, LedgerBalance, LedgerSelection } from '../message-ledger.js';

/** Answers with balances that a test sets, and remembers what was asked. */
export class FakeLedgerAudit implements LedgerAudit {
  readonly asked: LedgerSelection[] = [];
  /** The answer for a selection. */
  answer: (selection: LedgerSelection, committed: readonly bigint[]) => LedgerBalance = () => ({
    minutes: [],
    unbalanced: [],
    gaps: [],
  });

  balance(selection: LedgerSelection, committed: readonly bigint[]): Promise<LedgerBalance> {
    this.asked.push(selection);
    try {
      return Promise.resolve(this.answer(selection, committed));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
