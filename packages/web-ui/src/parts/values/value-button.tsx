import { createStore } from '../store.js';
import { type ShownValue, tieValue } from './shown-value.js';
import styles from './value-menu.module.css';

/** The value whose menu is open, and the element at which the menu is shown. */
export const openValue = createStore<
  { readonly shown: ShownValue; readonly anchor: HTMLElement } | undefined
>(undefined);

interface ValueButtonProps {
  readonly shown: ShownValue;
  /** True if the Tab key reaches the button. False in rows, where the arrow keys reach it. */
  readonly isTabStop?: boolean;
}

/** Button that opens the menu for a value. */
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
        openValue.set({ shown, anchor: event.currentTarget });
      }}
    />
  );
}
