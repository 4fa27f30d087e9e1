import { toLogOffset } from '@spanhouse/span-row';
import { ConsumerWorld } from './testing/consumer-world.js';
import { textFrame, textHeaders } from './testing/text-frames.js';

const letterId = '1-0-0-0';

describe('the ledger of a consumer', () => {
  it('has what each message says about itself, and the first offset of its block', async () => {
    const world = new ConsumerWorld();
    const rows = ['a', 'b'];
    const origin = { writer: 'w.0', number: 5 };
    const headers = { ...textHeaders(rows), retentionDays: 30, origin };
    world.log.append(0, textFrame(rows), headers);
    world.publish(['c']);
    world.retry(letterId, 'd');
    world.deleteTrace('ab'.repeat(16));

    await world.start();
    await world.clock.advance(2000);

    const { projectId, receivedAt } = headers;
    const place = (offset: number) => toLogOffset(world.log.generation, offset);
    const plain = {
      logId: world.log.logId,
      logPartition: 0,
      projectId,
      receivedAt,
      isRetry: false,
      retentionDays: undefined,
      origin: undefined,
    };
    expect(world.isDone).toBe(true);
    expect(world.ledger.entries).toEqual([
      {
        ...plain,
        logOffset: place(0),
        blockOffset: place(0),
        spanCount: 2,
        retentionDays: 30,
        origin,
      },
      { ...plain, logOffset: place(1), blockOffset: expect.any(BigInt), spanCount: 1 },
      { ...plain, logOffset: place(2), blockOffset: place(2), spanCount: 1, isRetry: true },
      { ...plain, logOffset: place(3), blockOffset: place(3), spanCount: 0 },
    ]);
  });

  it('is written before the offset is committed, which waits while it is unavailable', async () => {
    const world = new ConsumerWorld();
    world.ledger.isAway = true;
    const { metric } = await world.start();
    world.publish(['a']);

    await world.clock.advance(5000);
    const before = [world.writer.rows, world.log.committed(0).offset];
    world.ledger.isAway = false;
    await world.clock.advance(5000);

    expect(before).toEqual([['a'], 0]);
    expect([world.isDone, world.ledger.entries.length]).toEqual([true, 1]);
    expect(await metric('spanhouse_consumer_retries_total')).toBeGreaterThan(1);
    expect(world.writer.rows).toEqual(['a']);
  });
});
