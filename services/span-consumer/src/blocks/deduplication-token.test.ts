import { deduplicationToken, partToken } from './deduplication-token.js';

const log = { logId: 'c0ffee', topic: 'spans' };
const block = { partition: 2, first: 10, last: 14, digest: 'ab12' };

describe('deduplicationToken', () => {
  it('names log, topic, partition, range and bytes', () => {
    expect(deduplicationToken(log, block)).toBe('c0ffee:spans:2:10-14:ab12');
  });

  it('adds the rows of a part', () => {
    expect(partToken('token', { from: 0, to: 5 })).toBe('token:0-5');
  });
});
