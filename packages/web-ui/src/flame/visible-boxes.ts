import type { FlameLayout } from './flame-layout.js';

/** The part of a layout that is shown, in ns, and the pixels that it has. */
export interface FlameView {
  readonly from: number;
  readonly to: number;
  readonly width: number;
}

/** A box to paint: its lane, its left edge and width in pixels, and the box of the layout. */
export interface VisibleBox {
  readonly lane: number;
  readonly x: number;
  readonly width: number;
  readonly box: number;
}

/** Returns what one lane shows: of the boxes that share a pixel, the longest. */
export function visibleBoxes(
  layout: FlameLayout,
  lane: number,
  view: FlameView,
): readonly VisibleBox[] {
  const { start, length, laneStart } = layout;
  const scale = view.width / Math.max(1, view.to - view.from);
  const shown: VisibleBox[] = [];
  const end = laneStart[lane + 1] ?? start.length;
  for (let box = firstVisible(layout, lane, view.from); box < end; box++) {
    const from = start[box] ?? 0;
    if (from >= view.to) {
      break;
    }
    const to = Math.min(view.to, from + (length[box] ?? 0));
    const x = Math.max(0, (from - view.from) * scale);
    const width = Math.max(1, (to - view.from) * scale - x);
    addBox(shown, { lane, x, width, box }, length);
  }
  return shown;
}

function addBox(shown: VisibleBox[], next: VisibleBox, length: Float64Array): void {
  const last = shown.at(-1);
  if (last === undefined || Math.floor(next.x) >= Math.floor(last.x + last.width)) {
    shown.push(next);
  } else if ((length[next.box] ?? 0) > (length[last.box] ?? 0)) {
    shown[shown.length - 1] = next;
  }
}

/** Returns the first box of a lane that ends after a moment. Boxes of a lane follow each other. */
function firstVisible({ start, length, laneStart }: FlameLayout, lane: number, from: number) {
  let low = laneStart[lane] ?? 0;
  let high = laneStart[lane + 1] ?? start.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((start[middle] ?? 0) + (length[middle] ?? 0) <= from) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

/** Returns the box at a pixel of a lane; undefined where there is none. */
export function boxAt(
  layout: FlameLayout,
  view: FlameView,
  place: { readonly lane: number; readonly x: number },
): number | undefined {
  const { lane, x } = place;
  return visibleBoxes(layout, lane, view).find((box) => x >= box.x && x < box.x + box.width)?.box;
}
