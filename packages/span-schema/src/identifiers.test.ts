import fc from 'fast-check';
import { parseParentId, parseSpanId, parseTraceId, parseUuid } from './identifiers.js';
import { anySpanId, anyTraceId } from './testing/any-span.js';

const TRACE = 'f5a2efb40895881e938e2ebc070beca8';
const DASHED = 'f5a2efb4-0895-881e-938e-2ebc070beca8';
const ZERO_UUID = '00000000-0000-0000-0000-000000000000';

describe('parseTraceId', () => {
  it.each([
    TRACE,
    TRACE.toUpperCase(),
    DASHED,
    `0x${TRACE}`,
    `{${DASHED}}`,
    `urn:uuid:${DASHED}`,
    `urn:uuid:{${TRACE.toUpperCase()}}`,
  ])('reads %p', (value) => {
    expect(parseTraceId(value)).toBe(TRACE);
  });

  it.each([
    '',
    TRACE.slice(2),
    `${TRACE}0`,
    `0X${TRACE}`,
    `g${TRACE.slice(1)}`,
    `0x${DASHED}`,
    ` ${TRACE}`,
    `${TRACE}\n`,
    '0'.repeat(32),
    ZERO_UUID,
    12,
    null,
    undefined,
    [TRACE],
  ])('refuses %p', (value) => {
    expect(parseTraceId(value)).toBeUndefined();
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
    [TRACE, '938e2ebc070beca8'],
    [DASHED, '938e2ebc070beca8'],
    [`urn:uuid:${DASHED.toUpperCase()}`, '938e2ebc070beca8'],
  ])('reads %p', (value, expected) => {
    expect(parseSpanId(value)).toBe(expected);
  });

  it.each([
    'xyz',
    '00f067aa0ba902',
    '00f067aa0ba902b',
    '0X53995c3f42cd8ad8',
    '0000000000000000',
    ZERO_UUID,
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
  it.each(['', null, undefined, '0000000000000000', '0x0000000000000000', ZERO_UUID])(
    'takes %p as no parent',
    (value) => {
      expect(parseParentId(value)).toBe('');
    },
  );

  it('reads and refuses what parseSpanId does', () => {
    expect(parseParentId(DASHED)).toBe('938e2ebc070beca8');
    expect(parseParentId('xyz')).toBeUndefined();
    expect(parseParentId(false)).toBeUndefined();
  });
});

describe('parseUuid', () => {
  it('keeps any version as a lower-case dashed UUID', () => {
    expect(parseUuid(TRACE.toUpperCase())).toBe(DASHED);
    expect(parseUuid(ZERO_UUID)).toBe(ZERO_UUID);
    expect(parseUuid('my-app')).toBeUndefined();
    expect(parseUuid(3)).toBeUndefined();
  });
});
