import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);
const createSendMessages = require('kafkajs/src/producer/sendMessages');
const RequestQueue = require('kafkajs/src/network/requestQueue');

/** A broker that leads one partition and answers as `produce` says. */
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

/** Sends a message to the partition of each broker; a failed attempt is repeated at once. */
function send(brokers: readonly ReturnType<typeof brokerOf>[]): Promise<unknown> {
  const done = () => Promise.resolve();
  const cluster = {
    addMultipleTargetTopics: done,
    refreshMetadataIfNecessary: done,
    refreshMetadata: done,
    isConnected: () => true,
    findTopicPartitionMetadata: () => brokers.map((_, partitionId) => ({ partitionId })),
    findLeaderForPartitions: () =>
      Object.fromEntries(brokers.map(({ nodeId }, partition) => [nodeId, [partition]])),
    findBroker: ({ nodeId }: { nodeId: string }) =>
      Promise.resolve(brokers.find((broker) => String(broker.nodeId) === nodeId)),
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
  const sendMessages = createSendMessages({
    logger: { debug: () => undefined, error: () => undefined },
    cluster,
    partitioner: ({ message }: { message: { partition: number } }) => message.partition,
    eosManager,
    retrier: (run: Parameters<typeof attempt>[0]) => attempt(run).catch(() => attempt(run)),
  });
  const messages = brokers.map((_, partition) => ({ partition, value: 'rows' }));
  return sendMessages({ acks: -1, topicMessages: [{ topic: 'spans', messages }] });
}

describe('kafkajs with our patch', () => {
  it('does not repeat the request to a broker that answers after another one has failed', async () => {
    const failed = Promise.withResolvers<void>();
    const failing = brokerOf(1, () => {
      failed.resolve();
      const retriable = Object.assign(new Error('the request timed out'), { retriable: true });
      return failing.requests === 1 ? Promise.reject(retriable) : Promise.resolve(answerOf(0));
    });
    const late = brokerOf(2, async () => {
      await failed.promise;
      await new Promise(setImmediate);
      return answerOf(1);
    });

    await send([failing, late]);

    expect([failing.requests, late.requests]).toEqual([2, 1]);
  });

  it('waits a positive time for its next look at the queue of requests', () => {
    const setTimer = jest.spyOn(globalThis, 'setTimeout');

    const queue = new RequestQueue({ logger: undefined });
    queue.scheduleCheckPendingRequests();

    expect(setTimer).toHaveBeenCalledWith(expect.any(Function), 1);
    clearTimeout(queue.throttleCheckTimeoutId);
    setTimer.mockRestore();
  });
});
