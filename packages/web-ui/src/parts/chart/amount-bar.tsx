import { useState } from 'react';
import styles from '../lists/row-grid.module.css';

/** Returns the largest amount that a list has shown so far. All bars in the list are scaled to this amount. */
export function useLargest(list: object, amounts: readonly number[]): number {
  const [known, setKnown] = useState({ list, largest: 0 });
  const before = known.list === list ? known.largest : 0;
  const largest = Math.max(before, ...amounts);
  if (known.list !== list || largest !== known.largest) {
    setKnown({ list, largest });
  }
  return largest;
}

interface AmountBarProps {
  readonly amount: number;
  /** Amount whose bar fills the whole cell. */
  readonly largest: number;
}

/** Bar that shows an amount relative to the largest amount. The cell contains the number as well. */
export function AmountBar({ amount, largest }: AmountBarProps) {
  return amount > 0 && largest > 0 ? (
    <i className={styles['amount']} style={{ width: `${(100 * amount) / largest}%` }} />
  ) : null;
}
