import { readdirSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { checkChart, editedChart, type HelmProblems, valueSets, whyNoHelm } from '../helm-check.js';

const reason = whyNoHelm();

if (reason !== undefined && process.env['CI'] !== 'true') {
  // biome-ignore lint/suspicious/noSkippedTests: the summary names what is skipped here
  describe.skip(`the Helm chart: ${reason}`, () => it('is checked', () => undefined));
} else {
  describe('the Helm chart', () => {
    let problems: HelmProblems = {};
    beforeAll(() => {
      problems = checkChart();
    });

    it.each(valueSets)('is right with the values of %s', (set) => {
      expect(problems[set]).toEqual([]);
    });

    it('has its copies and its lists up to date', () => {
      expect(problems['chart']).toEqual([]);
    });

    it('is checked with all value sets there are', () => {
      const files = readdirSync(`${__dirname}/../../../../deploy/helm/spanhouse/ci`);
      expect(files.map((file) => file.replace('.yaml', '')).toSorted()).toEqual(valueSets);
    });
  });

  /** One copy of the chart with everything wrong at once: a check takes seconds. */
  describe('the check of the Helm chart', () => {
    const environment = 'templates/_environment.tpl';
    const edits = [
      { file: environment, from: 'KAFKA_TOPIC:', to: 'KAFKA_TOPICS:' },
      { file: environment, from: 'KAFKA_BROKERS: {{ .brokers | quote }}', to: '' },
      { file: environment, from: 'OTLP_GRPC_PORT: "4317"', to: 'OTLP_GRPC_PORT: "4316"' },
      { file: 'templates/_pod.tpl', from: 'readOnlyRootFilesystem: true', to: '' },
      { file: environment, from: 'DATA_DIR: /data', to: 'DATA_DIR: /date' },
      { file: 'templates/_pod.tpl', from: 'timeoutSeconds: 3', to: 'timeoutSecond: 3' },
      { file: 'templates/_routes.tpl', from: '- { method: POST, path: /traces, m', to: '# {' },
      { file: 'templates/_routes.tpl', from: '/openapi.json', to: '/metrics' },
      { file: 'templates/services.yaml', from: 'targetPort: http,', to: 'targetPort: htp,' },
      { file: 'templates/scaled-object.yaml', from: 'pollingInterval', to: 'pollInterval' },
      { file: 'ci/all-in-one.yaml', to: 'shutdown: { terminationGracePeriodSeconds: 20 }' },
      { file: 'ci/production.yaml', from: 'RATE_LIMIT_OTLP_PER_', to: 'RATE_LIMIT_OLTP_PER_' },
    ];
    let text = '';
    beforeAll(() => {
      const chart = editedChart(edits);
      try {
        text = JSON.stringify(checkChart(chart), undefined, 1);
      } finally {
        rmSync(dirname(chart), { recursive: true });
      }
    });

    it.each([
      ['a variable that nobody reads', 'span-consumer: KAFKA_TOPICS is read by nobody'],
      ['a required variable that is missing', 'trace-query: KAFKA_BROKERS: is required'],
      ['a variable that is no longer set', 'KAFKA_TOPIC is set by the chart in no value set'],
      ['a port that is not the one of the pod', 'OTLP_GRPC_PORT is not the port named otlp-grpc'],
      ['a folder that is on no volume', 'DATA_DIR is no path of a volume'],
      ['a setting no service has', "'RATE_LIMIT_OLTP_PER_SECOND' not allowed"],
      ['a value that no template uses', 'pollingInterval is used by no template'],
      ['a root file system that can be written to', 'may write to its root file system'],
      ['a field Kubernetes does not know', "'timeoutSecond' not allowed"],
      ['a field KEDA does not know', "'pollInterval' not allowed"],
      ['a write that reaches the query service', 'POST /traces reaches'],
      ['a write that a real nginx sends there', 'nginx: POST /traces reaches'],
      ['metrics that can be reached from outside', 'GET /metrics reaches'],
      ['a port that no container has', 'sends to port htp, which no container has'],
      ['a pod that is killed while it shuts down', 'must be above preStopSeconds and timeoutMs'],
    ])('finds %s', (_what, problem) => {
      expect(text).toContain(problem);
    });
  });
}
