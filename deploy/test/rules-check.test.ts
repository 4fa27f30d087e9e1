import { checkEdited, type Edit } from './run-check.js';

const alerts = 'deploy/prometheus/rules/alerts.yml';
const recording = 'deploy/prometheus/rules/recording.yml';
const runbookFile = 'deploy/runbook.md';

const changes: readonly [string, Edit & { readonly problem: string }][] = [
  [
    'a metric that no service exports',
    {
      file: 'docs/metrics.md',
      from: 'spanhouse_ready',
      to: 'spanhouse_fit',
      problem: 'SpanhouseNotReady: no service exports spanhouse_ready',
    },
  ],
  [
    'a label that a metric does not have',
    {
      file: alerts,
      from: '{reason="overloaded"}',
      to: '{cause="overloaded"}',
      problem: 'SpanhouseBackPressure: http_bodies_refused_total has no label cause',
    },
  ],
  [
    'a value that a label never has',
    {
      file: alerts,
      from: 'reason="overloaded"',
      to: 'reason="full"',
      problem: 'http_bodies_refused_total is never reason="full"',
    },
  ],
  [
    'a recorded series that no rule uses',
    {
      file: alerts,
      from: 'spanhouse:publish_duration_seconds:p99 > 2',
      to: 'vector(1) > 2',
      problem: 'spanhouse:publish_duration_seconds:p99 is recorded and no rule uses it',
    },
  ],
  [
    'an unknown severity',
    {
      file: alerts,
      from: 'severity: warning',
      to: 'severity: page',
      problem: 'SpanhouseDeadLetters has no severity of critical, warning',
    },
  ],
  [
    'a missing summary',
    {
      file: alerts,
      from: 'summary: Reads fail',
      to: 'title: Reads fail',
      problem: 'SpanhouseReadsFailing has no summary',
    },
  ],
  [
    'an alert without a section in the runbook',
    {
      file: runbookFile,
      from: '## SpanhouseDataLate',
      to: '## Data late',
      problem: 'SpanhouseDataLate points to deploy/runbook.md#spanhousedatalate',
    },
  ],
  [
    'a section of the runbook that lacks a part',
    {
      file: runbookFile,
      from: '**This alert does not apply if** the lag was',
      to: 'Ignore it when the lag was',
      problem:
        'SpanhouseLagGrowing has a section in the runbook without "This alert does not apply if"',
    },
  ],
  [
    'a section of an alert that no longer exists',
    {
      file: runbookFile,
      from: '## SpanhouseDataLate',
      to: '## SpanhouseGone\n## SpanhouseDataLate',
      problem: 'runbook: there is no alert SpanhouseGone',
    },
  ],
  [
    'a metric that only the runbook names',
    {
      file: runbookFile,
      from: 'spanhouse_gateway_request_body_bytes_sum',
      to: 'spanhouse_gateway_bodies_sum',
      problem: 'runbook: there is no metric spanhouse_gateway_bodies_sum',
    },
  ],
  [
    'a setting that no longer exists',
    {
      file: 'docs/configuration.md',
      from: '`BATCH_MAX_AGE_MS`',
      to: '`BATCH_AGE_MS`',
      problem: 'runbook: there is no setting BATCH_MAX_AGE_MS',
    },
  ],
  [
    'an alert without a test that fires it',
    {
      file: 'deploy/prometheus/tests/storage.yml',
      from: 'alertname: SpanhouseLogFilling',
      to: 'alertname: SpanhouseLog',
      problem: 'SpanhouseLogFilling has no test that fires it',
    },
  ],
];

function checkChanged(edit: Edit) {
  return checkEdited('check-rules.mjs', {
    paths: ['deploy/prometheus', runbookFile, 'docs/metrics.md', 'docs/configuration.md'],
    argument: '',
    edits: [edit],
  });
}

describe('npm run rules:check', () => {
  it.each(changes)('names %s', (_what, { problem, ...edit }) => {
    const { code, output } = checkChanged(edit);

    expect(output).toContain(problem);
    expect(code).toBe(1);
  });

  it('names a rule that promtool rejects', () => {
    const { code, output } = checkChanged({ file: alerts, from: 'for: 3m', to: 'for: soon' });

    expect(output).toContain('not a valid duration string');
    expect(code).toBe(1);
  });

  it('names an unknown member of the configuration', () => {
    const edit = {
      file: 'deploy/prometheus/prometheus.yml',
      from: 'metrics_path:',
      to: 'metric_path:',
    };

    const { code, output } = checkChanged(edit);

    expect(output).toContain('field metric_path not found');
    expect(code).toBe(1);
  });

  it('names a rule whose test fails', () => {
    const edit = { file: recording, from: 'quantile(0.95', to: 'quantile(0.05' };

    const { code, output } = checkChanged(edit);

    expect(output).toContain('alertname: SpanhouseReadsSlow');
    expect(code).toBe(1);
  });
});
