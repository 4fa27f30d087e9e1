import { useEffect, useState } from 'react';

/**
 * Returns the latest input for which `run` has resolved, together with the result. Returns undefined before the first
 * result. An undefined input is not passed to `run`. Throws if `run` rejects.
 */
export function useResult<Input, Result>(
  input: Input | undefined,
  run: (input: Input, signal: AbortSignal) => Promise<Result>,
) {
  type Done = { readonly input: Input; readonly result: Result } | { readonly error: unknown };
  const [done, setDone] = useState<Done>();
  useEffect(() => {
    if (input === undefined) {
      return;
    }
    const controller = new AbortController();
    const { signal } = controller;
    const keep = (next: Done) => signal.aborted || setDone(next);
    run(input, signal).then(
      (result) => keep({ input, result }),
      (error: unknown) => keep({ error }),
    );
    return () => controller.abort();
  }, [input]);
  if (done !== undefined && 'error' in done) {
    throw done.error;
  }
  return done;
}
