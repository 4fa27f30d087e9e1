import { type ReactElement, useState } from 'react';
import styles from '../lists/row-grid.module.css';

const PERCENT = 100;

/** Returns the largest amount that a list has shown, so that a bar means the same on all rows. */
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
  /** The amount of a bar as wide as its cell. */
  readonly largest: number;
}

/** An amount as a share of the largest one. The cell has the number itself. */
export function AmountBar({ amount, largest }: AmountBarProps): ReactElement | null {
  return amount > 0 && largest > 0 ? (
    <i className={styles['amount']} style={{ width: `${(PERCENT * amount) / largest}%` }} />
  ) : null;
}
