import { deduplicationToken, partToken, storedLogOffset } from './deduplication-token.js';

const log = { logId: 'c0ffee', topic: 'spans', generation: 3 };
const block = { partition: 2, first: 10, last: 14, digest: 'ab12' };

describe('deduplicationToken', () => {
  it('names log, topic, partition, range and bytes', () => {
    expect(deduplicationToken(log, block)).toBe('c0ffee:spans:2:10-14:ab12');
  });

  it('adds the rows of a part', () => {
    expect(partToken('token', { from: 0, to: 5 })).toBe('token:0-5');
  });
});

describe('storedLogOffset', () => {
  it('puts the generation above 48 bits of offset', () => {
    expect(storedLogOffset(log, block.first)).toBe(3n * 2n ** 48n + 10n);
  });
});
