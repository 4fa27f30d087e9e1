import { AppError } from '@spanhouse/service-runtime';
import { ConsumerWorld } from './testing/consumer-world.js';

/** Makes the log refuse every dead letter as too large. Returns a function that makes it accept letters again. */
function refuseLetters({ log }: ConsumerWorld): () => void {
  const put = log.put.bind(log);
  const refusal = new AppError('DEAD_LETTER_TOO_LARGE', 'no room', { retryable: true });
  log.put = () => Promise.reject(refusal);
  return () => {
    log.put = put;
  };
}

describe('a dead letter without room', () => {
  it('blocks only its partition, and only until the topic has room', async () => {
    const world = new ConsumerWorld({ partitionCount: 2 });
    world.writer.refuses = (row) => row === 'poison';
    const makeRoom = refuseLetters(world);
    const { metric } = await world.start();

    world.publish(['poison'], 0);
    world.publish(['a'], 0);
    for (const row of ['b', 'c', 'd']) {
      world.publish([row], 1);
      await world.clock.advance(20_000);
    }
    expect(world.writer.rows).toEqual(['b', 'c', 'd']);
    expect(world.log.committed(1).offset).toBe(3);
    expect(await metric('spanhouse_consumer_retries_total')).toBeGreaterThanOrEqual(50);

    makeRoom();
    await world.clock.advance(2000);

    expect(world.log.deadLetters).toMatchObject([{ origin: { partition: 0, offset: 0 } }]);
    expect(world.writer.rows).toEqual(['b', 'c', 'd', 'a']);
    expect(world.isDone).toBe(true);
  });
});
