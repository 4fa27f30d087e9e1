import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { type AggregateAnswer, aggregate } from '../api/aggregate.js';
import { TimeChart } from '../chart/time-chart.js';
import type { Series } from '../chart/time-series.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { writeDuration } from '../parts/format-duration.js';
import { writeCost, writeCount } from '../parts/format-number.js';
import { isoOf } from '../parts/milliseconds.js';
import { Problem } from '../parts/problem.js';
import { Waiting } from '../parts/waiting.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './analytics.module.css';
import type { GroupField } from './group-fields.js';
import { type SeriesOf, seriesByGroup, seriesOf } from './series-of.js';
import type { SnappedRange } from './snap-window.js';

const HEIGHT = 120;
const MAX_GROUPS = 8;
const NS_PER_MS = 1_000_000;
const PERCENT = 100;

const measures = [
  'count',
  'failed',
  'duration.p50',
  'duration.p95',
  'duration.p99',
  'tokens.prompt',
  'tokens.completion',
];

export interface BoardProps {
  readonly filtering: Filtering | undefined;
  readonly range: SnappedRange;
  readonly group: GroupField;
}

interface BoardChart {
  readonly title: string;
  readonly kind: 'bars' | 'lines';
  readonly write: (value: number) => string;
  readonly series: readonly SeriesOf[];
}

const charts: readonly BoardChart[] = [
  {
    title: 'Traces',
    kind: 'bars',
    write: writeCount,
    series: [
      { name: 'failed', colour: '--bad', empty: 0, value: ({ failed }) => failed },
      {
        name: 'others',
        colour: '--c0',
        empty: 0,
        value: ({ count = 0, failed = 0 }) => count - failed,
      },
    ],
  },
  {
    title: 'Duration',
    kind: 'lines',
    write: writeMs,
    series: [
      { name: 'p50', colour: '--c1', empty: null, value: ({ duration }) => duration?.['p50'] },
      { name: 'p95', colour: '--c0', empty: null, value: ({ duration }) => duration?.['p95'] },
      { name: 'p99', colour: '--c4', empty: null, value: ({ duration }) => duration?.['p99'] },
    ],
  },
  {
    title: 'Failed traces, percent',
    kind: 'lines',
    write: (value) => `${value.toFixed(1)} %`,
    series: [
      {
        name: 'failed',
        colour: '--bad',
        empty: null,
        value: ({ count = 0, failed = 0 }) => (count === 0 ? null : (PERCENT * failed) / count),
      },
    ],
  },
  {
    title: 'Tokens',
    kind: 'bars',
    write: writeCount,
    series: [
      { name: 'in', colour: '--c0', empty: 0, value: ({ tokens }) => tokens?.['prompt'] },
      { name: 'out', colour: '--c2', empty: 0, value: ({ tokens }) => tokens?.['completion'] },
    ],
  },
];

/** Writes a duration in ms for reading. */
export function writeMs(ms: number): string {
  return writeDuration(BigInt(Math.round(ms * NS_PER_MS)));
}

/** How many traces, how fast, how expensive, by time. Selecting a range opens its spans. */
export function Board({ filtering, range, group }: BoardProps): ReactElement {
  const byTime = useMeasures({ filtering, range, measures, focus: 'trace' });
  const grouped = useMeasures({ filtering, range, measures: ['count', 'costs.sum'], group });
  const failure = byTime.error ?? grouped.error;
  if (failure !== null) {
    return <Problem error={failure} onRetry={() => void byTime.refetch()} />;
  }
  if (byTime.data === undefined) {
    return <Waiting />;
  }
  const answer = byTime.data;
  return (
    <div className={styles['board']}>
      {charts.map((chart) => (
        <BoardCard key={chart.title} chart={chart} range={range}>
          {seriesOf(answer, range, chart.series)}
        </BoardCard>
      ))}
      {grouped.data !== undefined && (
        <BoardCard
          chart={{
            title: `Cost (USD) by ${group.name.toLowerCase()}`,
            kind: 'bars',
            write: writeCost,
          }}
          range={range}
        >
          {seriesByGroup(grouped.data, range, ({ costs }) => costs?.['sum'])}
        </BoardCard>
      )}
      {grouped.data !== undefined && (
        <BoardCard
          chart={{ title: `Spans by ${group.name.toLowerCase()}`, kind: 'bars', write: writeCount }}
          range={range}
        >
          {seriesByGroup(grouped.data, range, ({ count }) => count)}
        </BoardCard>
      )}
    </div>
  );
}

interface MeasuresOptions {
  readonly filtering: Filtering | undefined;
  readonly range: SnappedRange;
  readonly measures: readonly string[];
  readonly focus?: 'trace';
  readonly group?: GroupField;
}

function useMeasures({ filtering, range, focus = undefined, group, ...rest }: MeasuresOptions) {
  return useQuery<AggregateAnswer>({
    queryKey: ['board', filtering, range.bounds, focus, group?.id],
    queryFn: ({ signal }) =>
      aggregate(
        {
          ...(filtering && { filtering }),
          windowing: range.bounds,
          time: { interval_ms: range.intervalMs },
          measures: rest.measures,
          ...(focus && { focus }),
          ...(group && { group_by: [group.field], limit: MAX_GROUPS }),
        },
        signal,
      ),
  });
}

interface BoardCardProps {
  readonly chart: Omit<BoardChart, 'series'>;
  readonly range: SnappedRange;
  readonly children: readonly Series[];
}

function BoardCard({ chart, range, children: series }: BoardCardProps): ReactElement {
  const [{ q }] = useSearchParameters();
  const navigate = useNavigate();
  const open = (from: number, to: number) => {
    const search = { ...(q !== undefined && { q }), w: `${isoOf(from)}..${isoOf(to)}` };
    void navigate({ to: '/spans', search: search as never });
  };
  return (
    <div className={styles['card']}>
      <TimeChart {...chart} buckets={range} series={series} height={HEIGHT} onSelect={open} />
      <ul className={styles['legend']}>
        {series.map(({ name, colour }) => (
          <li key={name}>
            <span style={{ background: `var(${colour})` }} /> {name}
          </li>
        ))}
      </ul>
    </div>
  );
}
