import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that must be called at the start of an action and returns an abort signal for that action. The
 * signal is aborted when the next action starts, when `subject` changes, or when the component is unmounted. Outdated
 * results therefore cannot change the page.
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
