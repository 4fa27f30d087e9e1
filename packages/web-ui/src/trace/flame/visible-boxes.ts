import { BLOCK, type FlameLayout } from './flame-layout.js';

/** The visible time range in ns, and the width in pixels at which it is shown. */
export interface FlameView {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** Called with the index of a visible box, its left edge and its width in pixels. */
type BoxVisitor = (box: number, x: number, width: number) => void;

/**
 * Visits the visible boxes in a lane from left to right. If several boxes share a pixel, only the longest one is
 * visited. The cost therefore depends on the number of pixels and not on the number of boxes.
 */
export function visitBoxes(
  layout: FlameLayout,
  { lane, view }: { readonly lane: number; readonly view: FlameView },
  visit: BoxVisitor,
): void {
  const { start, length, laneStart } = layout;
  const scale = view.width / Math.max(1, view.to - view.from);
  const end = laneStart[lane + 1] ?? start.length;
  let box = firstVisible(layout, lane, view.from);
  while (box < end && (start[box] ?? 0) < view.to) {
    const pixel = Math.floor(Math.max(0, ((start[box] ?? 0) - view.from) * scale));
    const next = firstFrom(start, [box + 1, end], view.from + (pixel + 1) / scale);
    const longest = longestIn(layout, box, next);
    const from = start[longest] ?? 0;
    const to = Math.min(view.to, from + (length[longest] ?? 0));
    const x = Math.max(0, (from - view.from) * scale);
    const width = Math.max(1, (to - view.from) * scale - x);
    visit(longest, x, width);
    const covered = view.from + Math.floor(x + width) / scale;
    box = firstFrom(start, [next, end], covered);
  }
}

/**
 * Searches a range of boxes for the first box that starts at or after `ns`. Tries boxes at increasing distances from
 * the start of the range, and then bisects.
 */
function firstFrom(start: Float64Array, [low, high]: readonly [number, number], ns: number) {
  let step = 1;
  let before = low;
  while (before < high && (start[before] ?? 0) < ns) {
    low = before + 1;
    before += step;
    step *= 2;
  }
  return bisect(low, Math.min(high, before), (box) => (start[box] ?? 0) < ns);
}

/** Returns the first number in a range for which `isBefore` is false. */
function bisect(from: number, to: number, isBefore: (number: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isBefore(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Returns the longest box in a range. For whole blocks, the result is read from `longest`. */
function longestIn({ length, longest }: FlameLayout, from: number, to: number): number {
  let best = from;
  for (let box = from + 1; box < to; box++) {
    const isBlock = box % BLOCK === 0 && box + BLOCK <= to;
    const candidate = isBlock ? (longest[box / BLOCK] ?? box) : box;
    if ((length[candidate] ?? 0) > (length[best] ?? 0)) {
      best = candidate;
    }
    box += isBlock ? BLOCK - 1 : 0;
  }
  return best;
}

/** Returns the first box in a lane that ends after `from`. Boxes in a lane do not overlap. */
function firstVisible({ start, length, laneStart }: FlameLayout, lane: number, from: number) {
  return bisect(
    laneStart[lane] ?? 0,
    laneStart[lane + 1] ?? start.length,
    (box) => (start[box] ?? 0) + (length[box] ?? 0) <= from,
  );
}

/** Returns the index of the box at a pixel of a lane, or undefined if there is no box at that pixel. */
export function boxAt(
  layout: FlameLayout,
  view: FlameView,
  point: { readonly lane: number; readonly x: number },
): number | undefined {
  let found: number | undefined;
  visitBoxes(layout, { lane: point.lane, view }, (box, x, width) => {
    if (point.x >= x && point.x < x + width) {
      found ??= box;
    }
  });
  return found;
}
