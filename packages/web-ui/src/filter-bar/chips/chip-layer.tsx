import { type ReactElement, type RefObject, useLayoutEffect, useRef } from 'react';
import type { PlacedPart } from '../parse-filter-text.js';
import type { Refusal } from './check-text.js';
import { isChip, type TextRange } from './chip-moves.js';
import styles from './chips.module.css';

interface ChipLayerProps {
  readonly text: string;
  readonly chips: readonly PlacedPart[];
  /** Selection in the field; undefined if the field is not focused. */
  readonly selection: TextRange | undefined;
  readonly refusal: Refusal | undefined;
  readonly hasRun: boolean;
  readonly field: RefObject<HTMLInputElement | null>;
}

/** Draws a chip behind each complete condition. The field's text is in front of the chips and aligned with them. */
export function ChipLayer(props: ChipLayerProps): ReactElement {
  const { text, chips, selection, refusal, hasRun, field } = props;
  const layer = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const input = field.current;
    const follow = () => {
      if (layer.current !== null) {
        layer.current.scrollLeft = input?.scrollLeft ?? 0;
      }
    };
    follow();
    input?.addEventListener('scroll', follow);
    return () => input?.removeEventListener('scroll', follow);
  }, [field, text]); // runs only after changes, because measuring the scroll position forces a layout of the whole page
  const shown = chips.filter((chip) => isChip(chip, selection));
  const ends = [0, ...shown.map(({ to }) => to)];
  return (
    <div className={styles['layer']} ref={layer} aria-hidden="true">
      {shown.map(({ from, to }, at) => (
        <span key={from}>
          {text.slice(ends[at], from)}
          <span
            className={styles['chip']}
            data-state={refusal?.from === from ? 'refused' : hasRun ? 'run' : 'new'}
          >
            {text.slice(from, to)}
          </span>
        </span>
      ))}
      {text.slice(ends.at(-1))}
    </div>
  );
}
