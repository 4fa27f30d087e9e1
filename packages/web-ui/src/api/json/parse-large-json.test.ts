import fc from 'fast-check';
import { writeJson } from '../../parts/values/write-json.js';
import { type Json, valueAt } from '../shown-span.js';
import { JsonIndex } from './json-index.js';
import { parseLargeJson } from './parse-large-json.js';
import { Children } from './read-children.js';
import { asUnread, readWhole } from './unread-json.js';

/** Builds a container's value from the index alone. */
function rebuild(index: JsonIndex, container: number): unknown {
  const children = new Children(index, container);
  const entries = Array.from({ length: children.size }, (_, at) => {
    const { name, from, to, container: inner } = children.at(at);
    const value = inner < 0 ? JSON.parse(index.text.slice(from, to)) : rebuild(index, inner);
    return [name ?? String(at), value] as const;
  });
  return children.isList ? entries.map(([, value]) => value) : Object.fromEntries(entries);
}

describe('JsonIndex', () => {
  it('finds every member and item, however the text is indented', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(0, 1, 3), (value, indent) => {
        const text = JSON.stringify([value], undefined, indent);

        const index = JsonIndex.readNow(text);

        expect(rebuild(index, 0)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('reads a string whose quotes and backslashes are escaped as one value', () => {
    const value = { 'a"\\': ['\\', '"]', '\\"', '{'] };

    expect(rebuild(JsonIndex.readNow(JSON.stringify(value)), 0)).toEqual(value);
  });
});

const options = { levels: 2, signal: new AbortController().signal };

describe('parseLargeJson', () => {
  it('builds the outer parts of a long text, and leaves a large list unread with all its text', async () => {
    const items = Array.from({ length: 300_000 }, (_, at) => at);
    const value = { span: { name: 'x', n: 18_446_744_073_709_551_615n, items, end: [1, {}] } };

    const parsed = (await parseLargeJson(writeJson(value), options)) as Json;

    expect(valueAt(parsed, 'span', 'n')).toBe(18_446_744_073_709_551_615n);
    expect(valueAt(parsed, 'span', 'end')).toEqual([1, {}]);
    const unread = asUnread(valueAt(parsed, 'span', 'items'));
    expect(unread?.text).toBe(JSON.stringify(items));
    expect(writeJson(parsed)).toBe(writeJson(value));
  });

  it('builds the outer levels however large they are, and reads the others as a whole on request', async () => {
    const events = Array.from({ length: 40_000 }, (_, at) => ({ name: `event ${at}`, at }));

    const parsed = (await parseLargeJson(JSON.stringify({ events }), options)) as Json;

    const built = valueAt(parsed, 'events') as readonly Json[];
    expect(built.length).toBe(events.length);
    expect(asUnread(built.at(-1))).toBeDefined();
    expect(built.map(readWhole)).toEqual(events);
  });
});
