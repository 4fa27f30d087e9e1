import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that starts an action on `subject` and returns an abort signal for it. The signal is aborted when
 * another action starts, when the subject changes, and when the component is removed. An outdated result then cannot
 * change the page.
 */
export function useLatestSignal(subject?: unknown): () => AbortSignal {
  const latest = useRef<AbortController>(undefined);
  useEffect(() => () => latest.current?.abort(), [subject]);
  return useCallback(() => {
    latest.current?.abort();
    latest.current = new AbortController();
    return latest.current.signal;
  }, []);
}
