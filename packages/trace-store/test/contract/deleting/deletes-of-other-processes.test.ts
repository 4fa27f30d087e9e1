import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import { DeletingWorld, trace } from './deleting-world.js';

const signal = new AbortController().signal;

describeOnClickHouse('deletes of traces', (url) => {
  let world: DeletingWorld;
  beforeAll(async () => {
    world = await DeletingWorld.open(url);
  });
  beforeEach(() => world.begin());
  afterAll(() => world.close());

  it('hide only the earlier rows of a log that is read again', async () => {
    await world.store(10n, [...trace(1, [1]), ...trace(2, [1])]);
    await world.remove(20n, [1]);
    await world.store(30n, trace(1, [2]));
    await world.removeAll();
    const restarted = createSpanWriter(world.database.config, { logger: createSilentLogger() });

    await world.store(10n, [...trace(1, [1]), ...trace(2, [1])], restarted);
    const afterOld = [await world.shown(1), await world.shown(2), await world.storedSpans()];
    await world.store(30n, trace(1, [2]), restarted);
    await restarted.close();

    expect(afterOld).toEqual([[2], [1], 2]);
    expect(await world.shown(1)).toEqual([2]);
  });

  it('written by another process hide the earlier rows of partitions that are assigned again', async () => {
    const other = createSpanWriter(world.database.config, { logger: createSilentLogger() });
    await world.store(10n, trace(1, [1]), other);
    await world.remove(20n, [1]);
    await world.removeAll();

    other.forgetPartitions();
    await world.store(10n, trace(1, [1]), other);
    await other.close();

    expect(await world.shown(1)).toEqual([]);
  });

  describe('written while another process was frozen', () => {
    let clock: FakeClock;
    let frozen: SpanWriter;
    beforeEach(async () => {
      clock = new FakeClock();
      frozen = createSpanWriter(world.database.config, { logger: createSilentLogger(), clock });
      await world.store(9n, trace(3, [1]), frozen);
    });
    afterEach(() => frozen.close());

    /** Writes the block again and removes the rows of trace 1, as the next owner of the partition does. */
    const takeOver = async () => {
      const block = world.blockOf(10n, [...trace(1, [1, 2]), ...trace(2, [1])]);
      expect(await world.writer.writeAgain(block, signal)).toEqual({ status: 'written' });
      await world.remove(20n, [1]);
      await world.removeAll();
      return { ...block, deduplicationToken: randomUUID() }; // a new token, as after an insert with other blocks
    };

    it('hide the earlier rows that it repeats', async () => {
      const block = await takeOver();

      await frozen.writeAgain(block, signal);

      expect([await world.shown(1), await world.shown(2)]).toEqual([[], [1]]);
    });

    it('hide the earlier rows that it writes five seconds after its last read', async () => {
      const block = await takeOver();
      await clock.advance(5000);

      await frozen.write(block, signal);

      expect([await world.shown(1), await world.shown(2)]).toEqual([[], [1]]);
    });

    it('hide the earlier rows that wait for an insert with other blocks', async () => {
      const block = await takeOver();
      const inserts: number[] = [];
      frozen.onInsert(({ length }) => inserts.push(length));
      const others = [101, 102].map((partition) => ({
        ...world.blockOf(10n, trace(partition, [1])),
        logPartition: partition,
      }));

      const written = [...others, block].map((each) => frozen.write(each, signal));
      await setImmediate();
      await clock.advance(5000);

      expect(await Promise.all(written)).toEqual(Array(3).fill({ status: 'written' }));
      expect([await world.shown(1), await world.shown(2), await world.shown(102)]).toEqual([
        [],
        [1],
        [1],
      ]);
      expect(inserts).toEqual([1, 1, 1]);
    });
  });
});
