import fc from 'fast-check';
import { ConsumerWorld } from '../testing/consumer-world.js';
import type { Fate } from '../testing/fates.js';

const rows = Array.from({ length: 10 }, (_, row) => row);

interface Scenario {
  readonly fates: readonly Fate[];
  /** Number of messages that may be stored before the remaining messages arrive. */
  readonly before: number;
  /** Offsets of successive drops. Each drop removes all messages before its offset from the log. */
  readonly drops: readonly number[];
}

/**
 * Publishes and drops messages while consumers crash and are replaced, until every message is stored, dead-lettered or
 * lost.
 */
async function runScenario({ fates, before, drops }: Scenario): Promise<ConsumerWorld> {
  const world = new ConsumerWorld({ fates, maxMessagesPerDelivery: 2 });
  let running = world.launch();
  const replaceDead = () => {
    running = running.isAlive() ? running : world.launch();
  };
  for (const row of rows.slice(0, before)) {
    world.publish([`${row}`]);
  }
  await world.clock.advance(300);
  for (const row of rows.slice(before)) {
    world.publish([`${row}`]);
  }
  for (const end of drops) {
    world.log.dropBefore(0, end);
    await world.clock.advance(700);
    replaceDead();
  }
  world.endFaults();
  replaceDead();
  await world.clock.advance(60_000);
  return world;
}

describe('messages that the log dropped before they were stored', () => {
  it('are recorded, skipped and counted in this order, and the next messages are stored', async () => {
    const world = new ConsumerWorld();
    for (const row of ['a', 'b', 'c', 'd']) {
      world.publish([row]);
    }
    world.log.dropBefore(0, 3);

    const running = await world.start();
    await world.clock.advance(1000);

    expect(world.operations.slice(0, 2)).toEqual(['lost 0-3', 'commit 0@3']);
    expect(world.deadLetterIndex.lost).toEqual([
      { logId: 'in-memory-log', partition: 0, first: 0, end: 3 },
    ]);
    expect(world.writer.rows).toEqual(['d']);
    expect(world.isDone).toBe(true);
    expect(await running.metric('spanhouse_consumer_lost_messages_total')).toBe(3);
    expect(world.health.report().warnings).toEqual({
      lost_messages:
        'the log dropped 3 messages before they were stored, last in partition 0, offsets 0 to 2',
    });
  });

  it('are skipped only after the messages before them are stored', async () => {
    const world = new ConsumerWorld({ maxMessagesPerDelivery: 1 });
    await world.start();
    world.publish(['a']);
    await world.clock.advance(0);
    world.publish(['b']);
    await world.clock.advance(0);
    world.publish(['c']);
    world.publish(['d']);
    world.log.dropBefore(0, 4);

    await world.clock.advance(1000);

    const lost = world.operations.findIndex((operation) => operation.startsWith('lost'));
    expect(world.operations[lost - 1]).toBe('commit 0@2');
    expect(world.operations[lost]).toBe('lost 2-4');
    expect(world.writer.rows).toEqual(['a', 'b']);
    expect(world.isDone).toBe(true);
  });

  it('stay uncommitted while ClickHouse cannot record them', async () => {
    const world = new ConsumerWorld({ fates: ['retryable', 'retryable'] });
    world.publish(['a']);
    world.log.dropBefore(0, 1);

    const running = await world.start();
    await world.clock.advance(0);
    const before = world.log.committed(0).offset;
    await world.clock.advance(5000);

    expect(before).toBe(0);
    expect(world.log.committed(0).offset).toBe(1);
    expect(await running.metric('spanhouse_consumer_lost_messages_total')).toBe(1);
  });

  it('are counted once by a process although each assignment announces them again', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'retryable'] });
    for (const row of ['a', 'b', 'c']) {
      world.publish([row]);
    }
    world.log.dropBefore(0, 2);
    const running = await world.start();
    await world.clock.advance(0);

    world.log.dropBefore(0, 3);
    await world.log.rebalance();
    await world.clock.advance(1000);

    const announced = world.operations.filter((operation) => operation.startsWith('lost'));
    expect(announced).toEqual(['lost 0-2', 'lost 0-3']);
    expect(await running.metric('spanhouse_consumer_lost_messages_total')).toBe(3);
    expect(world.health.report().warnings?.['lost_messages']).toContain('dropped 3 messages');
    expect(world.isDone).toBe(true);
  });

  it('are either stored or recorded as lost, even if consumers crash', async () => {
    const fate = fc.constantFrom<Fate>(
      'ok',
      'retryable',
      'retryable after the effect',
      'crash before the effect',
      'crash after the effect',
      'rebalance',
    );
    const scenario = {
      fates: fc.array(fate, { maxLength: 12 }),
      before: fc.integer({ min: 0, max: 4 }),
      drops: fc.array(fc.integer({ min: 1, max: 8 }), { minLength: 1, maxLength: 3 }),
    };
    await fc.assert(
      fc.asyncProperty(fc.record(scenario), async (run) => {
        const world = await runScenario(run);

        const { lost } = world.deadLetterIndex;
        const isLost = (offset: number) =>
          lost.some(({ first, end }) => first <= offset && offset < end);
        const stored = new Set(world.writer.rows);
        const missing = rows.filter((row) => !stored.has(`${row}`) && !isLost(row));
        expect(missing).toEqual([]);
        expect(isLost(Math.max(...run.drops))).toBe(false);
        expect(world.isDone).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
