import fc from 'fast-check';
import { anyMessageHeaders } from '../testing/any-span-record.js';
import {
  decodeMessageHeaders,
  encodeMessageHeaders,
  foreignKind,
  type ReceivedHeaders,
  unreadableKind,
} from './message-headers.js';

describe('decodeMessageHeaders', () => {
  it('returns the encoded headers, from text and from bytes', () => {
    fc.assert(
      fc.property(anyMessageHeaders(), (headers) => {
        const encoded = encodeMessageHeaders(headers);
        const asBytes = Object.fromEntries(
          Object.entries(encoded).map(([name, text]) => [name, Buffer.from(text)]),
        );

        expect(decodeMessageHeaders(encoded)).toEqual(headers);
        expect(decodeMessageHeaders(asBytes)).toEqual(headers);
      }),
    );
  });

  it('returns the origin that the publisher has added, and undefined for a message of an earlier version', () => {
    const encoded = encodeMessageHeaders(sample);
    const { writer: _writer, ...unnumbered } = { ...encoded, writer: 'w.0' };

    expect(decodeMessageHeaders({ ...encoded, writer: 'w.0', number: '7' }).origin).toEqual({
      writer: 'w.0',
      number: 7,
    });
    expect(decodeMessageHeaders(unnumbered)).not.toHaveProperty('origin');
  });

  it('keeps an unknown kind', () => {
    const encoded = { ...encodeMessageHeaders(sample), kind: 'tombstone' };

    expect(decodeMessageHeaders(encoded).kind).toBe('tombstone');
  });

  it('marks a message as unreadable if headers are missing or are not numbers', () => {
    const names = ['row-schema-version', 'span-count', 'uncompressed-bytes', 'received-at'];
    const damages = names.flatMap((name): ReceivedHeaders[] => [
      { ...encodeMessageHeaders(sample), [name]: undefined },
      { ...encodeMessageHeaders(sample), [name]: '-1' },
    ]);

    for (const damaged of damages) {
      expect(decodeMessageHeaders(damaged).kind).toBe(unreadableKind);
    }
  });

  it('ignores the headers of a message without a kind, which another program wrote', () => {
    const foreign = { ...encodeMessageHeaders(sample), kind: undefined };

    expect(decodeMessageHeaders(foreign, 5n)).toEqual({
      kind: foreignKind,
      rowSchemaVersion: 0,
      projectId: '',
      spanCount: 0,
      uncompressedBytes: 0,
      receivedAt: 5n,
      requestId: '',
    });
  });

  it('never throws for headers of another producer', () => {
    const anyValue = fc.oneof(
      fc.string(),
      fc.uint8Array(),
      fc.array(fc.string()),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(encodeMessageHeaders(sample))), anyValue),
        (received) => {
          expect(typeof decodeMessageHeaders(received).kind).toBe('string');
        },
      ),
    );
  });
});

const sample = {
  kind: 'rows',
  rowSchemaVersion: 1,
  projectId: '00000000-0000-0000-0000-000000000000',
  spanCount: 3,
  uncompressedBytes: 900,
  receivedAt: 1n,
  requestId: 'request-1',
};
