import type { Surface } from '../../parts/chart/use-canvas.js';
import { paintHeat } from './paint-heat.js';

/** Returns a surface that records every rectangle of nonzero size. */
function recordingSurface() {
  const filled: (readonly [string, ...number[]])[] = [];
  const stroked: number[][] = [];
  const context = {
    fillStyle: '',
    globalAlpha: 1,
    clearRect: () => undefined,
    fillRect(...box: [number, number, number, number]) {
      if (box[3] > 0) {
        filled.push([this.fillStyle, ...box]);
      }
    },
    strokeRect: (...box: number[]) => stroked.push(box),
  };
  const surface = { context, width: 40, height: 20, colour: (name: string) => name };
  return { surface: surface as unknown as Surface, filled, stroked };
}

const grid = {
  buckets: { from: 0, to: 4, intervalMs: 1 },
  columns: 4,
  rows: 2,
  edges: [1, 10, 100],
  counts: [4, 0, 0, 0, 0, 2, 0, 0],
  failed: [1, 0, 0, 0, 0, 2, 0, 0],
  highest: 4,
  outside: 0,
};

describe('paintHeat', () => {
  it('paints each cell that has spans, from the bottom up, the part of the failed ones red', () => {
    const { surface, filled } = recordingSurface();

    paintHeat(surface, { grid, box: undefined });

    expect(filled).toEqual([
      ['--accent', 0, 10, 10, 7.5],
      ['--bad', 0, 17.5, 10, 2.5],
      ['--bad', 20, 0, 10, 10],
    ]);
  });

  it('frames the selected box', () => {
    const { surface, stroked } = recordingSurface();

    paintHeat(surface, { grid, box: { columns: [1, 2], rows: [0, 1] } });

    expect(stroked).toEqual([[11, 1, 18, 18]]);
  });
});
