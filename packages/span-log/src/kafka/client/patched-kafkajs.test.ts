import { createRequire } from 'node:module';
import type { ProducerBatch } from 'kafkajs';

const require = createRequire(import.meta.url);
const createMessageProducer = require('kafkajs/src/producer/messageProducer');
const RequestQueue = require('kafkajs/src/network/requestQueue');
const Decoder = require('kafkajs/src/protocol/decoder');
const Encoder = require('kafkajs/src/protocol/encoder');
const { RecordBatch } = require('kafkajs/src/protocol/recordBatch/v0');
const Record = require('kafkajs/src/protocol/recordBatch/record/v0');
const decodeMessages = require('kafkajs/src/protocol/requests/fetch/v4/decodeMessages');

/** Returns a broker that leads one partition and calls `produce` for each produce request. */
function brokerOf(nodeId: number, produce: () => Promise<unknown>) {
  let requests = 0;
  return {
    nodeId,
    get requests() {
      return requests;
    },
    produce() {
      requests += 1;
      return produce();
    },
  };
}

function answerOf(partition: number) {
  return {
    topics: [{ topicName: 'spans', partitions: [{ partition, baseOffset: '7' }] }],
  };
}

type TestBroker = ReturnType<typeof brokerOf>;

/** Sends one message to each broker's partition. A failed attempt is retried immediately. */
function send(
  brokers: readonly TestBroker[],
  changes: object = {},
  options: Pick<ProducerBatch, 'onAnswer' | 'isGivenUp'> = {},
): Promise<unknown> {
  const done = () => Promise.resolve();
  const cluster = {
    addMultipleTargetTopics: done,
    refreshMetadataIfNecessary: done,
    refreshMetadata: done,
    isConnected: () => true,
    findTopicPartitionMetadata: () => brokers.map((_, partitionId) => ({ partitionId })),
    findLeaderForPartitions: (_topic: string, partitions: readonly string[]) =>
      Object.fromEntries(
        partitions.map((partition) => [brokers[Number(partition)]?.nodeId, [partition]]),
      ),
    findBroker: ({ nodeId }: { nodeId: string }) =>
      Promise.resolve(brokers.find((broker) => String(broker.nodeId) === nodeId)),
    ...changes,
  };
  const eosManager = {
    acquireBrokerLock: done,
    releaseBrokerLock: done,
    isTransactional: () => false,
    getSequence: () => 0,
    updateSequence: () => undefined,
    getProducerId: () => 1,
    getProducerEpoch: () => 0,
  };
  const attempt = (run: (bail: () => void) => Promise<unknown>) => run(() => undefined);
  const { sendBatch } = createMessageProducer({
    logger: { debug: () => undefined, error: () => undefined },
    cluster,
    partitioner: ({ message }: { message: { partition: number } }) => message.partition,
    eosManager,
    retrier: (run: Parameters<typeof attempt>[0]) => attempt(run).catch(() => attempt(run)),
    idempotent: true,
    getConnectionStatus: () => 'connected',
  });
  const messages = brokers.map((_, partition) => ({ partition, value: 'rows' }));
  return sendBatch({ topicMessages: [{ topic: 'spans', messages }], ...options });
}

const UNCOMPRESSED = 0;
const GZIP = 1;
const SNAPPY = 2;

/** Encodes a batch in the form that a broker stores. */
async function batchOf(values: readonly string[], { firstOffset = 0, compression = UNCOMPRESSED }) {
  const records = values.map((value, offsetDelta) => Record({ offsetDelta, key: null, value }));
  const { buffer } = await RecordBatch({
    firstOffset,
    compression,
    lastOffsetDelta: values.length - 1,
    records,
  });
  return Buffer.from(buffer);
}

const ATTRIBUTES_AT = 22;

/** Marks the batch as Snappy, which kafkajs cannot decode by itself. */
function asSnappy(batch: Buffer): Buffer {
  const changed = Buffer.from(batch);
  changed.writeInt8(SNAPPY, ATTRIBUTES_AT);
  return changed;
}

interface DecodedRecord {
  readonly offset: string;
  readonly value: Buffer | null;
  readonly headers: object;
  readonly isControlRecord: boolean;
}

function decode(...batches: readonly Buffer[]): Promise<readonly DecodedRecord[]> {
  const response = new Encoder().writeBytes(Buffer.concat(batches)).buffer;
  return decodeMessages(new Decoder(response));
}

/** Returns a broker that leads the first partition and fails once. */
function failingBroker({ onFailure = () => {}, name = 'Error' } = {}): TestBroker {
  const failing = brokerOf(1, () => {
    onFailure();
    const retriable = Object.assign(new Error('the request failed'), { name, retriable: true });
    return failing.requests === 1 ? Promise.reject(retriable) : Promise.resolve(answerOf(0));
  });
  return failing;
}

describe('kafkajs with our patch', () => {
  it('does not repeat the request to a broker that answers after another broker has failed', async () => {
    const failed = Promise.withResolvers<void>();
    const failing = failingBroker({ onFailure: failed.resolve });
    const late = brokerOf(2, async () => {
      await failed.promise;
      await new Promise(setImmediate);
      return answerOf(1);
    });

    await send([failing, late]);

    expect([failing.requests, late.requests]).toEqual([2, 1]);
  });

  it('does not repeat answered messages after a reconnection to the broker', async () => {
    const brokers = [failingBroker(), brokerOf(2, () => Promise.resolve(answerOf(1)))];
    const findBroker = ({ nodeId }: { nodeId: string }) => {
      const broker = brokers.find((one) => String(one.nodeId) === nodeId);
      return Promise.resolve({ nodeId: Number(nodeId), produce: () => broker?.produce() });
    };

    const answers = await send(brokers, { findBroker });

    expect(brokers.map(({ requests }) => requests)).toEqual([2, 1]);
    expect(answers).toHaveLength(2);
  });

  it('does not repeat answered messages after another broker has become the leader', async () => {
    const failing = failingBroker();
    const answering = brokerOf(2, () => Promise.resolve(answerOf(1)));
    const sent: unknown[] = [];
    const findLeaderForPartitions = (_topic: string, partitions: readonly string[]) => {
      sent.push(partitions);
      return failing.requests === 0 ? { 1: ['0'], 2: ['1'] } : { 1: partitions };
    };

    const answers = await send([failing, answering], { findLeaderForPartitions });

    expect(sent).toEqual([['0', '1'], ['0']]);
    expect(answers).toHaveLength(2);
  });

  it('reports the answer of each partition as it arrives', async () => {
    const reported: unknown[] = [];
    const answering = brokerOf(2, () => Promise.resolve(answerOf(1)));

    await send(
      [failingBroker(), answering],
      {},
      { onAnswer: ({ partition, leader }) => reported.push([partition, leader]) },
    );

    expect(reported).toEqual([
      [1, 2],
      [0, 1],
    ]);
  });

  it('sends to one broker although another broker is not found', async () => {
    const brokers = [failingBroker(), brokerOf(2, () => Promise.resolve(answerOf(1)))];
    const reported: number[] = [];
    const lost = Object.assign(new Error('no such broker'), { retriable: false });
    const findBroker = ({ nodeId }: { nodeId: string }) =>
      nodeId === '1' ? Promise.reject(lost) : Promise.resolve(brokers[1]);

    const onAnswer = ({ partition }: { partition: number }) => reported.push(partition);
    const sent = send(brokers, { findBroker }, { onAnswer });

    await sent.catch(() => undefined);
    expect(reported).toEqual([1]);
  });

  it('makes no further attempt after the publish is given up', async () => {
    const failing = failingBroker();

    await send([failing], {}, { isGivenUp: () => true });

    expect(failing.requests).toBe(1);
  });

  it('refreshes the leaders after a request that was not answered in time', async () => {
    const failing = failingBroker({ name: 'KafkaJSRequestTimeoutError' });
    const refreshMetadata = jest.fn(() => Promise.resolve());

    await send([failing], { refreshMetadata });

    expect(refreshMetadata).toHaveBeenCalledTimes(1);
  });

  it('waits a positive time before it checks the queue of requests again', () => {
    const setTimer = jest.spyOn(globalThis, 'setTimeout');

    const queue = new RequestQueue({ logger: undefined });
    queue.scheduleCheckPendingRequests();

    expect(setTimer).toHaveBeenCalledWith(expect.any(Function), 1);
    clearTimeout(queue.throttleCheckTimeoutId);
    setTimer.mockRestore();
  });

  it('returns a batch that it cannot decode as one record with the bytes of the batch', async () => {
    const before = await batchOf(['a', 'b'], {});
    const unreadable = asSnappy(await batchOf(['c', 'd', 'e'], { firstOffset: 2 }));
    const after = await batchOf(['f'], { firstOffset: 5 });

    const records = await decode(before, unreadable, after);

    const given = records.filter(({ isControlRecord }) => !isControlRecord);
    expect(given.map(({ offset }) => offset)).toEqual(['0', '1', '4', '5']);
    expect(given[2]).toMatchObject({ headers: {}, value: unreadable });
    expect(records.map(({ offset }) => offset)).toContain('2');
  });

  it('leaves batches to the next fetch after the previous batches have reached four megabytes', async () => {
    const large = await Promise.all(
      [0, 1, 2].map((firstOffset) =>
        batchOf(['x'.repeat(2_100_000)], { firstOffset, compression: GZIP }),
      ),
    );

    const records = await decode(...large);

    expect(records.map(({ offset }) => offset)).toEqual(['0', '1']);
  });

  it('decodes a batch of more records than a function call may have arguments', async () => {
    const batch = await batchOf(Array<string>(150_000).fill(''), {});

    expect(await decode(batch)).toHaveLength(150_000);
  });
});
