import { useSearchParameters } from '../url/use-search.js';

type Order = 'ascending' | 'descending';

/** Returns the sort order by start time, as specified in the URL. */
export function useOrder(): Order {
  const [{ o }] = useSearchParameters();
  return o === 'ascending' ? 'ascending' : 'descending';
}
