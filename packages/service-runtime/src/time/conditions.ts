import type { Clock } from './clock.js';

interface WaitLimits {
  readonly signal?: AbortSignal;
  readonly timeout?: { readonly clock: Pick<Clock, 'setTimer'>; readonly ms: number };
}

/** Allows callers to wait for conditions on a state. The owner of the state calls `recheck` after each change. */
export class Conditions {
  readonly #checks = new Set<() => void>();

  /** True while at least one caller waits. */
  get areAwaited(): boolean {
    return this.#checks.size > 0;
  }

  /** Wakes the callers whose condition is met. */
  recheck(): void {
    for (const check of [...this.#checks]) {
      check();
    }
  }

  /** Waits until a condition is met. Resolves with false if the signal or the timeout ends the wait. */
  until(isMet: () => boolean, { signal, timeout }: WaitLimits = {}): Promise<boolean> {
    if (isMet() || signal?.aborted === true || (timeout !== undefined && timeout.ms <= 0)) {
      return Promise.resolve(isMet());
    }
    return new Promise((resolve) => {
      const finish = (): void => {
        timer?.cancel();
        signal?.removeEventListener('abort', finish);
        this.#checks.delete(check);
        resolve(isMet());
      };
      const check = (): void => {
        if (isMet()) {
          finish();
        }
      };
      const timer = timeout?.clock.setTimer(timeout.ms, finish);
      signal?.addEventListener('abort', finish, { once: true });
      this.#checks.add(check);
    });
  }
}
