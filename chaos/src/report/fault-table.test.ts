import type { ChaosReport } from '../run/run-chaos.js';
import type { FaultName } from '../schedule/fault-kinds.js';
import { describeRun, hasKeptPromise } from './describe-run.js';
import { faultTable } from './fault-table.js';

const verdict = {
  accepted: 10,
  deleted: 2,
  unresolved: 0,
  lost: [] as string[],
  duplicated: [] as string[],
  outdated: [] as string[],
  unwanted: [] as string[],
};

interface Times {
  readonly name: FaultName;
  readonly recoveryMs: number | undefined;
  readonly stallMs?: number;
}

function report(faults: readonly Times[], changed: Partial<ChaosReport> = {}): ChaosReport {
  return {
    form: 'embedded',
    seed: 7,
    faults: faults.length,
    loadMs: 1000,
    faultReports: faults.map((fault) => ({
      atMs: 1500,
      holdMs: 200,
      target: 0,
      stallMs: 0,
      ...fault,
    })),
    answers: { accepted: 3, refused: 1, open: 0 },
    complaints: [],
    verdict,
    ...changed,
  };
}

describe('faultTable', () => {
  it('has a row for each fault that occurred, with the runs, the losses and the times', () => {
    const lost = { verdict: { ...verdict, lost: ['a'] } };
    const reports = [
      report([{ name: 'process-killed', recoveryMs: 1000, stallMs: 400 }], lost),
      report([{ name: 'process-killed', recoveryMs: 2000, stallMs: 900 }]),
      report([
        { name: 'process-killed', recoveryMs: 6000 },
        { name: 'clickhouse-killed', recoveryMs: undefined },
      ]),
    ];

    expect(faultTable(reports).split('\n').slice(2)).toEqual([
      '| `kill -9` of the process | 3 | 1 | 0 | 2.0 s / 6.0 s | 0.9 s |',
      '| `kill -9` of ClickHouse (one shard in a cluster) | 1 | 0 | 0 | never / never | 0.0 s |',
    ]);
  });
});

describe('hasKeptPromise', () => {
  const recovered = [{ name: 'process-killed', recoveryMs: 1000 }] as const;

  it('is true if nothing is wrong', () => {
    expect(hasKeptPromise(report(recovered))).toBe(true);
  });

  it.each([
    ['a span is lost', report(recovered, { verdict: { ...verdict, lost: ['a'] } })],
    ['a span is duplicated', report(recovered, { verdict: { ...verdict, duplicated: ['a'] } })],
    ['an answer was not exact', report(recovered, { complaints: ['one span is not named'] })],
    ['a fault has not ended', report([{ name: 'process-killed', recoveryMs: undefined }])],
  ])('is false if %s', (_, broken) => {
    expect(hasKeptPromise(broken)).toBe(false);
    expect(describeRun(broken)).toContain('BROKEN');
  });
});

describe('describeRun', () => {
  it('names the spans that break the promise', () => {
    const broken = report([], { verdict: { ...verdict, lost: ['abc'] }, complaints: ['why'] });

    expect(describeRun(broken).split('\n').slice(1)).toEqual([
      '  lost: abc',
      '  unclear answer: why',
    ]);
  });
});
