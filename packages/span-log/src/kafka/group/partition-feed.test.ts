import type { KafkaMessage } from 'kafkajs';
import type { LogMessage } from '../../span-subscription.js';
import { PartitionFeed } from './partition-feed.js';

/** Messages of another program whose values are parts of one fetch response. */
function messagesOf(values: readonly Buffer[]): KafkaMessage[] {
  return values.map((value, offset) => ({
    key: null,
    value,
    timestamp: '0',
    attributes: 0,
    offset: String(offset),
    headers: {},
  }));
}

/** Resolves with what a feed delivers of the messages. */
async function deliver(messages: readonly KafkaMessage[]): Promise<readonly LogMessage[]> {
  const delivered: LogMessage[][] = [];
  const feed = new PartitionFeed({
    position: { partition: 0, offset: 0, metadata: '' },
    listener: {
      onAssigned: () => Promise.resolve(),
      onLost: () => Promise.resolve(),
      onMessages: (received) => {
        delivered.push([...received]);
        return Promise.resolve();
      },
    },
    maxBufferedBytes: 1000,
    pause: () => undefined,
    resume: () => undefined,
    fail: () => undefined,
  });
  feed.push(messages);
  await feed.stop();
  return delivered.flat();
}

describe('PartitionFeed', () => {
  it('keeps the bytes of a message without the response, unless they are most of it', async () => {
    const response = Buffer.from(new ArrayBuffer(100_000));
    const [small, large] = [response.subarray(10, 20_000), response.subarray(20_000)];

    const [first, second] = await deliver(messagesOf([small, large]));

    expect(first?.frame.buffer.byteLength).toBe(small.byteLength);
    expect(second?.frame.buffer).toBe(response.buffer);
    expect(small.equals(first?.frame ?? new Uint8Array())).toBe(true);
  });

  it('takes more messages at a time than a call of a function may have arguments', async () => {
    const values = Array<Buffer>(150_000).fill(Buffer.alloc(0));

    expect(await deliver(messagesOf(values))).toHaveLength(values.length);
  });
});
