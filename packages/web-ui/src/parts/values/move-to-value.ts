import type { KeyboardEvent } from 'react';
import type { KeyGroup } from '../keys/page-keys.js';

/** Title of the keys that act on one value. */
export const valueTitle = 'The value with the focus, or below the pointer';

/** Keys of list rows, for the list of keys. */
export const rowValueKeys: KeyGroup = {
  title: valueTitle,
  needsPlace: true,
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
