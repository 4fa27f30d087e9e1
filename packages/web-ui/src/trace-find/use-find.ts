import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../api/call.js';
import type { ShownSpan } from '../api/shown-span.js';
import { type Filtering, FilterTextError } from '../filter-bar/filtering.js';
import { readFilterText } from '../filter-bar/read-filter-text.js';
import type { Outline } from '../outline/outline.js';
import { findWords, wordsOf } from './find-in-outline.js';

const PAGE_SIZE = 1000;
/** Further matches are not asked for. */
const MAX_MATCHES = 20_000;

/** The spans of a trace that a text finds. */
export interface Found {
  /** Positions, ascending. */
  readonly matches: readonly number[];
  /** The contents are still being searched; there may be more matches. */
  readonly isSearching: boolean;
  /** Why the search is not complete, or what is wrong with the text. */
  readonly problem: string | undefined;
}

const nothing: Found = { matches: [], isSearching: false, problem: undefined };

/** Finds spans by a filter: names at once, everything else with the service. */
export function useFind(outline: Outline, text: string): Found {
  const parsed = useMemo(() => readFilterText(text), [text]);
  const filtering = parsed instanceof FilterTextError ? undefined : parsed;
  const named = useMemo(() => {
    const words = filtering === undefined ? undefined : wordsOf(filtering);
    return words === undefined ? [] : findWords(outline, words);
  }, [outline, filtering]);
  const { data, error, isFetching } = useQuery({
    queryKey: ['find', outline.traceId, text],
    queryFn: ({ signal }) => searchContents(outline.traceId, filtering as Filtering, signal),
    enabled: filtering !== undefined,
    retry: false,
  });
  return useMemo(() => {
    if (parsed instanceof FilterTextError) {
      return { ...nothing, problem: parsed.message };
    }
    const places = new Map(outline.spanIds.map((id, at) => [id, at]));
    const searched = (data ?? []).flatMap((id) => places.get(id) ?? []);
    const matches = [...new Set([...named, ...searched])].sort((one, other) => one - other);
    return { matches, isSearching: isFetching, problem: error?.message };
  }, [outline, parsed, named, data, isFetching, error]);
}

interface SpansAnswer {
  readonly spans?: readonly Pick<ShownSpan, 'span_id'>[];
  readonly windowing?: { readonly next?: string };
}

/** Returns the ids of the spans of a trace that match. */
async function searchContents(
  traceId: string,
  filtering: Filtering,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const ofTrace = { field: 'trace_id', operator: 'is', value: traceId };
  const body = {
    filtering: { operator: 'and', conditions: [ofTrace, filtering] },
    projection: { members: ['span_name'] },
  };
  const ids: string[] = [];
  let next: string | undefined;
  do {
    const windowing = next === undefined ? { limit: PAGE_SIZE, order: 'ascending' } : { next };
    const { spans = [], windowing: more } = await call<SpansAnswer>('/spans/query', {
      body: { ...body, windowing },
      signal,
    });
    ids.push(...spans.map(({ span_id: id }) => id));
    next = more?.next;
  } while (next !== undefined && ids.length < MAX_MATCHES);
  return ids;
}
