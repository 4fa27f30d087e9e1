import { writeDuration } from '../../parts/values/write-value.js';
import type { Zoom } from '../../url/zoom-text.js';
import styles from '../trace.module.css';
import { fromAxisNs, type TimeAxis } from './time-axis.js';

const TICKS = 5;

/** Time labels above the bars. Each folded gap is marked and labelled with its length. */
export function TimeLine({ axis, zoom }: { readonly axis: TimeAxis; readonly zoom: Zoom }) {
  const { from, to } = zoom;
  const shown = Math.max(1, to - from);
  const position = (ns: number) => (100 * (ns - from)) / shown;
  const ticks = Array.from({ length: TICKS }, (_, at) => from + (shown * at) / TICKS);
  const breaks = axis.breaks.filter(({ shownFrom, shownTo }) => shownTo > from && shownFrom < to);
  const isFree = (ns: number) =>
    breaks.every(
      ({ shownFrom, shownTo }) => Math.abs((shownFrom + shownTo) / 2 - ns) > shown / (2 * TICKS),
    );
  const labelOf = tickLabels(ticks, axis);
  return (
    <div className={styles['axis']} aria-hidden={breaks.length === 0}>
      <span />
      <div>
        {ticks.filter(isFree).map((ns) => (
          <span key={ns} style={{ left: `${position(ns)}%` }}>
            {labelOf(ns)}
          </span>
        ))}
        {breaks.map((gap) => (
          <span
            key={gap.from}
            className={styles['break']}
            style={{ left: `${position((gap.shownFrom + gap.shownTo) / 2)}%` }}
            title={`No span runs for ${writeDuration(gap.to - gap.from)}`}
          >
            ⁄⁄ {writeDuration(gap.to - gap.from)}
          </span>
        ))}
      </div>
    </div>
  );
}

/**
 * Returns a function that labels ticks with the time since the start of the trace. If all labels would be the same, the
 * function uses the time since the first tick instead.
 */
function tickLabels(ticks: readonly number[], axis: TimeAxis): (tick: number) => string {
  const write = (tick: number) => (tick === 0 ? '0' : writeDuration(fromAxisNs(axis, tick)));
  const [first = 0] = ticks;
  const areDistinct = new Set(ticks.map(write)).size === ticks.length;
  return (tick) =>
    areDistinct || tick === first
      ? write(tick)
      : `+${writeDuration(fromAxisNs(axis, tick) - fromAxisNs(axis, first))}`;
}
