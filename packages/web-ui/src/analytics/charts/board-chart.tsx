import { useNavigate } from '@tanstack/react-router';
import { type ReactElement, useCallback, useMemo } from 'react';
import { Problem, Waiting } from '../../parts/answers/answer-states.js';
import { ChartTable } from '../../parts/chart/chart-table.js';
import {
  bucketStart,
  highest,
  paintChart,
  type Series,
  type TimeBuckets,
} from '../../parts/chart/paint-chart.js';
import { type Surface, useCanvas } from '../../parts/chart/use-canvas.js';
import { type Store, useStore } from '../../parts/store.js';
import { settings } from '../../parts/theme/settings.js';
import type { MenuAction } from '../../parts/values/action-items.js';
import { toIso } from '../../parts/values/format-time.js';
import { MarkedText, writeMs } from '../../parts/values/write-value.js';
import type { ChosenChart } from '../board-choice.js';
import { CountedLine } from '../counted-line.js';
import { type Part, searchOf } from '../explorer-search.js';
import type { Focus, GroupField } from '../group-fields.js';
import { rowAt, sayValues, valuesIn, writeIn, writeOrDash } from '../read-series.js';
import { type BoardSubject, useBoardAnswer } from '../use-board-answer.js';
import type { BoardMarks } from './board-marks.js';
import styles from './chart.module.css';
import { ChartFrame } from './chart-frame.js';
import { type ChartKind, chartKinds } from './chart-kinds.js';
import { type BoardSeries, seriesByGroup, toSeries } from './to-series.js';
import { chosenBuckets, type OpenedPart, useBoardCursor } from './use-board-cursor.js';
import { valueTicks } from './value-ticks.js';
import { writeMoment } from './write-moment.js';

/** Props that all charts on a board receive. */
export interface BoardChartProps {
  readonly subject: BoardSubject;
  readonly chart: ChosenChart;
  /** The grouping of the board; undefined if the values are not grouped. */
  readonly group: GroupField | undefined;
  readonly marks: Store<BoardMarks>;
  /** Additional actions in the chart's menu. */
  readonly picks: readonly MenuAction[];
  readonly onChange: (chart: ChosenChart) => void;
}

/** Chart whose bars or lines show values over time, in total or for each group. */
export function BoardChart(props: BoardChartProps) {
  const { subject, chart, group, picks, onChange } = props;
  const kind = chartKinds[chart.id] as ChartKind;
  const shownGroup = chart.isGrouped ? group : undefined;
  const focus = chart.focus ?? shownGroup?.focus ?? 'trace';
  const { series, error, refetch } = useSeries(subject, { kind, focus, group: shownGroup });
  const counted = (
    <CountedLine chart={chart} focus={focus} group={group} hasGroups onChange={onChange} />
  );
  const title = titleOf(kind, focus, shownGroup);
  if (series === undefined) {
    return (
      <section className={styles['empty']} aria-label={title}>
        {error === null ? <Waiting /> : <Problem error={error} onRetry={refetch} />}
      </section>
    );
  }
  return <Picture {...props} {...{ kind, focus, title, series, picks, counted }} />;
}

function titleOf(kind: ChartKind, focus: Focus, group: GroupField | undefined): string {
  const title = kind.titles[focus];
  const percentile = chartKinds['duration'] === kind ? ', p95' : '';
  return group === undefined ? title : `${title}${percentile} by ${group.id}`;
}

interface SeriesQuestion {
  readonly kind: ChartKind;
  readonly focus: Focus;
  readonly group: GroupField | undefined;
}

function useSeries(subject: BoardSubject, { kind, focus, group }: SeriesQuestion) {
  const { range } = subject;
  const grouped = useBoardAnswer(subject, {
    focus,
    group,
    measures: kind.measures,
    isEnabled: group !== undefined,
  });
  // The bar for the unlisted groups is the total minus the values of the listed groups, so the total must be requested.
  const needsWhole = kind.kind === 'bars' && (grouped.data?.others?.groups ?? 0) > 0;
  const all = useBoardAnswer(subject, { focus, isEnabled: group === undefined || needsWhole });
  const asked = group === undefined ? all : grouped;
  const series = useMemo(() => {
    if (group === undefined) {
      return all.data && toSeries(all.data, range, kind);
    }
    if (grouped.data === undefined || (needsWhole && all.data === undefined)) {
      return undefined;
    }
    return seriesByGroup(grouped.data, {
      buckets: range,
      field: group.field,
      chart: kind,
      whole: needsWhole ? all.data : undefined,
    });
  }, [all.data, grouped.data, needsWhole, range, kind, group]);
  const refetch = () => {
    void asked.refetch();
    if (needsWhole) {
      void all.refetch();
    }
  };
  return { series, error: asked.error ?? (needsWhole ? all.error : null), refetch };
}

interface PictureProps extends BoardChartProps {
  readonly kind: ChartKind;
  readonly focus: Focus;
  readonly title: string;
  readonly series: readonly BoardSeries[];
  readonly counted: ReactElement;
}

function Picture(props: PictureProps) {
  const { subject, marks, picks, kind, focus, title, series, counted } = props;
  const { range: buckets } = subject;
  const zone = useStore(settings.timeZone);
  const { ticks, top, labels } = useTicks(kind, series);
  const { shared, row, isActive, events } = useBoardCursor({
    marks,
    buckets,
    rows: series.length,
    rowAt: (bucket, height) => rowAt(series, kind.kind, { bucket, value: height * top }),
    onOpen: useOpenSpans({ ...subject, focus, buckets }, (at) => series[at]?.conditions ?? []),
  });
  const { current, brush } = shared;
  const paint = useCallback(
    (surface: Surface) =>
      paintChart(surface, {
        kind: kind.kind,
        buckets,
        series,
        current,
        brush,
        ticks,
        chosen: row,
      }),
    [kind, buckets, series, current, brush, ticks, row],
  );
  const [canvas] = useCanvas(paint);
  const range = chosenBuckets(shared);
  const every = kind.kind === 'bars' ? `per ${writeMs(buckets.intervalMs)}` : undefined;
  const moment = range === undefined ? every : writeMoment(range, buckets, zone);
  const values = valuesIn(series, kind.kind, range);
  const write = writeIn(kind, range);
  const said = sayValues({ series, values, row, write });
  return (
    <ChartFrame
      {...{ title, moment, said, picks, counted, buckets, zone, canvas, events }}
      isActive={isActive && range !== undefined}
      ticks={labels}
      legend={<ChartLegend series={series} values={values} row={row} write={write} />}
      table={<ChartTable {...{ title, buckets, series, zone }} write={kind.write} />}
    />
  );
}

/** Returns the ticks of the value axis, the highest tick, and the tick labels. */
function useTicks(kind: ChartKind, series: readonly BoardSeries[]) {
  return useMemo(() => {
    const areDurations = kind.write === kind.writeShort;
    const ticks = valueTicks(highest(series, kind.kind), areDurations);
    const top = ticks.at(-1) ?? 1;
    const labels = ticks.map((value) => ({
      at: value / top,
      text: value === 0 ? '0' : kind.writeShort(value),
    }));
    return { ticks, top, labels };
  }, [series, kind]);
}

interface CountedSpans {
  readonly filtering: BoardSubject['filtering'];
  readonly focus: Focus;
  readonly buckets: TimeBuckets;
}

/**
 * Returns a function that opens the explorer with the spans in a bucket range, optionally only those of one series or
 * row.
 */
export function useOpenSpans(
  { filtering, focus, buckets }: CountedSpans,
  conditionsOf: (row: number) => readonly Part[],
): (part: OpenedPart) => void {
  const navigate = useNavigate();
  return ({ buckets: [first, last], row }) => {
    const bounds = {
      oldest: toIso(bucketStart(buckets, first)),
      newest: toIso(bucketStart(buckets, last + 1)),
    };
    const conditions = row === undefined ? [] : conditionsOf(row);
    const search = searchOf({ filtering, focus, bounds }, conditions);
    void navigate({ to: '/spans', search: search as never });
  };
}

interface ChartLegendProps {
  readonly series: readonly Series[];
  readonly values: readonly (number | null)[];
  /** Index of the series under the cursor. */
  readonly row: number | undefined;
  readonly write: ChartKind['write'];
}

/** Maximum number of series in the legend. The table shows all series. */
const MAX_NAMES = 4;

/**
 * Legend of a chart: each series with its colour and value. The values apply to the bucket under the cursor, the
 * brushed buckets, or the whole time window.
 */
function ChartLegend({ series, values, row, write }: ChartLegendProps) {
  const rows = [...series.keys()];
  const chosen = row !== undefined && row >= MAX_NAMES ? [row] : [];
  const shown = [...rows.slice(0, MAX_NAMES - chosen.length), ...chosen];
  return (
    <ul className={styles['legend']}>
      {shown.map((index) => {
        const { name = '', colour } = series[index] ?? {};
        const value = values[index];
        return (
          <li key={index} aria-current={index === row}>
            <i className={styles['swatch']} style={{ background: `var(${colour})` }} />
            <span className={`cut ${styles['name']}`} title={name}>
              <MarkedText text={name} />
            </span>
            <b title={value == null ? undefined : String(value)}>{writeOrDash(value, write)}</b>
          </li>
        );
      })}
      {series.length > shown.length && (
        <li className="faint">and {series.length - shown.length} in the table</li>
      )}
    </ul>
  );
}
