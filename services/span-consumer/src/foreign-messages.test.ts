import { ConsumerWorld } from './testing/consumer-world.js';
import type { Fate } from './testing/fates.js';
import { foreignHeaders } from './testing/text-frames.js';

/** Appends bytes that another program wrote. */
function litter(world: ConsumerWorld, text: string): void {
  world.log.append(0, Buffer.from(text), foreignHeaders());
}

describe('messages that another program wrote', () => {
  it('become dead letters with their bytes, do not count as spans, and do not delay other messages', async () => {
    const world = new ConsumerWorld();
    const { metric } = await world.start();

    world.publish(['a']);
    litter(world, 'garbage');
    world.publish(['b']);
    await world.clock.advance(1000);

    expect(world.writer.rows).toEqual(['a', 'b']);
    expect(world.log.deadLetters).toMatchObject([
      { origin: { partition: 0, offset: 1 }, rowCount: 0, stage: 'decode', projectId: '' },
    ]);
    expect(Buffer.from(world.log.deadLetters[0]?.bytes ?? []).toString()).toBe('garbage');
    expect(await metric('spanhouse_consumer_dead_letters_total')).toBe(1);
    expect(await metric('spanhouse_consumer_spans_received_total')).toBe(2);
    expect(world.isDone).toBe(true);
  });

  it('become exactly one dead letter each, even if any step fails', async () => {
    const fates: readonly Fate[] = ['ok', 'retryable', 'retryable', 'crash before the effect'];
    const world = new ConsumerWorld({ fates });
    await world.start();

    litter(world, 'one');
    litter(world, 'two');
    await world.clock.advance(10_000);
    await world.start();
    await world.clock.advance(10_000);

    const { letters } = await world.log.letters.list({ projectId: undefined, limit: 10 });
    expect(letters.map(({ origin }) => origin.offset).toSorted()).toEqual([0, 1]);
    expect(world.isDone).toBe(true);
  });

  it('are cut into blocks of a thousand, so that a block stays small', async () => {
    const world = new ConsumerWorld();
    for (let index = 0; index < 1001; index += 1) {
      litter(world, 'x');
    }
    await world.start({ BATCH_MEMORY_BYTES: 10_000 });

    await world.clock.advance(1000);

    const puts = world.operations.filter((operation) => operation.startsWith('dead letters'));
    expect(puts).toEqual(['dead letters 1000', 'dead letters 1']);
  });
});
