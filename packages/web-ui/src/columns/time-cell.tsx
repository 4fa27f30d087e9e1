import type { ReactNode } from 'react';
import { clockOf, dayOf, readTime, type TimeZone } from '../parts/format-time.js';

interface TimeCellProps {
  readonly time: string;
  readonly zone: TimeZone;
}

/** A time of day, with the whole time on hover. */
export function TimeCell({ time, zone }: TimeCellProps): ReactNode {
  const ns = readTime(time);
  const { seconds, ms } = clockOf(ns, zone);
  return (
    <span className="mono" title={`${dayOf(ns, zone)}, ${time}`}>
      {seconds}
      <span className="faint">{ms}</span>
    </span>
  );
}
