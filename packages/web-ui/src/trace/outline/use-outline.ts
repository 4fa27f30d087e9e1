import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { addressOf } from '../../api/call.js';
import { apiKey } from '../../api/credentials.js';
import { fileOfAddress } from '../../api/opened-files.js';
import { lastCost, readCost } from '../../api/query-cost.js';
import { isAboutTrace, traceKey } from '../../api/trace-key.js';
import { traceWorker } from '../workers/page-workers.js';
import type { Outline } from './outline.js';

/** How often a page asks for a trace that is not stored yet. */
const WAIT_MS = 2000;
/** How often a page asks whether a young trace has changed. */
const CHECK_MS = 5000;
/** A trace that began longer ago is complete. */
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
      loadOutline(traceId, { signal, onPart }),
    structuralSharing: false,
  };
}

/** Tells whether an earlier read has found all spans. */
function isWhole(before: Outline | undefined): boolean {
  return before !== undefined && !before.isPartial && before.count > 0;
}

/** Reads the outline of a trace before a page asks for it, unless it was read. */
export function readOutlineAhead(queries: QueryClient, traceId: string): void {
  void queries.prefetchQuery({
    ...outlineQuery(queries, traceId),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Reads the outline of a trace once for all pages. The first spans of a long one appear before the rest. With
 * `isWaiting`, it asks again until the trace is stored.
 */
export function useOutline(traceId: string, { isWaiting = false } = {}) {
  return useQuery({
    ...outlineQuery(useQueryClient(), traceId),
    refetchInterval: ({ state }) => (isWaiting && state.data?.count === 0 ? WAIT_MS : false),
  });
}

/** A newer version of a trace, and how to show it. */
interface NewerOutline {
  readonly newer: Outline | undefined;
  readonly show: () => void;
}

/** Asks for a young trace again and again. The pages keep the version that they have until `show` is called. */
export function useNewerOutline({ traceId, base, etag, isPartial }: Outline): NewerOutline {
  const queries = useQueryClient();
  const isYoung = () => Date.now() - Number(base / NS_PER_MS) < YOUNG_MS;
  const { data } = useQuery({
    queryKey: traceKey(newerName, traceId, etag ?? null),
    queryFn: async ({ signal }) => ({ newer: await loadChanged(traceId, { signal, etag }) }),
    structuralSharing: false,
    enabled: !isPartial && etag !== undefined && isYoung(),
    initialData: { newer: undefined },
    refetchInterval: () => (isYoung() ? CHECK_MS : false),
  });
  return {
    newer: data.newer,
    show: () => data.newer && showOutline(queries, data.newer),
  };
}

/** Shows another version of a trace. What was read of its spans may have changed with it. */
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
  /** Takes the first spans of a long trace. */
  readonly onPart?: (outline: Outline) => void;
}

/** Reads the outline of a trace. Rejects with an ApiProblem. */
async function loadOutline(traceId: string, options: LoadOptions): Promise<Outline> {
  const outline = await loadChanged(traceId, { ...options, etag: undefined });
  return outline as Outline;
}

/** Reads the outline of a trace again; undefined if it is still the version of `etag`. */
async function loadChanged(
  traceId: string,
  { signal, onPart, etag }: LoadOptions & { readonly etag: string | undefined },
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
