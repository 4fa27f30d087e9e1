import {
  filterEnumFields,
  filterIdFields,
  filterListFields,
  filterTextFields,
  filterTimeFields,
  filterUserFields,
} from '@spanhouse/span-schema';
import type { Column } from './column.js';
import { packedColumns, presentBits, rowColumns, storedColumns } from './column-table.js';
import { columnsOfVersion, ROW_SCHEMA_VERSION } from './row-schema-version.js';

const columns: readonly Column<string>[] = storedColumns;

describe('the column table', () => {
  it('names no column twice', () => {
    const names = columns.map(({ name }) => name);

    expect(new Set(names).size).toBe(names.length);
  });

  it('gives every bit of `present` one meaning', () => {
    const bits = Object.values(presentBits);

    expect(new Set(bits).size).toBe(bits.length);
  });

  it('has a column for every storable field of the filter language', () => {
    const fields: readonly string[] = [
      ...filterIdFields,
      ...filterEnumFields,
      ...filterTextFields,
      ...filterTimeFields,
      ...filterUserFields,
      ...filterListFields,
    ].filter((field) => !field.startsWith('deleted_'));
    const found = columns.flatMap(({ filter = '' }) => (filter.startsWith('ag.') ? [] : filter));

    expect(found.filter(Boolean).toSorted()).toEqual(fields.toSorted());
  });

  it('has ROW_SCHEMA_VERSION as its highest version', () => {
    const versions = columns.map(({ since = 1 }) => since);

    expect(Math.max(...versions)).toBe(ROW_SCHEMA_VERSION);
  });

  it('has each member of a span in its own column or in `packed`, in every version', () => {
    for (const version of [1, 2, ROW_SCHEMA_VERSION]) {
      const names: readonly string[] = columnsOfVersion(version).map(({ name }) => name);
      const isWhole = version < 3 || names.includes('packed');

      expect(isWhole).toBe(true);
      for (const { name } of packedColumns) {
        expect(names.includes(name)).toBe(version < 3);
      }
    }
  });

  it('adds later columns only after `present`, so that all row versions have the same first columns', () => {
    const before = rowColumns.slice(0, rowColumns.findIndex(({ name }) => name === 'present') + 1);

    expect(before.every((column: Column) => column.since === undefined)).toBe(true);
  });
});
