import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { bucketUnder, heightUnder, steps } from '../../parts/chart/chart-cursor.js';
import { bucketCount, type TimeBuckets } from '../../parts/chart/paint-chart.js';
import { type Store, useStore } from '../../parts/store.js';
import { type BoardMarks, endBrush, leave, moveBy, pointAt } from './board-marks.js';

/** The part of a chart that a click opens: a range of buckets, and optionally one series or row. */
export interface OpenedPart {
  readonly buckets: readonly [first: number, last: number];
  readonly row: number | undefined;
}

interface CursorOptions {
  readonly marks: Store<BoardMarks>;
  readonly buckets: TimeBuckets;
  /** Number of series, or number of rows if the chart consists of cells. */
  readonly rows: number;
  /** Returns the index of the series or row at the given height in a bucket. The height is between 0 and 1. */
  readonly rowAt: (bucket: number, height: number) => number | undefined;
  readonly onOpen: (part: OpenedPart) => void;
}

/** Keeps track of the highlighted series or row, and of whether the cursor is in this chart. */
function useRow(rows: number) {
  const [row, setRow] = useState<number>();
  const [isActive, setActive] = useState(false);
  return {
    row,
    isActive,
    setRow,
    setActive,
    move(by: number) {
      const next = (row ?? (by > 0 ? -1 : rows)) + by;
      setRow(next < 0 || next >= rows ? undefined : next);
    },
  };
}

/**
 * Follows the pointer and the arrow keys in one chart. All charts of the board share the bucket under the cursor and
 * the brush, but each chart has its own highlighted series or row. A click or Enter opens the part under the cursor, or
 * the brushed part.
 */
export function useBoardCursor({ marks, buckets, rows, rowAt, onOpen }: CursorOptions) {
  const shared = useStore(marks);
  const { row, isActive, setRow, setActive, move } = useRow(rows);
  const last = bucketCount(buckets) - 1;
  const takeKey = ({ key, shiftKey: isExtending }: KeyboardEvent): boolean => {
    const [across, up] = steps[key] ?? [0, 0];
    const opened = key === 'Enter' ? chosenBuckets(shared) : undefined;
    if (across !== 0) {
      marks.set(moveBy(shared, across, { last, isExtending }));
    } else if (up !== 0) {
      move(up);
    } else if (opened !== undefined) {
      onOpen({ buckets: opened, row });
    }
    return across !== 0 || up !== 0 || opened !== undefined;
  };
  const goAway = () => {
    setActive(false);
    setRow(undefined);
    marks.set(leave(marks.get()));
  };
  const events = {
    onKeyDown: (event: KeyboardEvent) => {
      if (takeKey(event)) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    onFocus: () => setActive(true),
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const bucket = bucketUnder(event, last);
      marks.set({ current: bucket, anchor: bucket });
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const bucket = bucketUnder(event, last);
      setActive(true);
      setRow(rowAt(bucket, heightUnder(event)));
      marks.set(pointAt(shared, bucket));
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      const bucket = bucketUnder(event, last);
      marks.set(endBrush(shared, bucket));
      if (shared.anchor === bucket) {
        onOpen({ buckets: [bucket, bucket], row: rowAt(bucket, heightUnder(event)) });
      }
    },
    onPointerCancel: goAway,
    onPointerLeave: goAway,
    onBlur: goAway,
  };
  return { shared, row, isActive, events };
}

/** Returns the buckets of the brush. If there is no brush, returns the bucket of the cursor. */
export function chosenBuckets({ current, brush }: BoardMarks): OpenedPart['buckets'] | undefined {
  return brush ?? (current === undefined ? undefined : [current, current]);
}
