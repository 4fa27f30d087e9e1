import { setTimeout as delay } from 'node:timers/promises';
import { describeWithBackend, waitUntil } from '@spanhouse/service-runtime/testing';
import { partitionOfTrace, type SpanPublisher } from '@spanhouse/span-log/publisher';
import { projectId } from '@spanhouse/trace-store/testing';
import { recordOf, traceId } from './embedded-pipeline.js';
import { type KafkaPipeline, openKafkaPipeline } from './kafka-pipeline.js';

const PARTITIONS = 12;
const TRACES_PER_ROUND = 24;
type Consumer = Awaited<ReturnType<KafkaPipeline['startConsumer']>>;

/** Publishes spans continuously, each in a new trace, through several publishers in turn. */
class SteadyLoad {
  accepted = 0;
  readonly #publishers: readonly SpanPublisher[];
  readonly #ended = new AbortController();
  readonly #running: Promise<undefined>;
  /** The offset after the last accepted span of each partition. */
  readonly #ends = new Map<number, number>();

  constructor(publishers: readonly SpanPublisher[]) {
    this.#publishers = publishers;
    this.#running = this.#run();
    this.#running.catch(() => undefined); // the error is thrown where this promise is awaited
  }

  /** Resolves with the end of each partition after every partition has accepted another span. */
  async nextEnds(): Promise<ReadonlyMap<number, number>> {
    const before = new Map(this.#ends);
    const isBehind = (partition: number) =>
      (this.#ends.get(partition) ?? 0) <= (before.get(partition) ?? 0);
    const areAllAhead = () => ![...Array(PARTITIONS).keys()].some(isBehind);
    // rejects if a publish has failed
    const check = () => Promise.race([this.#running, areAllAhead()]);
    await waitUntil('every partition accepts another span', check);
    return new Map(this.#ends);
  }

  async end(): Promise<ReadonlyMap<number, number>> {
    this.#ended.abort();
    await this.#running;
    return this.#ends;
  }

  async #run(): Promise<undefined> {
    for (let round = 0; !this.#ended.signal.aborted; round += 1) {
      const ids = Array.from({ length: TRACES_PER_ROUND }, (_, i) =>
        traceId(round * TRACES_PER_ROUND + i),
      );
      const records = ids.map((id) => recordOf(partitionOfTrace(projectId, id, PARTITIONS), [id]));
      const outcome = await this.#publishers[round % this.#publishers.length]?.publish(records);
      if (outcome?.status !== 'published') {
        throw new Error(outcome?.reason);
      }
      this.accepted += ids.length;
      for (const { partition, offset } of outcome.positions) {
        this.#ends.set(partition, offset + 1);
      }
      await delay(50);
    }
  }
}

/** Waits until each consumer owns `each` partitions. Resolves with the partitions of each consumer. */
async function ownedOnce(consumers: readonly Consumer[], each: number) {
  let owned: (readonly number[])[] = [];
  const check = async () => {
    owned = await Promise.all(consumers.map((consumer) => consumer.owned()));
    return owned.every((partitions) => partitions.length === each) && owned;
  };
  return waitUntil(`${consumers.length} consumers own ${each} partitions each`, check, {
    details: () => `owned: ${JSON.stringify(owned)}`,
  });
}

function sizes(owned: readonly (readonly number[])[]) {
  return owned.map(({ length }) => length);
}

function different(owned: readonly (readonly number[])[]) {
  return new Set(owned.flat()).size;
}

describeWithBackend('span-consumers of 12 partitions', 'KAFKA_BROKERS', (brokers) =>
  describeWithBackend('on ClickHouse', 'CLICKHOUSE_URL', (url) => {
    let pipeline: KafkaPipeline;

    beforeAll(async () => {
      pipeline = await openKafkaPipeline(brokers, url, PARTITIONS);
    });
    afterAll(() => pipeline.close());

    it('share the partitions evenly and store every span once while another consumer joins', async () => {
      const { publisher, openPublisher, startConsumer, isVisible, database } = pipeline;
      const two = [await startConsumer(), await startConsumer()];
      const ownedByTwo = await ownedOnce(two, 6);
      const load = new SteadyLoad([publisher, await openPublisher()]);
      const isVisibleBefore = await isVisible(await load.nextEnds());

      const three = [...two, await startConsumer()];
      const isVisibleWhile = await isVisible(await load.nextEnds());
      const ownedByThree = await ownedOnce(three, 4);
      const isVisibleAfter = await isVisible(await load.nextEnds());
      const isAllVisible = await isVisible(await load.end());
      await Promise.all(three.map((consumer) => consumer.close()));

      expect([sizes(ownedByTwo), different(ownedByTwo)]).toEqual([[6, 6], PARTITIONS]);
      expect([sizes(ownedByThree), different(ownedByThree)]).toEqual([[4, 4, 4], PARTITIONS]);
      expect([isVisibleBefore, isVisibleWhile, isVisibleAfter, isAllVisible]).toEqual(
        Array(4).fill(true),
      );
      const [rows] = await database.select(
        'SELECT toUInt32(uniqExact(trace_id)) AS traces, toUInt32(sum(row_count)) AS spans FROM trace_index',
      );
      expect(rows).toEqual({ traces: load.accepted, spans: load.accepted });
    });
  }),
);
