import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function to call at the start of each action. The function returns an abort signal for the action. The
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
