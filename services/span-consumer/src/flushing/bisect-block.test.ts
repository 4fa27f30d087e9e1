import { ConsumerWorld } from '../testing/consumer-world.js';
import { deadRows } from '../testing/dead-rows.js';
import type { Fate } from '../testing/fates.js';
import { textHeaders } from '../testing/text-frames.js';

describe('bisectBlock', () => {
  it('dead-letters a refused row with its origin and the reason, and stores its neighbours', async () => {
    const world = new ConsumerWorld();
    world.writer.refuses = (row) => row === 'd';
    await world.start();

    world.publish(['a', 'b']);
    world.publish(['c', 'd', 'e']);
    await world.clock.advance(500);

    expect(world.writer.rows).toEqual(['a', 'b', 'c', 'e']);
    expect(world.log.deadLetters).toEqual([
      {
        origin: { partition: 0, offset: 1 },
        firstRow: 1,
        rowCount: 1,
        stage: 'insert',
        reason: 'VIOLATED_CONSTRAINT: refused d',
        bytes: Buffer.from('d\n'),
        uncompressedBytes: 1,
        rowSchemaVersion: 1,
        projectId: '00000000-0000-0000-0000-000000000000',
      },
    ]);
    expect(world.log.committed(0).offset).toBe(2);
  });

  it('dead-letters a whole message when its frame and its header disagree', async () => {
    const world = new ConsumerWorld();
    world.writer.refuses = (row) => row === 'y';
    await world.start();

    world.publish(['a']);
    const { frame } = world.log.messages(0)[0] ?? { frame: new Uint8Array() };
    world.log.append(0, Buffer.concat([frame, Buffer.from('y\n')]), textHeaders(['x']));
    await world.clock.advance(500);

    expect(world.writer.rows).toEqual(['a']);
    expect(world.log.deadLetters).toMatchObject([
      {
        origin: { partition: 0, offset: 1 },
        firstRow: 0,
        rowCount: 1,
        stage: 'decode',
        reason: 'the frame holds 2 rows, its header says 1',
      },
    ]);
  });

  it('inspects the frames after an unknown error of ClickHouse, and dead-letters damaged frames', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'unknown'] });
    await world.start();

    world.publish(['a']);
    world.log.append(0, Buffer.from('no end of line'), textHeaders(['x']));
    await world.clock.advance(500);

    expect(world.writer.rows).toEqual(['a']);
    expect(world.log.deadLetters).toMatchObject([{ stage: 'decode', reason: 'no end of line' }]);
  });

  it.each<readonly Fate[]>([
    ['crash after the effect', 'constraint dropped'],
    ['crash before the effect', 'constraint dropped'],
    ['rebalance', 'constraint dropped'],
    ['constraint dropped', 'crash after the effect'],
    ['constraint dropped', 'crash before the effect'],
    ['constraint dropped', 'rebalance'],
  ])('keeps to its recorded plan, wherever it meets: %s, %s', async (...fates) => {
    const rows = ['poison', 'good-1', 'good-2', 'good-3', 'good-4'];
    for (let step = 0; step < 16; step += 1) {
      const world = new ConsumerWorld({ fates: [...Array<Fate>(step).fill('ok'), ...fates] });
      world.writer.refuses = (row) => row === 'poison';
      world.publish(rows.slice(0, 3));
      world.publish(rows.slice(3));

      await world.runToTheEnd();

      const settled = [...world.writer.rows, ...deadRows(world.log.deadLetters)];
      expect({ step, settled: settled.toSorted() }).toEqual({ step, settled: rows.toSorted() });
    }
  });
});
