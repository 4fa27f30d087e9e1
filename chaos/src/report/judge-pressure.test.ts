import type { Sample } from '../measure/sampler.js';
import type { BackPressureReport, Pressure } from '../run/run-back-pressure.js';
import { judgePressure, memoryBounds, pressureFigures } from './judge-pressure.js';

const LIMIT = 1000;

function sample(seconds: number, overrides: Partial<Sample> = {}): Sample {
  return {
    atMs: seconds * 1000,
    memory: new Map([['ingest-gateway', 1000]]),
    publishedSpans: 100 * seconds,
    storedSpans: 100 * seconds,
    lagMessages: 3,
    logUsedBytes: 10,
    logLimitBytes: LIMIT,
    refusedForRoom: 0,
    ...overrides,
  };
}

/**
 * Builds a run with 100 spans per second and an outage from second 20 to 80. The log is full at second 50 and drains in
 * 10 seconds.
 */
function pressure(overrides: Partial<Pressure> = {}): Pressure {
  const full = { storedSpans: 2000, publishedSpans: 5000, lagMessages: 300, logUsedBytes: 950 };
  const resumedAt = sample(80, { ...full, refusedForRoom: 40 });
  return {
    normal: [sample(0), sample(20)],
    stoppedAtMs: 20_000,
    firstUnavailable: { ...sample(50, full), afterMs: 30_000 },
    resumedAt,
    drainBegan: sample(81, { storedSpans: 2300 }),
    drained: sample(90, { storedSpans: 5900, publishedSpans: 6000 }),
    after: { ...sample(100, { storedSpans: 6900, publishedSpans: 7000 }), offeredRate: 100 },
    samples: [sample(0), sample(20), resumedAt],
    ...overrides,
  };
}

function report(result: Pressure): BackPressureReport {
  return {
    form: 'embedded',
    seed: 1,
    minutes: 1,
    answers: { accepted: 0, refused: 0, open: 0 },
    complaints: [],
    verdict: {
      accepted: 1,
      deleted: 0,
      unresolved: 0,
      lost: [],
      duplicated: [],
      outdated: [],
      unwanted: [],
    },
    result,
  };
}

describe('pressureFigures', () => {
  it('computes rates, and the times from the end of the outage', () => {
    expect(pressureFigures(report(pressure()))).toMatchObject({
      normalRate: 100,
      storedWhileDraining: 390,
      acceptedWhileDraining: 100,
      acceptedAfterwards: 100,
      beginMs: 1000,
      drainMs: 10_000,
      largestLag: 300,
      largestUse: 950,
    });
  });
});

describe('judgePressure', () => {
  it('finds nothing wrong with an outage that fills the log and drains faster than the load arrives', () => {
    expect(judgePressure(report(pressure()))).toEqual([]);
  });

  const large = (memoryBounds['ingest-gateway'] ?? 0) + 1;
  it.each<readonly [string, Partial<Pressure>]>([
    ['no write was answered 503', { firstUnavailable: undefined }],
    [
      'writes were answered 503 before the log was full',
      { firstUnavailable: { ...sample(30, { logUsedBytes: 500 }), afterMs: 10_000 } },
    ],
    [
      'ingest-gateway took more memory than its bound',
      { samples: [sample(60, { memory: new Map([['ingest-gateway', large]]) })] },
    ],
    [
      'something-new took more memory than its bound',
      { samples: [sample(60, { memory: new Map([['something-new', 1]]) })] },
    ],
    [
      'draining did not begin in time',
      { drainBegan: sample(86, { storedSpans: 2300 }), drained: sample(90, { storedSpans: 5900 }) },
    ],
    ['the backlog did not drain', { drained: undefined }],
    [
      'draining was slower than the normal rate',
      { drained: sample(90, { storedSpans: 2900, publishedSpans: 6000 }) },
    ],
    [
      'nothing was accepted while the log drained',
      { drained: sample(90, { storedSpans: 5900, publishedSpans: 5000 }) },
    ],
    [
      'less than what was offered was accepted afterwards',
      { after: { ...sample(100, { storedSpans: 6900, publishedSpans: 6500 }), offeredRate: 100 } },
    ],
  ])('reports that %s', (text, overrides) => {
    expect(judgePressure(report(pressure(overrides)))).toContain(text);
  });

  it.each([
    ['no metric shows that the log has no room', { refusedForRoom: 0 }],
    ['no metric shows the lag', { lagMessages: 0 }],
  ])('reports that %s at the end of the outage', (text, readings) => {
    const { resumedAt } = pressure();

    expect(judgePressure(report(pressure({ resumedAt: { ...resumedAt, ...readings } })))).toEqual([
      text,
    ]);
  });
});
