import { useCallback, useEffect, useRef } from 'react';

/**
 * Returns a function that begins an action on `subject` and returns its signal. The signal is aborted by the next
 * action, by another subject, and when the component is removed, because later results must not change the page.
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
