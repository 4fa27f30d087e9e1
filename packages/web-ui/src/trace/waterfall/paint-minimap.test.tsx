import fc from 'fast-check';
import { type FlameLayout, layoutByTime } from '../flame/flame-layout.js';
import { visitBoxes } from '../flame/visible-boxes.js';
import { drawLanes } from './paint-minimap.js';

/** Draws consecutive spans in a few lanes. The colour of each span is the span's number, starting at 1. */
function draw(lengths: readonly number[], { width = 40, height = 20, scale = 1 } = {}) {
  const count = lengths.length;
  const layout = layoutByTime({
    count,
    parent: Int32Array.from({ length: count }, (_, at) => (at % 3 === 0 ? -1 : at - 1)),
    start: Float64Array.from(lengths, (_, at) =>
      lengths.slice(0, at).reduce((sum, ns) => sum + ns, 0),
    ),
    duration: Float64Array.from(lengths),
  });
  const pixels = new Uint32Array(width * height);
  drawLanes(layout, { pixels, width, height, scale, colourOf: (span) => span + 1 });
  return {
    layout,
    pixels,
    row: (at: number) => [...pixels.subarray(at * width, (at + 1) * width)],
  };
}

describe('drawLanes', () => {
  it('draws twice as many pixels on a screen with two for each CSS pixel', () => {
    const { row } = draw([40], { width: 80, height: 40, scale: 2 });

    expect(row(1)).toEqual(Array(80).fill(0));
    expect(row(2)).toEqual(Array(80).fill(1));
    expect(row(7)).toEqual(Array(80).fill(1));
    expect(row(8)).toEqual(Array(80).fill(0));
  });

  it('shows every lane that has a pixel of its own, three pixels high at most, below the previous lane', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 30 }),
        (lengths, height) => {
          const { layout, row } = draw(lengths, { height });
          const lanes = layout.laneStart.length - 1;
          const laneHeight = Math.min(4, height / lanes);
          const expected: (readonly number[])[] = Array.from({ length: height }, () =>
            Array(40).fill(0),
          );
          for (let lane = 0; lane < lanes; lane += Math.max(1, Math.ceil(1 / laneHeight))) {
            const top = Math.round(lane * laneHeight + 1);
            const line = lineOf(layout, lane);
            for (let at = top; at < top + Math.max(1, Math.round(laneHeight - 1)); at++) {
              expected.splice(at, at < height ? 1 : 0, line);
            }
          }

          expect(expected.slice(0, height).map((_, at) => row(at))).toEqual(
            expected.slice(0, height),
          );
        },
      ),
    );
  });
});

/** Returns the expected pixels of a lane. The view has 20 columns of two pixels each. */
function lineOf(layout: FlameLayout, lane: number): readonly number[] {
  const line = Array<number>(40).fill(0);
  visitBoxes(layout, { lane, view: { from: 0, to: layout.end, width: 20 } }, (box, x, wide) => {
    const from = Math.floor(2 * x);
    line.fill((layout.span[box] ?? 0) + 1, from, Math.max(from + 1, Math.round(2 * (x + wide))));
  });
  return line;
}
