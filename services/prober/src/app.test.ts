import fc from 'fast-check';
import type { WriteOutcome } from './doors/write-door.js';
import { RequestFailure } from './http/request-failure.js';
import type { LookForProbe } from './paths/read-path.js';
import type { Sighting } from './probe/compare-spans.js';
import { scriptedDoor, scriptedPath, untilAborted } from './testing/scripted-system.js';
import { startProber } from './testing/started-prober.js';

const whole: Sighting = { status: 'whole' };
const absent: Sighting = { status: 'absent' };

/** Starts a prober with one path, on which the probe becomes visible after `ms`. */
function startWithDelay(ms: number) {
  const look: LookForProbe = () => {
    const { clock, startedMs } = started;
    return Promise.resolve(clock.nowMs() - startedMs >= ms ? whole : absent);
  };
  const started: ReturnType<typeof startProber> = startProber({
    paths: [scriptedPath('trace_by_id', look)],
  });
  return started;
}

describe('createProber', () => {
  it('writes one probe in each interval, through the doors in turn', async () => {
    const doors = [scriptedDoor('json_flat'), scriptedDoor('otlp_grpc')];
    const { prober, clock, counts } = startProber({ doors, intervalMs: 10_000 });

    await clock.advance(31_000);
    await prober.close();

    expect(await counts('writes_total')).toEqual({
      'json_flat accepted': 2,
      'otlp_grpc accepted': 2,
    });
    expect(await counts('checks_total')).toEqual({
      'json_flat trace_by_id visible': 2,
      'otlp_grpc trace_by_id visible': 2,
    });
  });

  it.each<[string, WriteOutcome]>([
    ['refused', { status: 'refused', reason: 'answered 503' }],
    ['unanswered', { status: 'unanswered', reason: 'no answer in 10000 ms' }],
  ])('counts a write that is %s, and looks for nothing', async (status, outcome) => {
    const doors = [scriptedDoor('zipkin_json', () => Promise.resolve(outcome))];
    const { prober, clock, counts, lines } = startProber({ doors });

    await clock.advance(1000);
    await prober.close();

    expect(await counts('writes_total')).toEqual({ [`zipkin_json ${status}`]: 1 });
    expect(await counts('checks_total')).toEqual({});
    expect(lines).toMatchObject([{ msg: 'probe is not accepted', door: 'zipkin_json' }]);
  });

  it('measures the time from the sending to the first read that shows the probe', async () => {
    const { prober, clock, counts, exposition } = startWithDelay(700);

    await clock.advance(10_000);
    await prober.close();

    const lines = (await exposition()).split('\n');
    expect(
      lines.filter((line) => /^spanhouse_prober_time_to_visible\w+_(sum|count)/.test(line)),
    ).toEqual([
      'spanhouse_prober_time_to_visible_seconds_sum{path="trace_by_id"} 0.75',
      'spanhouse_prober_time_to_visible_seconds_count{path="trace_by_id"} 1',
    ]);
    expect(await counts('late_checks_total')).toEqual({});
  });

  it('counts a probe that becomes visible after the first limit as late once, and as visible', async () => {
    const { prober, clock, counts, messages } = startWithDelay(60_000);

    await clock.advance(100_000);
    await prober.close();

    expect(await counts('late_checks_total')).toEqual({ 'json_flat trace_by_id': 1 });
    expect(await counts('checks_total')).toEqual({ 'json_flat trace_by_id visible': 1 });
    expect(messages()).toEqual(['probe is late']);
  });

  it('counts a probe that is not visible at the second limit as missing', async () => {
    const { prober, clock, counts, messages } = startWithDelay(Number.POSITIVE_INFINITY);

    await clock.advance(299_999);
    const before = await counts('checks_total');
    await clock.advance(1);
    await prober.close();

    expect(before).toEqual({});
    expect(await counts('checks_total')).toEqual({ 'json_flat trace_by_id missing': 1 });
    expect(await counts('late_checks_total')).toEqual({ 'json_flat trace_by_id': 1 });
    expect(messages()).toEqual(['probe is late', 'probe is missing']);
  });

  it('does not count a probe as missing if the read after the second limit shows it', async () => {
    const { prober, clock, counts } = startWithDelay(300_000);

    await clock.advance(400_000);
    await prober.close();

    expect(await counts('checks_total')).toEqual({ 'json_flat trace_by_id visible': 1 });
  });

  it('counts a probe as mismatching at once, and logs the difference', async () => {
    const differences = [{ member: 'span_name', expected: 'probe call', seen: 'other' }];
    const paths = [
      scriptedPath('zipkin_trace', () => Promise.resolve({ status: 'different', differences })),
    ];
    const { prober, clock, counts, lines } = startProber({ paths });

    await clock.advance(1000);
    await prober.close();

    expect(await counts('checks_total')).toEqual({ 'json_flat zipkin_trace mismatching': 1 });
    expect(lines).toMatchObject([{ path: 'zipkin_trace', differences }]);
  });

  it('counts every read that fails, and repeats it', async () => {
    let looks = 0;
    const look: LookForProbe = async () => {
      looks += 1;
      if (looks < 4) {
        throw new RequestFailure(looks === 1 ? 'refused' : 'timed_out', 'no');
      }
      return whole;
    };
    const { prober, clock, counts } = startProber({ paths: [scriptedPath('tempo_search', look)] });

    await clock.advance(60_000);
    await prober.close();

    expect(await counts('failed_reads_total')).toEqual({
      'tempo_search refused': 1,
      'tempo_search timed_out': 2,
    });
    expect(await counts('checks_total')).toEqual({ 'json_flat tempo_search visible': 1 });
  });

  it('does not count a probe as missing on a path that does not answer', async () => {
    const look = () => Promise.reject(new RequestFailure('unreachable', 'fetch failed'));
    const { prober, clock, counts } = startProber({ paths: [scriptedPath('aggregate', look)] });

    await clock.advance(301_000);
    await prober.close();

    expect(await counts('checks_total')).toEqual({ 'json_flat aggregate unanswered': 1 });
  });

  it('ends the search at once on a path whose position before the write is unknown', async () => {
    const failure = new RequestFailure('refused', 'answered 429');
    const paths = [{ name: 'tail' as const, prepare: () => Promise.reject(failure) }];
    const { prober, clock, counts } = startProber({ paths });

    await clock.advance(1);
    await prober.close();

    expect(await counts('failed_reads_total')).toEqual({ 'tail refused': 1 });
    expect(await counts('checks_total')).toEqual({ 'json_flat tail unanswered': 1 });
  });

  it('counts unfinished searches as abandoned when it stops', async () => {
    const paths = [
      scriptedPath('trace_by_id', (_probe, signal) => untilAborted(signal)),
      scriptedPath('spans_query', () => Promise.resolve(absent)),
    ];
    const doors = [scriptedDoor('json_flat'), scriptedDoor('otlp_grpc', untilAborted)];
    const { prober, clock, counts } = startProber({ doors, paths, intervalMs: 1000 });

    await clock.advance(1500);
    await prober.close();

    expect(await counts('writes_total')).toEqual({
      'json_flat accepted': 1,
      'otlp_grpc abandoned': 1,
    });
    expect(await counts('checks_total')).toEqual({
      'json_flat trace_by_id abandoned': 1,
      'json_flat spans_query abandoned': 1,
    });
    expect(await counts('checks_pending')).toEqual({});
    expect(clock.pendingTimers).toBe(0);
  });

  it('runs at most 16 reads and searches at most 64 probes at a time, and counts skipped rounds', async () => {
    let [running, most] = [0, 0];
    const look: LookForProbe = async (_probe, signal) => {
      running += 1;
      most = Math.max(most, running);
      return await untilAborted(signal).finally(() => {
        running -= 1;
      });
    };
    const { prober, clock, counts } = startProber({
      paths: [scriptedPath('trace_by_id', look)],
      intervalMs: 1000,
    });

    await clock.advance(99_000);

    expect({ running, most }).toEqual({ running: 16, most: 16 });
    expect(await counts('checks_pending')).toEqual({ all: 64 });
    expect(await counts('rounds_skipped_total')).toEqual({ all: 36 });
    await prober.close();
    expect(await counts('checks_total')).toEqual({ 'json_flat trace_by_id abandoned': 64 });
  });

  it('rejects `failed` with a defect of the prober itself', async () => {
    const look = () => Promise.reject(new TypeError('a defect'));
    const { prober, clock } = startProber({ paths: [scriptedPath('trace_by_id', look)] });

    await clock.advance(1000);

    await expect(prober.failed).rejects.toThrow('a defect');
    await prober.close();
  });
});

describe('the metrics of the prober', () => {
  it('accounts for every accepted probe on every path, whatever the system answers', async () => {
    const anyLook = fc.constantFrom<() => Promise<Sighting>>(
      () => Promise.resolve(whole),
      () => Promise.resolve(absent),
      () => Promise.resolve({ status: 'partial', seen: 1 }),
      () => Promise.resolve({ status: 'different', differences: [] }),
      () => Promise.reject(new RequestFailure('timed_out', 'no')),
    );
    const anyWrite = fc.constantFrom<WriteOutcome>(
      { status: 'accepted', receipt: undefined },
      { status: 'refused', reason: 'no' },
      { status: 'unanswered', reason: 'no' },
    );
    const script = fc.record({
      writes: fc.infiniteStream(anyWrite),
      looks: fc.infiniteStream(anyLook),
      ms: fc.integer({ min: 0, max: 900_000 }),
    });
    await fc.assert(
      fc.asyncProperty(script, async ({ writes, looks, ms }) => {
        const next = () => looks.next().value() as Promise<Sighting>;
        const write = () => Promise.resolve(writes.next().value as WriteOutcome);
        const { prober, clock, counts } = startProber({
          doors: [scriptedDoor('json_flat', write)],
          paths: [scriptedPath('trace_by_id', next), scriptedPath('tail', next)],
          intervalMs: 60_000,
        });
        const account = async () => {
          const { 'json_flat accepted': accepted = 0 } = await counts('writes_total');
          const ended = Object.values(await counts('checks_total')) as number[];
          const { all: pending = 0 } = await counts('checks_pending');
          return { wanted: accepted * 2, counted: sum(ended) + pending, pending };
        };

        await clock.advance(ms);
        const during = await account();
        await prober.close();
        const after = await account();

        expect(during.counted).toBe(during.wanted);
        expect(after).toEqual({ wanted: after.wanted, counted: after.wanted, pending: 0 });
      }),
      { numRuns: 30 },
    );
  });
});

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
