import { anOutline } from '../../testing/an-outline.js';
import { rowTree } from '../outline/row-tree.js';
import {
  foldedRows,
  moveRows,
  numberOfRow,
  readRows,
  rowOfNumber,
  spanIdOfRow,
  toggledRows,
  writeRow,
  writeRows,
} from './row-keys.js';

/** A root with 21 calls of the same name. Row 1 represents the group of these calls. */
const outline = anOutline([{ name: 'ask' }, ...Array(21).fill({ parent: 0, name: 'search' })]);
const tree = outline.rows;

describe('the rows of an address', () => {
  it('are those that were written, whatever they represent', () => {
    const rows = new Set([0, 1, 2].map((row) => numberOfRow(tree, row)));

    expect(writeRows(outline, rows)).toBe('0000000000000001.r0000000000000002.0000000000000002');
    expect(readRows(outline, writeRows(outline, rows))).toEqual(rows);
    expect([...rows].map((number) => rowOfNumber(tree, number))).toEqual([0, 1, 2]);
  });

  it('are empty without a text, and skip ids of other traces', () => {
    expect(readRows(outline, undefined)).toEqual(new Set());
    expect(readRows(outline, '00000000000000ff.r00000000000000ff.x')).toEqual(new Set());
  });

  it('are not written when there are too many', () => {
    expect(writeRows(outline, new Set(new Array(101).keys()))).toBeUndefined();
  });

  it('name the span whose detail is shown', () => {
    const written = writeRow(outline, numberOfRow(tree, 1));

    expect([spanIdOfRow(written), spanIdOfRow('00000000000000ab')]).toEqual([
      '0000000000000002',
      '00000000000000ab',
    ]);
  });
});

describe('foldedRows', () => {
  it('folds repeats at first, and everything else when it is toggled', () => {
    const toggled = new Set([0, 1].map((row) => numberOfRow(tree, row)));

    expect(foldedRows(tree, new Set())).toEqual(new Set([1]));
    expect(foldedRows(tree, toggled)).toEqual(new Set([0]));
  });

  it('is what toggledRows keeps', () => {
    const toggled = toggledRows(tree, new Set([0]), new Set());

    expect(foldedRows(tree, toggled)).toEqual(new Set([0]));
  });

  it('remembers rows that the tree leaves out for now', () => {
    const some = rowTree(outline, new Uint8Array(outline.count).fill(1, 0, 3));
    const toggled = new Set([numberOfRow(tree, 1)]);

    expect(toggledRows(some, new Set(), toggled)).toEqual(toggled);
  });
});

describe('moveRows', () => {
  it('finds the same rows in a trace that has more spans', () => {
    const more = { ids: BigUint64Array.from([99n, ...outline.ids]) };
    const rows = readRows(outline, 'r0000000000000002.0000000000000003');

    expect(writeRows(more, moveRows(rows, outline, more))).toBe(
      'r0000000000000002.0000000000000003',
    );
  });
});
