import { FakeClock } from '@spanhouse/service-runtime/testing';
import { connectTo, FakeBroker, settle } from '../../testing/fake-broker.js';
import type { KafkaSender } from './kafka-sender.js';

describe('KafkaSender, when a broker is late', () => {
  let broker: FakeBroker;
  let clock: FakeClock;
  let sender: KafkaSender;
  const send = (partition: number): Promise<number> =>
    sender.send({ partition, value: 'x', headers: {} }, 10);

  beforeEach(async () => {
    broker = new FakeBroker();
    clock = new FakeClock();
    sender = await connectTo(broker, clock);
  });

  it('answers each partition as soon as its messages are stored', async () => {
    const early = send(0);
    const late = send(1);
    await settle();

    broker.store(0, [0], 4);

    expect(await early).toBe(4);
    broker.accept(0, 9);
    expect(await late).toBe(9);
  });

  it('continues with other partitions while a round is late', async () => {
    const stuck = [send(0), send(1)];
    await settle();
    broker.store(0, [1], 3);
    const others = [send(0), send(1), send(2)];
    await settle();
    expect(broker.answers).toHaveLength(1);

    await clock.advance(100);
    await settle();
    broker.accept(1, 4);

    expect(broker.answers.map(({ partitions }) => partitions)).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(await Promise.all(others.slice(1))).toEqual([4, 4]);
    broker.accept(0, 6);
    await settle();
    broker.accept(2, 7);
    expect(await Promise.all([...stuck, others[0]])).toEqual([6, 3, 7]);
  });

  it('begins a round for another partition at once while a round is late', async () => {
    const stuck = send(0);
    await settle();
    await clock.advance(100);

    const other = send(1);
    await settle();
    broker.accept(1, 2);

    expect(await other).toBe(2);
    broker.accept(0);
    await stuck;
  });

  it('continues a partition whose messages are stored while its round is late', async () => {
    const stuck = [send(0), send(1)];
    await settle();
    await clock.advance(100);
    const waiting = send(1);
    await settle();

    broker.store(0, [1]);
    await settle();
    broker.accept(1, 8);

    expect(await waiting).toBe(8);
    broker.accept(0);
    await Promise.all(stuck);
  });

  it('sends the queued messages of one broker together after its late answer', async () => {
    broker.leaderOf = (partition) => (partition < 3 ? 1 : 2);
    const first = [0, 1, 2, 3].map(send);
    await settle();
    broker.accept(0);
    await Promise.all(first);
    const late = send(0);
    await settle();
    await clock.advance(100);

    const others = [1, 2, 3].map(send);
    await settle();
    expect(broker.answers.map(({ partitions }) => partitions).slice(1)).toEqual([[0], [3]]);

    broker.accept(1);
    broker.accept(2);
    await settle();
    broker.accept(3);
    await Promise.all([late, ...others]);
    expect(broker.answers.map(({ partitions }) => partitions).slice(3)).toEqual([[1, 2]]);
  });

  it('continues with a partition once another broker leads it', async () => {
    broker.leaderOf = () => 1;
    const first = [0, 1].map(send);
    await settle();
    broker.accept(0);
    await Promise.all(first);
    const stuck = send(0);
    await settle();
    await clock.advance(100);
    const held = send(1);
    await settle();
    expect(broker.answers).toHaveLength(2);

    broker.leaderOf = () => 2;
    broker.accept(1);
    await stuck;
    await settle();
    broker.accept(2, 4);

    expect(await held).toBe(4);
  });

  it('makes no further attempt of a round that it has given up', async () => {
    const failed = send(0);
    const outcome = expect(failed).rejects.toThrow('no answer within 5000 ms');
    await settle();
    const isGivenUp = broker.answers[0]?.batch.isGivenUp;
    expect(isGivenUp?.()).toBe(false);

    await clock.advance(5000);

    await outcome;
    expect(isGivenUp?.()).toBe(true);
    broker.accept(0);
  });

  it('does not end other rounds when one fails', async () => {
    const failed = send(0);
    await settle();
    await clock.advance(100);
    const other = send(1);
    await settle();

    broker.answers[0]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toThrow('request timed out');
    expect(broker.disconnected).toBe(0);

    broker.accept(1, 5);
    expect(await other).toBe(5);
    await settle();
    expect(broker.disconnected).toBe(1);
  });

  it('keeps the next producer when a late round of the last one fails', async () => {
    const late = send(0);
    await settle();
    await clock.advance(100);
    const failed = send(1);
    await settle();
    broker.answers[1]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toThrow('request timed out');
    const next = send(2);
    await settle();
    broker.accept(2, 5);
    expect(await next).toBe(5);

    broker.answers[0]?.reject(new Error('request timed out'));
    await expect(late).rejects.toThrow('request timed out');
    const last = send(3);
    await settle();
    broker.accept(3, 6);

    expect(await last).toBe(6);
    expect([broker.made, broker.disconnected]).toEqual([2, 1]);
  });

  it('ignores the answer to a round that it has given up', async () => {
    const failed = send(0);
    const outcome = expect(failed).rejects.toThrow('no answer within 5000 ms');
    await settle();
    await clock.advance(5000);
    await outcome;
    const next = [send(0)];
    await settle();
    await clock.advance(100);
    broker.accept(0, 1);
    next.push(send(0));
    await settle();

    expect(broker.answers).toHaveLength(2);
    broker.accept(1, 2);
    await settle();
    broker.accept(2, 3);
    expect(await Promise.all(next)).toEqual([2, 3]);
  });
});
