import type { IdleGap } from '@spanhouse/trace-insight/idle-gaps';
import { useMemo } from 'react';
import { useSearchParameters } from '../../url/use-search.js';
import type { Outline } from '../outline/outline.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import { type PlacedSpans, placeSpans, type TimeAxis, timeAxis } from './time-axis.js';

/** Time axis of the views, and the positions of the spans on it. */
interface ShownTime {
  readonly axis: TimeAxis;
  readonly spans: PlacedSpans;
  /** Time during which no span runs, in ns; undefined if it is less than half of the trace. */
  readonly idle: number | undefined;
}

const none: readonly IdleGap[] = [];

/** Returns the axis that the address selects. With `gaps`, it folds the time during which no span runs. */
export function useTimeAxis(outline: Outline): ShownTime {
  const [{ gaps: isFolded }] = useSearchParameters();
  const gaps = useTraceTask('idleGaps', outline);
  const folded = isFolded === undefined ? none : (gaps ?? none);
  const placed = useMemo(() => {
    const axis = timeAxis(outline.length, folded);
    return { axis, spans: placeSpans(outline, axis) };
  }, [outline, folded]);
  return useMemo(() => {
    const idle = (gaps ?? none).reduce((sum, { from, to }) => sum + to - from, 0);
    return { ...placed, idle: idle > outline.length / 2 ? idle : undefined };
  }, [placed, outline, gaps]);
}
