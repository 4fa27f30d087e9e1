import type { WriteOutcome } from '@spanhouse/trace-store/writer';

/** What becomes of one commit, insert, dead letter or entry of their index. */
export type Fate =
  | 'ok'
  | 'retryable'
  | 'retryable after the effect'
  | 'unknown'
  | 'slow'
  | 'late'
  | 'constraint dropped'
  | 'crash before the effect'
  | 'crash after the effect'
  | 'rebalance';

/** What an operation does for each fate; `run` for those it does not name. */
export interface Behaviour<T> {
  readonly run: () => Promise<T>;
  readonly retryable: () => Promise<T>;
  readonly unknown?: () => Promise<T>;
  readonly slow?: () => Promise<T>;
  readonly late?: () => Promise<T>;
  readonly 'constraint dropped'?: () => Promise<T>;
}

export const brokenWrites: Omit<Behaviour<WriteOutcome>, 'run'> = {
  retryable: () =>
    Promise.resolve({ status: 'retryable', code: 'NETWORK', reason: 'connection refused' }),
  unknown: () => Promise.resolve({ status: 'unknown', code: '42', reason: 'surprise' }),
};

export interface Process {
  readonly life: { readonly isAlive: boolean };
  readonly kill: () => void;
}

/** Whatever a killed process waits for. */
export function never<T>(): Promise<T> {
  return new Promise(() => undefined);
}
