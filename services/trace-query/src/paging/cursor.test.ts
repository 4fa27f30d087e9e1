import { createTokenSigner } from '@spanhouse/service-runtime';
import { checkFiltering, parseFiltering, parseUuid } from '@spanhouse/span-schema';
import { anyFiltering, anySpanId, anyTimeNs, anyTraceId } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { type Cursor, createSpanCursors, createTraceCursors } from './cursor.js';

const signer = createTokenSigner('a secret for tests');
const spans = createSpanCursors(signer);
const traces = createTraceCursors(signer);

const scope = { project_id: '00000000-0000-0000-0000-000000000000', filter: undefined };

function anyWindow() {
  return fc.record({
    oldest: fc.option(anyTimeNs(), { nil: undefined }),
    newest: fc.option(anyTimeNs(), { nil: undefined }),
    order: fc.constantFrom('ascending' as const, 'descending' as const),
    limit: fc.integer({ min: 1, max: 1_000_000 }),
    rate: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined }),
  });
}

function anySnapshot() {
  return fc
    .tuple(
      fc.bigInt({ min: 0n, max: 65_535n }),
      fc.array(fc.bigInt({ min: 0n, max: 2n ** 48n - 1n }), { maxLength: 20 }),
    )
    .map(([generation, offsets]) => offsets.map((offset) => (generation << 48n) | offset));
}

function anySpanCursor() {
  return fc.record({
    window: anyWindow(),
    position: fc.record({ start_time: anyTimeNs(), trace_id: anyTraceId(), span_id: anySpanId() }),
    snapshot: anySnapshot(),
  });
}

function anyFilter() {
  return anyFiltering(1).map((json) => {
    const parsed = parseFiltering(json, []);
    const checked = checkFiltering(parsed.status === 'parsed' ? parsed.filtering : undefined);
    return checked.status === 'checked' ? checked.expression : undefined;
  });
}

const aCursor: Cursor<{ rank: bigint; trace_id: string }> = {
  window: { oldest: undefined, newest: undefined, order: 'descending', limit: 10, rate: undefined },
  position: { rank: 1n, trace_id: '4bf92f3577b34da6a3ce929d0e0e4736' },
  snapshot: [5n],
};

describe('createSpanCursors', () => {
  it('decodes a token of the previous secret until that secret is removed', () => {
    const token = traces.encode(aCursor, scope);

    const during = createTraceCursors(createTokenSigner('the next one', 'a secret for tests'));
    const after = createTraceCursors(createTokenSigner('the next one'));

    expect(during.decode(token, scope)).toEqual(aCursor);
    expect(after.decode(token, scope)).toBeUndefined();
  });

  it('decodes what it encoded', () => {
    fc.assert(
      fc.property(anySpanCursor(), anyFilter(), (cursor, filter) => {
        const own = { ...scope, filter };
        expect(spans.decode(spans.encode(cursor, own), own)).toEqual(cursor);
      }),
    );
  });

  it('refuses a token with any changed character', () => {
    fc.assert(
      fc.property(anySpanCursor(), fc.nat(), fc.nat(), (cursor, place, step) => {
        const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
        const token = spans.encode(cursor, scope);
        const index = place % token.length;
        const now = alphabet.indexOf(token.charAt(index));
        const other = alphabet.charAt((now + 1 + (step % 63)) % 64);
        const changed = token.slice(0, index) + other + token.slice(index + 1);
        expect(spans.decode(changed, scope)).toBeUndefined();
      }),
    );
  });

  it('refuses a token of another filter', () => {
    fc.assert(
      fc.property(anySpanCursor(), anyFilter(), anyFilter(), (cursor, filter, other) => {
        fc.pre(!isSame(filter, other));
        const token = spans.encode(cursor, { ...scope, filter });
        expect(spans.decode(token, { ...scope, filter: other })).toBeUndefined();
      }),
    );
  });

  it('refuses a token of another project, kind or secret', () => {
    const token = traces.encode(aCursor, scope);
    const project_id = '00000000-0000-0000-0000-000000000001';

    expect(traces.decode(token, scope)).toEqual(aCursor);
    expect(traces.decode(token, { ...scope, project_id })).toBeUndefined();
    expect(spans.decode(token, scope)).toBeUndefined();
    expect(createTraceCursors(createTokenSigner('another')).decode(token, scope)).toBeUndefined();
  });

  it('refuses a text that is not a token', () => {
    for (const text of ['', 'x', 'token', '{}', '53995c3f42cd8ad853995c3f42cd8ad8']) {
      expect(spans.decode(text, scope)).toBeUndefined();
    }
  });

  it('makes tokens that are not UUIDs and stay below 1 kB', () => {
    const snapshot = Array.from(
      { length: 100 },
      (_, index) => (3n << 48n) | (2n ** 35n - BigInt(index)),
    );

    fc.assert(
      fc.property(anySpanCursor(), (cursor) => {
        const token = spans.encode({ ...cursor, snapshot }, scope);
        expect(parseUuid(token)).toBeUndefined();
        expect(token).toMatch(/^y[\w-]+$/);
        expect(token.length).toBeLessThanOrEqual(1024);
      }),
    );
  });
});

function isSame(left: unknown, right: unknown): boolean {
  const textOf = (value: unknown) =>
    JSON.stringify(value ?? null, (_key, member: unknown) =>
      typeof member === 'bigint' ? `${member}n` : member,
    );
  return textOf(left) === textOf(right);
}
