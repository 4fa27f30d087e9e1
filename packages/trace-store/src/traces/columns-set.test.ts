import { readFileSync } from 'node:fs';
import {
  type Column,
  rarelySetColumns,
  storedColumns,
  storedSpanColumns,
} from '@spanhouse/span-row';
import { columnsSet } from './whole-traces.js';

const view = readFileSync(
  new URL('../../migrations/0013_record_usage_in_view.sql', import.meta.url),
  'utf8',
);

describe('the columns that are rarely set', () => {
  it('have the bits that the view sets', () => {
    const tests = view.match(/bitShiftLeft\(toUInt32\(.*\), \d+\)$/gm);
    const expected = storedColumns
      .filter(({ rarelySet }) => rarelySet !== undefined)
      .toSorted((left, right) => (left.rarelySet?.bit ?? 0) - (right.rarelySet?.bit ?? 0))
      .map(
        ({ name, type, rarelySet }) =>
          `bitShiftLeft(toUInt32(\`${name}\` != ${unsetValue(type, rarelySet)}), ${rarelySet?.bit})`,
      );
    expect(tests).toEqual(expected);
  });

  it('are numbered without gaps', () => {
    expect(rarelySetColumns.map((name) => bitOf(name))).toEqual([...rarelySetColumns.keys()]);
  });

  it('are read if their bit is set, in the order of all columns', () => {
    const flags = rarelySetColumns.indexOf('flags');
    const links = rarelySetColumns.indexOf('links');
    const always = storedSpanColumns.filter(
      (name) => !rarelySetColumns.some((rare) => rare === name),
    );
    expect(columnsSet(0)).toEqual(always);
    expect(columnsSet((1 << flags) | (1 << links))).toEqual(
      storedSpanColumns.filter(
        (name) => name === 'flags' || name === 'links' || always.includes(name),
      ),
    );
    expect(columnsSet((1 << rarelySetColumns.length) - 1)).toEqual(storedSpanColumns);
  });
});

function bitOf(name: string): number | undefined {
  return storedColumns.find((column) => column.name === name)?.rarelySet?.bit;
}

/** SQL: the value of a row that does not set the column. */
function unsetValue(type: string, rarelySet: Column['rarelySet']): string | undefined {
  if (rarelySet?.unsetLike !== undefined) {
    return `\`${rarelySet.unsetLike}\``;
  }
  if (rarelySet?.unset !== undefined) {
    return `'${rarelySet.unset}'`;
  }
  return {
    UUID: "toUUID('00000000-0000-0000-0000-000000000000')",
    "DateTime64(9, 'UTC')": "toDateTime64(0, 9, 'UTC')",
    UInt32: '0',
    Bool: 'false',
    String: "''",
  }[type];
}
