import type { KeyboardEvent } from 'react';
import type { KeyGroup } from '../keys/page-keys.js';

/** Title of the group of keys that act on a single value. */
export const valueTitle = 'The value with the focus, or below the pointer';

/** Keys that work in the rows of a list, as the list of keys shows them. */
export const rowValueKeys: KeyGroup = {
  title: valueTitle,
  needsFocus: true,
  keys: [
    { key: 'ArrowRight', meaning: 'Next value of the row' },
    { key: 'ArrowLeft', meaning: 'Previous value of the row' },
    { key: 'Enter', meaning: 'Open the menu of the value' },
  ],
};

/**
 * Moves the focus through the values of a row with the left and right keys, from the row to its first value and back.
 */
export function moveToValue(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) {
    return;
  }
  const row = event.currentTarget;
  const buttons = [...row.querySelectorAll<HTMLButtonElement>('button[data-value]')];
  const at = buttons.indexOf(event.target as HTMLButtonElement);
  event.preventDefault();
  (buttons[Math.min(at + step, buttons.length - 1)] ?? row).focus();
}
