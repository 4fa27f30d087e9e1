import type { Surface } from '../../parts/chart/use-canvas.js';
import type { HeatBox, HeatGrid } from './heat-grid.js';

export interface HeatPicture {
  readonly grid: HeatGrid;
  /** The selected box, or the box of the current drag. */
  readonly box: HeatBox | undefined;
}

/** Minimum opacity of a cell, so that a cell with a single span remains visible. */
const LEAST_ALPHA = 0.18;

/**
 * Paints the cells of a heat map. Cells with more spans are more opaque. The height of a cell's red part shows the
 * share of failed spans.
 */
export function paintHeat(surface: Surface, { grid, box }: HeatPicture): void {
  const { context, width, height, colour } = surface;
  const { columns, rows, counts, failed, highest } = grid;
  const [wide, high] = [width / columns, height / rows];
  context.clearRect(0, 0, width, height);
  for (const [cell, count] of counts.entries()) {
    if (count === 0) {
      continue;
    }
    const [column, row] = [Math.floor(cell / rows), cell % rows];
    const [x, y] = [column * wide, height - (row + 1) * high];
    const red = (high * (failed[cell] ?? 0)) / count;
    context.globalAlpha = alphaOf(count, highest);
    context.fillStyle = colour('--accent');
    context.fillRect(x, y, wide, high - red);
    context.fillStyle = colour('--bad');
    context.fillRect(x, y + high - red, wide, red);
  }
  context.globalAlpha = 1;
  if (box !== undefined) {
    const [first, last] = box.columns;
    const [lower, upper] = box.rows;
    context.strokeStyle = colour('--ink');
    context.lineWidth = 2;
    context.strokeRect(
      first * wide + 1,
      height - (upper + 1) * high + 1,
      (last - first + 1) * wide - 2,
      (upper - lower + 1) * high - 2,
    );
  }
}

/** Returns the opacity for a count. The scale is logarithmic, because counts differ by powers of ten. */
function alphaOf(count: number, highest: number): number {
  const share = highest <= 1 ? 1 : Math.log(count) / Math.log(highest);
  return LEAST_ALPHA + (1 - LEAST_ALPHA) * share;
}
