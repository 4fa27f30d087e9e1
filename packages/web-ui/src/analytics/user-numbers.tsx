import { useMemo } from 'react';
import type { ActorSummary } from '../actors/load-actors.js';
import type { Filtering } from '../filter-bar/filtering.js';
import { useTableKey } from '../parts/chart/chart-table.js';
import { toIso, toMs } from '../parts/values/format-time.js';
import type { Bounds } from '../url/time-window.js';
import { useSearchParameters } from '../url/use-search.js';
import { Board } from './board.js';
import styles from './board.module.css';
import { readCharts, writeCharts } from './board-choice.js';
import { BoardTotals } from './board-totals.js';
import { snapWindow } from './charts/snap-window.js';
import { useKeptSubject } from './charts/use-kept-subject.js';

/** Default charts on a user's page. */
const firstCharts = 'rate,duration,errors,cost,tokens,heat';

interface UserNumbersProps {
  readonly filtering: Filtering;
  /** The time window of the page. A missing bound defaults to the time of the user's first or last trace. */
  readonly bounds: Bounds;
  readonly summary: ActorSummary;
}

/** Charts of one user's numbers over time. */
export function UserNumbers({ filtering, bounds, summary }: UserNumbersProps) {
  const [{ m = firstCharts, w = '' }, change] = useSearchParameters();
  useTableKey();
  const { oldest = summary.first_time, newest = toIso(toMs(summary.last_time) + 1) } = bounds;
  const asked = useMemo(
    () => ({ filtering, range: snapWindow({ oldest, newest }) }),
    [JSON.stringify(filtering), oldest, newest],
  );
  // `readAt` is not used, because the parent page already shows the time of the last read.
  const { subject } = useKeptSubject(asked, `${JSON.stringify(filtering)} ${w}`);
  const { charts } = useMemo(() => readCharts(m), [m]);
  return (
    <div className={styles['numbers']}>
      <BoardTotals subject={subject} />
      <Board
        subject={subject}
        charts={charts}
        group={undefined}
        onChange={(changed) => change({ m: writeCharts(changed) })}
      />
    </div>
  );
}
