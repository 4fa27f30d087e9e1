import type { ReactNode } from 'react';
import {
  clockOf,
  dayOf,
  nowNs,
  readTime,
  shortDayOf,
  type TimeZone,
} from '../../parts/values/format-time.js';

interface TimeCellProps {
  readonly time: string;
  readonly zone: TimeZone;
}

/** A time of day, preceded by the date unless the date is today. Hovering shows the full time. */
export function TimeCell({ time, zone }: TimeCellProps): ReactNode {
  const ns = readTime(time);
  const { seconds, ms } = clockOf(ns, zone);
  const day = dayOf(ns, zone);
  const isToday = day === dayOf(nowNs(), zone);
  return (
    <span className="mono" title={`${day}, ${time}`}>
      {!isToday && <span className="faint">{shortDayOf(ns, zone)} </span>}
      {seconds}
      <span className="faint">{ms}</span>
    </span>
  );
}
