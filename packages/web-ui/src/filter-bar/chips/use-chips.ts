import { type KeyboardEvent, type RefObject, useEffect, useMemo, useState } from 'react';
import { readFilterText } from '../parse-filter-text.js';
import { findRefusal, type Refusal } from './check-text.js';
import { chipToEdit, isChip, nextChip, type TextRange, valueOfChip } from './chip-moves.js';
import { describeCondition } from './describe-condition.js';

/** Delay between the last keystroke and the check of the filter text. */
const TYPING_MS = 200;

/** Returns the conditions in the field as the user types. `ranText` is the filter text that was last run. */
export function useChips(text: string, ranText: string, field: RefObject<HTMLInputElement | null>) {
  const chips = useMemo(() => readFilterText(text).placed, [text]);
  const [selection, setSelection] = useState<TextRange>();
  const [said, say] = useState('');
  const found = useRefusal(text);
  const refusal = found?.isUnreadable && text === ranText ? undefined : found;
  const select = ({ from, to }: TextRange) => {
    field.current?.setSelectionRange(from, to);
    setSelection({ from, to });
  };
  const current = (): TextRange => ({
    from: field.current?.selectionStart ?? 0,
    to: field.current?.selectionEnd ?? 0,
  });
  const move = (by: 1 | -1) => {
    const chip = nextChip(chips, current(), by);
    const end = by > 0 ? text.length : 0;
    select(chip ?? { from: end, to: end });
    const state = text === ranText ? '' : ', not yet run';
    say(chip === undefined ? '' : `condition, ${describeCondition(chip.part)}${state}`);
  };
  const edit = () => {
    const chip = chipToEdit(chips, text, current());
    if (chip !== undefined) {
      select(valueOfChip(text, chip));
      say(`editing, ${describeCondition(chip.part)}`);
    }
    return chip !== undefined;
  };
  const takeKey = ({ key, altKey, ctrlKey, metaKey }: KeyboardEvent) => {
    if (altKey && (key === 'ArrowLeft' || key === 'ArrowRight')) {
      move(key === 'ArrowLeft' ? -1 : 1);
      return true;
    }
    return key === 'Backspace' && !(altKey || ctrlKey || metaKey) && edit();
  };
  return {
    chips,
    selection,
    refusal: refusal !== undefined && isChip(refusal, selection) ? refusal : undefined,
    said,
    onSelect: () => setSelection(document.activeElement === field.current ? current() : undefined),
    onBlur: () => setSelection(undefined),
    takeKey,
  };
}

function useRefusal(text: string): Refusal | undefined {
  const [found, setFound] = useState<{ readonly text: string; readonly refusal?: Refusal }>();
  useEffect(() => {
    if (text.trim() === '') {
      return;
    }
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const refusal = await findRefusal(text);
      if (isCurrent) {
        setFound({ text, ...(refusal && { refusal }) });
      }
    }, TYPING_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return found?.text === text ? found.refusal : undefined;
}
