import { findJsonExcess } from './json-excess.js';
import { parseInnerJson, parseJsonText } from './parse-json-text.js';

const MIB = 1024 * 1024;

/** Concatenates strings that `make` builds from a counter until the length is reached. */
function repeated(length: number, make: (at: number) => string): string {
  const parts: string[] = [];
  for (let at = 0, total = 0; total < length; at++) {
    const part = make(at);
    parts.push(part);
    total += part.length + 1;
  }
  return parts.join(',');
}

function object(length: number, member: (at: number) => string): string {
  return `{${repeated(length, member)}}`;
}

describe('findJsonExcess', () => {
  it.each([
    ['short different names', object(MIB, (at) => `"${at.toString(36)}":1`)],
    ['names behind spaces', object(MIB, (at) => `"${at}" \n\t: 1`)],
    ['names of a few objects', `[${repeated(MIB, (at) => object(3000, (n) => `"${at}_${n}":1`))}]`],
    ['names with escaped quotes', object(MIB, (at) => `"\\"${at}":1`)],
  ])('finds too many names: %s', (_, text) => {
    JSON.parse(text);

    expect(findJsonExcess(text)).toBe('names');
  });

  it.each([
    ['lists', `[${repeated(MIB, () => '[]')}]`],
    ['objects', `[${repeated(MIB, () => '{}')}]`],
    ['nested lists', `[${repeated(MIB, () => '['.repeat(400) + ']'.repeat(400))}]`],
  ])('finds too many containers: %s', (_, text) => {
    expect(findJsonExcess(text)).toBe('containers');
  });

  it.each([
    ['one long text', JSON.stringify('{"a":[1]},'.repeat(MIB / 10))],
    ['the same names again', `[${repeated(MIB, (at) => `{"a":${at},"b":{"c":[1,2]}}`)}]`],
    ['names with long values', object(MIB, (at) => `"name ${at}":"a value of 20 chars"`)],
    ['pairs of numbers', `[${repeated(MIB, (at) => `[${at % 100},1]`)}]`],
    [
      'spans of a few hundred attributes each',
      `[${repeated(MIB, (at) => object(6000, (n) => `"app.part.${n % 300}.name":${at}`))}]`,
    ],
  ])('finds nothing in an ordinary text: %s', (_, text) => {
    expect(findJsonExcess(text)).toBeUndefined();
  });

  it('does not read a text with few names beyond its samples', () => {
    const text = `[${repeated(MIB, (at) => `{"name":"${at}","text":"${'x'.repeat(40)}"}`)}]`;
    const reads = countingReads(text);

    expect(findJsonExcess(reads.text)).toBeUndefined();
    expect(reads.count()).toBeLessThan(MIB / 16);
  });

  it('finds names in any part of a text', () => {
    const names = object(MIB, (at) => `"${at.toString(36)}":1`);
    const padding = `"${'x'.repeat(MIB)}"`;

    expect(findJsonExcess(`[${names},${padding}]`)).toBe('names');
    expect(findJsonExcess(`[${padding},${names}]`)).toBe('names');
  });
});

describe('parseJsonText', () => {
  it('refuses a text with too many names only if its values are limited', () => {
    const text = object(MIB, (at) => `"${at.toString(36)}":1`);

    expect(parseJsonText(text).status).toBe('parsed');
    expect(parseJsonText(text, MIB)).toEqual({
      status: 'too_complex',
      limit: 'names',
      message: 'holds more different names than 10000 and one for every 32 characters',
    });
  });
});

describe('parseInnerJson', () => {
  it('accepts fewer names, because a body can contain many such texts', () => {
    const text = object(20_000, (at) => `"${at.toString(36)}":1`);

    expect(parseInnerJson(text)).toMatchObject({ status: 'too_complex', limit: 'names' });
    expect(parseJsonText(text, MIB).status).toBe('parsed');
    expect(parseInnerJson(object(20_000, (at) => `"name ${at}":"some longer text"`)).status).toBe(
      'parsed',
    );
  });
});

/** Returns a string-like object that counts how often its characters are read. */
function countingReads(text: string) {
  let count = 0;
  const counted = {
    length: text.length,
    charCodeAt: (at: number) => {
      count += 1;
      return text.charCodeAt(at);
    },
  };
  return { text: counted as unknown as string, count: () => count };
}
