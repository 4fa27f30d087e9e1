import { FakeClock } from '@spanhouse/service-runtime/testing';
import { connectTo, FakeBroker, settle } from '../../testing/fake-broker.js';
import type { KafkaSender } from './kafka-sender.js';

describe('KafkaSender', () => {
  let broker: FakeBroker;
  let clock: FakeClock;
  let sender: KafkaSender;
  const send = (partition: number): Promise<number> =>
    sender.send({ partition, value: 'x', headers: {} }, 10);

  /** Sends messages in a round that the broker has not answered yet. */
  const begin = async (...partitions: readonly number[]) => {
    const sent = partitions.map(send);
    await settle();
    return sent;
  };
  /** Sends messages in a round that is late. */
  const beginLate = async (...partitions: readonly number[]) => {
    const sent = await begin(...partitions);
    await clock.advance(100);
    return sent;
  };
  /** Fails the round at an index. `sent` is the promise of one of its messages. */
  const refuse = async (at: number, sent: Promise<number> | undefined) => {
    broker.answers[at]?.reject(new Error('request timed out'));
    await expect(sent).rejects.toMatchObject({
      code: 'LOG_UNAVAILABLE',
      retryable: true,
      message: expect.stringContaining('request timed out'),
    });
  };

  beforeEach(async () => {
    broker = new FakeBroker();
    clock = new FakeClock();
    sender = await connectTo(broker, clock);
  });

  it('sends messages that arrive during a request together in the next one', async () => {
    const [first] = await begin(0);
    const others = await begin(0, 1, 0);

    expect(broker.answers.map(({ partitions }) => partitions)).toEqual([[0]]);
    broker.accept(0, 7);
    await settle();
    broker.accept(1, 8);

    expect(await first).toBe(7);
    expect(await Promise.all(others)).toEqual([8, 8, 9]);
    expect(broker.answers.map(({ partitions }) => partitions)).toEqual([[0], [0, 1, 0]]);
    expect(broker.answers[0]?.batch).toMatchObject({ acks: -1, compression: 0 });
  });

  it('never uses a producer again after a send has failed', async () => {
    const [failed] = await begin(0);
    await refuse(0, failed);

    const [next] = await begin(0);
    broker.accept(1, 3);

    expect(await next).toBe(3);
    expect(broker.made).toBe(2);
    expect(broker.disconnected).toBeGreaterThan(0);
  });

  it('numbers messages in each partition, and restarts as another writer after a failed send', async () => {
    const numbersOf = (at: number) =>
      broker.answers[at]?.batch.topicMessages?.[0]?.messages.map(({ headers }) => headers);
    const first = await begin(0, 1, 0);
    broker.accept(0);
    await Promise.all(first);
    const [failed] = await begin(0);
    await refuse(1, failed);
    await begin(0);

    const [before = [], lost = [], after = []] = [0, 1, 2].map(numbersOf);

    expect(before.map((headers) => headers?.['number'])).toEqual(['1', '1', '2']);
    expect(lost).toMatchObject([{ number: '3', writer: before[0]?.['writer'] }]);
    expect(after).toMatchObject([{ number: '1', writer: expect.stringMatching(/\.1$/) }]);
    broker.accept(2);
  });

  it('fails the messages of a partition that the response does not contain', async () => {
    const sent = await begin(0, 1);
    broker.store(0, [0], 4);
    broker.answers[0]?.resolve([]);

    const outcomes = await Promise.allSettled(sent);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('treats an answer without an offset as a failure', async () => {
    const [sent] = await begin(0);
    broker.accept(0, -1);

    await expect(sent).rejects.toThrow('no offset for partition 0');
  });

  it('refuses at once while Kafka is unavailable and sends again after it returns', async () => {
    const [failed] = await begin(0);
    broker.isReachable = false;
    await refuse(0, failed);
    await expect(send(0)).rejects.toThrow('connection refused');
    await expect(send(0)).rejects.toThrow('connection refused');
    expect(sender.outage).toMatchObject({ retryable: true });

    broker.isReachable = true;
    await clock.advance(10_000);
    const [sent] = await begin(0);
    broker.accept(1, 5);

    expect(await sent).toBe(5);
    expect(sender.outage).toBeUndefined();
  });

  it('sends queued messages before it closes', async () => {
    const sent = send(0);
    const closing = sender.close();
    await settle();
    broker.accept(0, 2);
    await closing;

    expect(await sent).toBe(2);
    expect(broker.disconnected).toBe(1);
  });

  it('answers each partition as soon as its messages are stored', async () => {
    const [early, late] = await begin(0, 1);

    broker.store(0, [0], 4);

    expect(await early).toBe(4);
    broker.accept(0, 9);
    expect(await late).toBe(9);
  });

  it('continues with other partitions while a round is late', async () => {
    const stuck = await begin(0, 1);
    broker.store(0, [1], 3);
    const others = await begin(0, 1, 2);
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

  it('sends the queued messages of one broker together after its late answer', async () => {
    broker.leaderOf = (partition) => (partition < 3 ? 1 : 2);
    const first = await begin(0, 1, 2, 3);
    broker.accept(0);
    await Promise.all(first);
    const late = await beginLate(0);

    const others = await begin(1, 2, 3);
    expect(broker.answers.map(({ partitions }) => partitions).slice(1)).toEqual([[0], [3]]);

    broker.accept(1);
    broker.accept(2);
    await settle();
    broker.accept(3);
    await Promise.all([...late, ...others]);
    expect(broker.answers.map(({ partitions }) => partitions).slice(3)).toEqual([[1, 2]]);
  });

  it('continues with a partition after another broker becomes its leader', async () => {
    broker.leaderOf = () => 1;
    const first = await begin(0, 1);
    broker.accept(0);
    await Promise.all(first);
    const [stuck] = await beginLate(0);
    const [held] = await begin(1);
    expect(broker.answers).toHaveLength(2);

    broker.leaderOf = () => 2;
    broker.accept(1);
    await stuck;
    await settle();
    broker.accept(2, 4);

    expect(await held).toBe(4);
  });

  it('gives up a round that is not answered in time, and makes no further attempt', async () => {
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
    const [failed] = await beginLate(0);
    const [other] = await begin(1);

    await refuse(0, failed);
    expect(broker.disconnected).toBe(0);

    broker.accept(1, 5);
    expect(await other).toBe(5);
    await settle();
    expect(broker.disconnected).toBe(1);
  });

  it('keeps the next producer when a late round of the previous producer fails', async () => {
    const [late] = await beginLate(0);
    const [failed] = await begin(1);
    await refuse(1, failed);
    const [next] = await begin(2);
    broker.accept(2, 5);
    expect(await next).toBe(5);

    await refuse(0, late);
    const [last] = await begin(3);
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
    const [next] = await beginLate(0);
    broker.accept(0, 1);
    const [last] = await begin(0);

    expect(broker.answers).toHaveLength(2);
    broker.accept(1, 2);
    await settle();
    broker.accept(2, 3);
    expect([await next, await last]).toEqual([2, 3]);
  });
});
