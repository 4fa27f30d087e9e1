import { checkEdited } from './run-check.js';

const composeFile = 'docker-compose.yml';

function checkChanged(from: string | RegExp, to: string) {
  return checkEdited('check-compose.mjs', {
    paths: [composeFile],
    argument: composeFile,
    edits: [{ file: composeFile, from, to }],
  });
}

/** Variables that docker-compose.yml sets for the services of this repository. */
const variables = [
  ...['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'CLICKHOUSE_USER', 'CLICKHOUSE_PASSWORD', 'CATALOG_URL'],
  ...['AUTH_MODE', 'TOKEN_SECRET', 'ADMIN_KEY', 'LOG_LEVEL', 'OTLP_GRPC_PORT'],
  'CORS_ALLOWED_ORIGINS',
];

describe('npm run compose:check', () => {
  it('names every variable that no service reads', () => {
    const names = new RegExp(`^( +)(${variables.join('|')}):`, 'gm');

    const { code, output } = checkChanged(names, '$1$2_X:');

    expect(variables.filter((name) => !output.includes(`${name}_X: nothing reads it`))).toEqual([]);
    expect(code).toBe(1);
  });

  it.each([
    ['  KAFKA_BROKERS: kafka:9092', 'KAFKA_BROKERS: is required'],
    ['  CLICKHOUSE_URL: http://clickhouse:8123', 'CLICKHOUSE_URL: is required'],
    ['  AUTH_MODE: keys', 'AUTH_MODE=open lets everyone'],
    ['      POSTGRES_DB: spanhouse', 'POSTGRES_DB: is required'],
  ])('fails without %s', (line, problem) => {
    const { code, output } = checkChanged(line, line.replace(/\S.*/, 'LOG_LEVEL: info'));

    expect(output).toContain(problem);
    expect(code).toBe(1);
  });

  it.each([
    [
      'a port that no container opens',
      'clickhouse:8123',
      'clickhouse:8124',
      'clickhouse:8124 is not open',
    ],
    ['an unknown service', '/clickhouse:8123', '/clickhose:8123', 'no service clickhose'],
    ['a missing file', 'compose/nginx.conf', 'compose/no.conf', 'does not exist'],
    ['a volume that is not declared', '  kafka-data:\n', '', 'kafka-data is not among the volumes'],
    ['an image that is not pinned', 'grafana:12.2.0', 'grafana:latest', 'its image is pinned'],
    ['an undocumented setting', 'LOG_LEVEL:-info', 'LEVEL:-info', 'LEVEL is missing'],
    [
      'a container without limits',
      '    deploy: *large\n',
      '',
      'it has limits of memory and processor',
    ],
    ['a word outside the specification', 'read_only: true', 'readonly: true', '.readonly'],
  ])('fails with %s', (_what, ...[from = '', to = '', problem = '']) => {
    const { code, output } = checkChanged(from, to);

    expect(output).toContain(problem);
    expect(code).toBe(1);
  });
});
