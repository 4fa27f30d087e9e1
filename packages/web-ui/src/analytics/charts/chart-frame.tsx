import type { ReactElement, ReactNode } from 'react';
import { PlainButton } from '../../parts/button.js';
import { TimeAxis } from '../../parts/chart/time-axis.js';
import type { TimeBuckets } from '../../parts/chart/time-series.js';
import type { TimeZone } from '../../parts/values/format-time.js';
import { MarkedText } from '../../parts/values/marked-text.js';
import { type Pick, PickMenu } from '../pick-menu.js';
import styles from './chart.module.css';

interface ChartFrameProps {
  readonly title: string;
  /** The moment below the cursor, or the range below the brush. */
  readonly moment: string | undefined;
  readonly isTable: boolean;
  readonly onTable: () => void;
  readonly picks: readonly Pick[];
  readonly legend: ReactNode;
  /** The counted unit, with the switch to another one. */
  readonly counted: ReactNode;
  readonly children: ReactNode;
}

/** Frame of a chart: its title and values, its picture or table, and its counted unit. */
export function ChartFrame(props: ChartFrameProps): ReactElement {
  const { title, moment, isTable, onTable, picks, legend, counted, children } = props;
  return (
    <section className={styles['chart']} aria-label={title}>
      <header className={styles['head']}>
        <h2>
          <MarkedText text={title} />
        </h2>
        <span className={`faint cut ${styles['moment']}`}>{moment}</span>
        <PlainButton aria-pressed={isTable} onClick={onTable}>
          Table
        </PlainButton>
        <PickMenu label={`Change ${title}`} word="⋯" picks={picks} />
      </header>
      {legend}
      <div>{children}</div>
      <p className={styles['counted']}>{counted}</p>
    </section>
  );
}

interface PictureProps {
  /** Labels of the axis from the bottom up, each with its height from 0 to 1. */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly buckets: TimeBuckets;
  readonly zone: TimeZone;
  readonly isHidden: boolean;
  readonly children: ReactNode;
}

/** A picture between an axis of values and an axis of time, with its values as alternative text. */
export function ChartPicture({ ticks, buckets, zone, isHidden, children }: PictureProps) {
  return (
    <div className={styles['picture']} hidden={isHidden}>
      <div className={styles['values']} aria-hidden="true">
        {ticks.map(({ at, text }) => (
          <span key={at} className={styles['tick']} style={{ bottom: `${100 * at}%` }}>
            {text}
          </span>
        ))}
      </div>
      {children}
      <div className={styles['times']}>
        <TimeAxis buckets={buckets} zone={zone} />
      </div>
    </div>
  );
}
