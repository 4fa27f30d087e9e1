import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../json/json.js';
import { parseWindowing, parseWindowMembers, toRatePercent } from './windowing.js';

const loc = ['body', 'windowing'];

function parse(value: JsonValue | undefined) {
  const parsed = parseWindowing(value, loc);
  if (parsed.status === 'malformed') {
    throw new Error(JSON.stringify(parsed.issues));
  }
  return parsed.windowing;
}

describe('parseWindowing', () => {
  it('reads an absent window, null and {} as an unspecified window', () => {
    for (const value of [undefined, null, {}, { limit: null, next: null }]) {
      expect(Object.values(parse(value))).toEqual(Array.from({ length: 7 }, () => undefined));
    }
  });

  it('reads every member in any form', () => {
    const windowing = {
      newest: '2026-05-01T10:00:00.000000001Z',
      oldest: 1_777_629_600,
      next: 'token',
      limit: '20',
      order: 'ascending',
      interval: 5,
      rate: 0.5,
      unknown: [],
    };

    expect(parse(windowing)).toEqual({
      newest: 1_777_629_600_000_000_001n,
      newestUnit: 1n,
      oldest: 1_777_629_600_000_000_000n,
      oldestUnit: 1_000_000_000n,
      next: 'token',
      limit: 20,
      order: 'ascending',
      interval: 5,
      rate: 0.5,
    });
  });

  it.each<[JsonObject, string, string]>([
    [{ limit: 0 }, 'greater_than_equal', 'Input should be greater than or equal to 1'],
    [{ limit: 1.5 }, 'int_type', 'Input should be a valid integer'],
    [{ limit: 'many' }, 'int_type', 'Input should be a valid integer'],
    [{ limit: true }, 'int_type', 'Input should be a valid integer'],
    [{ order: 'asc' }, 'enum', "Input should be 'ascending' or 'descending'"],
    [{ interval: 0 }, 'value_error', 'Value error, Bucket interval must be a positive integer.'],
    [{ rate: 2 }, 'value_error', 'Value error, Sampling rate must be between 0.0 and 1.0.'],
    [{ rate: -0.1 }, 'value_error', 'Value error, Sampling rate must be between 0.0 and 1.0.'],
    [{ newest: 'soon' }, 'datetime_parsing', 'Input should be a valid datetime'],
    [{ oldest: 12 }, 'datetime_parsing', 'Input should be a valid datetime'],
    [{ next: 5 }, 'string_type', 'Input should be a valid string'],
    [{ next: '53995c3f42cd8ad8' }, 'uuid_parsing', 'Input should be a valid UUID'],
  ])('refuses %j', (windowing, type, msg) => {
    const [member] = Object.keys(windowing);

    expect(parseWindowing(windowing, loc)).toMatchObject({
      status: 'malformed',
      issues: [{ type, msg, loc: [...loc, member] }],
    });
  });

  it('refuses a value that is not an object', () => {
    expect(parseWindowing([], loc)).toMatchObject({
      status: 'malformed',
      issues: [{ type: 'model_attributes_type', loc }],
    });
  });
});

describe('parseWindowMembers', () => {
  it('reports the location of each value', () => {
    const parsed = parseWindowMembers((name) =>
      name === 'limit' ? { value: 'x', loc: ['query', 'limit'] } : undefined,
    );

    expect(parsed).toMatchObject({ issues: [{ loc: ['query', 'limit'] }] });
  });
});

describe('toRatePercent', () => {
  it('computes with the decimal digits of the rate', () => {
    expect([0, 0.29, 0.57, 0.999, 1, 1e-7].map(toRatePercent)).toEqual([0, 29, 57, 99, 100, 0]);
  });

  it('maps every hundredth to its own percentage', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 100 }), (percent) => {
        expect(toRatePercent(Number((percent / 100).toFixed(2)))).toBe(percent);
      }),
    );
  });
});
