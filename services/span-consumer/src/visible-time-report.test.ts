import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import { VisibleTimeReport } from './visible-time-report.js';

function create() {
  const clock = new FakeClock();
  const reports: (readonly number[])[] = [];
  const ends: ((error?: Error) => void)[] = [];
  const record = (times: readonly number[]) => {
    reports.push(times);
    return new Promise<void>((resolve, reject) => {
      ends.push((error) => (error === undefined ? resolve() : reject(error)));
    });
  };
  const report = new VisibleTimeReport({
    visibleTimes: { record },
    clock,
    logger: createSilentLogger(),
  });
  const end = async (error?: Error) => {
    ends.shift()?.(error);
    await clock.advance(0);
  };
  return { clock, report, reports, end };
}

describe('VisibleTimeReport', () => {
  it('reports the first time at once, and the times of the next five seconds together', async () => {
    const { clock, report, reports, end } = create();
    report.add(10);
    await clock.advance(0);
    await end();
    report.add(20);
    await clock.advance(4999);
    report.add(30);
    const early = [...reports];

    await clock.advance(1);

    expect(early).toEqual([[10]]);
    expect(reports).toEqual([[10], [20, 30]]);
  });

  it('sends one report at a time, and reports nothing without blocks', async () => {
    const { clock, report, reports, end } = create();
    report.add(10);
    await clock.advance(0);
    report.add(20);
    await clock.advance(60_000);
    const duringTheFirst = reports.length;
    await end();
    await clock.advance(5000);
    await end();

    await clock.advance(60_000);

    expect(duringTheFirst).toBe(1);
    expect(reports).toEqual([[10], [20]]);
  });

  it('forgets times that cannot be recorded, and reports the next ones', async () => {
    const { clock, report, reports, end } = create();
    report.add(10);
    await clock.advance(0);
    await end(new Error('no store'));

    report.add(20);
    await clock.advance(5000);

    expect(reports).toEqual([[10], [20]]);
  });

  it('keeps the newest 1000 times of a report', async () => {
    const { clock, report, reports } = create();

    for (let ms = 0; ms < 1002; ms += 1) {
      report.add(ms);
    }
    await clock.advance(0);

    expect(reports[0]).toEqual(Array.from({ length: 1000 }, (_, index) => index + 2));
  });

  it('reports nothing after it is closed', async () => {
    const { clock, report, reports } = create();
    report.add(10);
    report.close();
    report.add(20);

    await clock.advance(60_000);

    expect(reports).toEqual([]);
  });
});
