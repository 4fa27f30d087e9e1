import type { IdleGap } from '@spanhouse/trace-insight/idle-gaps';
import { useMemo } from 'react';
import { useSearchParameters } from '../../url/use-search.js';
import type { Outline } from '../outline/outline.js';
import { useTraceTask } from '../workers/use-trace-task.js';
import { placeSpans, timeAxis } from './time-axis.js';

const none: readonly IdleGap[] = [];

/**
 * Returns the axis that the address selects, and the positions of the spans on it. With `gaps`, it folds the time
 * during which no span runs. `idle` is that time in ns; undefined if it is less than half of the trace.
 */
export function useTimeAxis(outline: Outline) {
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
