import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf } from '../../api/call.js';
import { apiKey } from '../../api/credentials.js';
import { fileOfAddress } from '../../api/opened-files.js';
import { lastCost, readCost } from '../../api/query-cost.js';
import { isAboutTrace, traceKey } from '../../api/trace-key.js';
import { traceWorker } from '../workers/page-workers.js';
import type { Outline } from './outline.js';

/** Polling interval in ms for a trace that is not stored yet. */
const WAIT_MS = 2000;
/** Polling interval in ms for changes to a trace that is younger than `YOUNG_MS`. */
const CHECK_MS = 5000;
/** Age in ms at which a trace is assumed to be complete. */
const YOUNG_MS = 600_000;
const NS_PER_MS = 1_000_000n;

const outlineName = 'outline';
const newerName = 'newer outline';

function outlineQuery(queries: QueryClient, traceId: string) {
  const queryKey = traceKey(outlineName, traceId);
  const onPart = (part: Outline) => {
    if (!isWhole(queries.getQueryData(queryKey))) {
      queries.setQueryData(queryKey, part);
    }
  };
  return {
    queryKey,
    queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
      loadOutline(traceId, { signal, onPart }) as Promise<Outline>,
    structuralSharing: false,
  };
}

/** Returns true if the earlier read returned all spans. */
function isWhole(before: Outline | undefined): boolean {
  return before !== undefined && !before.isPartial && before.count > 0;
}

/** Prefetches the outline of a trace if it is not loaded yet. */
export function readOutlineAhead(queries: QueryClient, traceId: string): void {
  void queries.prefetchQuery({
    ...outlineQuery(queries, traceId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Returns the outline of a trace. The outline is loaded once for all pages, and the first spans of a long trace appear
 * early. If `isWaiting` is true, polls until the trace is stored.
 */
export function useOutline(traceId: string, { isWaiting = false } = {}) {
  return useQuery({
    ...outlineQuery(useQueryClient(), traceId),
    refetchInterval: ({ state }) => (isWaiting && state.data?.count === 0 ? WAIT_MS : false),
  });
}

/** Polls for a newer version of a young trace. The pages keep showing the current version until `show` is called. */
export function useNewerOutline({ traceId, base, etag, isPartial }: Outline) {
  const queries = useQueryClient();
  const isYoung = () => Date.now() - Number(base / NS_PER_MS) < YOUNG_MS;
  const { data } = useQuery({
    queryKey: traceKey(newerName, traceId, etag ?? null),
    queryFn: async ({ signal }) => ({ newer: await loadOutline(traceId, { signal, etag }) }),
    structuralSharing: false,
    enabled: !isPartial && etag !== undefined && isYoung(),
    initialData: { newer: undefined as Outline | undefined },
    refetchInterval: () => (isYoung() ? CHECK_MS : false),
  });
  return {
    newer: data.newer,
    show: () => data.newer && showOutline(queries, data.newer),
  };
}

/** Shows another version of a trace, and removes cached data about spans that may have changed. */
export function showOutline(queries: QueryClient, newer: Outline): void {
  const { traceId } = newer;
  queries.setQueryData(traceKey(outlineName, traceId), newer);
  const isOutline = (what: unknown) => what === outlineName || what === newerName;
  void queries.invalidateQueries({
    predicate: (query) => isAboutTrace(query, traceId) && !isOutline(query.queryKey[0]),
  });
}

interface LoadOptions {
  readonly signal: AbortSignal;
  /** Called with the first spans of a long trace. */
  readonly onPart?: (outline: Outline) => void;
  readonly etag?: string | undefined;
}

/**
 * Loads the outline of a trace. Returns undefined if the current version is still `etag`. Rejects with an ApiProblem if
 * the read fails.
 */
async function loadOutline(
  traceId: string,
  { signal, onPart, etag }: LoadOptions,
): Promise<Outline | undefined> {
  const opened = fileOfAddress()?.traces.find((trace) => trace.traceId === traceId);
  if (opened !== undefined) {
    return opened;
  }
  const key = apiKey.get();
  const headers = {
    ...(key !== undefined && { authorization: `ApiKey ${key}` }),
    ...(etag !== undefined && { 'if-none-match': etag }),
  };
  const request = { address: addressOf(`/traces/${traceId}/outline`), headers };
  const { outline, cost } = await traceWorker.run('receiveOutline', request, {
    signal,
    onPart: (part) => onPart?.(part as Outline),
  });
  if (cost !== undefined) {
    lastCost.set(readCost(new Headers({ 'x-query-cost': cost })));
  }
  return outline;
}
