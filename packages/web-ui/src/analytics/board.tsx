import { type ReactElement, useMemo } from 'react';
import { PlainButton } from '../parts/button.js';
import { bucketStart } from '../parts/chart/paint-chart.js';
import { type KeyGroup, useKeyGroup, usePageKeys } from '../parts/keys/page-keys.js';
import { createStore, type Store, useStore } from '../parts/store.js';
import { settings } from '../parts/theme/settings.js';
import type { MenuAction } from '../parts/values/action-items.js';
import { toIso } from '../parts/values/format-time.js';
import { useSearchParameters } from '../url/use-search.js';
import styles from './board.module.css';
import type { ChosenChart } from './board-choice.js';
import { BoardChart, type BoardChartProps } from './charts/board-chart.js';
import { BoardHeat } from './charts/board-heat.js';
import { type BoardMarks, noMarks, toggleBrush } from './charts/board-marks.js';
import { heatId, tableId } from './charts/chart-kinds.js';
import type { SnappedRange } from './charts/snap-window.js';
import { writeMoment } from './charts/write-moment.js';
import type { GroupField } from './group-fields.js';
import { GroupTable } from './group-table.js';
import type { BoardSubject } from './use-board-answer.js';

export interface BoardProps {
  readonly subject: BoardSubject;
  readonly charts: readonly ChosenChart[];
  readonly group: GroupField | undefined;
  readonly onChange: (charts: readonly ChosenChart[]) => void;
}

/** Charts over time that share one cursor and one brushed range. */
export function Board({ subject, charts, group, onChange }: BoardProps) {
  const { range } = subject;
  const marks = useMemo(() => createStore<BoardMarks>(noMarks), [range]);
  useBrushKeys(marks, range);
  return (
    <>
      <BrushedRange marks={marks} range={range} />
      <div className={styles['board']}>
        {charts.map((chart, index) => {
          const props = {
            subject,
            chart,
            group,
            marks,
            picks: toPicks(charts, index, onChange),
            onChange: (changed: ChosenChart) => onChange(charts.with(index, changed)),
          };
          const key = `${index} ${chart.id}`;
          const Chart = components[chart.id] ?? BoardChart;
          return <Chart key={key} {...props} />;
        })}
      </div>
    </>
  );
}

const components: Readonly<Record<string, (props: BoardChartProps) => ReactElement | null>> = {
  [heatId]: BoardHeat,
  [tableId]: GroupTable,
};

function toPicks(
  charts: readonly ChosenChart[],
  index: number,
  onChange: (charts: readonly ChosenChart[]) => void,
): readonly MenuAction[] {
  const swap = (other: number) => () => {
    const [one, two] = [charts[index], charts[other]];
    if (one !== undefined && two !== undefined) {
      onChange(charts.with(index, two).with(other, one));
    }
  };
  return [
    ...(index > 0 ? [{ meaning: 'Move earlier', act: swap(index - 1) }] : []),
    ...(index < charts.length - 1 ? [{ meaning: 'Move later', act: swap(index + 1) }] : []),
    { meaning: 'Remove', act: () => onChange(charts.toSpliced(index, 1)) },
  ];
}

/** Returns a function that sets the page's time window to the brushed buckets. */
function useZoom(marks: Store<BoardMarks>, range: SnappedRange): () => unknown {
  const [, change] = useSearchParameters();
  return () => {
    const { brush } = marks.get();
    if (brush === undefined) {
      return false;
    }
    const [first, last] = [bucketStart(range, brush[0]), bucketStart(range, brush[1] + 1)];
    return change({ w: `${toIso(first)}..${toIso(last)}` }, 'push');
  };
}

/** Keyboard shortcuts of a chart, as listed in the keys dialog. */
const chartKeys: KeyGroup = {
  title: 'The chart with the focus',
  needsFocus: true,
  keys: [
    { key: 'ArrowLeft', meaning: 'Earlier' },
    { key: 'ArrowRight', meaning: 'Later' },
    { key: 'ArrowUp', meaning: 'Choose a group, or a row of the heat map' },
    { key: 'ArrowDown', meaning: 'Choose a group, or a row of the heat map' },
    { key: 'Enter', meaning: 'Open its spans in the explorer' },
  ],
};

function useBrushKeys(marks: Store<BoardMarks>, range: SnappedRange): void {
  const zoom = useZoom(marks, range);
  usePageKeys('Brush', [
    {
      key: 'b',
      meaning: 'Begin and end a range at the cursor, in all charts',
      act: () => marks.set(toggleBrush(marks.get())),
    },
    { key: 'z', meaning: 'Make the range the window', act: zoom },
    { key: 'Escape', meaning: 'Clear the range', act: () => marks.set(noMarks) },
  ]);
  useKeyGroup(chartKeys);
}

interface BrushedRangeProps {
  readonly marks: Store<BoardMarks>;
  readonly range: SnappedRange;
}

/** Shows the brushed time range and offers actions on it. */
function BrushedRange({ marks, range }: BrushedRangeProps) {
  const { brush } = useStore(marks);
  const zone = useStore(settings.timeZone);
  const zoom = useZoom(marks, range);
  return (
    <p className={styles['brushed']} role="status">
      {brush === undefined ? (
        <span className="faint">
          Drag over a chart, or press b, to compare a range in all charts.
        </span>
      ) : (
        <>
          <span>{writeMoment(brush, range, zone)}</span>
          <PlainButton onClick={zoom}>Zoom</PlainButton>
          <PlainButton onClick={() => marks.set(noMarks)}>Clear</PlainButton>
        </>
      )}
    </p>
  );
}
