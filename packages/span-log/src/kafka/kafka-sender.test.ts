import { createLogger } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import type { Producer, ProducerBatch, RecordMetadata } from 'kafkajs';
import { KafkaSender } from './kafka-sender.js';

interface Answer {
  readonly batch: ProducerBatch;
  readonly partitions: readonly number[];
  readonly resolve: (metadata: RecordMetadata[]) => void;
  readonly reject: (error: Error) => void;
}

/** Producers that answer when the test tells them to. */
class FakeBroker {
  isReachable = true;
  made = 0;
  disconnected = 0;
  readonly answers: Answer[] = [];

  createProducer = (): Producer => {
    this.made += 1;
    return {
      connect: async () => {
        if (!this.isReachable) {
          throw new Error('connection refused');
        }
      },
      disconnect: async () => {
        this.disconnected += 1;
      },
      sendBatch: (batch: ProducerBatch) =>
        new Promise<RecordMetadata[]>((resolve, reject) => {
          const messages = batch.topicMessages?.[0]?.messages ?? [];
          const partitions = messages.map(({ partition }) => partition ?? -1);
          this.answers.push({ batch, partitions, resolve, reject });
        }),
    } as unknown as Producer;
  };

  /** Stores all messages of a request, and ends it. */
  accept(at: number, baseOffset = 0): void {
    this.store(at, [...new Set(this.answers[at]?.partitions)], baseOffset);
    this.answers[at]?.resolve([]);
  }

  /** Stores the messages of some partitions of a request. */
  store(at: number, partitions: readonly number[], baseOffset = 0): void {
    for (const partition of partitions) {
      this.answers[at]?.batch.onAnswer?.({
        topicName: 'spans',
        partition,
        errorCode: 0,
        baseOffset: String(baseOffset),
      });
    }
  }
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}

describe('KafkaSender', () => {
  let broker: FakeBroker;
  let clock: FakeClock;
  let sender: KafkaSender;
  const send = (partition: number): Promise<number> =>
    sender.send({ partition, value: 'x', headers: {} }, 10);

  beforeEach(async () => {
    broker = new FakeBroker();
    clock = new FakeClock();
    sender = new KafkaSender({
      topic: 'spans',
      createProducer: broker.createProducer,
      limits: { partitionBytes: 1000, roundBytes: 1000 },
      roundTimeoutMs: 5000,
      requestTimeoutMs: 1000,
      clock,
      logger: createLogger({ level: 'silent', service: 'test' }),
    });
    await sender.connect();
  });

  it('sends messages that arrive during a request together in the next one', async () => {
    const first = send(0);
    await settle();
    const others = [send(0), send(1), send(0)];
    await settle();

    expect(broker.answers.map(({ partitions }) => partitions)).toEqual([[0]]);
    broker.accept(0, 7);
    await settle();
    broker.accept(1, 8);

    expect(await first).toBe(7);
    expect(await Promise.all(others)).toEqual([8, 8, 9]);
    expect(broker.answers.map(({ partitions }) => partitions)).toEqual([[0], [0, 1, 0]]);
    expect(broker.answers[0]?.batch).toMatchObject({ acks: -1, compression: 0 });
  });

  it('never uses a producer again after a send has failed', async () => {
    const failed = send(0);
    await settle();
    broker.answers[0]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE', retryable: true });

    const next = send(0);
    await settle();
    broker.accept(1, 3);

    expect(await next).toBe(3);
    expect(broker.made).toBe(2);
    expect(broker.disconnected).toBeGreaterThan(0);
  });

  it('numbers messages in each partition, and begins again as another writer after a send has failed', async () => {
    const numbersOf = (at: number) =>
      broker.answers[at]?.batch.topicMessages?.[0]?.messages.map(({ headers }) => headers);
    const first = [send(0), send(1), send(0)];
    await settle();
    broker.accept(0);
    await Promise.all(first);
    const failed = send(0);
    await settle();
    broker.answers[1]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toMatchObject({ retryable: true });
    void send(0);
    await settle();

    const [before = [], lost = [], after = []] = [0, 1, 2].map(numbersOf);

    expect(before.map((headers) => headers?.['number'])).toEqual(['1', '1', '2']);
    expect(lost).toMatchObject([{ number: '3', writer: before[0]?.['writer'] }]);
    expect(after).toMatchObject([{ number: '1', writer: expect.stringMatching(/\.1$/) }]);
    broker.accept(2);
  });

  it('fails the messages of a partition that a request ends without', async () => {
    const sent = [send(0), send(1)];
    await settle();
    broker.store(0, [0], 4);
    broker.answers[0]?.resolve([]);

    const outcomes = await Promise.allSettled(sent);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('does not take an answer without an offset for a success', async () => {
    const sent = send(0);
    await settle();
    broker.accept(0, -1);

    await expect(sent).rejects.toThrow('no offset for partition 0');
  });

  it('answers each partition as soon as its messages are stored', async () => {
    const early = send(0);
    const late = send(1);
    await settle();

    broker.store(0, [0], 4);

    expect(await early).toBe(4);
    broker.accept(0, 9);
    expect(await late).toBe(9);
  });

  it('lets other partitions continue beside a round that is late', async () => {
    const stuck = [send(0), send(1)];
    await settle();
    broker.store(0, [1], 3);
    const others = [send(0), send(1), send(2)];
    await settle();
    expect(broker.answers).toHaveLength(1);

    await clock.advance(100);
    await settle();
    broker.accept(1, 4);

    expect(broker.answers.map(({ partitions }) => partitions)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(await Promise.all(others.slice(1))).toEqual([4, 4]);
    broker.accept(0, 6);
    await settle();
    broker.accept(2, 7);
    expect(await Promise.all([...stuck, others[0]])).toEqual([6, 3, 7]);
  });

  it('begins a round for another partition at once while one is late', async () => {
    const stuck = send(0);
    await settle();
    await clock.advance(100);

    const other = send(1);
    await settle();
    broker.accept(1, 2);

    expect(await other).toBe(2);
    broker.accept(0);
    await stuck;
  });

  it('continues a partition whose messages are stored while its round is late', async () => {
    const stuck = [send(0), send(1)];
    await settle();
    await clock.advance(100);
    const waiting = send(1);
    await settle();

    broker.store(0, [1]);
    await settle();
    broker.accept(1, 8);

    expect(await waiting).toBe(8);
    broker.accept(0);
    await Promise.all(stuck);
  });

  it('does not end the rounds beside one that fails', async () => {
    const failed = send(0);
    await settle();
    await clock.advance(100);
    const other = send(1);
    await settle();

    broker.answers[0]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toThrow('request timed out');
    expect(broker.disconnected).toBe(0);

    broker.accept(1, 5);
    expect(await other).toBe(5);
    await settle();
    expect(broker.disconnected).toBe(1);
  });

  it('ignores the answer to a round that it has given up', async () => {
    const failed = send(0);
    const outcome = expect(failed).rejects.toThrow('no answer within 5000 ms');
    await settle();
    await clock.advance(5000);
    await outcome;
    const next = [send(0)];
    await settle();
    await clock.advance(100);
    broker.accept(0, 1);
    next.push(send(0));
    await settle();

    expect(broker.answers).toHaveLength(2);
    broker.accept(1, 2);
    await settle();
    broker.accept(2, 3);
    expect(await Promise.all(next)).toEqual([2, 3]);
  });

  it('gives up a round that is not answered in time', async () => {
    const failed = send(0);
    const outcome = expect(failed).rejects.toThrow('no answer within 5000 ms');
    await settle();

    await clock.advance(5000);

    await outcome;
  });

  it('refuses at once while Kafka is unavailable and sends again after it returns', async () => {
    const failed = send(0);
    await settle();
    broker.isReachable = false;
    broker.answers[0]?.reject(new Error('connection closed'));
    await expect(failed).rejects.toThrow('connection closed');
    await expect(send(0)).rejects.toThrow('connection refused');
    await expect(send(0)).rejects.toThrow('connection refused');
    expect(sender.outage).toMatchObject({ retryable: true });

    broker.isReachable = true;
    await clock.advance(10_000);
    const sent = send(0);
    await settle();
    broker.accept(1, 5);

    expect(await sent).toBe(5);
    expect(sender.outage).toBeUndefined();
  });

  it('sends queued messages before it closes', async () => {
    const sent = send(0);
    const closing = sender.close();
    await settle();
    broker.accept(0, 2);
    await closing;

    expect(await sent).toBe(2);
    expect(broker.disconnected).toBe(1);
  });
});
