import { encodeBlockRecord } from '../blocks/block-record.js';
import { ConsumerWorld } from '../testing/consumer-world.js';
import { testBatching } from '../testing/consumer-world-options.js';
import type { Fate } from '../testing/fates.js';
import { textHeaders } from '../testing/text-frames.js';

const six = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Commits metadata in the same way as an earlier owner. */
async function leaveMetadata(world: ConsumerWorld, metadata: string): Promise<void> {
  const member = world.log.subscribe();
  await member.start({
    onAssigned: async () => undefined,
    onLost: async () => undefined,
    onMessages: async () => undefined,
  });
  await member.commit({ partition: 0, offset: 0, metadata });
  await member.close();
}

const missingBlock = {
  partition: 0,
  first: 0,
  last: 3,
  digest: '0123456789abcdef0123456789abcdef',
  rowSchemaVersion: 1,
  frameBytes: 20,
};

describe('PartitionPipeline', () => {
  it('records the range, then inserts, then commits', async () => {
    const world = new ConsumerWorld();
    await world.start();

    world.publish(six);
    await world.clock.advance(0);

    const [recorded, inserted, committed] = world.operations;
    expect(recorded).toBe('commit 0@0');
    expect(inserted).toMatch(/^insert in-memory-log:spans:0:0-0:[0-9a-f]{32}$/);
    expect(committed).toBe('commit 0@1');
    expect(world.operations).toHaveLength(3);
    expect(world.writer.rows).toEqual(six);
    expect(world.log.committed(0).offset).toBe(1);
    expect(world.isDone).toBe(true);
  });

  it('stores the first message after a pause at once', async () => {
    const world = new ConsumerWorld();
    await world.start();

    world.publish(['a']);
    await world.clock.advance(1);

    expect(world.writer.rows).toEqual(['a']);
  });

  it('keeps the next block open until it reaches the maximum age', async () => {
    const world = new ConsumerWorld();
    await world.start();
    world.publish(['first']);
    await world.clock.advance(1);

    world.publish(['a']);
    await world.clock.advance(300);
    world.publish(['b']);
    await world.clock.advance(198);
    expect(world.writer.blocks).toHaveLength(1);
    await world.clock.advance(2);

    expect(world.writer.blocks).toHaveLength(2);
    expect(world.writer.rows).toEqual(['first', 'a', 'b']);
  });

  it('sends the frames of the messages unchanged and in order', async () => {
    const world = new ConsumerWorld();
    await world.start();

    world.publish(['a', 'b']);
    world.publish(['c']);
    await world.clock.advance(500);

    const frames = world.log.messages(0).map(({ frame }) => frame);
    expect(world.writer.blocks[0]).toMatchObject({
      frames,
      rowSchemaVersion: 1,
      logPartition: 0,
      logOffset: 1n << 48n,
    });
    expect(world.writer.blocks[0]?.frames[0]).toBe(frames[0]);
  });

  it('repeats exactly the same block while more spans arrive', async () => {
    const again: Fate = 'retryable after the effect';
    const world = new ConsumerWorld({ fates: ['ok', again, again, again] });
    await world.start();

    world.publish(['a']);
    await world.clock.advance(510);
    world.publish(['b']);
    await world.clock.advance(10_000);

    const [first, ...repeated] = world.writer.blocks.slice(0, 4);
    expect(repeated).toEqual([first, first, first]);
    expect(world.writer.rows).toEqual(['a', 'b']);
  });

  it.each<readonly Fate[]>([
    ['ok', 'rows lost'],
    ['ok', 'rows lost', 'retryable after the effect'],
    ['ok', 'rows lost', 'crash before the effect'],
    ['ok', 'ok', 'ok', 'rows lost', 'crash after the effect'],
  ])(
    'stores a block whose token ClickHouse noted without its rows: %s, %s, %s, %s, %s',
    async (...fates) => {
      const world = new ConsumerWorld({ fates });
      world.publish(six);
      world.publish(six);

      await world.runToTheEnd();

      expect(world.writer.rows).toEqual([...six, ...six]);
    },
  );

  it('writes the record of the next block with the commit of the previous one', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'slow'] });
    await world.start();

    world.publish(six);
    await world.clock.advance(10);
    world.publish(six);
    await world.clock.advance(4000);

    const kinds = world.operations.map((operation) => operation.split(':')[0]);
    expect(kinds).toEqual([
      'commit 0@0',
      'insert in-memory-log',
      'commit 0@1',
      'insert in-memory-log',
      'commit 0@2',
    ]);
  });

  it('inserts nothing more after another member owns the partition', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'slow'] });
    const first = await world.start();

    world.publish(six);
    await world.clock.advance(10);
    first.kill();
    await world.start();
    await world.clock.advance(10_000);

    const tokens = world.writer.blocks.map(({ deduplicationToken }) => deduplicationToken);
    expect(new Set(tokens).size).toBe(1);
    expect(world.writer.rows).toEqual(six);
  });

  it('stops without a loss when an unknown failure persists', async () => {
    const world = new ConsumerWorld({ fates: ['ok', ...Array<Fate>(100).fill('unknown')] });
    const { consumer } = await world.start();
    const failed = expect(consumer.failed).rejects.toMatchObject({ code: 'INSERT_FAILED' });

    world.publish(six);
    await world.clock.advance(59_000);
    const attemptsInTime = world.operations.length;
    await world.clock.advance(600_000);
    await failed;

    expect(attemptsInTime).toBeGreaterThan(50);
    expect(world.operations.length).toBeLessThan(attemptsInTime + 5);
    expect(world.log.committed(0).offset).toBe(0);
  });

  it.each([
    ['an unknown kind', { kind: 'command' }, 'MESSAGE_KIND_UNKNOWN'],
    ['rows of a newer schema', { rowSchemaVersion: 999 }, 'ROW_VERSION_UNKNOWN'],
  ])('stores everything before %s, then stops', async (_, headers, code) => {
    const world = new ConsumerWorld();
    const { consumer } = await world.start();
    const failed = expect(consumer.failed).rejects.toMatchObject({ code });

    world.publish(['a']);
    world.log.append(0, Buffer.from('b\n'), { ...textHeaders(['b']), ...headers });
    world.publish(['c']);
    await world.clock.advance(10_000);
    await failed;
    await consumer.close();

    expect(world.writer.rows).toEqual(['a']);
    expect(world.log.committed(0).offset).toBe(1);
  });

  it('stops at metadata that is not a block record', async () => {
    const world = new ConsumerWorld();
    await leaveMetadata(world, 'set by hand');

    const { consumer } = await world.start();

    await expect(consumer.failed).rejects.toMatchObject({ code: 'BLOCK_RECORD_UNREADABLE' });
  });

  it('stores the current messages when the log no longer holds a recorded block', async () => {
    const world = new ConsumerWorld();
    for (const row of ['a', 'b', 'c', 'd', 'e']) {
      world.publish([row]);
    }
    await leaveMetadata(world, encodeBlockRecord(missingBlock));

    const { metric } = await world.start();
    await world.clock.advance(500);

    expect(world.writer.rows).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(world.log.committed(0).offset).toBe(5);
    expect(world.isDone).toBe(true);
    expect(await metric('spanhouse_consumer_replays_total')).toBe(1);
    expect(await metric('spanhouse_consumer_memory_held_bytes')).toBe(0);
  });

  it('stores the rest of a recorded block after the log ends before the block', async () => {
    const world = new ConsumerWorld();
    world.publish(['a']);
    await leaveMetadata(world, encodeBlockRecord(missingBlock));

    await world.start();
    await world.clock.advance(2000);

    expect(world.writer.rows).toEqual(['a']);
  });

  it('keeps its memory limit during a long outage, and catches up afterwards', async () => {
    const world = new ConsumerWorld({
      partitionCount: 3,
      fates: ['ok', 'ok', 'ok', ...Array<Fate>(600).fill('retryable')],
    });
    const rows = Array.from({ length: 300 }, (_, i) => `row-${i}`);
    rows.forEach((row, i) => {
      world.publish([row], i % 3);
    });
    const { metric } = await world.start();

    await world.clock.advance(120_000);
    const heldBytes = await metric('spanhouse_consumer_memory_held_bytes');
    const received = await metric('spanhouse_consumer_spans_received_total');
    await world.clock.advance(600_000);

    expect(heldBytes).toBeGreaterThan(0);
    expect(heldBytes).toBeLessThanOrEqual(testBatching.BATCH_MEMORY_BYTES);
    expect(received).toBeLessThan(60);
    expect(world.writer.rows.toSorted()).toEqual(rows.toSorted());
  });
});
