import { type ReactElement, useMemo } from 'react';
import type { TimeZone } from '../parts/format-time.js';
import styles from './time-axis.module.css';
import type { TimeBuckets } from './time-series.js';
import { timeTicks } from './time-ticks.js';

interface TimeAxisProps {
  readonly buckets: TimeBuckets;
  readonly zone: TimeZone;
}

/** Characters of `10:41`. */
const SHORT = 5;
/** From here on, a name has no room beside its mark where the axis is narrow. */
const NEAR_END = 0.88;

/** Names round moments below a picture whose columns are times. The picture says its times in words. */
export function TimeAxis({ buckets, zone }: TimeAxisProps): ReactElement {
  const ticks = useMemo(() => timeTicks(buckets, zone), [buckets, zone]);
  return (
    <div className={styles['axis']} aria-hidden="true">
      {ticks.map(({ at, text }) => (
        <span
          key={at}
          className={text.length > SHORT ? styles['long'] : ''}
          data-end={at > NEAR_END}
          style={{ left: `${100 * at}%` }}
        >
          {text}
        </span>
      ))}
    </div>
  );
}
