import { ConsumerWorld } from '../testing/consumer-world.js';
import { textHeaders } from '../testing/text-frames.js';

describe('bisectBlock', () => {
  it('puts a refused row aside with where it came from and why, and stores its neighbours', async () => {
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
        reason: '469: refused d',
        bytes: Buffer.from('d\n'),
        rowSchemaVersion: 1,
        projectId: '00000000-0000-0000-0000-000000000000',
      },
    ]);
    expect(world.log.committed(0).offset).toBe(2);
  });

  it('puts a message aside as a whole when its frame and its header disagree', async () => {
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

  it('looks into the frames when ClickHouse fails in an unknown way, and puts broken ones aside', async () => {
    const world = new ConsumerWorld({ fates: ['ok', 'unknown'] });
    await world.start();

    world.publish(['a']);
    world.log.append(0, Buffer.from('no end of line'), textHeaders(['x']));
    await world.clock.advance(500);

    expect(world.writer.rows).toEqual(['a']);
    expect(world.log.deadLetters).toMatchObject([{ stage: 'decode', reason: 'no end of line' }]);
  });
});
