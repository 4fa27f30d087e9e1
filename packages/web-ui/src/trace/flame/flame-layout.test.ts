import fc from 'fast-check';
import { anOutline } from '../../testing/an-outline.js';
import { type Outline, shapeOf } from '../outline/outline.js';
import { type FlameLayout, layoutByTime } from './flame-layout.js';
import { layoutBySelfTime } from './merge-paths.js';
import { boxAt, type FlameView, visitBoxes } from './visible-boxes.js';

/** A span, written as [parent, start, duration, name]. */
type Row = readonly [parent: number, start: number, duration: number, name: number];

function outlineOf(rows: readonly Row[]): Outline {
  return anOutline(
    rows.map(([parent, start, duration, name]) => ({ parent, start, duration, name: `${name}` })),
  );
}

const anyRows = fc
  .array(fc.tuple(fc.nat(), fc.nat(1000), fc.nat(300), fc.nat(3)), { minLength: 1, maxLength: 60 })
  .map((all) =>
    all.map(
      ([parent, start, duration, name], at): Row => [
        (parent % (at + 1)) - 1,
        start,
        duration,
        name,
      ],
    ),
  );

describe('layoutByTime', () => {
  it('gives every span one box with its time, level by level, and no two boxes of a lane overlap', () => {
    fc.assert(
      fc.property(anyRows, (rows) => {
        const outline = outlineOf(rows);
        const { span, start, length, laneStart } = layoutByTime(outline);
        const { level } = shapeOf(outline);
        const levels = [...span].map((at) => level[at] ?? -1);

        expect([...span].sort((one, other) => one - other)).toEqual([...rows.keys()]);
        expect(levels).toEqual(levels.toSorted((one, other) => one - other));
        for (const [box, at] of span.entries()) {
          expect([start[box], length[box]]).toEqual([outline.start[at], outline.duration[at]]);
          const isFirst = laneStart.includes(box);
          expect(
            isFirst || (start[box] ?? 0) >= (start[box - 1] ?? 0) + (length[box - 1] ?? 0),
          ).toBe(true);
        }
      }),
    );
  });

  it('puts siblings that overlap in lanes of their level', () => {
    const rows: Row[] = [
      [-1, 0, 100, 0],
      [0, 10, 50, 1],
      [1, 20, 5, 1],
      [0, 30, 50, 1],
    ];

    const { span, laneStart } = layoutByTime(outlineOf(rows));

    expect([...span]).toEqual([0, 1, 3, 2]);
    expect([...laneStart]).toEqual([0, 1, 2, 3, 4]);
  });

  it('draws spans beyond 64 lanes of a level over each other in the last lane', () => {
    const rows = Array.from({ length: 66 }, (_, at): Row => [-1, at, 1000, 0]);

    const { span, laneStart } = layoutByTime(outlineOf([...rows, [0, 10, 5, 1]]));

    expect(laneStart).toHaveLength(66);
    expect([...span.subarray(laneStart[63], laneStart[64])]).toEqual([63, 64, 65]);
    expect([...span.subarray(laneStart[64])]).toEqual([66]);
  });
});

describe('layoutBySelfTime', () => {
  it('merges spans with one path, and puts the longest first', () => {
    const rows: Row[] = [
      [-1, 0, 100, 0],
      [0, 0, 10, 1],
      [0, 10, 30, 2],
      [0, 50, 5, 1],
    ];

    const { span, start, length, end } = layoutBySelfTime(outlineOf(rows));

    expect([...span]).toEqual([0, 2, 1]);
    expect([...start]).toEqual([0, 0, 30]);
    expect([...length]).toEqual([100, 30, 15]);
    expect(end).toBe(100);
  });
});

/** Returns the visible boxes in a lane. */
function boxesOf(layout: FlameLayout, lane: number, view: FlameView) {
  const boxes: { readonly x: number; readonly width: number; readonly box: number }[] = [];
  visitBoxes(layout, { lane, view }, (box, x, width) => boxes.push({ x, width, box }));
  return boxes;
}

describe('visitBoxes', () => {
  const whole = { from: 0, to: 1300, width: 130 };

  it('shows of the boxes that share a pixel the longest, and each box where it lies', () => {
    fc.assert(
      fc.property(
        anyRows,
        fc.nat(1200),
        fc.integer({ min: 1, max: 1300 }),
        (rows, from, length) => {
          const layout = layoutByTime(outlineOf(rows));
          const view = { from, to: from + length, width: 100 };
          for (let lane = 0; lane < layout.laneStart.length - 1; lane++) {
            const shown = boxesOf(layout, lane, view);
            for (const [at, { x, width, box }] of shown.entries()) {
              const before = shown[at - 1];
              expect(x + width).toBeLessThanOrEqual(101);
              expect(before === undefined || x >= Math.floor(before.x + before.width)).toBe(true);
              expect(boxAt(layout, view, { lane, x: x + width / 2 })).toBe(box);
            }
            const longest = Math.max(0, ...shown.map(({ box }) => layout.length[box] ?? 0));
            const all = [...layout.start.keys()].filter(
              (box) =>
                box >= (layout.laneStart[lane] ?? 0) &&
                box < (layout.laneStart[lane + 1] ?? 0) &&
                (layout.start[box] ?? 0) < view.to &&
                (layout.start[box] ?? 0) + (layout.length[box] ?? 0) > view.from,
            );
            expect(longest).toBeGreaterThanOrEqual(
              Math.max(0, ...all.map((box) => layout.length[box] ?? 0)),
            );
          }
        },
      ),
    );
  });

  it('finds the longest of many boxes that share a pixel', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.nat(400), (count, at) => {
        const longest = at % count;
        const rows = Array.from(
          { length: count },
          (_, number): Row => [-1, 4 * number, number === longest ? 3 : 2, 0],
        );
        const layout = layoutByTime(outlineOf(rows));

        const [shown] = boxesOf(layout, 0, { from: 0, to: 1e6, width: 100 });

        expect(shown?.box).toBe(longest);
      }),
    );
  });

  it('shows nothing outside the boxes', () => {
    const layout = layoutByTime(outlineOf([[-1, 500, 100, 0]]));

    expect(boxesOf(layout, 0, whole)).toEqual([{ x: 50, width: 10, box: 0 }]);
    expect(boxAt(layout, whole, { lane: 0, x: 49 })).toBeUndefined();
    expect(boxesOf(layout, 0, { ...whole, from: 600 })).toEqual([]);
  });
});
