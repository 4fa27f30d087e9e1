import type { Lifecycle } from '@spanhouse/service-runtime';

/**
 * A scope of resources. `close` closes everything that was opened with `lifecycle`, the last first; the shutdown of the
 * process does not.
 */
export interface Scope {
  readonly lifecycle: Lifecycle;
  /** May be called more than once. */
  close(): Promise<void>;
}

export function openScope(lifecycle: Lifecycle): Scope {
  const closers: (() => Promise<void> | void)[] = [];
  let closed: Promise<void> | undefined;
  const closeAll = async () => {
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      await next();
    }
  };
  return {
    lifecycle: { ...lifecycle, onClose: (_name, close) => void closers.push(close) },
    close() {
      closed ??= closeAll();
      return closed;
    },
  };
}
