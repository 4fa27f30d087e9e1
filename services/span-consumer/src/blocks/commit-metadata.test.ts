import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import { type BlockRecord, encodeBlockRecord } from './block-record.js';
import {
  encodeCommitMetadata,
  isCarriable,
  parseCommitMetadata,
  toCarried,
} from './commit-metadata.js';

const source = { logId: 'the-log', partition: 3 };
const MAX_METADATA_BYTES = 4000;

const longestRecord: BlockRecord = {
  partition: 3,
  first: 2 ** 48 - 2,
  last: 2 ** 48 - 1,
  digest: '0123456789abcdef0123456789abcdef',
  rowSchemaVersion: 65_535,
  frameBytes: 2 ** 40,
};

function entriesOf(messages: number): readonly LedgerEntry[] {
  return Array.from({ length: messages }, (_, index) => ({
    logId: source.logId,
    logPartition: source.partition,
    logOffset: BigInt(index),
    blockOffset: 0n,
    projectId: 'p',
    receivedAt: BigInt(Math.round(Math.random() * 1e18)),
    isRetry: false,
    spanCount: 1,
    retentionDays: 0,
    origin: { writer: 'w', number: index + 1 },
  }));
}

describe('encodeCommitMetadata', () => {
  it('fits a record and all carriable blocks into a commit, and preserves them', () => {
    const carried = [toCarried(entriesOf(10), MAX_METADATA_BYTES)];
    while (
      isCarriable([...carried, toCarried(entriesOf(10), MAX_METADATA_BYTES)], MAX_METADATA_BYTES)
    ) {
      carried.push(toCarried(entriesOf(10), MAX_METADATA_BYTES));
    }

    const text = encodeCommitMetadata({ record: longestRecord, carried });

    expect(carried.length).toBeGreaterThan(5);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_METADATA_BYTES);
    expect(parseCommitMetadata(text, source)).toEqual({ record: longestRecord, carried });
  });

  it('carries blocks without a record', () => {
    const carried = [1, 2].map((messages) => toCarried(entriesOf(messages), MAX_METADATA_BYTES));

    const text = encodeCommitMetadata({ record: undefined, carried });

    expect(parseCommitMetadata(text, source)).toEqual({ record: undefined, carried });
  });

  it('has the format of earlier versions if nothing is carried', () => {
    const record = encodeBlockRecord(longestRecord);

    expect(encodeCommitMetadata({ record: longestRecord, carried: [] })).toBe(record);
    expect(encodeCommitMetadata({ record: undefined, carried: [] })).toBe('');
    expect(parseCommitMetadata(record, source)).toEqual({ record: longestRecord, carried: [] });
    expect(parseCommitMetadata('', source)).toEqual({ record: undefined, carried: [] });
  });

  it('does not pack a block with very many messages', () => {
    const block = toCarried(entriesOf(1001), MAX_METADATA_BYTES);

    expect([block.line, isCarriable([block], MAX_METADATA_BYTES)]).toEqual([undefined, false]);
  });
});

describe('parseCommitMetadata', () => {
  it.each([
    ['a line that is no block', '\nnonsense'],
    ['an empty line', `${encodeBlockRecord(longestRecord)}\n`],
    ['a record of another program', 'nonsense'],
  ])('refuses %s instead of guessing', (_, text) => {
    expect(() => parseCommitMetadata(text, source)).toThrow(
      expect.objectContaining({ code: 'BLOCK_RECORD_UNREADABLE', retryable: false }),
    );
  });
});
