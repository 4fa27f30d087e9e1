import fc from 'fast-check';
import type { Outline } from './outline.js';
import { keySpansOf, shownTree, withAncestors } from './shown-spans.js';
import { shapeOf, visibleRows } from './tree-shape.js';

/** 0 has the children 1 and 4; 2 and 3 are below 1. */
const parent = Int32Array.from([-1, 0, 1, 1, 0]);
const outline = { count: parent.length, parent };

describe('keySpansOf', () => {
  it('keeps roots, failures and the spans of agents, tools and models', () => {
    const texts = ['task', 'chat', 'tool'];
    const type = Int32Array.from([0, 0, 1, 2, 0]);
    const status = Uint8Array.from([0, 0, 0, 0, 2]);

    const kept = keySpansOf({ ...outline, texts, type, status } as Partial<Outline> as Outline);

    expect([...kept]).toEqual([1, 0, 1, 1, 1]);
  });
});

describe('withAncestors', () => {
  it('marks spans and all that lies above them', () => {
    expect([...withAncestors(outline, [3])]).toEqual([1, 1, 0, 1, 0]);
  });
});

describe('shownTree', () => {
  it('moves children of spans that are left out up', () => {
    const { parent: moved, shape } = shownTree(outline, Uint8Array.from([1, 0, 1, 1, 1]));

    expect([moved[2], moved[3], moved[4]]).toEqual([0, 0, 0]);
    expect([2, 3, 4].map((at) => [shape.level[at], shape.place[at], shape.siblings[at]])).toEqual([
      [1, 1, 3],
      [1, 2, 3],
      [1, 3, 3],
    ]);
    expect(shape.end[0]).toBe(5);
  });

  it('is the whole tree when everything is shown', () => {
    expect(shownTree(outline, new Uint8Array(5).fill(1)).shape).toEqual(shapeOf(outline));
  });

  it('folds exactly the shown spans below a span', () => {
    const anyTree = fc
      .array(fc.tuple(fc.nat(), fc.boolean()), { minLength: 1, maxLength: 40 })
      .map((rows) => {
        const parents: number[] = [];
        for (const [at, [choice]] of rows.entries()) {
          const above = [-1];
          for (let up = at - 1; up >= 0; up = parents[up] ?? -1) {
            above.push(up);
          }
          parents.push(above[choice % above.length] ?? -1);
        }
        const isShown = Uint8Array.from(rows, ([, is], at) => (is || parents[at] === -1 ? 1 : 0));
        return { count: rows.length, parent: Int32Array.from(parents), isShown };
      });
    fc.assert(
      fc.property(anyTree, fc.nat(), ({ count, parent: parents, isShown }, choice) => {
        const shown = [...isShown.keys()].filter((at) => isShown[at] === 1);
        const folded = shown[choice % shown.length] ?? 0;
        const { shape } = shownTree({ count, parent: parents }, isShown);
        const isBelow = (at: number): boolean =>
          parents[at] === folded || ((parents[at] ?? -1) >= 0 && isBelow(parents[at] ?? -1));

        const rows = visibleRows(shape, new Set([folded]), (at) => isShown[at] === 1);

        expect([...rows]).toEqual(shown.filter((at) => !isBelow(at)));
      }),
    );
  });
});
