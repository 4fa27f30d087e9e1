import type { ReactNode } from 'react';
import type { Measures } from '../api/aggregate.js';
import { toIso } from '../parts/values/format-time.js';
import { writeCost, writeCount, writeMs } from '../parts/values/write-value.js';
import styles from './board.module.css';
import { costOfOne, failedShare } from './charts/chart-kinds.js';
import { type BoardSubject, useBoardAnswer } from './use-board-answer.js';

const PERCENT = 100;

interface Total {
  readonly name: string;
  readonly of: (measures: Measures) => number | null | undefined;
  readonly write: (value: number) => string;
  /**
   * True if the values are percentages. Their changes are written in percentage points; changes in other values are
   * written as percentages of the previous value.
   */
  readonly isShare?: boolean;
}

const totals: readonly Total[] = [
  { name: 'Traces', of: ({ count }) => count, write: writeCount },
  { name: 'Failed', of: failedShare, write: writeShare, isShare: true },
  { name: 'p50', of: ({ duration }) => duration?.['p50'], write: writeMs },
  { name: 'p95', of: ({ duration }) => duration?.['p95'], write: writeMs },
  { name: 'Tokens', of: ({ tokens }) => tokens?.['sum'], write: writeCount },
  { name: 'Cost (USD)', of: ({ costs }) => costs?.['sum'], write: writeCost },
  { name: 'Cost per trace', of: costOfOne, write: writeCost },
];

/** Totals for the time window and their changes since the previous window. Each trace is counted once. */
export function BoardTotals({ subject }: { readonly subject: BoardSubject }) {
  const { data } = useBoardAnswer(subject, { focus: 'trace' });
  const { data: before } = useBoardAnswer(
    { ...subject, range: precedingRange(subject.range) },
    { focus: 'trace', isWhole: true },
  );
  return (
    <section aria-label="Totals">
      <dl className={styles['totals']}>
        {totals.map((total) => {
          const value = data && total.of(data.total);
          return (
            <div key={total.name}>
              <dt>{total.name}</dt>
              <dd title={value == null ? undefined : String(value)}>
                {data === undefined ? '' : value == null ? '–' : total.write(value)}
              </dd>
              {before?.total.count !== 0 && (
                <Change total={total} value={value} before={before && total.of(before.total)} />
              )}
            </div>
          );
        })}
      </dl>
    </section>
  );
}

function precedingRange(range: BoardSubject['range']): BoardSubject['range'] {
  const { from, to, intervalMs } = range;
  const start = 2 * from - to;
  return {
    intervalMs,
    from: start,
    to: from,
    bounds: { oldest: toIso(start), newest: toIso(from) },
  };
}

interface ChangeProps {
  readonly total: Total;
  readonly value: number | null | undefined;
  readonly before: number | null | undefined;
}

/** Shows the change in a number since the previous time window, which has the same length. */
function Change({ total, value, before }: ChangeProps): ReactNode {
  if (value == null || before == null || (before === 0 && total.isShare !== true)) {
    return <dd className="faint">{before === undefined ? '' : 'none before'}</dd>;
  }
  const change = total.isShare === true ? value - before : (PERCENT * (value - before)) / before;
  return (
    <dd className="faint" title={`${total.write(before)} in the window before`}>
      {writeChange(change)}
      {total.isShare === true ? ' points' : ' %'}
    </dd>
  );
}

function writeShare(percent: number): string {
  return `${percent.toFixed(1)} %`;
}

/** Formats a change with its sign: `+12`, `−0.4`, `±0`. */
function writeChange(change: number): string {
  const text = Math.abs(change) >= 10 ? Math.abs(change).toFixed(0) : Math.abs(change).toFixed(1);
  if (Number(text) === 0) {
    return '±0';
  }
  return `${change > 0 ? '+' : '−'}${text}`;
}
