import type { KeyboardEvent } from 'react';

/** Left and right move through the values of a row, from the row to the first one and back. */
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
