import { takeInSpans } from '../../testing/intake.js';
import { createTestTempo, type Shown } from '../../testing/test-doors.js';

const T0 = 1_777_629_600;
const fourMinutes = { start: String(T0), end: String(T0 + 240), step: '60s' };

type Service = ReturnType<typeof createTestTempo>;

async function ask(
  parameters: Readonly<Record<string, string>>,
  service: Service = createTestTempo(),
): Promise<Shown> {
  const path = `/api/metrics/query_range?${new URLSearchParams(parameters)}`;
  return (await service.ask(path).expect(200)).body;
}

function timesOf({ series }: Shown): readonly number[] {
  return series[0].samples.map(({ timestampMs }: Shown) => Number(timestampMs) / 1000);
}

/** Returns one trace for each second of the examples' four minutes. Each trace has one span. */
function tracesOfEverySecond() {
  return takeInSpans(
    Array.from({ length: 300 }, (_, index) => ({
      traceId: (index + 1).toString(16).padStart(32, '0'),
      startTimeUnixNano: `${T0 - 60 + index}000000001`,
      endTimeUnixNano: `${T0 - 60 + index}000000002`,
    })),
  );
}

describe('the parameters of metrics of Tempo', () => {
  it('name points that are multiples of the step, for whole steps', async () => {
    const range = { start: String(T0 + 30), end: String(T0 + 200) };
    const asked = await ask({ q: '{ } | count_over_time()', step: '60', ...range });

    expect(timesOf(asked)).toEqual([0, 60, 120, 180, 240].map((seconds) => T0 + seconds));
    expect(asked.series[0].samples.map(({ value }: Shown) => value)).toEqual([1, 6, 4, 1, 1]);
  });

  it('name the query as query, too', async () => {
    expect(await ask({ query: '{ } | rate()', ...fourMinutes })).toEqual(
      await ask({ q: '{ } | rate()', ...fourMinutes }),
    );
  });

  it.each([
    [{}, 3600],
    [{ since: '30m' }, 1800],
    [{ since: '2h30m' }, 9000],
  ])('end now, and begin as long before as since says: %j', async (since, seconds) => {
    const service = createTestTempo();
    const now = service.clock.nowMs() / 1000;

    const times = timesOf(await ask({ q: '{ } | rate()', step: '100s', ...since }, service));

    expect(times[0]).toBe(Math.floor((now - seconds) / 100) * 100);
    expect(times.at(-1)).toBe(Math.ceil(now / 100) * 100);
  });

  it('begin as long before the end as `since` specifies', async () => {
    const times = timesOf(
      await ask({ q: '{ } | rate()', step: '60s', since: '2m', end: String(T0 + 240) }),
    );

    expect(times).toEqual([120, 180, 240].map((seconds) => T0 + seconds));
  });

  it.each([
    [{ exemplars: '1000' }, 100],
    [{}, 100],
    [{ exemplars: '7' }, 7],
    [{ exemplars: '0' }, 0],
    [{ exemplars: '' }, 100],
    [{ q: '{ } | rate() with(exemplars=500)' }, 100],
    [{ q: '{ } | rate() with(exemplars=3)', exemplars: '100' }, 3],
    [{ q: '{ } | rate() with(exemplars=false)', exemplars: '100' }, 0],
    [{ q: '{ } | rate() with(exemplars=true)', exemplars: '0' }, 100],
  ])('show at most a hundred exemplars: %j', async (parameters, shown) => {
    const service = createTestTempo({}, tracesOfEverySecond());

    const { series } = await ask({ q: '{ } | rate()', ...fourMinutes, ...parameters }, service);

    expect(series[0].exemplars?.length ?? 0).toBe(shown);
  });

  it('take 11,000 points, and no more', async () => {
    const service = createTestTempo();
    const until = (seconds: number) => {
      const range = { start: String(T0), end: String(T0 + seconds), step: '1s' };
      const q = '{ } | rate()';
      return service.ask(`/api/metrics/query_range?${new URLSearchParams({ q, ...range })}`);
    };

    expect(timesOf((await until(10_999).expect(200)).body)).toHaveLength(11_000);
    await until(11_000).expect(400, 'step is too short: 11001 points, of at most 11000');
  });

  it('are refused where they are wrong for an instant, too', async () => {
    await createTestTempo().ask('/api/metrics/query').expect(400, 'q is required');
  });
});

describe('the series of metrics of Tempo', () => {
  it('ascend by their labels, and so do their samples by time', async () => {
    const { series } = await ask({
      q: '{ } | count_over_time() by (resource.service.name)',
      ...fourMinutes,
    });

    const names = series.map(({ labels }: Shown) => labels[0].value.stringValue);
    expect(names).toEqual(['billing', 'cron', 'gateway', 'inventory', 'orders', 'payments']);
    for (const each of series) {
      expect(timesOf({ series: [each] })).toEqual([0, 60, 120, 180, 240].map((s) => T0 + s));
    }
  });

  it('have no infinite values', async () => {
    const attributes = [{ key: 'large', value: { doubleValue: 1.7e308 } }];
    const service = createTestTempo({}, takeInSpans([{ attributes }, { attributes }]));

    const sum = await ask({ q: '{ } | sum_over_time(span.large)', ...fourMinutes }, service);
    const max = await ask({ q: '{ } | max_over_time(span.large)', ...fourMinutes }, service);

    expect(sum.series).toEqual([]);
    expect(max.series).toHaveLength(1);
  });
});
