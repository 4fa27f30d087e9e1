import fc from 'fast-check';
import { chooseSpans, type TreeRow } from './choose-spans.js';

function row(name: string, depth: number, status_code?: string): TreeRow {
  return { depth, json: { name, ...(status_code && { status_code }) } };
}

const failed = 'STATUS_CODE_ERROR';

function namesOf(rows: readonly TreeRow[]) {
  return rows.map(({ json }) => json['name']);
}

describe('chooseSpans', () => {
  it('chooses everything that fits, in the order of the tree', () => {
    const rows = [row('a', 0), row('b', 1), row('c', 1, failed)];

    expect(chooseSpans(rows, 1000)).toEqual({ chosen: rows, left: 0 });
  });

  it('prefers failed spans with those above them, then the top of the tree', () => {
    const rows = [
      row('root', 0),
      row('fine', 1),
      row('under fine', 2),
      row('broken', 1),
      row('cause', 2, failed),
      row('last', 1),
    ];

    const { chosen, left } = chooseSpans(rows, 120);

    expect(namesOf(chosen)).toEqual(['root', 'fine', 'broken', 'cause', 'last']);
    expect(left).toBe(1);
  });

  it('never exceeds its room except for the first span, and accounts for every span', () => {
    const anyRow = fc.tuple(fc.nat(5), fc.string({ maxLength: 30 }), fc.boolean());
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 50 }), fc.nat(1500), (drawn, room) => {
        let depth = 0;
        const rows = drawn.map(([deep, name, isFailed], at) => {
          depth = at === 0 ? 0 : Math.min(deep, depth + 1);
          return row(name, depth, isFailed ? failed : undefined);
        });

        const { chosen, left } = chooseSpans(rows, room);

        const size = chosen.reduce((sum, { json }) => sum + JSON.stringify(json).length + 1, 0);
        expect(size <= room || isOnePath(chosen)).toBe(true);
        expect(chosen.length + left).toBe(rows.length);
      }),
    );
  });
});

/**
 * Returns true if the rows are one span or a failed span with its ancestors. Such rows are the first choice, which may
 * exceed the size limit.
 */
function isOnePath(rows: readonly TreeRow[]): boolean {
  return rows.every(({ depth }, at) => at === 0 || depth === (rows[at - 1]?.depth ?? 0) + 1);
}
