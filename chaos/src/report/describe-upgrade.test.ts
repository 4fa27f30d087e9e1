import type { UpgradeReport, UpgradeStep } from '../run/run-upgrade.js';
import { describeUpgrade, judgeUpgrade } from './describe-upgrade.js';

const step: UpgradeStep = {
  title: 'trace-query-1',
  tookMs: 2000,
  recoveryMs: 500,
  stallMs: 300,
  silenceMs: 400,
};

function report(overrides: Partial<UpgradeReport> = {}): UpgradeReport {
  return {
    form: 'cluster',
    seed: 1,
    steps: [step],
    migrations: ['0002_create_spans.sql'],
    unansweredReads: 0,
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
    ...overrides,
  };
}

describe('judgeUpgrade', () => {
  it('finds nothing wrong with an upgrade that loses nothing and keeps answering', () => {
    expect(judgeUpgrade(report())).toEqual([]);
  });

  it.each<readonly [string, Partial<UpgradeReport>]>([
    ['the two builds have the same migrations', { migrations: [] }],
    ['not recovered after trace-query-1', { steps: [{ ...step, recoveryMs: undefined }] }],
    ['no answer for more than 5.0 s: trace-query-1', { steps: [{ ...step, stallMs: 5001 }] }],
    ['no answer for more than 5.0 s: trace-query-1', { steps: [{ ...step, silenceMs: 5001 }] }],
    ['3 reads were not answered', { unansweredReads: 3 }],
  ])('reports: %s', (text, overrides) => {
    expect(judgeUpgrade(report(overrides))).toEqual([text]);
  });

  it('allows a single process to be silent while it is replaced', () => {
    const silent = { ...step, title: 'all-in-one', stallMs: 9000, silenceMs: 9000 };

    expect(
      judgeUpgrade(report({ form: 'embedded', steps: [silent], unansweredReads: 20 })),
    ).toEqual([]);
  });
});

describe('describeUpgrade', () => {
  it('has a row for each step', () => {
    const text = describeUpgrade(report());

    expect(text).toContain('| trace-query-1 | 2.0 s | 0.5 s | 0.3 s | 0.4 s |');
    expect(text).toContain('upgrade, cluster, seed 1: kept; migrations: 0002_create_spans.sql');
  });
});
