import type { PlacedPart } from '../parse-filter-text.js';

/** A range in the filter text, such as a selection. For a caret, `from` equals `to`. */
export interface TextRange {
  readonly from: number;
  readonly to: number;
}

type Chip = Pick<PlacedPart, 'from' | 'to'>;

/**
 * Returns the next chip after a selection, or the chip before it if `by` is -1. Returns undefined if there is no such
 * chip.
 */
export function nextChip<C extends Chip>(
  chips: readonly C[],
  { from, to }: TextRange,
  by: 1 | -1,
): C | undefined {
  return by > 0
    ? chips.find((chip) => (from === to ? chip.from >= from : chip.from > from))
    : chips.findLast((chip) => (from === to ? chip.to <= from : chip.from < from));
}

/** Returns the chip that Backspace edits: the chip before the caret, if exactly one space separates them. */
export function chipToEdit<C extends Chip>(
  chips: readonly C[],
  text: string,
  { from, to }: TextRange,
): C | undefined {
  const isAfterSpace = from === to && /\s/.test(text[from - 1] ?? '');
  return isAfterSpace ? chips.find((chip) => chip.to === from - 1) : undefined;
}

/** Returns the range of the value in a chip. If the chip has no operator, returns the range of the whole chip. */
export function valueOfChip(text: string, { from, to }: Chip): TextRange {
  const [name] =
    /^-?[^\s:<>~^$"]+(?:>=|<=|\^=|\$=|[:~<>]|\s+like\s+)/i.exec(text.slice(from, to)) ?? [];
  return { from: from + (name?.length ?? 0), to };
}

/**
 * Returns true if a condition is drawn as a chip: the selection must either cover exactly the condition or not touch
 * it.
 */
export function isChip({ from, to }: Chip, selection: TextRange | undefined): boolean {
  if (selection === undefined) {
    return true;
  }
  const isWhole = selection.from <= from && selection.to >= to;
  return isWhole || selection.to < from || selection.from > to;
}
