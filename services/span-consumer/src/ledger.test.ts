import { randomBytes } from 'node:crypto';
import { toLogOffset } from '@spanhouse/span-row';
import type { LedgerEntry } from '@spanhouse/trace-store/writer';
import { ConsumerWorld } from './testing/consumer-world.js';
import type { Fate } from './testing/fates.js';
import { textFrame, textHeaders } from './testing/text-frames.js';

const letterId = '1-0-0-0';
/** Maximum time for which commits carry an entry. */
const CARRIED_MS = 10_000;
const traceId = 'ab'.repeat(16);

/** Publishes a message with an incompressible ledger entry. A commit can carry at most four such entries. */
function publishLong(world: ConsumerWorld, row: string): void {
  const writer = randomBytes(500).toString('base64url');
  const headers = { ...textHeaders([row]), origin: { writer, number: 1 } };
  world.log.append(0, textFrame([row]), headers);
}

/** Runs consumers one after another while messages of all kinds arrive. */
async function runThrough(fates: readonly Fate[]): Promise<ConsumerWorld> {
  const world = new ConsumerWorld({ fates, maxMessagesPerDelivery: 2 });
  world.writer.refuses = (row) => row === 'poison';
  let running = world.launch();
  const pass = async (ms: number) => {
    await world.clock.advance(ms);
    if (!running.isAlive()) {
      running = world.launch();
    }
  };
  for (const rows of [['a', 'b'], ['c'], ['d', 'poison', 'e'], ['f']]) {
    world.publish(rows);
    await pass(300);
  }
  for (const row of ['g', 'h', 'i', 'j', 'k']) {
    publishLong(world, row);
    await pass(600);
  }
  await pass(CARRIED_MS);
  world.deleteTrace(traceId);
  world.publish(['l']);
  await pass(300);
  for (let second = 0; second < 20; second += 1) {
    await pass(1000);
  }
  return world;
}

/** Returns the offset and span count of each ledger entry whose recorded block contains the message's frame. */
function soundEntries({ ledger, log, writer }: ConsumerWorld) {
  const isSound = ({ logOffset, blockOffset, spanCount }: LedgerEntry) => {
    const message = log.messages(0)[Number(logOffset - toLogOffset(log.generation, 0))];
    return (
      spanCount === 0 ||
      writer.blocks.some(
        (block) =>
          block.logOffset === blockOffset && message && block.frames.includes(message.frame),
      )
    );
  };
  return ledger.entries
    .filter(isSound)
    .map(({ logOffset, spanCount }) => `${logOffset}: ${spanCount}`)
    .toSorted();
}

describe('the ledger of a consumer', () => {
  it('has the headers of each message and the first offset of its block', async () => {
    const world = new ConsumerWorld();
    const rows = ['a', 'b'];
    const origin = { writer: 'w.0', number: 5 };
    const headers = { ...textHeaders(rows), retentionDays: 30, origin };
    world.log.append(0, textFrame(rows), headers);
    world.publish(['c']);
    world.retry(letterId, 'd');
    world.deleteTrace(traceId);

    await world.start();
    await world.clock.advance(CARRIED_MS + 2000);

    const { projectId, receivedAt } = headers;
    const position = (offset: number) => toLogOffset(world.log.generation, offset);
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
        logOffset: position(0),
        blockOffset: position(0),
        spanCount: 2,
        retentionDays: 30,
        origin,
      },
      { ...plain, logOffset: position(1), blockOffset: expect.any(BigInt), spanCount: 1 },
      { ...plain, logOffset: position(2), blockOffset: position(2), spanCount: 1, isRetry: true },
      { ...plain, logOffset: position(3), blockOffset: position(3), spanCount: 0 },
    ]);
  });

  it('receives the blocks of all partitions together, ten seconds after the first block', async () => {
    const world = new ConsumerWorld({ partitionCount: 2 });
    await world.start();
    for (let block = 0; block < 4; block += 1) {
      world.publish(['a'], block % 2);
      await world.clock.advance(600);
    }
    const before = world.ledger.entries.length;
    await world.clock.advance(CARRIED_MS - 2400);

    expect([world.isDone, before]).toEqual([true, 0]);
    expect(world.operations.filter((name) => name.startsWith('enter'))).toEqual(['enter 4']);
  });

  it('is written before the commit of a block without room in any commit, and delays this commit while unavailable', async () => {
    const world = new ConsumerWorld();
    world.ledger.isAway = true;
    const { metric } = await world.start();
    for (const row of ['a', 'b', 'c', 'd', 'e']) {
      publishLong(world, row);
      await world.clock.advance(600);
    }
    const before = [world.writer.rows.length, world.log.committed(0).offset];
    world.ledger.isAway = false;
    await world.clock.advance(3000);

    expect(before).toEqual([5, 4]);
    expect([world.isDone, world.ledger.entries.length]).toEqual([true, 5]);
    expect(await metric('spanhouse_consumer_retries_total')).toBeGreaterThan(1);
    expect(world.writer.rows).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('receives the entries of a block with very many messages immediately', async () => {
    const world = new ConsumerWorld({ maxMessagesPerDelivery: 1001 });
    for (let message = 0; message < 1001; message += 1) {
      world.publish([]);
    }
    await world.start();
    await world.clock.advance(1000);

    const kinds = world.operations.map((name) => name.split(' ')[0]);
    expect(world.isDone).toBe(true);
    expect(world.ledger.entries).toHaveLength(1001);
    expect(kinds.lastIndexOf('enter')).toBeLessThan(kinds.lastIndexOf('commit'));
  });

  it('is retried every ten seconds while it is unavailable, without delaying commits', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'ok', 'ok', 'retryable', 'retryable'] });
    const { metric } = await world.start();
    world.publish(['a']);
    await world.clock.advance(3 * CARRIED_MS - 1);
    const before = [world.isDone, world.ledger.entries.length];

    await world.clock.advance(1);

    expect(before).toEqual([true, 0]);
    expect(world.ledger.entries).toHaveLength(1);
    expect(await metric('spanhouse_consumer_retries_total')).toBe(2);
  });

  it('has all entries after a consumer has left, and earlier versions can read the last commit', async () => {
    const world = new ConsumerWorld();
    const { consumer } = await world.start();
    world.publish(['a']);
    await world.clock.advance(1000);
    expect(world.log.committed(0).metadata).not.toBe('');

    await consumer.close();

    expect(world.ledger.entries).toHaveLength(1);
    expect(world.log.committed(0)).toEqual({ partition: 0, offset: 1, metadata: '' });
  });

  it('has all entries after a consumer has left during an insert that began before the last block', async () => {
    const world = new ConsumerWorld();
    const { consumer } = await world.start();
    world.publish(['a']);
    await world.clock.advance(1000);
    const enter = world.ledger.enter.bind(world.ledger);
    const answer = Promise.withResolvers<void>();
    world.ledger.enter = (entries) => answer.promise.then(() => enter(entries));
    await world.clock.advance(CARRIED_MS);
    world.publish(['b']);
    await world.clock.advance(1000);

    const closed = consumer.close();
    answer.resolve();
    await closed;

    expect(world.ledger.entries).toHaveLength(2);
    expect(world.log.committed(0)).toEqual({ partition: 0, offset: 2, metadata: '' });
  });

  it('receives the carried entries from a consumer that stores nothing before it leaves', async () => {
    const world = new ConsumerWorld();
    const { kill } = await world.start();
    world.publish(['a']);
    await world.clock.advance(1000);
    kill();
    await world.clock.advance(1000);

    const { consumer } = await world.start();
    await consumer.close();

    expect(world.ledger.entries).toHaveLength(1);
    expect(world.log.committed(0)).toEqual({ partition: 0, offset: 1, metadata: '' });
  });

  it('receives the entries of the commit after lost messages when the consumer leaves', async () => {
    const world = new ConsumerWorld();
    const { consumer } = await world.start();
    world.publish(['a']);
    await world.clock.advance(1000);
    world.publish(['b']);
    world.log.dropBefore(0, 2);
    await world.clock.advance(1000);

    await consumer.close();

    expect(world.ledger.entries).toHaveLength(1);
    expect(world.log.committed(0)).toEqual({ partition: 0, offset: 2, metadata: '' });
  });

  it('does not prevent a consumer from leaving while it is unavailable', async () => {
    const world = new ConsumerWorld();
    const { consumer } = await world.start();
    world.publish(['a']);
    await world.clock.advance(1000);
    world.ledger.isAway = true;

    await consumer.close();
    world.ledger.isAway = false;
    await world.start();
    await world.clock.advance(CARRIED_MS);

    expect(world.ledger.entries).toHaveLength(1);
  });

  it.each<Fate>([
    'crash before the effect',
    'crash after the effect',
    'retryable',
    'retryable after the effect',
    'rebalance',
  ])(
    'has every message with the block that was stored, whatever operation meets: %s',
    async (fate) => {
      const usual = await runThrough([]);
      const expected = soundEntries(usual);
      expect(expected).toHaveLength(11);
      for (let step = 0; step < usual.operations.length; step += 1) {
        const world = await runThrough([...Array<Fate>(step).fill('ok'), fate]);

        const entries = { step, isDone: world.isDone, sound: soundEntries(world) };
        expect(entries).toEqual({ step, isDone: true, sound: expected });
        expect(world.ledger.entries).toHaveLength(11);
      }
    },
  );
});
