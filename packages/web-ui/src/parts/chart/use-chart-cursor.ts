import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { bucketCount, bucketStart, type TimeBuckets } from './time-series.js';

/** First and last of the buckets that are being selected. */
type Brush = readonly [first: number, last: number];

/** The bucket under the cursor, the selected buckets, and the event handlers that change them. */
export interface ChartCursor {
  readonly current: number | undefined;
  readonly brush: Brush | undefined;
  readonly events: {
    readonly onKeyDown: (event: KeyboardEvent) => void;
    readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
    readonly onPointerLeave: () => void;
    readonly onBlur: () => void;
    readonly onDoubleClick: () => void;
  };
}

/**
 * Follows the pointer and the arrow keys. A drag, or Enter, calls `onSelect` with a range in ms since 1970. With
 * `onBack`, a double click calls it and a single click selects nothing.
 */
export function useChartCursor(
  buckets: TimeBuckets,
  onSelect: (from: number, to: number) => void,
  onBack?: () => void,
): ChartCursor {
  const [current, setCurrent] = useState<number>();
  const [brush, setBrush] = useState<Brush>();
  const dragStart = useRef<number>(undefined);
  const last = bucketCount(buckets) - 1;
  const inside = (bucket: number) => Math.max(0, Math.min(last, bucket));
  const bucketUnder = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return inside(Math.floor(((clientX - left) / width) * (last + 1)));
  };
  const select = (range: Brush) => {
    setBrush(undefined);
    onSelect(bucketStart(buckets, range[0]), bucketStart(buckets, range[1] + 1));
  };
  const move = (by: number, isExtending: boolean) => {
    const next = inside((current ?? -1) + by);
    setBrush(isExtending ? extend(brush, current ?? next, next) : undefined);
    setCurrent(next);
  };
  const takeKey = ({ key, shiftKey }: KeyboardEvent) => {
    if (key === 'ArrowLeft' || key === 'ArrowRight') {
      move(key === 'ArrowLeft' ? -1 : 1, shiftKey);
      return true;
    }
    if (key === 'Enter' && current !== undefined) {
      select(brush ?? [current, current]);
      return true;
    }
    return false;
  };
  const leave = () => setCurrent(undefined);
  return {
    current,
    brush,
    events: {
      onKeyDown: (event) => {
        // Without a cursor in the chart, Shift and an arrow key move the window.
        const isOfPage = onBack !== undefined && event.shiftKey && current === undefined;
        if (!isOfPage && takeKey(event)) {
          event.preventDefault();
          event.stopPropagation();
        }
      },
      onPointerDown: (event) => {
        dragStart.current = bucketUnder(event);
        event.currentTarget.setPointerCapture(event.pointerId);
      },
      onPointerMove: (event) => {
        const bucket = bucketUnder(event);
        setCurrent(bucket);
        if (dragStart.current !== undefined) {
          setBrush(ordered(dragStart.current, bucket));
        }
      },
      onPointerUp: (event) => {
        const range = ordered(dragStart.current ?? 0, bucketUnder(event));
        dragStart.current = undefined;
        if (onBack === undefined || range[0] !== range[1]) {
          select(range);
        } else {
          setBrush(undefined);
        }
      },
      onDoubleClick: () => onBack?.(),
      onPointerLeave: leave,
      onBlur: leave,
    },
  };
}

function ordered(one: number, other: number): Brush {
  return one < other ? [one, other] : [other, one];
}

/** Moves the end of a selection that keys extend. */
function extend(brush: Brush | undefined, from: number, to: number): Brush {
  const [first, last] = brush ?? [from, from];
  return from === first && last !== first ? ordered(last, to) : ordered(first, to);
}
