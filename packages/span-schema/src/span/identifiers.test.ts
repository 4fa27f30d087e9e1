import { setImmediate } from 'node:timers/promises';
import fc from 'fast-check';
import { anySpanId, anyTraceId } from '../testing/any-span.js';
import { parseParentId, parseSpanId, parseTraceId, parseUuid } from './identifiers.js';

const trace = 'f5a2efb40895881e938e2ebc070beca8';
const dashed = 'f5a2efb4-0895-881e-938e-2ebc070beca8';
const zeroUuid = '00000000-0000-0000-0000-000000000000';

describe('parseTraceId', () => {
  it.each([
    trace,
    trace.toUpperCase(),
    dashed,
    `0x${trace}`,
    `{${dashed}}`,
    `urn:uuid:${dashed}`,
    `urn:uuid:{${trace.toUpperCase()}}`,
  ])('reads %p', (value) => {
    expect(parseTraceId(value)).toBe(trace);
  });

  it.each([
    '',
    trace.slice(2),
    `${trace}0`,
    `0X${trace}`,
    `g${trace.slice(1)}`,
    `0x${dashed}`,
    ` ${trace}`,
    `${trace}\n`,
    '0'.repeat(32),
    zeroUuid,
    12,
    null,
    undefined,
    [trace],
  ])('refuses %p', (value) => {
    expect(parseTraceId(value)).toBeUndefined();
  });

  it('quickly refuses hundreds of thousands of braces before a letter', async () => {
    expect(parseTraceId(`${'}'.repeat(400_000)}x`)).toBeUndefined();

    await setImmediate();
  });

  it('keeps every canonical id and is idempotent on every accepted form', () => {
    fc.assert(
      fc.property(anyTraceId(), (traceId) => {
        expect(parseTraceId(traceId)).toBe(traceId);
        expect(parseTraceId(`0x${traceId}`)).toBe(traceId);
        expect(parseTraceId(parseUuid(traceId))).toBe(traceId);
      }),
    );
  });
});

describe('parseSpanId', () => {
  it.each([
    ['00f067aa0ba902b7', '00f067aa0ba902b7'],
    ['00F067AA0BA902B7', '00f067aa0ba902b7'],
    ['0x53995c3f42cd8ad8', '53995c3f42cd8ad8'],
    [trace, '938e2ebc070beca8'],
    [dashed, '938e2ebc070beca8'],
    [`urn:uuid:${dashed.toUpperCase()}`, '938e2ebc070beca8'],
  ])('reads %p', (value, expected) => {
    expect(parseSpanId(value)).toBe(expected);
  });

  it.each([
    'xyz',
    '00f067aa0ba902',
    '00f067aa0ba902b',
    '0X53995c3f42cd8ad8',
    '0000000000000000',
    zeroUuid,
    'f5a2efb4-0895-881e-0000-000000000000',
    7,
    undefined,
  ])('refuses %p', (value) => {
    expect(parseSpanId(value)).toBeUndefined();
  });

  it('keeps every canonical id', () => {
    fc.assert(
      fc.property(anySpanId(), (spanId) => {
        expect(parseSpanId(spanId)).toBe(spanId);
      }),
    );
  });
});

describe('parseParentId', () => {
  it.each(['', null, undefined, '0000000000000000', '0x0000000000000000', zeroUuid])(
    'reads %p as an absent parent',
    (value) => {
      expect(parseParentId(value)).toBe('');
    },
  );

  it('otherwise reads and refuses the same values as parseSpanId', () => {
    expect(parseParentId(dashed)).toBe('938e2ebc070beca8');
    expect(parseParentId('xyz')).toBeUndefined();
    expect(parseParentId(false)).toBeUndefined();
  });
});

describe('parseUuid', () => {
  it('reads a UUID of any version as its dashed lower-case form', () => {
    expect(parseUuid(trace.toUpperCase())).toBe(dashed);
    expect(parseUuid(zeroUuid)).toBe(zeroUuid);
    expect(parseUuid('my-app')).toBeUndefined();
    expect(parseUuid(3)).toBeUndefined();
  });
});
