import type { LogMessage } from '@spanhouse/span-log/subscription';
import fc from 'fast-check';
import { textMessage } from '../testing/text-frames.js';
import { SpanBatch } from './span-batch.js';

const limits = { maxRows: 10, maxBytes: 60 };

const anyRows = fc.array(fc.constantFrom('a', 'bcd', 'some longer row'), {
  minLength: 1,
  maxLength: 12,
});

function fill(batch: SpanBatch, messages: readonly (readonly string[])[]): number {
  let taken = 0;
  for (const rows of messages) {
    const message = textMessage(taken, rows);
    if (!batch.accepts(message)) {
      break;
    }
    batch.add(message);
    taken += 1;
  }
  return taken;
}

function blockOf(messages: readonly LogMessage[]) {
  const batch = new SpanBatch({ maxRows: 100, maxBytes: 1000 });
  for (const message of messages) {
    batch.add(message);
  }
  return batch.cut();
}

describe('SpanBatch', () => {
  it('never exceeds a limit unless a single message does', () => {
    fc.assert(
      fc.property(fc.array(anyRows, { minLength: 1, maxLength: 10 }), (messages) => {
        const batch = new SpanBatch(limits);

        const taken = fill(batch, messages);
        const block = batch.cut();

        const isWithin =
          block.rowCount <= limits.maxRows && block.uncompressedBytes <= limits.maxBytes;
        expect(isWithin || taken === 1).toBe(true);
      }),
    );
  });

  it('is closed as soon as a limit is reached', () => {
    const batch = new SpanBatch(limits);
    batch.add(textMessage(0, ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']));

    expect(batch.isClosed).toBe(true);
    expect(batch.accepts(textMessage(1, ['k']))).toBe(false);
  });

  it('holds one row schema version', () => {
    const batch = new SpanBatch(limits);
    const newer = textMessage(1, ['b']);
    batch.add(textMessage(0, ['a']));

    const headers = { ...newer.headers, rowSchemaVersion: 2 };

    expect(batch.accepts({ ...newer, headers })).toBe(false);
    expect(batch.accepts(newer)).toBe(true);
  });

  it('holds a retry of a dead letter alone, unless an earlier version recorded it with others', () => {
    const plain = textMessage(0, ['a']);
    const { headers, ...message } = textMessage(1, ['b']);
    const retry = { ...message, headers: { ...headers, retryOf: '1-0-0-0' } };
    const opened = new SpanBatch(limits);
    opened.add(plain);
    const alone = new SpanBatch(limits);
    alone.add(retry);
    const record = { ...blockOf([plain, retry]), last: 1, rowSchemaVersion: 1, frameBytes: 0 };
    const recorded = new SpanBatch(limits, record);
    recorded.add(plain);

    expect(opened.accepts(retry)).toBe(false);
    expect(alone.isClosed).toBe(true);
    expect(recorded.accepts(retry)).toBe(true);
  });

  it('returns its range and the totals of its messages', () => {
    const batch = new SpanBatch(limits);
    const messages = [textMessage(7, ['a', 'b']), textMessage(9, ['cd'])];
    for (const message of messages) {
      batch.add(message);
    }

    expect(batch.cut()).toMatchObject({
      partition: 0,
      first: 7,
      last: 9,
      rowCount: 3,
      rowSchemaVersion: 1,
      uncompressedBytes: 7,
      frameBytes: 7,
      messages,
    });
  });

  it('has equal digests for equal bytes and different digests for different bytes', () => {
    const digestOf = (...contents: string[][]) => {
      const batch = new SpanBatch(limits);
      fill(batch, contents);
      return batch.cut().digest;
    };

    expect(digestOf(['a'], ['b'])).toBe(digestOf(['a'], ['b']));
    expect(digestOf(['a'], ['b'])).not.toBe(digestOf(['a'], ['c']));
    expect(digestOf(['a'])).toMatch(/^[0-9a-f]{32}$/);
  });

  it('accepts exactly a recorded range regardless of the current limits', () => {
    const recorded = {
      partition: 0,
      first: 0,
      last: 2,
      digest: '',
      rowSchemaVersion: 1,
      frameBytes: 6,
    };
    const batch = new SpanBatch({ maxRows: 1, maxBytes: 1 }, recorded);

    expect(fill(batch, [['a'], ['b'], ['c'], ['d']])).toBe(3);
    expect(batch.cut()).toMatchObject({ first: 0, last: 2 });
  });
});
