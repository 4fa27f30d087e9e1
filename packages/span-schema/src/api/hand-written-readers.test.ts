import fc from 'fast-check';
import { checkFiltering } from '../filter/check-filter.js';
import { parseFiltering } from '../filter/structure.js';
import { isJsonObject, type JsonValue } from '../json/json.js';
import { parseProjection, projectedMembers } from '../query/projection.js';
import { parseWindowing } from '../query/windowing.js';
import { anyFiltering } from '../testing/any-filter.js';
import { filteringSchema, projectionSchema, windowingSchema } from './query-schemas.js';

const other = fc.constantFrom<JsonValue>(null, true, 0, 1, 1.5, -1, 1e300, '', 'x', [], [1], {});

/** Generates an object in which each member has either a typical value or any other value. */
function anyObject(members: Readonly<Record<string, readonly JsonValue[]>>) {
  const values = Object.entries(members).map(
    ([name, usual]) => [name, fc.oneof(fc.constantFrom(...usual), other)] as const,
  );
  return fc.oneof(fc.record(Object.fromEntries(values), { requiredKeys: [] }), other);
}

const texts = ['20', ' 20', '+2', '1.0', '.5', '1e3', '-1', '0', '2026-05-01', '53995c3f42cd8ad8'];

describe('the schema of a window', () => {
  it('accepts and refuses the same values as parseWindowing', () => {
    const time = ['2026-05-01T10:00:00.000000001Z', 1_777_629_600, '1777629600', 12, ...texts];
    const anyWindowing = anyObject({
      newest: time,
      oldest: time,
      next: ['token', ...texts],
      limit: [20, 2 ** 60, ...texts],
      order: ['ascending', 'descending', 'asc'],
      interval: [5, 0, ...texts],
      rate: [0, 0.5, 1, 1.01, ...texts],
      unknown: [1],
    });

    fc.assert(
      fc.property(anyWindowing, (value) => {
        const { status } = parseWindowing(value as JsonValue, []);
        expect(windowingSchema.nullish().safeParse(value).success).toBe(status === 'parsed');
      }),
    );
  });
});

describe('the schema of a projection', () => {
  it('accepts and refuses the same values as parseProjection', () => {
    const anyProjection = anyObject({
      members: [[...projectedMembers], ['nothing'], [null]],
      attributes: [['a.b', ''], [null]],
      previews: [['a.b'], [1]],
      text_limit: [1, 300, 2 ** 60],
      unknown: [1],
    });

    fc.assert(
      fc.property(anyProjection, (value) => {
        const { status } = parseProjection(value as JsonValue, []);
        expect(projectionSchema.nullish().safeParse(value).success).toBe(status === 'parsed');
      }),
    );
  });
});

/** Replaces one value inside `value` by another; `pick` chooses the value to replace. */
function replaced(value: JsonValue, pick: number, by: JsonValue): JsonValue {
  const entries = Object.entries(typeof value === 'object' && value !== null ? value : {});
  const chosen = entries[pick % (entries.length + 1)];
  // If the `field` of an entry is not a string, the entry is neither a condition nor a group.
  if (chosen === undefined || (chosen[0] === 'field' && typeof by !== 'string')) {
    return by;
  }
  const [name, child] = chosen;
  const changed = replaced(child, Math.floor(pick / (entries.length + 1)), by);
  return Array.isArray(value)
    ? value.with(Number(name), changed)
    : { ...(isJsonObject(value) ? value : {}), [name]: changed };
}

describe('the schema of a filter', () => {
  const anyOther = fc.oneof(other, fc.constantFrom('in', 'exists', 'links', 'nand', 'attributes'));
  const anyValue = fc
    .tuple(anyFiltering(), fc.nat(), fc.option(anyOther, { nil: undefined }))
    .map(([filtering, pick, by]) =>
      by === undefined ? filtering : replaced(filtering as unknown as JsonValue, pick, by),
    )
    .map((value) => value as unknown as JsonValue);

  it('accepts every filter that parseFiltering accepts', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const parsed = parseFiltering(value, []);
        fc.pre(parsed.status === 'parsed' && checkFiltering(parsed.filtering).status === 'checked');
        expect(filteringSchema.nullish().safeParse(value).error?.issues).toBeUndefined();
      }),
    );
  });

  it('refuses every filter whose structure parseFiltering refuses', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        fc.pre(parseFiltering(value, []).status === 'malformed');
        expect(filteringSchema.nullish().safeParse(value).success).toBe(false);
      }),
    );
  });
});
