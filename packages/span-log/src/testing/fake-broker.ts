import { createLogger } from '@spanhouse/service-runtime';
import type { FakeClock } from '@spanhouse/service-runtime/testing';
import type { Producer, ProducerBatch, RecordMetadata } from 'kafkajs';
import { KafkaSender } from '../kafka/sending/kafka-sender.js';

/** A request that waits for its response. */
interface Answer {
  readonly batch: ProducerBatch;
  readonly partitions: readonly number[];
  readonly resolve: (metadata: RecordMetadata[]) => void;
  readonly reject: (error: Error) => void;
}

/** A broker whose producers receive a response when the test calls `accept`. */
export class FakeBroker {
  isReachable = true;
  leaderOf = (partition: number): number => partition;
  made = 0;
  disconnected = 0;
  readonly answers: Answer[] = [];

  createProducer = (): Producer => {
    this.made += 1;
    return {
      connect: () =>
        this.isReachable ? Promise.resolve() : Promise.reject(new Error('connection refused')),
      disconnect: () => {
        this.disconnected += 1;
        return Promise.resolve();
      },
      sendBatch: (batch: ProducerBatch) =>
        new Promise<RecordMetadata[]>((resolve, reject) => {
          const messages = batch.topicMessages?.[0]?.messages ?? [];
          const partitions = messages.map(({ partition }) => partition ?? -1);
          this.answers.push({ batch, partitions, resolve, reject });
        }),
    } as unknown as Producer;
  };

  /** Stores all messages of a request and completes the request. */
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
        leader: this.leaderOf(partition),
      });
    }
  }
}

/** Connects a sender with small limits to the broker. */
export async function connectTo(broker: FakeBroker, clock: FakeClock): Promise<KafkaSender> {
  const sender = new KafkaSender({
    topic: 'spans',
    createProducer: broker.createProducer,
    limits: { partitionBytes: 1000, roundBytes: 1000 },
    roundTimeoutMs: 5000,
    requestTimeoutMs: 1000,
    clock,
    logger: createLogger({ level: 'silent', service: 'test' }),
  });
  await sender.connect();
  return sender;
}

/** Runs all pending work that waits neither for a timer nor for a response. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) {
    await Promise.resolve();
  }
}
