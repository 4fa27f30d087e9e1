import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { boardKey } from '../analytics/use-board-answer.js';
import { loadSummaries, type TraceSummary } from '../api/trace-summary.js';
import { useFollowWhileVisible } from '../explorer/live/follow-while-visible.js';
import { after, LiveSpans } from '../explorer/live/live-spans.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { useAfter } from '../parts/answers/use-after.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { useRunAgain } from '../parts/answers/use-run-again.js';
import { isAnswered, useKeptPages, usePagesFlag } from '../parts/lists/use-kept-pages.js';
import { toIso } from '../parts/values/format-time.js';
import { useShownEnd } from '../url/copy-link.js';
import { boundsOf, readTimeWindow } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { filterOfActor } from './actor-filter.js';
import { type Actor, loadActors } from './load-actors.js';
import { LiveTurns } from './turns/live-turns.js';

const PAGE_SIZE = 20;
/** Number of pages to keep. All pages are kept, because a feed shows each turn and the pauses between turns. */
const ALL_PAGES = Number.POSITIVE_INFINITY;
/** Maximum time in ms for which the request for the totals waits for the first turns. */
const TURNS_MS = 250;
const NS_PER_MS = 1_000_000n;

/** Query keys of the charts. The charts are reloaded together with the turns. */
const charts = [boardKey];

/** The session or user that the page shows, and the order of its turns. */
export interface ShownActor {
  readonly actor: Actor;
  readonly id: string;
  readonly order: 'ascending' | 'descending';
}

/** Reads the turns of a session or user, and then the totals. The key `r` reloads both. */
export function useActorReads({ actor, id, order }: ShownActor) {
  const [{ w = '', live }] = useSearchParameters();
  const [run, setRun] = useState(0);
  const readAgain = useRunAgain(
    useCallback(() => setRun((count) => count + 1), []),
    charts,
  );
  const filtering = useMemo(() => filterOfActor(actor, id), [actor, id]);
  const { bounds, runAt } = useMemo(() => {
    const window = readTimeWindow(w) ?? ({ kind: 'all' } as const);
    const nowMs = Date.now();
    return { bounds: boundsOf(window, BigInt(nowMs) * NS_PER_MS), runAt: toIso(nowMs) };
  }, [w, run]); // a new `run` updates the current time
  useShownEnd(runAt);
  const { read, pages, readAt } = useKeptPages(
    loadSummaries({ filtering, bounds, order, limit: PAGE_SIZE }),
    { search: `${actor} ${id} ${order} ${w}`, runAt, maxKept: ALL_PAGES },
  );
  const hasTurns = usePagesFlag(read, isAnswered);
  const mayBegin = useAfter(read, hasTurns, TURNS_MS);
  const arrived = useLiveTurns(filtering, live !== undefined);
  const version = `${run}.${arrived.version}`;
  const sums = useActorSummary(actor, id, { version, mayBegin });
  const { summary, error } = sums;
  return { pages, bounds, arrived, summary, error, readAt: readAt ?? sums.readAt, readAgain };
}

interface Asked {
  /** Version of the turns. The totals are requested again whenever the version changes. */
  readonly version: string;
  readonly mayBegin: boolean;
}

/** Reads the all-time totals for one session or user. */
function useActorSummary(actor: Actor, id: string, { version, mayBegin }: Asked) {
  const query = useQuery({
    queryKey: ['actor', actor, id, version],
    enabled: mayBegin,
    queryFn: async ({ signal }) => {
      const load = loadActors(actor, { filtering: filterOfActor(actor, id), bounds: {} });
      const { rows } = await load(undefined, signal);
      return rows.find((row) => row.id === id) ?? null;
    },
    placeholderData: (before) => (before?.id === id ? before : undefined),
    staleTime: 0,
  });
  const { data: summary, error, readAt } = useKeptAnswer(query, `${actor} ${id}`);
  return { summary, error, readAt };
}

const none: ReadonlyMap<string, TraceSummary> = new Map();

/**
 * Returns the turns that have received spans since live updates began. The stream is open only while the tab is
 * visible.
 */
function useLiveTurns(filtering: Filtering, isLive: boolean) {
  const live = useMemo(() => new LiveSpans(filtering), [filtering]);
  const { interruption } = useSyncExternalStore(live.subscribe, () => live.figures);
  const [arrived, setArrived] = useState({ turns: none, version: 0 });
  useFollowWhileVisible(live, isLive);
  useEffect(() => {
    if (!isLive) {
      return;
    }
    const turns = new LiveTurns({
      live,
      load: async (ids) => {
        const condition = { field: 'trace_id', operator: 'in', value: ids };
        const ofTraces = { operator: 'and', conditions: [filtering, condition] } as Filtering;
        const request = { filtering: ofTraces, order: 'ascending', limit: ids.length } as const;
        return (await loadSummaries(request)(undefined, new AbortController().signal)).rows;
      },
      after,
      onTurns: (all) => setArrived(({ version }) => ({ turns: all, version: version + 1 })),
    });
    return () => {
      turns.close();
      setArrived({ turns: none, version: 0 });
    };
  }, [live, filtering, isLive]);
  return { ...arrived, interruption: isLive ? interruption : undefined };
}
