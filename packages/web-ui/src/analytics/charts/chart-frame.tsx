import type { ComponentProps, ReactNode } from 'react';
import { PlainButton } from '../../parts/button.js';
import { useTable } from '../../parts/chart/chart-table.js';
import type { TimeBuckets } from '../../parts/chart/paint-chart.js';
import { TimeAxis } from '../../parts/chart/time-axis.js';
import { ActionMenu, type MenuAction } from '../../parts/values/action-items.js';
import type { TimeZone } from '../../parts/values/format-time.js';
import { MarkedText } from '../../parts/values/write-value.js';
import styles from './chart.module.css';

interface ChartFrameProps {
  readonly title: string;
  /** The time under the cursor, or the time range of the brush. */
  readonly moment: string | undefined;
  /** A description of the values at `moment`, for screen readers. */
  readonly said: string;
  /** True while the user moves the cursor in the chart. Screen readers then announce the values. */
  readonly isActive: boolean;
  readonly picks: readonly MenuAction[];
  readonly legend: ReactNode;
  /** Line that shows the counted unit and a switch that changes it. */
  readonly counted: ReactNode;
  /**
   * Labels of the value axis, from the bottom up. `at` is a label's distance from the bottom, as a fraction of the axis
   * length.
   */
  readonly ticks: readonly { readonly at: number; readonly text: string }[];
  readonly buckets: TimeBuckets;
  readonly zone: TimeZone;
  readonly canvas: ComponentProps<'canvas'>['ref'];
  readonly events: ComponentProps<'figure'>;
  readonly table: ReactNode;
}

/** The frame of a chart: the title, the legend, and either a picture with axes or a table. */
export function ChartFrame(props: ChartFrameProps) {
  const { title, moment, said, isActive, picks, ticks, buckets, zone, canvas, events } = props;
  const [isTable, setTable] = useTable();
  return (
    <section className={styles['chart']} aria-label={title}>
      <header className={styles['head']}>
        <h2>
          <MarkedText text={title} />
        </h2>
        <span className={`faint cut ${styles['moment']}`}>{moment}</span>
        <PlainButton aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </PlainButton>
        <ActionMenu label={`Change ${title}`} word="⋯" actions={picks} />
      </header>
      {props.legend}
      <div>
        <div className={styles['picture']} hidden={isTable}>
          <div className={styles['values']} aria-hidden="true">
            {ticks.map(({ at, text }) => (
              <span key={at} className={styles['tick']} style={{ bottom: `${100 * at}%` }}>
                {text}
              </span>
            ))}
          </div>
          <figure
            // biome-ignore lint/a11y/noNoninteractiveTabindex: The arrow keys move through the values.
            tabIndex={0}
            aria-label={`${title}. ${moment === undefined ? '' : `${moment}: `}${said}`}
            {...events}
          >
            <canvas ref={canvas} />
          </figure>
          <div className={styles['times']}>
            <TimeAxis buckets={buckets} zone={zone} />
          </div>
        </div>
        <span className="unseen" aria-live="polite">
          {isActive && `${moment}: ${said}`}
        </span>
        {isTable && props.table}
      </div>
      <p className={styles['counted']}>{props.counted}</p>
    </section>
  );
}
