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

/** Axes of at most these widths have too little room for all names, and for half of them. */
const NARROW_PX = 480;
const TINY_PX = 240;
/** Characters of `27 Nov`; `10:41` has fewer. */
const SHORT = 6;
/** The room that a name takes beside its mark: its padding, and its characters of 11 px. */
const PADDING_PX = 5;
const CHARACTER_PX = 7;

/** Names round moments below a picture whose columns are times. The picture says its times in words. */
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

/** Follows the width of an element. Queries of a container do not: Chromium answers them wrongly in a grid. */
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
