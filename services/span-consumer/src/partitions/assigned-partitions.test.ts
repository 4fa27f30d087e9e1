import { ConsumerWorld } from '../testing/consumer-world.js';

describe('AssignedPartitions', () => {
  it('finishes running flushes before the partitions are assigned again, and starts no new ones', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'slow'] });
    const { metric } = await world.start();
    world.publish(['in flight']);
    await world.clock.advance(1);
    world.publish(['open']);
    await world.clock.advance(1000);

    const rebalanced = world.log.rebalanceAfterDrain();
    await world.clock.advance(1000);
    await rebalanced;
    await world.clock.advance(500);

    const [recorded, inserted, committed, ...handedOver] = world.operations;
    expect([recorded, committed]).toEqual(['commit 0@0', 'commit 0@1']);
    expect(inserted).toMatch(/^insert .*:0-0:.*: slow$/);
    expect(handedOver).toEqual([
      'enter 1',
      'commit 0@1', // without entries
      'commit 0@1',
      expect.stringContaining(':1-1:'),
      'commit 0@2',
    ]);
    expect(await metric('spanhouse_consumer_spans_discarded_total')).toBe(1);
    expect(await metric('spanhouse_consumer_replays_total')).toBe(0);
    expect(world.writer.rows).toEqual(['in flight', 'open']);
  });

  it('makes the writer forget its state of partitions that are assigned again', async () => {
    const world = new ConsumerWorld();
    await world.start();
    const atStart = world.writer.forgotten;

    await world.log.rebalance();

    expect(atStart).toBe(1);
    expect(world.writer.forgotten).toBe(2);
  });
});
