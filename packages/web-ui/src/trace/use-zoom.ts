import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import { useSearchParameters } from '../url/use-search.js';
import { readZoom, scaleZoom, shiftZoom, writeZoom, type Zoom } from '../url/zoom-text.js';
import { type PlacedSpans, placeOfTime, type TimeAxis, timeOfPlace } from './time-axis.js';

const STEP = 0.25;
const HALF = 0.5;

interface ZoomedTime {
  readonly axis: TimeAxis;
  readonly spans: PlacedSpans;
}

/**
 * The part of the axis that the views of a trace show, and the keys that change it. The address holds the
 * moments at its ends.
 */
export function useZoom(
  { axis, spans: { start, duration } }: ZoomedTime,
  selected: number,
): readonly [Zoom, (zoom: Zoom) => void] {
  const [{ z }, change] = useSearchParameters();
  const { length } = axis;
  const zoom = useMemo(() => readPart(z, axis), [z, axis]);
  const show = useMemo(() => (to: Zoom) => change({ z: writePart(to, axis) }), [change, axis]);
  const keys = useMemo<KeyGroup>(() => {
    const from = start[selected] ?? 0;
    const span = { from, to: from + Math.max(1, duration[selected] ?? 0) };
    return {
      title: 'Time',
      keys: [
        { key: 'z', meaning: 'Zoom to the span', act: () => show(span) },
        { key: '0', meaning: 'Show the whole trace', act: () => show({ from: 0, to: length }) },
        { key: '+', meaning: 'Zoom in', act: () => show(scaleZoom(zoom, HALF, length)) },
        { key: '-', meaning: 'Zoom out', act: () => show(scaleZoom(zoom, 1 / HALF, length)) },
        { key: ',', meaning: 'Earlier', act: () => show(shiftZoom(zoom, -STEP, length)) },
        { key: '.', meaning: 'Later', act: () => show(shiftZoom(zoom, STEP, length)) },
      ],
    };
  }, [start, duration, selected, length, zoom, show]);
  usePageKeys(keys);
  return [zoom, show];
}

function readPart(text: string | undefined, axis: TimeAxis): Zoom {
  const { from, to } = readZoom(text, timeOfPlace(axis, axis.length));
  return { from: placeOfTime(axis, from), to: placeOfTime(axis, to) };
}

function writePart({ from, to }: Zoom, axis: TimeAxis): string | undefined {
  const end = timeOfPlace(axis, axis.length);
  return writeZoom({ from: timeOfPlace(axis, from), to: timeOfPlace(axis, to) }, end);
}
