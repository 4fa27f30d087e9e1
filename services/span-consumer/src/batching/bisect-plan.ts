import type { RowRange } from './row-range.js';

/**
 * Which parts of a refused block are still to be inserted: `bounds` [a, b, c] stands for the parts
 * a..b and b..c, in this order; everything before the first bound is stored or dead-lettered.
 * It is written down before the first insert of a part, so a part never goes in under two tokens.
 */
export interface BisectPlan {
  readonly bounds: readonly number[];
  /** The first part, one row, is refused for this reason and on its way to the dead letters. */
  readonly refused?: string;
}

// A record is commit metadata of at most 4,000 bytes; JSON writes up to six bytes per character.
const MAX_REASON_CHARACTERS = 400;

export function wholeBlock(rowCount: number): BisectPlan {
  return { bounds: [0, rowCount] };
}

/** The part to insert next; `undefined` when nothing is left. */
export function nextPart({ bounds }: BisectPlan): RowRange | undefined {
  const [from, to] = bounds;
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** The next part is stored or dead-lettered. */
export function advance({ bounds }: BisectPlan): BisectPlan {
  return { bounds: bounds.slice(1) };
}

/** The next part was refused: halve it, or mark its only row as refused. */
export function narrow(plan: BisectPlan, reason: string): BisectPlan {
  const part = nextPart(plan);
  if (part === undefined) return plan;
  if (part.to - part.from === 1) {
    return { bounds: plan.bounds, refused: reason.slice(0, MAX_REASON_CHARACTERS) };
  }
  const middle = part.from + Math.floor((part.to - part.from) / 2);
  return { bounds: [part.from, middle, ...plan.bounds.slice(1)] };
}
