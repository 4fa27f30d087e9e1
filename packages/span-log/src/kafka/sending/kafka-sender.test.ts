import { FakeClock } from '@spanhouse/service-runtime/testing';
import { connectTo, FakeBroker, settle } from '../../testing/fake-broker.js';
import type { KafkaSender } from './kafka-sender.js';

describe('KafkaSender', () => {
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

  it('sends messages that arrive during a request together in the next one', async () => {
    const first = send(0);
    await settle();
    const others = [send(0), send(1), send(0)];
    await settle();

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
    const failed = send(0);
    await settle();
    broker.answers[0]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toMatchObject({ code: 'LOG_UNAVAILABLE', retryable: true });

    const next = send(0);
    await settle();
    broker.accept(1, 3);

    expect(await next).toBe(3);
    expect(broker.made).toBe(2);
    expect(broker.disconnected).toBeGreaterThan(0);
  });

  it('numbers messages in each partition, and restarts as another writer after a failed send', async () => {
    const numbersOf = (at: number) =>
      broker.answers[at]?.batch.topicMessages?.[0]?.messages.map(({ headers }) => headers);
    const first = [send(0), send(1), send(0)];
    await settle();
    broker.accept(0);
    await Promise.all(first);
    const failed = send(0);
    await settle();
    broker.answers[1]?.reject(new Error('request timed out'));
    await expect(failed).rejects.toMatchObject({ retryable: true });
    void send(0);
    await settle();

    const [before = [], lost = [], after = []] = [0, 1, 2].map(numbersOf);

    expect(before.map((headers) => headers?.['number'])).toEqual(['1', '1', '2']);
    expect(lost).toMatchObject([{ number: '3', writer: before[0]?.['writer'] }]);
    expect(after).toMatchObject([{ number: '1', writer: expect.stringMatching(/\.1$/) }]);
    broker.accept(2);
  });

  it('fails the messages of a partition that the response does not contain', async () => {
    const sent = [send(0), send(1)];
    await settle();
    broker.store(0, [0], 4);
    broker.answers[0]?.resolve([]);

    const outcomes = await Promise.allSettled(sent);

    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });

  it('treats an answer without an offset as a failure', async () => {
    const sent = send(0);
    await settle();
    broker.accept(0, -1);

    await expect(sent).rejects.toThrow('no offset for partition 0');
  });

  it('gives up a round that is not answered in time', async () => {
    const failed = send(0);
    const outcome = expect(failed).rejects.toThrow('no answer within 5000 ms');
    await settle();

    await clock.advance(5000);

    await outcome;
  });

  it('refuses at once while Kafka is unavailable and sends again after it returns', async () => {
    const failed = send(0);
    await settle();
    broker.isReachable = false;
    broker.answers[0]?.reject(new Error('connection closed'));
    await expect(failed).rejects.toThrow('connection closed');
    await expect(send(0)).rejects.toThrow('connection refused');
    await expect(send(0)).rejects.toThrow('connection refused');
    expect(sender.outage).toMatchObject({ retryable: true });

    broker.isReachable = true;
    await clock.advance(10_000);
    const sent = send(0);
    await settle();
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
});
