import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { queryTraceSpans } from '../../api/query-spans.js';
import { traceKey } from '../../api/trace-key.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { readFilterText } from '../../filter-bar/parse-filter-text.js';
import { indexesOfSpans, type Outline } from '../outline/outline.js';
import { findInOutline, findWords, wordsOf } from './find-in-outline.js';

const PAGE_SIZE = 1000;
const KEPT_MS = 30_000;
/** Maximum number of matches to request from the service. */
const MAX_MATCHES = 20_000;

/** Result of a search within a trace. */
export interface Found {
  /** Positions of the matching spans in ascending order. */
  readonly matches: readonly number[];
  /** True while a running search may find more matches. */
  readonly isSearching: boolean;
  /** True if the search stopped because it found too many matches. */
  readonly isCut: boolean;
  /** Reason why the search is incomplete or why the search text is invalid. */
  readonly problem: string | undefined;
}

const nothing: Found = { matches: [], isSearching: false, isCut: false, problem: undefined };

/**
 * Finds the spans that match a filter. Searches the outline if it contains the necessary data; otherwise, the service
 * searches.
 */
export function useFind(outline: Outline, text: string): Found {
  const { filtering, mistake } = useMemo(() => readFilterText(text), [text]);
  const { known, isWhole } = useMemo(() => searchOutline(outline, filtering), [outline, filtering]);
  const queries = useQueryClient();
  const queryKey = traceKey('find', outline.traceId, text);
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      searchContents(
        { traceId: outline.traceId, filtering: filtering as Filtering },
        signal,
        (ids) => queries.setQueryData<FoundIds>(queryKey, { ids, isCut: false, isPart: true }),
      ),
    enabled: filtering !== undefined && !isWhole,
    // An incomplete result is stale, so that an interrupted search is started again.
    staleTime: ({ state }) => (state.data?.isPart === false ? KEPT_MS : 0),
    retry: false,
  });
  return useMemo(() => {
    if (mistake !== undefined) {
      return { ...nothing, problem: mistake.message };
    }
    const searched = indexesOfSpans(outline, data?.ids ?? []);
    const matches =
      searched.length === 0
        ? known
        : [...new Set([...known, ...searched])].sort((one, other) => one - other);
    const isCut = data?.isCut ?? false;
    return { matches, isSearching: isFetching, isCut, problem: error?.message };
  }, [outline, mistake, known, data, isFetching, error]);
}

/** Returns the matching spans in the outline, and whether these are all matches. */
function searchOutline(outline: Outline, filtering: Filtering | undefined) {
  if (filtering === undefined) {
    return { known: [], isWhole: true };
  }
  const whole = findInOutline(outline, filtering);
  if (whole !== undefined) {
    return { known: whole, isWhole: true };
  }
  const words = wordsOf(filtering);
  return { known: words === undefined ? [] : findWords(outline, words), isWhole: false };
}

interface FoundIds {
  readonly ids: readonly string[];
  readonly isCut: boolean;
  /** True if the search has not found all matches yet. */
  readonly isPart: boolean;
}

/** Requests the ids of the matching spans from the service. Calls `onPart` with the ids found so far. */
async function searchContents(
  { traceId, filtering }: { readonly traceId: string; readonly filtering: Filtering },
  signal: AbortSignal,
  onPart: (ids: readonly string[]) => void,
): Promise<FoundIds> {
  const found = { conditions: [filtering], projection: { members: ['span_name'] } };
  const ids: string[] = [];
  let next: string | undefined;
  do {
    const windowing = next === undefined ? { limit: PAGE_SIZE, order: 'ascending' } : { next };
    const page = await queryTraceSpans(traceId, { ...found, windowing }, { signal });
    ids.push(...page.spans.map(({ span_id: id }) => id));
    next = page.next;
    if (next !== undefined) {
      onPart([...ids]);
    }
  } while (next !== undefined && ids.length < MAX_MATCHES);
  return { ids, isCut: next !== undefined, isPart: false };
}
