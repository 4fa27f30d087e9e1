import fc from 'fast-check';
import { type OutgoingMessage, takeRound } from './send-round.js';

function outgoing([partition, bytes]: readonly [number, number]): OutgoingMessage {
  return {
    message: { partition, value: null, headers: {} },
    bytes,
    resolve: () => undefined,
    reject: () => undefined,
  };
}

const anyQueue = fc.array(fc.tuple(fc.nat({ max: 3 }), fc.integer({ min: 1, max: 120 })), {
  minLength: 1,
  maxLength: 40,
});
const limits = { partitionBytes: 100, roundBytes: 250 };

function bytesOf(messages: readonly OutgoingMessage[]): number {
  return messages.reduce((sum, { bytes }) => sum + bytes, 0);
}

describe('takeRound', () => {
  it('sends every message once, in the order of its partition', () => {
    fc.assert(
      fc.property(anyQueue, (entries) => {
        const all = entries.map(outgoing);
        const queue = [...all];
        const sent: OutgoingMessage[] = [];
        while (queue.length > 0) {
          const round = takeRound(queue, limits, new Set());
          expect(round.length).toBeGreaterThan(0);
          sent.push(...round);
        }

        for (const partition of [0, 1, 2, 3]) {
          const ofPartition = (messages: readonly OutgoingMessage[]) =>
            messages.filter(({ message }) => message.partition === partition);
          expect(ofPartition(sent)).toEqual(ofPartition(all));
        }
        expect(sent).toHaveLength(all.length);
      }),
    );
  });

  it('leaves the messages of held partitions in the queue, in their order', () => {
    fc.assert(
      fc.property(anyQueue, fc.uniqueArray(fc.nat({ max: 3 })), (entries, partitions) => {
        const all = entries.map(outgoing);
        const queue = [...all];
        const held = new Set(partitions);
        const isHeld = ({ message }: OutgoingMessage) => held.has(message.partition);

        const round = takeRound(queue, limits, held);

        expect(round.some(isHeld)).toBe(false);
        expect(round.length > 0).toBe(!all.every(isHeld));
        expect(queue.filter(isHeld)).toEqual(all.filter(isHeld));
      }),
    );
  });

  it('handles more messages than a function call may have arguments', () => {
    const queue = Array.from({ length: 200_000 }, () => outgoing([1, 1]));

    takeRound(queue, limits, new Set([1]));

    expect(queue).toHaveLength(200_000);
  });

  it('exceeds a limit only for a message that is larger than the limit', () => {
    fc.assert(
      fc.property(anyQueue, (entries) => {
        const round = takeRound(entries.map(outgoing), limits, new Set());

        for (const partition of [0, 1, 2, 3]) {
          const messages = round.filter(({ message }) => message.partition === partition);
          expect(messages.length <= 1 || bytesOf(messages) <= limits.partitionBytes).toBe(true);
        }
        expect(round.length === 1 || bytesOf(round) <= limits.roundBytes).toBe(true);
      }),
    );
  });
});
