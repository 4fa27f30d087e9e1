import { useEffect, useState } from 'react';

/**
 * Delays a secondary read until the first one ends, or until `waitMs` after the search began. The store has few cores,
 * and the read that the user looks at first takes precedence.
 */
export function useAfter(search: object, hasEnded: boolean, waitMs: number): boolean {
  const [late, setLate] = useState<object>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(search), waitMs);
    return () => clearTimeout(timer);
  }, [search, waitMs]);
  return hasEnded || late === search;
}
