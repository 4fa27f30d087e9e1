import type { GatewayReport } from '@spanhouse/catalog';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { reportCounts } from './report-counts.js';

function start() {
  const clock = new FakeClock();
  const state = { accepted: 0, failure: undefined as Error | undefined };
  const put: GatewayReport[] = [];
  const reporting = reportCounts({
    counts: () => ({ acceptedPerSecond: state.accepted, dropped: new Map([['invalid_time', 2]]) }),
    reports: {
      put(report) {
        put.push(report);
        return state.failure === undefined ? Promise.resolve() : Promise.reject(state.failure);
      },
    },
    clock,
    logger: createSilentLogger(),
  });
  return { clock, state, put, reporting };
}

describe('reportCounts', () => {
  it('reports at once and every five seconds, under one id', async () => {
    const { clock, state, put } = start();
    state.accepted = 40;

    await clock.advance(10_000);

    const report = { gateway_id: put[0]?.gateway_id, dropped: { invalid_time: 2 } };
    expect(put).toEqual([
      { ...report, accepted_per_second: 0 },
      { ...report, accepted_per_second: 40 },
      { ...report, accepted_per_second: 40 },
    ]);
  });

  it('continues after a report that failed', async () => {
    const { clock, state, put } = start();
    state.failure = new Error('no catalog');
    await clock.advance(5000);
    state.failure = undefined;

    await clock.advance(5000);

    expect(put).toHaveLength(3);
  });

  it('reports nothing after it is closed', async () => {
    const { clock, put, reporting } = start();
    await clock.advance(0);
    await reporting.close();

    await clock.advance(60_000);

    expect(put).toHaveLength(1);
  });
});
