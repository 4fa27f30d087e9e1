import { useState } from 'react';
import { Table } from '../parts/lists/table.js';
import { MarkedText, writeCount } from '../parts/values/write-value.js';
import styles from './pair.module.css';
import { isIdOrTime, type ValuePair } from './span-differences.js';
import { TextOfSide } from './text-of-side.js';

/** Attributes of two spans, one key per row. Equal values are hidden until the user shows them. */
export function ComparedAttributes({ pairs }: { readonly pairs: readonly ValuePair[] }) {
  const [hasIds, setHasIds] = useState(false);
  const [hasEqual, setHasEqual] = useState(false);
  const wanted = pairs.filter((pair) => hasIds || !isIdOrTime(pair));
  const shown = wanted.filter(({ a, b }) => hasEqual || a !== b);
  const equal = wanted.filter(({ a, b }) => a === b).length;
  const ids = pairs.filter(isIdOrTime).length;
  return (
    <>
      <div className={styles['choices']}>
        <label>
          <input
            type="checkbox"
            checked={hasEqual}
            onChange={({ target }) => setHasEqual(target.checked)}
          />{' '}
          {writeCount(equal)} equal
        </label>
        <label>
          <input
            type="checkbox"
            checked={hasIds}
            onChange={({ target }) => setHasIds(target.checked)}
          />{' '}
          {writeCount(ids)} ids and times
        </label>
      </div>
      {shown.length === 0 ? (
        <p className="quiet">No attribute differs.</p>
      ) : (
        <Table className={styles['values']} aria-label="Attributes" words={['Key', 'A', 'B']}>
          {shown.map(({ key, a, b }) => (
            <tr key={key}>
              <th scope="row">
                <MarkedText text={key.replace(/^attributes\./, '')} />
              </th>
              <td>
                <TextOfSide side="a" a={a} b={b} />
              </td>
              <td>
                <TextOfSide side="b" a={a} b={b} />
              </td>
            </tr>
          ))}
        </Table>
      )}
    </>
  );
}
