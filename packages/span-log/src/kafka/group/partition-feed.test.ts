import type { KafkaMessage } from 'kafkajs';
import type { LogMessage } from '../../span-subscription.js';
import { PartitionFeed } from './partition-feed.js';

/** Returns messages as another program writes them. Their values are slices of one fetch response. */
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

/** Resolves with the messages that a feed delivers. */
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
  it('copies a message out of its response if the message is a small part of the response', async () => {
    const response = Buffer.from(new ArrayBuffer(100_000));
    const [small, large] = [response.subarray(10, 20_000), response.subarray(20_000)];

    const [first, second] = await deliver(messagesOf([small, large]));

    expect(first?.frame.buffer.byteLength).toBe(small.byteLength);
    expect(second?.frame.buffer).toBe(response.buffer);
    expect(small.equals(first?.frame ?? new Uint8Array())).toBe(true);
  });

  it('handles more messages than a function call may have arguments', async () => {
    const values = Array<Buffer>(150_000).fill(Buffer.alloc(0));

    expect(await deliver(messagesOf(values))).toHaveLength(values.length);
  });
});
