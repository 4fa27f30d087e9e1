import type { WriteOutcome } from '@spanhouse/trace-store/writer';

/** What becomes of one commit, insert, dead letter or entry of their index. */
export type Fate =
  | 'ok'
  | 'retryable'
  | 'retryable after the effect'
  | 'unknown'
  | 'slow'
  | 'late'
  | 'rows lost'
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
  readonly 'rows lost'?: () => Promise<T>;
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

export async function meetFate<T>(
  fate: Fate,
  behaviour: Behaviour<T>,
  { kill, rebalance }: Pick<Process, 'kill'> & { readonly rebalance: () => unknown },
): Promise<T> {
  switch (fate) {
    case 'retryable':
      return behaviour.retryable();
    case 'retryable after the effect':
      await behaviour.run();
      return behaviour.retryable();
    case 'crash before the effect':
      kill();
      return never();
    case 'crash after the effect':
      await behaviour.run();
      kill();
      return never();
    case 'rebalance':
      void rebalance(); // meets the operation halfway
      return behaviour.run();
    case 'ok':
      return behaviour.run();
    default:
      return (behaviour[fate] ?? behaviour.run)();
  }
}
