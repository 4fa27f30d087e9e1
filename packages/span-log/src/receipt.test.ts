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
const ISSUED_AT_MS = 1_700_000_000_000;
const expected = { projectId, logId, issuedAfterMs: ISSUED_AT_MS - 1 };

const anyPositions = fc.array(
  fc.record({
    partition: fc.nat({ max: 5000 }),
    offset: fc.nat({ max: 2 ** 48 - 2 }),
    spanCount: fc.nat({ max: 100_000 }),
  }),
  { maxLength: 30 },
);

describe('createReceiptCodec', () => {
  it('reads every position, and the offset after the last position of each partition', () => {
    fc.assert(
      fc.property(anyPositions, (positions) => {
        const token = codec.issue({ logId, projectId, positions, issuedAtMs: ISSUED_AT_MS });

        const read = codec.read(token, expected);

        const ends = new Map<number, number>();
        for (const { partition, offset } of positions) {
          ends.set(partition, Math.max(offset + 1, ends.get(partition) ?? 0));
        }
        expect(new Map([...(read?.target ?? [])].sort())).toEqual(new Map([...ends].sort()));
        const sorted = (list: typeof positions) =>
          list.map((position) => JSON.stringify(position)).sort();
        expect(sorted([...(read?.positions ?? [])])).toEqual(sorted(positions));
        expect(token).toMatch(/^[A-Za-z0-9_-]+$/);
      }),
    );
  });

  it('refuses receipts of another project, log or secret, and texts that are not receipts', () => {
    const positions = [{ partition: 0, offset: 1, spanCount: 1 }];
    const token = codec.issue({ logId, projectId, positions, issuedAtMs: ISSUED_AT_MS });

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
    const token = codec.issue({ logId, projectId, positions, issuedAtMs: ISSUED_AT_MS });

    expect(codec.read(token, { ...expected, issuedAfterMs: ISSUED_AT_MS - 1 })).toBeDefined();
    expect(codec.read(token, { ...expected, issuedAfterMs: ISSUED_AT_MS })).toBeUndefined();
  });

  it('needs fewer than 120 characters for one partition', () => {
    const positions = [{ partition: 11, offset: 1_000_000, spanCount: 500 }];

    expect(
      codec.issue({ logId, projectId, positions, issuedAtMs: ISSUED_AT_MS }).length,
    ).toBeLessThan(120);
  });
});

describe('a receipt of the first release', () => {
  const positions = [
    { partition: 0, offset: 0, spanCount: 1 },
    { partition: 0, offset: 127, spanCount: 128 },
    { partition: 3, offset: 2 ** 48 - 2, spanCount: 100_000 },
    { partition: 5000, offset: 16_384, spanCount: 0 },
  ];
  // The receipt that commit 4b5aa47 issued for these positions.
  const token =
    'AhAwMTIzNDU2Nzg5YWJjZGVmJDEyMzQ1Njc4LTEyMzQtMTIzNC0xMjM0LTEyMzQ1Njc4OWFiY4DQlf-8MQAAAQB_gAED_v______P6CNBoUngIABAAiGB79NMKm_RuVr6OvCGBc';

  it('is still valid', () => {
    expect(codec.read(token, expected)?.positions).toEqual(positions);
  });

  it('is still issued with the same bytes', () => {
    expect(codec.issue({ logId, projectId, positions, issuedAtMs: ISSUED_AT_MS })).toBe(token);
  });
});

describe('mergeTargets', () => {
  it('is reached when every target is reached', () => {
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
