import { useSearchParameters } from '../url/use-search.js';

type Order = 'ascending' | 'descending';

/** Returns the order by start time that the URL specifies. */
export function useOrder(): Order {
  const [{ o }] = useSearchParameters();
  return o === 'ascending' ? 'ascending' : 'descending';
}
