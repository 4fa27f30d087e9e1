import {
  type ReactElement,
  type RefObject,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { TimeZone } from '../values/format-time.js';
import styles from './time-axis.module.css';
import type { TimeBuckets } from './time-series.js';
import { timeTicks } from './time-ticks.js';

interface TimeAxisProps {
  readonly buckets: TimeBuckets;
  readonly zone: TimeZone;
}

/** Maximum axis widths that are too narrow for all labels, and for half of them. */
const NARROW_PX = 480;
const TINY_PX = 240;
/** Characters of `27 Nov`; `10:41` has fewer. */
const SHORT = 6;
/** Space of a label next to its mark: its padding, and the width of an 11 px character. */
const PADDING_PX = 5;
const CHARACTER_PX = 7;

/**
 * Labels round times below a chart over time. It is hidden from screen readers, because the chart describes its times
 * in words.
 */
export function TimeAxis({ buckets, zone }: TimeAxisProps): ReactElement {
  const ticks = useMemo(() => timeTicks(buckets, zone), [buckets, zone]);
  const axis = useRef<HTMLDivElement>(null);
  const width = useWidth(axis);
  const room = [width <= NARROW_PX ? styles['narrow'] : '', width <= TINY_PX ? styles['tiny'] : ''];
  return (
    <div ref={axis} className={`${styles['axis']} ${room.join(' ')}`} aria-hidden="true">
      {ticks.map(({ at, text }) => {
        const length = text.length > SHORT ? 'long' : 'short';
        return (
          <span
            key={at}
            data-length={length}
            data-end={at * width + PADDING_PX + text.length * CHARACTER_PX > width}
            style={{ left: `${100 * at}%` }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}

/** Follows the width of an element. Chromium evaluates container queries incorrectly in a grid. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(() => setWidth(element.current?.clientWidth ?? 0));
    if (element.current !== null) {
      observer.observe(element.current);
    }
    return () => observer.disconnect();
  }, [element]);
  return width;
}
