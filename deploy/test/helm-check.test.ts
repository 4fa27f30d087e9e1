import { checkEdited } from './run-check.js';

const chartDir = 'deploy/helm/spanhouse';
const environment = `${chartDir}/templates/_environment.tpl`;
const podTemplate = `${chartDir}/templates/_pod.tpl`;
const routes = `${chartDir}/templates/_routes.tpl`;

/**
 * Defects that the test adds to the chart. All of them are in one copy of the chart, because each run of the check
 * takes seconds.
 */
const defects = [
  { file: environment, from: 'KAFKA_TOPIC:', to: 'KAFKA_TOPICS:' },
  { file: environment, from: 'KAFKA_BROKERS: {{ .brokers | quote }}', to: '' },
  { file: environment, from: 'OTLP_GRPC_PORT: "4317"', to: 'OTLP_GRPC_PORT: "4316"' },
  { file: podTemplate, from: 'readOnlyRootFilesystem: true', to: '' },
  { file: environment, from: 'DATA_DIR: /data', to: 'DATA_DIR: /date' },
  { file: podTemplate, from: 'timeoutSeconds: 3', to: 'timeoutSecond: 3' },
  { file: routes, from: '- { method: POST, path: /traces, m', to: '# {' },
  { file: routes, from: '/openapi.json', to: '/metrics' },
  {
    file: `${chartDir}/templates/services.yaml`,
    from: 'targetPort: http,',
    to: 'targetPort: htp,',
  },
  { file: `${chartDir}/templates/scaled-object.yaml`, from: 'pollingInterval', to: 'pollInterval' },
  {
    file: `${chartDir}/ci/all-in-one.yaml`,
    to: 'shutdown: { terminationGracePeriodSeconds: 20 }',
  },
  {
    file: `${chartDir}/ci/production.yaml`,
    from: 'RATE_LIMIT_OTLP_PER_',
    to: 'RATE_LIMIT_OLTP_PER_',
  },
];

describe('npm run helm:check', () => {
  let result: ReturnType<typeof checkEdited>;
  beforeAll(() => {
    result = checkEdited('check-helm.mjs', {
      paths: [chartDir],
      argument: chartDir,
      edits: defects,
    });
  });

  it.each([
    ['a variable that no service reads', 'span-consumer: KAFKA_TOPICS is read by no service'],
    ['a required variable that is missing', 'trace-query: KAFKA_BROKERS: is required'],
    ['a variable that the chart no longer sets', 'KAFKA_TOPIC is set by the chart in no value set'],
    [
      'a port that differs from the port of the pod',
      'OTLP_GRPC_PORT is not the port named otlp-grpc',
    ],
    ['a folder that is not on a volume', 'DATA_DIR is not a path on a volume'],
    ['a setting that no service has', "'RATE_LIMIT_OLTP_PER_SECOND' not allowed"],
    ['a value that no template uses', 'pollingInterval is used by no template'],
    ['a root file system that can be written to', 'may write to its root file system'],
    ['a field that Kubernetes does not know', "'timeoutSecond' not allowed"],
    ['a field that KEDA does not know', "'pollInterval' not allowed"],
    ['a write that an HTTPRoute sends to the query service', ' POST /traces reaches'],
    ['a write that nginx sends to the query service', 'nginx: POST /traces reaches'],
    ['metrics that are reachable from outside', 'GET /metrics reaches'],
    ['a port that no container has', 'sends to port htp, which no container has'],
    ['a pod that is killed while it shuts down', 'must be above preStopSeconds and timeoutMs'],
  ])('finds %s', (_what, problem) => {
    expect(result.output).toContain(problem);
    expect(result.code).toBe(1);
  });
});
