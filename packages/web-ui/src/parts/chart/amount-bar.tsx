import { type ReactElement, useRef } from 'react';
import styles from '../lists/row-grid.module.css';

const PERCENT = 100;

/** Returns the largest amount that a list has shown, so that a bar means the same on all rows. */
export function useLargest(list: object, amounts: readonly number[]): number {
  const known = useRef({ list, largest: 0 });
  const before = known.current.list === list ? known.current.largest : 0;
  known.current = { list, largest: Math.max(before, ...amounts) };
  return known.current.largest;
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
