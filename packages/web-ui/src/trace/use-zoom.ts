import { useMemo } from 'react';
import { type KeyGroup, usePageKeys } from '../keys/page-keys.js';
import type { Outline } from '../outline/outline.js';
import { useSearchParameters } from '../url/use-search.js';
import { readZoom, scaleZoom, shiftZoom, writeZoom, type Zoom } from '../url/zoom-text.js';

const STEP = 0.25;
const HALF = 0.5;

/** The part of the trace that its views show, which the address holds, and the keys that change it. */
export function useZoom(
  { start, duration }: Outline,
  { selected, length }: { readonly selected: number; readonly length: number },
): readonly [Zoom, (zoom: Zoom) => void] {
  const [{ z }, change] = useSearchParameters();
  const zoom = useMemo(() => readZoom(z, length), [z, length]);
  const show = useMemo(() => (to: Zoom) => change({ z: writeZoom(to, length) }), [change, length]);
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
