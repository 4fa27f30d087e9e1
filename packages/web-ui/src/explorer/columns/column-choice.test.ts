import fc from 'fast-check';
import {
  type ChosenColumn,
  MAX_WIDTH,
  MIN_WIDTH,
  moveColumn,
  readColumns,
  writeColumns,
} from './column-choice.js';

const columns = fc
  .uniqueArray(
    fc.record(
      {
        id: fc.oneof(
          fc.string({ minLength: 1, maxLength: 8 }),
          fc.constantFrom('.a,b', '.a:5', '.%2C', '.50%', 'name'),
        ),
        width: fc.integer({ min: MIN_WIDTH, max: MAX_WIDTH }),
      },
      { requiredKeys: ['id'], noNullPrototype: true },
    ),
    { selector: ({ id }) => id, maxLength: 10 },
  )
  .map((all) => all as readonly ChosenColumn[]);

describe('readColumns', () => {
  it('reads the columns that writeColumns wrote, whatever their keys are', () => {
    fc.assert(
      fc.property(columns, (chosen) => {
        expect(readColumns(writeColumns(chosen))).toEqual(chosen);
      }),
    );
  });

  it('ignores empty and repeated columns, and keeps widths usable', () => {
    expect(readColumns('name,,name:80,cost:1,.x:9999')).toEqual([
      { id: 'name' },
      { id: 'cost', width: MIN_WIDTH },
      { id: '.x', width: MAX_WIDTH },
    ]);
  });
});

describe('moveColumn', () => {
  it('moves a column by positions, and not beyond the ends', () => {
    const chosen = readColumns('a,b,c');

    expect(writeColumns(moveColumn(chosen, 'a', 1))).toBe('b,a,c');
    expect(writeColumns(moveColumn(chosen, 'a', 9))).toBe('b,c,a');
    expect(writeColumns(moveColumn(chosen, 'c', -1))).toBe('a,c,b');
    expect(moveColumn(chosen, 'a', -1)).toBe(chosen);
    expect(moveColumn(chosen, 'x', 1)).toBe(chosen);
  });
});
