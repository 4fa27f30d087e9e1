import { AppError } from '@spanhouse/service-runtime';
import type { WriteOutcome } from '@spanhouse/trace-store/writer';

/** The possible fates of a commit, an insert, a dead letter or an index entry. */
export const fates = [
  'ok',
  'retryable',
  'retryable after the effect',
  'unknown',
  'slow',
  'late',
  'rows lost',
  'constraint dropped',
  'crash before the effect',
  'crash after the effect',
  'rebalance',
] as const;

export type Fate = (typeof fates)[number];

/** The possible fates of a request that inserts blocks into ClickHouse. */
export const insertFates = ['ok', 'retryable', 'retryable after the effect', 'unknown'] as const;

export type InsertFate = (typeof insertFates)[number];

/** The behaviour of an operation for each fate. `run` is the behaviour for all fates without a special case. */
export interface Behaviour<T>
  extends Partial<Record<Exclude<Fate, 'ok' | 'retryable'>, () => Promise<T>>> {
  readonly run: () => Promise<T>;
  readonly retryable: () => Promise<T>;
}

export const brokenWrites: Omit<Behaviour<WriteOutcome>, 'run'> = {
  retryable: () =>
    Promise.resolve({ status: 'retryable', code: 'NETWORK', reason: 'connection refused' }),
  unknown: () => Promise.resolve({ status: 'unknown', code: '42', reason: 'surprise' }),
};

/** Rejects with the error of an unavailable ClickHouse. */
export function storeUnavailable(): Promise<never> {
  return Promise.reject(new AppError('CLICKHOUSE_UNAVAILABLE', 'unavailable', { retryable: true }));
}

/** Rejects with the error of an unavailable log. */
export function logUnavailable(): Promise<never> {
  return Promise.reject(new AppError('LOG_UNAVAILABLE', 'no broker', { retryable: true }));
}

export interface Process {
  readonly life: { readonly isAlive: boolean };
  readonly kill: () => void;
}

/** Returns a promise that never resolves, like the calls of a killed process. */
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
      void rebalance(); // happens in the middle of the operation
      return behaviour.run();
    case 'ok':
      return behaviour.run();
    default:
      return (behaviour[fate] ?? behaviour.run)();
  }
}

/** Applies a fate to an insert of one or more blocks. */
export function meetInsertFate(
  fate: InsertFate | undefined,
  insert: () => WriteOutcome,
): Promise<WriteOutcome> {
  if (fate === 'unknown') {
    return brokenWrites.unknown?.() ?? never();
  }
  const outcome = fate === 'retryable' ? undefined : insert();
  return outcome === undefined || fate === 'retryable after the effect'
    ? brokenWrites.retryable()
    : Promise.resolve(outcome);
}
