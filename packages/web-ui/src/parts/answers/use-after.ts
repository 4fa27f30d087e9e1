import { useEffect, useState } from 'react';

/**
 * Whether a read may begin that comes after another one. The store has few cores, and what a person looks at first
 * comes first: but a read that has not ended after `waitMs` since the search began holds up no other.
 */
export function useAfter(search: object, hasEnded: boolean, waitMs: number): boolean {
  const [late, setLate] = useState<object>();
  useEffect(() => {
    const timer = setTimeout(() => setLate(search), waitMs);
    return () => clearTimeout(timer);
  }, [search, waitMs]);
  return hasEnded || late === search;
}
