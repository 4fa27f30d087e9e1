import { AppError } from '@spanhouse/service-runtime';
import { FakeClock } from '@spanhouse/service-runtime/testing';
import { projectId } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { graphOfSetD, setD } from '../testing/set-d.js';
import { ofService, StoredCalls } from '../testing/stored-calls.js';
import {
  type SpanMetricsOptions,
  SpanMetricsRounds,
  type StoredRound,
} from './span-metrics-rounds.js';

const never = new AbortController().signal;
const WAIT_MS = 10_000;
/**
 * Time after which one side of a call is counted. It is longer than `WAIT_MS`, because sides wait another three seconds
 * so that a round counts larger groups.
 */
const WAITED_MS = WAIT_MS + 3001;

function create(members: Partial<SpanMetricsOptions> = {}) {
  const clock = new FakeClock();
  const calls = new StoredCalls();
  const stored: StoredRound[] = [];
  const open = (author: number) =>
    new SpanMetricsRounds({
      store: calls.metrics,
      offsets: calls.offsets,
      clock,
      author,
      maxSeries: 100,
      waitMs: WAIT_MS,
      isByNamespace: false,
      onRound: (round) => stored.push(round),
      ...members,
    });
  /** Runs rounds until no unpaired side of a call waits any longer. */
  const settle = async (rounds: SpanMetricsRounds) => {
    await rounds.run(never);
    await clock.advance(WAITED_MS);
    await rounds.run(never);
    await rounds.run(never);
  };
  return { clock, calls, open, settle, stored };
}

describe('SpanMetricsRounds', () => {
  it('count the calls of set D', async () => {
    const { clock, calls, open, settle } = create();
    calls.send(setD(clock.nowNs()), clock.nowNs());

    await settle(open(1));

    expect(await calls.graph()).toEqual(graphOfSetD);
    expect(await calls.calls()).toEqual({
      gateway: 3,
      payments: 4,
      inventory: 1,
      orders: 1,
      billing: 3,
      cron: 1,
    });
  });

  it("count the previous log's partitions that the current log does not have", async () => {
    const members: Partial<SpanMetricsOptions> = {};
    const { clock, calls, open, settle } = create(members);
    const [first, last] = [setD(clock.nowNs()).slice(0, 5), setD(clock.nowNs()).slice(5)];
    calls.send(first, clock.nowNs(), 1);
    await open(1).run(never);
    calls.send(last, clock.nowNs(), 1);
    const present = () => Promise.resolve([0]);

    Object.assign(members, { offsets: { generation: 2, read: present, readEnds: present } });
    await settle(open(2));

    expect(await calls.graph()).toEqual(graphOfSetD);
  });

  it('count the same spans if processes take turns, in any portions and with pauses', async () => {
    const spans = setD(0n);
    const anySteps = fc.array(
      fc.record({
        size: fc.nat(5),
        author: fc.nat(2),
        pauseMs: fc.nat(2000),
        isAgain: fc.boolean(),
      }),
      { maxLength: 12 },
    );
    await fc.assert(
      fc.asyncProperty(anySteps, async (steps) => {
        const { clock, calls, open, settle } = create();
        const startNs = clock.nowNs();
        const processes = [open(0), open(1), open(2)];
        let at = 0;
        for (const { size, author, pauseMs, isAgain } of [
          ...steps,
          { size: 13, author: 0, pauseMs: 0, isAgain: true },
        ]) {
          const portion = setD(startNs).slice(at, at + size);
          at = Math.min(spans.length, at + size);
          calls.send(portion, clock.nowNs());
          if (isAgain) {
            calls.send(setD(startNs).slice(0, at), clock.nowNs() + 100n);
          }
          await processes[author]?.run(never).catch(ignoreOvertaken);
          await clock.advance(Math.min(pauseMs, WAIT_MS / 20));
        }
        await settle(open(9));
        expect(await calls.graph()).toEqual(graphOfSetD);
      }),
      { numRuns: 20 },
    );
  });

  it('delay sides of calls until the consumer has stored earlier messages', async () => {
    const { clock, calls, open, settle } = create();
    const [client, server] = setD(clock.nowNs()).slice(1, 3);
    const rounds = open(1);
    const arrivedNs = clock.nowNs();
    calls.send([client ?? {}], arrivedNs);
    calls.ends[0] = 2; // the server's span is in the log
    await settle(rounds);
    await clock.advance(10 * WAIT_MS);
    await rounds.run(never);

    calls.send([server ?? {}], arrivedNs + 1000n);
    await settle(rounds);

    expect(await calls.graph()).toMatchObject({ 'request gateway payments ': 1 });
    expect(await calls.graph()).not.toHaveProperty('unpaired  payments');
  });

  it('delay blocks until an earlier and longer block is paired, for example after an outage of the store', async () => {
    const { clock, calls, open, settle } = create();
    const [client, server, other] = setD(clock.nowNs()).slice(1, 4);
    const startNs = clock.nowNs();
    const lateNs = startNs + BigInt(5 * WAIT_MS) * 1_000_000n;
    calls.send([client ?? {}], startNs);
    calls.committed[0] = 0; // the next span belongs to the same block
    calls.send([server ?? {}], lateNs);
    calls.send([other ?? {}], startNs + 1000n, 1);
    const rounds = open(1);

    await settle(rounds);
    const early = await calls.graph();
    await clock.advance(5 * WAIT_MS);
    await settle(rounds);

    expect(early).toEqual({});
    expect(await calls.graph()).not.toEqual({});
  });

  it('count large amounts in several rounds with the same sums', async () => {
    const { clock, calls, open, settle, stored } = create({ maxRows: 3 });
    for (const [index, span] of setD(clock.nowNs()).entries()) {
      calls.send([span], clock.nowNs() + BigInt(index), index < 6 ? 0 : 1);
    }

    await settle(open(1));

    expect(await calls.graph()).toEqual(graphOfSetD);
    expect(stored.slice(0, 5).map(({ spans }) => spans)).toEqual([3, 3, 3, 3, 1]);
  });

  it('count the label sets above the limit under overflow', async () => {
    const { clock, calls, open, stored } = create({ maxSeries: 2 });
    const names = ['a', 'b', 'c', 'd'].map((span_name, index) => ({
      ...ofService('shop'),
      span_name,
      span_id: `000000000000000${index + 1}`,
    }));
    calls.send(names, clock.nowNs());

    await open(1).run(never);

    expect(await calls.calls()).toEqual({ shop: 2, __cardinality_overflow__: 2 });
    expect(stored[0]?.overflowed).toBe(1);
  });

  it('begin with the spans of the last ten minutes', async () => {
    const { clock, calls, open } = create();
    calls.send([{ ...ofService('old') }], clock.nowNs() - 601_000_000_000n);
    calls.send(
      [{ ...ofService('new'), trace_id: 'ab'.repeat(16) }],
      clock.nowNs() - 599_000_000_000n,
    );

    await open(1).run(never);

    expect(await calls.calls()).toEqual({ new: 1 });
  });

  it('store no rounds while nothing arrives', async () => {
    const { clock, calls, open, settle } = create();
    calls.send(setD(clock.nowNs()), clock.nowNs());
    const rounds = open(1);
    await settle(rounds);
    const before = calls.metrics.rounds;

    await settle(rounds);

    expect(calls.metrics.rounds).toBe(before);
  });

  it('resume after a failure where the last stored round ended', async () => {
    const { clock, calls, open, settle } = create();
    const rounds = open(1);
    calls.send(setD(clock.nowNs()), clock.nowNs());
    await rounds.run(never);
    calls.metrics.failure = new AppError('CLICKHOUSE_UNAVAILABLE', 'no', { retryable: true });
    await expect(rounds.run(never)).rejects.toThrow('no');

    calls.metrics.failure = undefined;
    await settle(rounds);

    expect(await calls.graph()).toEqual(graphOfSetD);
  });

  it('skip a number whose round the store has lost', async () => {
    const { clock, calls, open } = create();
    const rounds = open(1);
    calls.send([ofService('shop')], clock.nowNs());
    const { add } = calls.metrics;
    calls.metrics.add = (sums, progress) =>
      progress.round === 1 ? Promise.resolve() : add.call(calls.metrics, sums, progress);
    for (let attempt = 0; attempt < 12; attempt += 1) {
      await expect(rounds.run(never)).rejects.toMatchObject({ code: 'SPAN_METRICS_OVERTAKEN' });
    }

    await rounds.run(never);

    expect(await calls.calls()).toEqual({ shop: 1 });
    expect((await calls.metrics.sums(projectId)).length).toBeGreaterThan(0);
  });
});

function ignoreOvertaken(error: unknown): void {
  if (!(error instanceof AppError && error.code === 'SPAN_METRICS_OVERTAKEN')) {
    throw error;
  }
}
