import fc from 'fast-check';
import { complete, completionAt, writeValue } from './completion.js';
import { parseFilterText } from './parse-filter-text.js';

function at(text: string) {
  const found = completionAt(text, text.length);
  return found && [found.kind, found.name, found.prefix];
}

describe('completionAt', () => {
  it.each([
    ['', ['name', '', '']],
    ['sta', ['name', '', 'sta']],
    ['status:error -se', ['name', '', 'se']],
    ['(.cust', ['key', '', '.cust']],
    ['status:er', ['value', 'status', 'er']],
    ['type:chat,to', ['value', 'type', 'to']],
    ['.customer.tier:pre', ['value', '.customer.tier', 'pre']],
  ])('finds what is typed at the end of %j', (text, expected) => {
    expect(at(text)).toEqual(expected);
  });

  it('offers nothing inside quotes and JSON', () => {
    expect([at('"two wo'), at('json{"field')]).toEqual([undefined, undefined]);
  });

  it('looks at the text before the caret', () => {
    expect(completionAt('sta timeout', 3)).toMatchObject({ prefix: 'sta', from: 0, to: 3 });
  });
});

describe('complete', () => {
  it('replaces the typed word and keeps the text after it', () => {
    const found = completionAt('type:chat,to timeout', 12);

    expect(found && complete('type:chat,to timeout', found, 'tool')).toEqual({
      text: 'type:chat,tool timeout',
      caret: 14,
    });
  });
});

describe('writeValue', () => {
  it('writes a text that is parsed as the same value', () => {
    const values = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constantFrom('5', 'a..b'));
    fc.assert(
      fc.property(values, (value) => {
        expect(parseFilterText(`.k:${writeValue(value)}`)?.conditions).toEqual([
          { field: 'attributes', key: 'k', operator: 'is', value },
        ]);
      }),
    );
  });
});
