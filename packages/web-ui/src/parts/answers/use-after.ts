import { useEffect, useState } from 'react';

/**
 * Returns true once the page's first read has ended, or once `waitMs` have passed since the search began. Secondary
 * reads wait until then, because the store has few cores and the main content of the page takes precedence.
 */
export function useAfter(search: object, hasEnded: boolean, waitMs: number): boolean {
  const [late, setLate] = useState<object>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(search), waitMs);
    return () => clearTimeout(timer);
  }, [search, waitMs]);
  return hasEnded || late === search;
}
