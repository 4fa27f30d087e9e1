import { AppError } from '@spanhouse/service-runtime';
import fc from 'fast-check';
import { ConsumerWorld, type RunningConsumer, testBatching } from './testing/consumer-world.js';
import { deadRows } from './testing/dead-rows.js';
import type { Fate } from './testing/fates.js';
import { brokenFrame, textHeaders } from './testing/text-frames.js';

const fates: readonly Fate[] = [
  'ok',
  'retryable',
  'retryable after the effect',
  'unknown',
  'slow',
  'late',
  'rows lost',
  'constraint dropped',
  'crash before the effect',
  'crash after the effect',
  'rebalance',
] as Fate[];

interface Message {
  readonly partition: number;
  readonly rows: readonly ('good' | 'poison')[];
  readonly isBroken: boolean;
  /** Steps of the clock since the previous message. */
  readonly pause: number;
}

function rarely<T>(usual: T, other: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, fc.constant(other));
}

const anyMessage: fc.Arbitrary<Message> = fc.record({
  partition: fc.nat({ max: 1 }),
  rows: fc.array(rarely('good', 'poison'), { minLength: 1, maxLength: 8 }),
  isBroken: rarely(false, true),
  pause: fc.nat({ max: 3 }),
});

const anyScript = fc.record({
  messages: fc.array(anyMessage, { maxLength: 20 }),
  fates: fc.array(
    fc.oneof({ weight: 3, arbitrary: fc.constant<Fate>('ok') }, fc.constantFrom(...fates)),
    { maxLength: 60 },
  ),
  members: fc.integer({ min: 1, max: 2 }),
  /** BATCH_MAX_SPANS of each started consumer: every process may cut differently. */
  maxSpans: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1, maxLength: 5 }),
});

type Script = typeof anyScript extends fc.Arbitrary<infer T> ? T : never;

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
  const running: RunningConsumer[] = [];
  const alive = () => running.filter(({ isAlive }) => isAlive());
  const step = async () => {
    while (alive().length < script.members) {
      const maxSpans = script.maxSpans[running.length % script.maxSpans.length] ?? 1;
      running.push(await world.start({ BATCH_MAX_SPANS: maxSpans }));
    }
    await world.clock.advance(world.clock.nextTimerMs ?? 0);
    for (const { metric } of alive()) {
      const heldBytes = await metric('spanhouse_consumer_memory_held_bytes');
      expect(heldBytes).toBeLessThanOrEqual(testBatching.BATCH_MEMORY_BYTES);
    }
  };
  for (const [i, message] of script.messages.entries()) {
    publish(world, message, i);
    for (let pause = 0; pause < message.pause; pause += 1) {
      await step();
    }
  }
  for (let steps = 0; steps < 2000 && !world.isDone; steps += 1) {
    await step();
  }
  return alive();
}

describe('createSpanConsumer', () => {
  it('stores every row once, or dead-letters it, through crashes, rebalances and outages', async () => {
    await fc.assert(
      fc.asyncProperty(anyScript, async (script) => {
        const world = new ConsumerWorld({
          partitionCount: 2,
          maxMessagesPerDelivery: 3,
          fates: script.fates,
        });
        world.writer.refuses = (row) => row.startsWith('poison');

        const alive = await play(world, script);

        expect(world.isDone).toBe(true);
        const { messages } = script;
        const readable = messages.flatMap((message, i) =>
          message.isBroken ? [] : rowsOf(message, i),
        );
        const unreadable = messages.flatMap(({ isBroken, rows }) => (isBroken ? rows : []));
        const dead = deadRows(world.log.deadLetters);
        const refused = dead.filter((row) => !row.includes('@'));
        expect([...world.writer.rows, ...refused].toSorted()).toEqual(readable.toSorted());
        expect(refused.filter((row) => row.startsWith('good'))).toEqual([]);
        expect(dead.length - refused.length).toBe(unreadable.length);
        expect(world.deadLetterIndex.rowCount).toBe(dead.length);
        world.endFaults();
        const closed = Promise.all(alive.map(({ consumer }) => consumer.close()));
        await world.clock.advance(testBatching.BATCH_DRAIN_TIMEOUT_MS); // one may still repeat a commit
        await closed;
        for (const { metric } of alive) {
          expect(await metric('spanhouse_consumer_memory_held_bytes')).toBe(0);
          expect(await metric('spanhouse_consumer_spans_pending')).toBe(0);
        }
      }),
      { numRuns: 300, timeout: 10_000 },
    );
  });

  it('stores its open blocks when it closes, and another consumer continues from there', async () => {
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
    // More failures than fit into the time limit, because the backoff is random.
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
