import type { ReactElement } from 'react';
import { writeDuration, writeExactDuration } from '../parts/values/format-duration.js';
import { MarkedText } from '../parts/values/marked-text.js';
import styles from './pair.module.css';
import type { ValuePair } from './span-differences.js';
import { writeExactChange, writeExactDurationChange, writePercentChange } from './write-change.js';

/** The duration, tokens, costs and errors of two spans, with their differences. */
export function ComparedMetrics({ pairs }: { readonly pairs: readonly ValuePair[] }): ReactElement {
  return (
    <table className={`${styles['values']} ${styles['metrics']}`} aria-label="Numbers">
      <thead>
        <tr>
          <th scope="col">Metric</th>
          <th scope="col">A</th>
          <th scope="col">B</th>
          <th scope="col">Difference</th>
        </tr>
      </thead>
      <tbody>
        {pairs.map((pair) => (
          <tr key={pair.key}>
            <th scope="row">
              <MarkedText text={pair.key} />
            </th>
            <Values pair={pair} />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Values({ pair: { key, a, b } }: { readonly pair: ValuePair }): ReactElement {
  const isDuration = key === 'duration';
  const write = (text: string | undefined) =>
    text !== undefined && isDuration ? (
      <span title={writeExactDuration(BigInt(text))}>{writeDuration(BigInt(text))}</span>
    ) : (
      text
    );
  const [before, after] = [Number(a ?? 0), Number(b ?? 0)];
  return (
    <>
      <td>{write(a) ?? '–'}</td>
      <td>{write(b) ?? '–'}</td>
      <td>
        {isDuration ? writeExactDurationChange(after - before) : writeExactChange(before, after)}{' '}
        <span className="faint">{before === after ? '' : writePercentChange(before, after)}</span>
      </td>
    </>
  );
}
