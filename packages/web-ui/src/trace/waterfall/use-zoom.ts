import { useEffect, useMemo, useRef, useState } from 'react';
import { usePageKeys } from '../../parts/keys/page-keys.js';
import { pointedValue } from '../../parts/values/shown-value.js';
import { useSearchParameters } from '../../url/use-search.js';
import { readZoom, scaleZoom, shiftZoom, writeZoom, type Zoom } from '../../url/zoom-text.js';
import type { TraceModel } from '../use-trace-model.js';
import { fromAxisNs, type TimeAxis, toAxisNs } from './time-axis.js';

const STEP = 0.25;
const HALF = 0.5;
/** Pause after a movement before the address changes, in ms. Browsers limit how often an address may change. */
const PAUSE_MS = 200;

/**
 * Returns the visible section of the axis, and registers the keys that change it. The address holds the times at its
 * ends.
 */
export function useZoom(
  { axis, spans: { start, duration } }: Pick<TraceModel, 'axis' | 'spans'>,
  selected: number,
): readonly [Zoom, (zoom: Zoom) => void] {
  const [zoom, show] = useShownPart(axis);
  const { length } = axis;
  const from = start[selected] ?? 0;
  const span = { from, to: from + Math.max(1, duration[selected] ?? 0) };
  const scale = (factor: number) => show(scaleZoom(zoom, factor, length));
  const shift = (share: number) => show(shiftZoom(zoom, share, length));
  usePageKeys({
    title: 'Time',
    keys: [
      { key: 'z', meaning: 'Zoom to the span', act: () => show(span) },
      { key: '0', meaning: 'Show the whole trace', act: () => show({ from: 0, to: length }) },
      {
        // With the pointer on a value, the key adds a column instead.
        key: '+',
        meaning: 'Zoom in',
        act: () => pointedValue() === undefined && scale(HALF),
      },
      { key: '-', meaning: 'Zoom out', act: () => scale(1 / HALF) },
      { key: ',', meaning: 'Move to earlier times', act: () => shift(-STEP) },
      { key: '.', meaning: 'Move to later times', act: () => shift(STEP) },
    ],
  });
  return [zoom, show];
}

/** Returns the section that the current movement has reached, or the section in the address. */
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
  // A later change of the address overrides the movement.
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
