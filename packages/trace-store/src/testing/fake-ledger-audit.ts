import {
  emptyBalance,
  type LedgerAudit,
  type LedgerBalance,
  type LedgerSelection,
} from '../message-ledger.js';

/** Returns balances that the test has set, and records the requests. */
export class FakeLedgerAudit implements LedgerAudit {
  readonly asked: LedgerSelection[] = [];
  /** Returns the balance for a selection. */
  answer: (selection: LedgerSelection, committed: readonly bigint[]) => LedgerBalance = () =>
    emptyBalance;
  /** Returns the entered positions; by default the committed positions. */
  enteredOf: (committed: readonly bigint[]) => readonly (bigint | undefined)[] = (committed) =>
    committed;

  balance(selection: LedgerSelection, committed: readonly bigint[]): Promise<LedgerBalance> {
    this.asked.push(selection);
    try {
      return Promise.resolve(this.answer(selection, committed));
    } catch (error) {
      return Promise.reject(error);
    }
  }

  entered(committed: readonly bigint[]): Promise<readonly (bigint | undefined)[]> {
    return Promise.resolve(this.enteredOf(committed));
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
