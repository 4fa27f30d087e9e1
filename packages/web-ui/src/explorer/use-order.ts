import { useSearchParameters } from '../url/use-search.js';

type Order = 'ascending' | 'descending';

/** Returns the order of the list by start time, as the address has it. */
export function useOrder(): Order {
  const [{ o }] = useSearchParameters();
  return o === 'ascending' ? 'ascending' : 'descending';
}
