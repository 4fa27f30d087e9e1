import { type ReactElement, useMemo } from 'react';
import type { TimeZone } from '../parts/format-time.js';
import styles from './time-axis.module.css';
import type { TimeBuckets } from './time-series.js';
import { timeTicks } from './time-ticks.js';

interface TimeAxisProps {
  readonly buckets: TimeBuckets;
  readonly zone: TimeZone;
}

/** Characters of `27 Nov`; `10:41` has fewer. */
const SHORT = 6;
/** From here on, a short and a long name have no room beside their marks where the axis is narrow. */
const nearEnd = { short: 0.88, long: 0.75 } as const;

/** Names round moments below a picture whose columns are times. The picture says its times in words. */
export function TimeAxis({ buckets, zone }: TimeAxisProps): ReactElement {
  const ticks = useMemo(() => timeTicks(buckets, zone), [buckets, zone]);
  return (
    <div className={styles['axis']} aria-hidden="true">
      {ticks.map(({ at, text }) => {
        const length = text.length > SHORT ? 'long' : 'short';
        return (
          <span
            key={at}
            data-length={length}
            data-end={at > nearEnd[length]}
            style={{ left: `${100 * at}%` }}
          >
            {text}
          </span>
        );
      })}
    </div>
  );
}
