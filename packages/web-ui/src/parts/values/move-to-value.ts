import type { KeyboardEvent } from 'react';
import type { KeyGroup } from '../keys/page-keys.js';

/** Title of the key group for the focused value or the value below the pointer. */
export const valueTitle = 'The value with the focus, or below the pointer';

/** Keys for moving between the values of a row, as listed in the keys dialog. */
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
 * Handles the left and right arrow keys, which move the focus from a row to its values, between the values, and back to
 * the row.
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
