import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { loadSummaries, type TraceSummary } from '../../api/trace-summary.js';
import { useFollowWhileVisible } from '../../explorer/live/follow-while-visible.js';
import { livePlatform } from '../../explorer/live/live-platform.js';
import { LiveSpans } from '../../explorer/live/live-spans.js';
import type { Filtering } from '../../filter-bar/filtering.js';
import { LiveTurns } from './live-turns.js';

const none: ReadonlyMap<string, TraceSummary> = new Map();

/** Returns the turns whose spans have arrived since live updates began. The stream is open while the tab is visible. */
export function useLiveTurns(filtering: Filtering, isLive: boolean) {
  const live = useMemo(() => new LiveSpans(filtering, livePlatform), [filtering]);
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
      after: livePlatform.after,
      onTurns: (all) => setArrived(({ version }) => ({ turns: all, version: version + 1 })),
    });
    return () => {
      turns.close();
      setArrived({ turns: none, version: 0 });
    };
  }, [live, filtering, isLive]);
  return { ...arrived, interruption: isLive ? interruption : undefined };
}
