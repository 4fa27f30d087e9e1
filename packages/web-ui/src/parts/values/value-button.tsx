import { createStore } from '../store.js';
import { type ShownValue, tieValue } from './shown-value.js';
import styles from './value-menu.module.css';

/** The value whose menu is open, and the element next to which the menu appears. */
export const openValue = createStore<
  { readonly shown: ShownValue; readonly beside: HTMLElement } | undefined
>(undefined);

interface ValueButtonProps {
  readonly shown: ShownValue;
  /** False for a button in a row, because arrow keys move to it. */
  readonly isTabStop?: boolean;
}

/** Button that opens the menu of a value. */
export function ValueButton({ shown, isTabStop = true }: ValueButtonProps) {
  return (
    <button
      ref={tieValue(shown)}
      data-value
      type="button"
      className={styles['open']}
      tabIndex={isTabStop ? 0 : -1}
      aria-haspopup="menu"
      aria-label={`Actions for ${shown.name}`}
      onClick={(event) => {
        event.preventDefault();
        event.stopPropagation();
        openValue.set({ shown, beside: event.currentTarget });
      }}
    />
  );
}
