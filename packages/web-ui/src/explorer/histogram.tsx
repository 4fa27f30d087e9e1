import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useMemo, useRef } from 'react';
import { type AggregateAnswer, aggregate } from '../api/aggregate.js';
import type { ActiveFilter } from '../filter-bar/use-filter.js';
import { ShortProblem } from '../parts/answers/answer-states.js';
import { useKeptAnswer } from '../parts/answers/use-kept-answer.js';
import { PlainButton } from '../parts/button.js';
import { useTableKey } from '../parts/chart/chart-table.js';
import {
  bucketAt,
  bucketCount,
  type Series,
  type TimeBuckets,
} from '../parts/chart/paint-chart.js';
import { TimeChart } from '../parts/chart/time-chart.js';
import { type KeyGroup, useKeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { useStore } from '../parts/store.js';
import { toIso, toMs } from '../parts/values/format-time.js';
import { pointedValue } from '../parts/values/shown-value.js';
import { type Bounds, panned, writeTimeWindow, zoomed } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './explorer.module.css';
import { isSearchEnded, useSearchControl } from './use-search-control.js';

const BUCKETS = 120;

/**
 * Requests the counts of matching spans once `mayBegin` is true. If the window has a start, also requests one count per
 * time bucket of the histogram.
 */
export function useCounts(
  { filtering, range, runAt }: Pick<ActiveFilter, 'filtering' | 'range' | 'runAt'>,
  mayBegin: boolean,
) {
  const request = {
    ...(filtering && { filtering }),
    ...(range && { windowing: range, time: { buckets: BUCKETS } }),
  };
  const query = useQuery({
    queryKey: ['counts', filtering, range, runAt],
    enabled: mayBegin,
    queryFn: async ({ signal }) => ({ data: await aggregate(request, signal), countedIn: range }),
  });
  const [{ q = '', w = '' }] = useSearchParameters();
  const { data: answer, error } = useKeptAnswer(query, `${q} ${w}`);
  const { status, fetchStatus } = query;
  return {
    ...answer,
    isCancelled: useStore(isSearchEnded) && status === 'pending' && fetchStatus === 'idle',
    error,
    retry: () => void query.refetch(),
  };
}

interface HistogramProps {
  readonly counts: ReturnType<typeof useCounts>;
  readonly range: Required<Bounds>;
}

/**
 * Chart of the matching spans, and of the failed spans among them, over time. Dragging selects a time window, and a
 * double click returns to the previous window.
 */
export function Histogram({ counts, range }: HistogramProps): ReactElement {
  const { data, countedIn, isCancelled, error, retry } = counts;
  const chart = useMemo(() => data && countedIn && chartOf(data, countedIn), [data, countedIn]);
  const { resume } = useSearchControl();
  const { select, back } = useWindowMoves(range);
  return (
    <div className={styles['histogram']}>
      {isCancelled && (
        <p className="quiet">
          Not counted: cancelled. <PlainButton onClick={resume}>Count</PlainButton>
        </p>
      )}
      {error !== null && (
        <ShortProblem what="The spans could not be counted" {...{ error, retry }} />
      )}
      {chart !== undefined && (
        <TimeChart
          {...chart}
          onSelect={(from, to) => select(`${toIso(from)}..${toIso(to)}`)}
          onBack={back}
        />
      )}
    </div>
  );
}

function chartOf({ interval_ms: intervalMs = 1, rows = [] }: AggregateAnswer, range: Bounds) {
  const buckets: TimeBuckets = {
    from: toMs(range.oldest ?? ''),
    to: toMs(range.newest ?? ''),
    intervalMs,
  };
  const failed = new Array<number>(bucketCount(buckets)).fill(0);
  const others = new Array<number>(bucketCount(buckets)).fill(0);
  for (const row of rows) {
    const bucket = bucketAt(buckets, toMs(row.time ?? ''));
    failed[bucket] = row.failed ?? 0;
    others[bucket] = (row.count ?? 0) - (row.failed ?? 0);
  }
  const series: readonly Series[] = [
    { name: 'failed', colour: '--bad', values: failed },
    { name: 'others', colour: '--mark', values: others },
  ];
  return { buckets, series };
}

/** Keyboard shortcuts of the histogram, as listed in the keys dialog. */
const chartKeys: KeyGroup = {
  title: 'The chart with the focus',
  needsFocus: true,
  keys: [
    { key: 'ArrowLeft', meaning: 'Earlier' },
    { key: 'ArrowRight', meaning: 'Later' },
    { key: 'Shift-ArrowLeft', meaning: 'Select a range' },
    { key: 'Shift-ArrowRight', meaning: 'Select a range' },
    { key: 'Enter', meaning: 'Make the range the window' },
  ],
};

/** Binds keys that move and zoom the time window in the URL, and remembers the earlier windows of this visit. */
function useWindowMoves(range: Required<Bounds>) {
  const [{ w }, change] = useSearchParameters();
  const earlier = useRef<(string | undefined)[]>([]);
  const select = (next: string) => {
    earlier.current.push(w);
    change({ w: next }, 'push');
  };
  const back = () => {
    const next =
      earlier.current.length > 0 ? earlier.current.pop() : writeTimeWindow(zoomed(range, 'out'));
    change({ w: next }, 'push');
  };
  const pan = (by: 1 | -1) => select(writeTimeWindow(panned(range, by)));
  const zoom = (direction: 'in' | 'out') => select(writeTimeWindow(zoomed(range, direction)));
  usePageKeys('Window', [
    { key: 'Shift-ArrowLeft', meaning: 'Move the window to earlier times', act: () => pan(-1) },
    { key: 'Shift-ArrowRight', meaning: 'Move the window to later times', act: () => pan(1) },
    {
      // While the pointer is over a value, `+` adds a column instead of zooming in.
      key: '+',
      meaning: 'Shorten the window to its middle',
      act: () => pointedValue() === undefined && zoom('in'),
    },
    { key: '-', meaning: 'Double the window', act: () => zoom('out') },
  ]);
  useKeyGroup(chartKeys);
  useTableKey();
  return { select, back };
}
