/** A range of row indexes within the whole block; `to` is exclusive. */
export interface RowRange {
  readonly from: number;
  readonly to: number;
}

/**
 * The parts of a refused block that are not inserted yet. For example, the `bounds` [a, b, c] describe the parts a..b
 * and b..c. Every row before the first bound is already stored or dead-lettered. A plan is recorded before its parts
 * are inserted, so no row is inserted under two tokens.
 */
export interface BisectPlan {
  readonly bounds: readonly number[];
  /** Set if the first part is a single refused row that must become a dead letter. */
  readonly refused?: string;
}

// A plan is stored in commit metadata of at most 4,000 bytes, and JSON needs up to six bytes per character.
const MAX_REASON_CHARACTERS = 400;

/** Plans the whole block as one part. */
export function wholeBlock(rowCount: number): BisectPlan {
  return { bounds: [0, rowCount] };
}

/** Returns the part to insert next, or `undefined` if no part is left. */
export function nextPart({ bounds }: BisectPlan): RowRange | undefined {
  const [from, to] = bounds;
  return from === undefined || to === undefined ? undefined : { from, to };
}

/** Removes the next part from the plan after it is stored or dead-lettered. */
export function advance({ bounds }: BisectPlan): BisectPlan {
  return { bounds: bounds.slice(1) };
}

/** Halves the next part, which was refused. If the part has a single row, marks that row as refused. */
export function narrow(plan: BisectPlan, reason: string): BisectPlan {
  const part = nextPart(plan);
  if (part === undefined) {
    return plan;
  }
  if (part.to - part.from === 1) {
    return { bounds: plan.bounds, refused: reason.slice(0, MAX_REASON_CHARACTERS) };
  }
  const middle = part.from + Math.floor((part.to - part.from) / 2);
  return { bounds: [part.from, middle, ...plan.bounds.slice(1)] };
}
