import type { IdleGap } from '@spanhouse/trace-insight/idle-gaps';
import { useEffect, useMemo, useRef, useState } from 'react';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { pointedValue } from '../../parts/values/shown-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { readZoom, scaleZoom, shiftZoom, writeZoom, type Zoom } from '../../url/zoom-text.js';
import type { Outline } from '../outline/outline.js';
import { useTraceTask } from '../workers/use-trace-task.js';

/** Width of a folded gap, as a fraction of the time that is not folded. */
const BREAK_SHARE = 0.03;

/** A folded gap, with its position on the axis in ns. */
interface AxisBreak extends IdleGap {
  readonly shownFrom: number;
  readonly shownTo: number;
}

/** An axis on which idle gaps may be folded. It maps times in a trace to positions. */
export interface TimeAxis {
  /** Length of the axis in ns. */
  readonly length: number;
  readonly breaks: readonly AxisBreak[];
}

/** Creates an axis for a trace of `length` ns, and folds the given gaps. The gaps must be in chronological order. */
export function timeAxis(length: number, gaps: readonly IdleGap[]): TimeAxis {
  const idle = gaps.reduce((sum, { from, to }) => sum + to - from, 0);
  const size = Math.max(1, (length - idle) * BREAK_SHARE);
  const breaks: AxisBreak[] = [];
  let saved = 0;
  for (const { from, to } of gaps) {
    const shownFrom = from - saved;
    saved += to - from - size;
    breaks.push({ from, to, shownFrom, shownTo: to - saved });
  }
  return { length: length - saved, breaks };
}

/** Returns the position of a time on the axis, in ns. */
export function toAxisNs({ breaks }: TimeAxis, ns: number): number {
  const near = breaks.findLast(({ from }) => ns > from);
  if (near === undefined) {
    return ns;
  }
  const { from, to, shownFrom, shownTo } = near;
  return ns < to
    ? shownFrom + ((ns - from) * (shownTo - shownFrom)) / (to - from)
    : shownTo + ns - to;
}

/** Returns the time at a position on the axis. */
export function fromAxisNs({ breaks }: TimeAxis, position: number): number {
  const near = breaks.findLast(({ shownFrom }) => position > shownFrom);
  if (near === undefined) {
    return position;
  }
  const { from, to, shownFrom, shownTo } = near;
  return position < shownTo
    ? from + ((position - shownFrom) * (to - from)) / (shownTo - shownFrom)
    : to + position - shownTo;
}

/** Spans of a trace with their positions on an axis. */
export type PlacedSpans = Pick<Outline, 'count' | 'parent' | 'start' | 'duration'>;

/**
 * Computes the positions of a trace's spans on an axis. If the axis has no folded gaps, returns the arrays of the
 * outline.
 */
export function placeSpans(outline: PlacedSpans, axis: TimeAxis): PlacedSpans {
  const { count, parent, start, duration } = outline;
  if (axis.breaks.length === 0) {
    return { count, parent, start, duration };
  }
  const from = start.map((ns) => toAxisNs(axis, ns));
  const lengths = duration.map((ns, at) => toAxisNs(axis, (start[at] ?? 0) + ns) - (from[at] ?? 0));
  return { count, parent, start: from, duration: lengths };
}

const none: readonly IdleGap[] = [];

/**
 * Returns the axis that the address selects, and the positions of the spans on it. The parameter `gaps` folds the
 * periods in which no span runs. `idle` is the total length of these periods in ns, or undefined if they make up at
 * most half of the trace.
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

const STEP = 0.25;
const HALF = 0.5;
/** Delay in ms between a movement and the update of the address. Browsers limit how often the address may change. */
const PAUSE_MS = 200;

/**
 * Returns the visible section of the axis, and binds the keys that change it. The address stores the start and the end
 * of the section.
 */
export function useZoom(
  { axis, spans: { start, duration } }: { readonly axis: TimeAxis; readonly spans: PlacedSpans },
  selected: number,
): readonly [Zoom, (zoom: Zoom) => void] {
  const [zoom, show] = useShownPart(axis);
  const { length } = axis;
  const from = start[selected] ?? 0;
  const span = { from, to: from + Math.max(1, duration[selected] ?? 0) };
  const scale = (factor: number) => show(scaleZoom(zoom, factor, length));
  const shift = (share: number) => show(shiftZoom(zoom, share, length));
  usePageKeys('Time', [
    { key: 'z', meaning: 'Zoom to the span', act: () => show(span) },
    { key: '0', meaning: 'Show the whole trace', act: () => show({ from: 0, to: length }) },
    {
      // While the pointer is on a value, this key adds a column and does not zoom.
      key: '+',
      meaning: 'Zoom in',
      act: () => pointedValue() === undefined && scale(HALF),
    },
    { key: '-', meaning: 'Zoom out', act: () => scale(1 / HALF) },
    { key: ',', meaning: 'Move to earlier times', act: () => shift(-STEP) },
    { key: '.', meaning: 'Move to later times', act: () => shift(STEP) },
  ]);
  return [zoom, show];
}

/**
 * Returns the section to show, and a function that changes it. The shown section is that of the latest movement. If
 * there was no movement, or if the address has changed since, it is the section in the address.
 */
function useShownPart(axis: TimeAxis): readonly [Zoom, (zoom: Zoom) => void] {
  const [{ z }, change] = useSearchParameters();
  const [moved, setMoved] = useState<{ readonly to: Zoom; readonly since: Zoom }>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const written = useMemo(() => readPart(z, axis), [z, axis]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useMemo(
    () => (to: Zoom) => {
      setMoved({ to, since: written });
      clearTimeout(timer.current);
      timer.current = setTimeout(() => change({ z: writePart(to, axis) }), PAUSE_MS);
    },
    [change, axis, written],
  );
  // If the address has changed since the movement, the address takes precedence.
  return [moved?.since === written ? moved.to : written, show];
}

function readPart(text: string | undefined, axis: TimeAxis): Zoom {
  const { from, to } = readZoom(text, fromAxisNs(axis, axis.length));
  return { from: toAxisNs(axis, from), to: toAxisNs(axis, to) };
}

function writePart({ from, to }: Zoom, axis: TimeAxis): string | undefined {
  const end = fromAxisNs(axis, axis.length);
  return writeZoom({ from: fromAxisNs(axis, from), to: fromAxisNs(axis, to) }, end);
}
