import { useEffect, useState } from 'react';

/**
 * Returns false until the first read has ended, or until `waitMs` after the search began. A secondary read waits for
 * this, because the store has few cores and the main content of the page takes precedence.
 */
export function useAfter(search: object, hasEnded: boolean, waitMs: number): boolean {
  const [late, setLate] = useState<object>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(search), waitMs);
    return () => clearTimeout(timer);
  }, [search, waitMs]);
  return hasEnded || late === search;
}
