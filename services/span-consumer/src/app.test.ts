import { AppError } from '@spanhouse/service-runtime';
import { timeLimits } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import fc from 'fast-check';
import { ConsumerWorld, type RunningConsumer } from './testing/consumer-world.js';
import { testBatching } from './testing/consumer-world-options.js';
import { deadRows } from './testing/dead-rows.js';
import { type Fate, fates, insertFates } from './testing/fates.js';
import { brokenFrame, textHeaders } from './testing/text-frames.js';

/**
 * Time after which the ledger has every entry of every commit. The remaining members enter carried entries after ten
 * seconds.
 */
const LONGEST_ENTRY_MS = 30_000;

interface Message {
  readonly partition: number;
  readonly rows: readonly ('good' | 'poison')[];
  readonly isBroken: boolean;
  /** Number of clock steps since the previous message. */
  readonly pause: number;
}

function rarely<T>(usual: T, other: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constant(other));
}

interface ScriptShape {
  readonly partitions: number;
  /** Maximum number of clock steps between two messages. */
  readonly maxPause: number;
}

function anyMessage({ partitions, maxPause }: ScriptShape): fc.Arbitrary<Message> {
  return fc.record({
    partition: fc.nat({ max: partitions - 1 }),
    rows: fc.array(rarely('good', 'poison'), { minLength: 1, maxLength: 8 }),
    isBroken: rarely(false, true),
    pause: fc.nat({ max: maxPause }),
  });
}

function anyScript(shape: ScriptShape) {
  return fc.record({
    messages: fc.array(anyMessage(shape), { maxLength: 20 }),
    fates: fc.array(
      fc.oneof({ weight: 3, arbitrary: fc.constant<Fate>('ok') }, fc.constantFrom(...fates)),
      { maxLength: 60 },
    ),
    insertFates: fc.array(fc.constantFrom(...insertFates), { maxLength: 20 }),
    members: fc.integer({ min: 1, max: 2 }),
    /**
     * BATCH_MAX_SPANS of each started consumer. The values differ, because processes with different limits cut
     * different blocks.
     */
    maxSpans: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
  });
}

type Script = ReturnType<typeof anyScript> extends fc.Arbitrary<infer T> ? T : never;

function rowsOf({ rows }: Message, i: number): readonly string[] {
  return rows.map((kind, row) => `${kind}-${i}-${row}`);
}

function publish(world: ConsumerWorld, message: Message, i: number): void {
  const rows = rowsOf(message, i);
  if (message.isBroken) {
    world.log.append(message.partition, brokenFrame, textHeaders(rows));
  } else {
    world.publish(rows, message.partition);
  }
}

async function play(world: ConsumerWorld, script: Script): Promise<readonly RunningConsumer[]> {
  const { alive, step } = world.keepRunning(script);
  const stepAndCheck = async () => {
    await step();
    for (const { metric } of alive()) {
      const heldBytes = await metric('spanhouse_consumer_memory_held_bytes');
      const limitBytes = await metric('spanhouse_consumer_memory_limit_bytes');
      expect(heldBytes).toBeLessThanOrEqual(limitBytes);
    }
  };
  for (const [i, message] of script.messages.entries()) {
    publish(world, message, i);
    for (let pause = 0; pause < message.pause; pause += 1) {
      await stepAndCheck();
    }
  }
  await world.runToTheEnd(stepAndCheck);
  world.endFaults();
  await step();
  await world.clock.advance(LONGEST_ENTRY_MS);
  return alive();
}

/** Returns the position and the span count of every message in the ledger. */
function enteredIn({ ledger }: ConsumerWorld): readonly string[] {
  return ledger.entries
    .map((entry) => `${entry.logPartition}@${entry.logOffset}: ${entry.spanCount}`)
    .toSorted();
}

/** Returns the position and the span count of every message in the log. */
function publishedIn({ log }: ConsumerWorld): readonly string[] {
  const partitions = Array.from({ length: log.partitionCount }, (_, partition) => partition);
  return partitions
    .flatMap((partition) => log.messages(partition))
    .map(({ partition, offset, headers }) => {
      const position = toLogOffset(log.generation, offset);
      return `${partition}@${position}: ${headers.spanCount}`;
    })
    .toSorted();
}

/** Plays a script until every row is stored or dead-lettered. Returns the stored rows and the dead-lettered rows. */
async function playToEnd(world: ConsumerWorld, script: Script) {
  world.writer.refuses = (row) => row.startsWith('poison');

  const alive = await play(world, script);

  const { messages } = script;
  const readable = messages.flatMap((message, i) => (message.isBroken ? [] : rowsOf(message, i)));
  const unreadable = messages.flatMap(({ isBroken, rows }) => (isBroken ? rows : []));
  const dead = deadRows(world.log.deadLetters);
  const refused = dead.filter((row) => !row.includes('@'));
  expect(refused.filter((row) => row.startsWith('good'))).toEqual([]);
  expect(dead.length - refused.length).toBe(unreadable.length);
  expect(world.deadLetterIndex.rowCount).toBe(dead.length);
  expect(enteredIn(world)).toEqual(publishedIn(world));
  const closed = Promise.all(alive.map(({ consumer }) => consumer.close()));
  await world.clock.advance(testBatching.BATCH_DRAIN_TIMEOUT_MS); // a commit may still be retried
  await closed;
  for (const { metric } of alive) {
    expect(await metric('spanhouse_consumer_memory_held_bytes')).toBe(0);
    expect(await metric('spanhouse_consumer_spans_pending')).toBe(0);
  }
  return { settled: [...world.writer.rows, ...refused].toSorted(), readable: readable.toSorted() };
}

describe('createSpanConsumer', () => {
  it('stores or dead-letters every row once through crashes, rebalances and outages', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript({ partitions: 2, maxPause: 3 }), async (script) => {
        const { settled, readable } = await playToEnd(
          new ConsumerWorld({
            partitionCount: 2,
            maxMessagesPerDelivery: 3,
            fates: script.fates,
          }),
          script,
        );

        expect(settled).toEqual(readable);
      }),
      { numRuns: 300, timeout: timeLimits.effect },
    );
  });

  it('stores or dead-letters every row through the same faults when blocks are inserted together', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript({ partitions: 6, maxPause: 1 }), async (script) => {
        const world = new ConsumerWorld({
          partitionCount: 6,
          maxMessagesPerDelivery: 3,
          fates: script.fates,
          batching: { BATCH_MEMORY_BYTES: 2000 },
          inserts: { durationMs: 700, fates: script.insertFates },
        });

        const { settled, readable } = await playToEnd(world, script);

        // If a partition moves during an insert, the insert and the next owner may store the same rows.
        expect([...new Set(settled)]).toEqual([...new Set(readable)]);
      }),
      { numRuns: 300, timeout: timeLimits.effect },
    );
  });

  it('joins the blocks that wait during an insert', async () => {
    const world = new ConsumerWorld({
      partitionCount: 4,
      inserts: { durationMs: 100, fates: [] },
    });
    await world.start();
    const inserts: number[] = [];
    world.writer.onInsert(({ length }) => inserts.push(length));
    for (const partition of [0, 1, 2, 3]) {
      world.publish([`a${partition}`, `b${partition}`], partition);
    }

    await world.clock.advance(250);

    expect(world.isDone).toBe(true);
    const inserted = world.writer.positions.map(({ partition }) => partition);
    expect(inserted.toSorted()).toEqual([0, 0, 1, 1, 2, 2, 3, 3]);
    expect(inserts).toEqual([1, 3]);
  });

  it('stores its open blocks when it closes, so that another consumer continues after them', async () => {
    const world = new ConsumerWorld();
    const first = await world.start();
    world.publish(['a']);
    await world.clock.advance(10);

    await first.consumer.close();
    expect(world.writer.rows).toEqual(['a']);
    await world.start();
    world.publish(['b']);
    await world.clock.advance(500);

    expect(world.writer.rows).toEqual(['a', 'b']);
    expect(world.log.committed(0).offset).toBe(2);
  });

  it('closes in bounded time while the store is unavailable, and loses nothing', async () => {
    // More failures than fit into the time limit; the exact number varies because the backoff is random.
    const world = new ConsumerWorld({ fates: ['ok', ...Array<Fate>(1000).fill('retryable')] });
    const first = await world.start();
    world.publish(['a']);
    await world.clock.advance(10);

    const closed = first.consumer.close();
    await world.clock.advance(testBatching.BATCH_DRAIN_TIMEOUT_MS);
    await closed;
    world.endFaults();
    await world.start();
    await world.clock.advance(60_000);

    expect(world.writer.rows).toEqual(['a']);
    expect(await first.metric('spanhouse_consumer_memory_held_bytes')).toBe(0);
    expect(await first.metric('spanhouse_consumer_spans_discarded_total')).toBe(1);
  });

  it('reads nothing from the log before the store is reached, and can be closed while it waits', async () => {
    const world = new ConsumerWorld();
    const unavailable = new AppError('CLICKHOUSE_UNAVAILABLE', 'refused', { retryable: true });
    world.writer.check = () => Promise.reject(unavailable);
    world.publish(['a']);
    const { consumer, started } = world.launch();

    await world.clock.advance(60_000);
    expect(world.operations).toEqual([]);
    await consumer.close();
    await started;

    expect(world.operations).toEqual([]);
  });

  it('reports the state of the store and the log', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'retryable'] });
    await world.start();
    expect(world.health.report().status).toBe('ready');

    world.publish(['a']);
    await world.clock.advance(1);
    expect(world.health.report().dependencies['clickhouse']).toEqual({
      state: 'lost',
      reason: 'NETWORK',
    });
    await world.clock.advance(1000);

    expect(world.health.report().dependencies['clickhouse']).toEqual({ state: 'reached' });
  });
});
