import { createTokenSigner } from '@spanhouse/service-runtime';
import fc from 'fast-check';
import { createReceiptCodec, mergeTargets } from './receipt.js';

const codec = createReceiptCodec({
  signer: createTokenSigner('a secret of at least 32 characters'),
});
const foreign = createReceiptCodec({
  signer: createTokenSigner('another secret of 32 characters!'),
});
const logId = '0123456789abcdef';
const projectId = '12345678-1234-1234-1234-123456789abc';
const issuedAtMs = 1_700_000_000_000;
const expected = { projectId, logId, issuedAfterMs: issuedAtMs - 1 };

const anyPositions = fc.array(
  fc.record({
    partition: fc.nat({ max: 5000 }),
    offset: fc.nat({ max: 2 ** 48 - 2 }),
    spanCount: fc.nat({ max: 100_000 }),
  }),
  { maxLength: 30 },
);

describe('createReceiptCodec', () => {
  it('reads back, for each partition, the offset after its last position', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const token = codec.issue({ logId, projectId, positions, issuedAtMs });

        const target = codec.read(token, expected)?.target;

        const ends = new Map<number, number>();
        for (const { partition, offset } of positions) {
          ends.set(partition, Math.max(offset + 1, ends.get(partition) ?? 0));
        }
        expect(new Map([...(target ?? [])].sort())).toEqual(new Map([...ends].sort()));
        expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('reads back how many spans stand in each message', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const read = codec.read(codec.issue({ logId, projectId, positions, issuedAtMs }), expected);

        const sorted = (list: typeof positions) =>
          list.map((place) => JSON.stringify(place)).sort();
        expect(sorted([...(read?.positions ?? [])])).toEqual(sorted(positions));
      }),
    );
  });

  it('refuses every receipt that was tampered with', () => {
    fc.assert(
      fc.property(
        anyPositions,
        fc.nat(),
        fc.integer({ min: 1, max: 255 }),
        (positions, at, flip) => {
          const bytes = Buffer.from(
            codec.issue({ logId, projectId, positions, issuedAtMs }),
            'base64url',
          );
          const place = at % bytes.length;
          bytes[place] = (bytes[place] ?? 0) ^ flip;

          expect(codec.read(bytes.toString('base64url'), expected)).toBeUndefined();
        },
      ),
    );
  });

  it('refuses receipts of another project, another log and another secret, and other texts', () => {
    const positions = [{ partition: 0, offset: 1, spanCount: 1 }];
    const token = codec.issue({ logId, projectId, positions, issuedAtMs });

    expect(
      codec.read(token, { ...expected, projectId: '00000000-0000-0000-0000-000000000000' }),
    ).toBeUndefined();
    expect(codec.read(token, { ...expected, logId: 'fedcba9876543210' })).toBeUndefined();
    expect(foreign.read(token, expected)).toBeUndefined();
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(codec.read(text, expected)).toBeUndefined();
      }),
    );
  });

  it('refuses receipts that have expired', () => {
    const positions = [{ partition: 0, offset: 1, spanCount: 1 }];
    const token = codec.issue({ logId, projectId, positions, issuedAtMs });

    expect(codec.read(token, { ...expected, issuedAfterMs: issuedAtMs - 1 })).toBeDefined();
    expect(codec.read(token, { ...expected, issuedAfterMs: issuedAtMs })).toBeUndefined();
  });

  it('takes few characters: one partition in fewer than 120', () => {
    const positions = [{ partition: 11, offset: 1_000_000, spanCount: 500 }];

    expect(codec.issue({ logId, projectId, positions, issuedAtMs }).length).toBeLessThan(120);
  });
});

describe('mergeTargets', () => {
  it('is reached when the last of its targets is', () => {
    const merged = mergeTargets([
      new Map([
        [0, 5],
        [1, 7],
      ]),
      new Map([
        [1, 3],
        [2, 9],
      ]),
      new Map(),
    ]);

    expect(merged).toEqual(
      new Map([
        [0, 5],
        [1, 7],
        [2, 9],
      ]),
    );
  });
});
