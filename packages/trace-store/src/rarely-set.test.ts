import { readFileSync } from 'node:fs';
import { RARELY_SET_COLUMNS, STORED_SPAN_COLUMNS } from '@spanhouse/span-row';
import { columnsSet } from './rarely-set.js';

const view = readFileSync(
  new URL('../migrations/0004_create_trace_index_view.sql', import.meta.url),
  'utf8',
);

describe('the columns that are rarely set', () => {
  it('have the bits that the view gives them', () => {
    const bits = [...view.matchAll(/bitShiftLeft\(toUInt32\(`(\w+)` != .*\), (\d+)\)$/gm)].map(
      ([, name, bit]) => [name, Number(bit)],
    );
    expect(bits).toEqual(RARELY_SET_COLUMNS.map((name, bit) => [name, bit]));
  });

  it('are read where a bit says so, in the order of all columns', () => {
    const flags = RARELY_SET_COLUMNS.indexOf('flags');
    const links = RARELY_SET_COLUMNS.indexOf('links');
    const always = STORED_SPAN_COLUMNS.filter(
      (name) => !RARELY_SET_COLUMNS.some((rare) => rare === name),
    );
    expect(columnsSet(0)).toEqual(always);
    expect(columnsSet((1 << flags) | (1 << links))).toEqual(
      STORED_SPAN_COLUMNS.filter(
        (name) => name === 'flags' || name === 'links' || always.includes(name),
      ),
    );
    expect(columnsSet((1 << RARELY_SET_COLUMNS.length) - 1)).toEqual(STORED_SPAN_COLUMNS);
  });
});
