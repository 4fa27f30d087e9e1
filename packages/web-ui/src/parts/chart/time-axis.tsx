import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { clockOf, shortDayOf, type TimeZone } from '../values/format-time.js';
import type { TimeBuckets } from './paint-chart.js';
import styles from './time-axis.module.css';

interface TimeAxisProps {
  readonly buckets: TimeBuckets;
  readonly zone: TimeZone;
}

/**
 * Maximum widths in pixels of a narrow axis and of a tiny axis. A narrow axis has room for only some of its labels, and
 * a tiny axis for less than half of them.
 */
const NARROW_PX = 480;
const TINY_PX = 240;
/** Maximum number of characters in a short label such as `27 Nov`. */
const SHORT = 6;
/** Padding of a label in pixels, and the width of a character at a font size of 11 px. */
const PADDING_PX = 5;
const CHARACTER_PX = 7;

/**
 * Labels below a time chart, at round times. They are hidden from screen readers, because the chart itself describes
 * its times in words.
 */
export function TimeAxis({ buckets, zone }: TimeAxisProps) {
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

/**
 * Returns the current width of an element. Container queries cannot be used, because Chromium evaluates them
 * incorrectly in a grid.
 */
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

const MOST_TICKS = 7;
const NS_PER_MS = 1_000_000n;
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Possible distances between two ticks, shortest first. */
const distances = [
  ...[1, 2, 5, 10, 20, 50, 100, 200, 500],
  ...[1, 2, 5, 10, 15, 30].map((seconds) => seconds * SECOND),
  ...[1, 2, 5, 10, 15, 30].map((minutes) => minutes * MINUTE),
  ...[1, 2, 4, 6, 12].map((hours) => hours * HOUR),
  ...[1, 2, 7, 14, 30, 60, 120, 365, 730, 3650].map((days) => days * DAY),
];

/** Returns at most seven equidistant round times in a range. Each time has a position between 0 and 1. */
export function timeTicks({ from, to }: Pick<TimeBuckets, 'from' | 'to'>, zone: TimeZone) {
  const distance = distances.find((ms) => (to - from) / ms <= MOST_TICKS - 1);
  if (distance === undefined || to <= from) {
    return [];
  }
  const offset = zone === 'utc' ? 0 : new Date(from).getTimezoneOffset() * MINUTE;
  const first = Math.ceil((from - offset) / distance) * distance + offset;
  const ticks: { readonly at: number; readonly text: string }[] = [];
  for (let moment = first; moment <= to; moment += distance) {
    ticks.push({ at: (moment - from) / (to - from), text: textOf(moment, distance, zone) });
  }
  return ticks;
}

/**
 * Returns the label for a time: the day for midnight, and the time of day for other times. The precision depends on the
 * distance between ticks.
 */
function textOf(moment: number, distance: number, zone: TimeZone): string {
  const ns = BigInt(moment) * NS_PER_MS;
  const { seconds, ms } = clockOf(ns, zone);
  if (distance >= DAY || `${seconds}${ms}` === '00:00:00.000') {
    return shortDayOf(ns, zone);
  }
  if (distance >= MINUTE) {
    return seconds.slice(0, -':00'.length);
  }
  return distance >= SECOND ? seconds : `${seconds}${ms}`;
}
