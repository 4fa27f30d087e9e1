import { useState } from 'react';
import styles from '../lists/row-grid.module.css';

/** Returns the largest amount that a list has shown so far. All bars of the list use it as their scale. */
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
  /** Amount at which the bar fills the cell. */
  readonly largest: number;
}

/** Bar that compares an amount with the largest amount. The cell contains the number itself. */
export function AmountBar({ amount, largest }: AmountBarProps) {
  return amount > 0 && largest > 0 ? (
    <i className={styles['amount']} style={{ width: `${(100 * amount) / largest}%` }} />
  ) : null;
}
