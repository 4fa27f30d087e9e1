import { everywhere, listKeys } from './list-keys.js';
import type { KeyGroup } from './page-keys.js';

function group(title: string, ...keys: readonly (readonly [string, string])[]): KeyGroup {
  return { title, keys: keys.map(([key, meaning]) => ({ key, meaning })) };
}

describe('listKeys', () => {
  it('puts parts of one title together, and leaves out titles without a key', () => {
    const listed = listKeys([
      group('Trace', ['p', 'Path']),
      group('Find', ['n', 'Next match']),
      group('Trace', ['Shift-m', 'Menu']),
      group('New spans'),
    ]);

    expect(listed.map(({ title, lines }) => [title, lines.flatMap(({ keys }) => keys)])).toEqual([
      ['Trace', ['p', 'Shift-m']],
      ['Find', ['n']],
    ]);
  });

  it('puts keys that do the same into one line', () => {
    const [list] = listKeys([
      group('List', ['j', 'Next row'], ['k', 'Previous row'], ['ArrowDown', 'Next row']),
    ]);

    expect(list?.lines).toEqual([
      { meaning: 'Next row', keys: ['j', 'ArrowDown'] },
      { meaning: 'Previous row', keys: ['k'] },
    ]);
  });

  it('ends with the keys of every page, whatever was added last', () => {
    const titles = listKeys([
      group(everywhere, ['?', 'Keys']),
      group('List', ['j', 'Next row']),
      group('Rows', ['e', 'Export']),
    ]).map(({ title }) => title);

    expect(titles).toEqual(['List', 'Rows', everywhere]);
  });
});
