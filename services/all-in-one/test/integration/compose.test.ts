import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { send } from '../http-client.js';
import { startProcess } from '../running-process.js';
import { freePort } from '../running-spanhouse.js';

const COMPOSE_FILE = join(__dirname, '../../../../docker-compose.yml');
const original = readFileSync(COMPOSE_FILE, 'utf8');

async function check(args: readonly string[]) {
  const running = startProcess('scripts/check-compose.mjs', {}, args);
  const code = await running.exited;
  return { code, output: running.output() };
}

/** The check of a compose file that differs in one place, without running it. */
async function checkChanged(change: (text: string) => string) {
  const changed = change(original);
  if (changed === original) throw new Error('nothing was changed');
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-compose-test-'));
  const file = join(dir, 'docker-compose.yml');
  writeFileSync(file, changed);
  const result = await check(['--static', '--file', file]);
  rmSync(dir, { recursive: true });
  return result;
}

const replace = (from: string, to: string) => (text: string) => text.replace(from, to);
const rename = (variable: string) => (text: string) =>
  text.replaceAll(new RegExp(`^( +)${variable}:`, 'gm'), `$1${variable}_X:`);

/** Variables that the services of this repository are given. */
const VARIABLES = [
  ...['KAFKA_BROKERS', 'CLICKHOUSE_URL', 'CLICKHOUSE_USER', 'CLICKHOUSE_PASSWORD', 'CATALOG_URL'],
  ...['AUTH_MODE', 'TOKEN_SECRET', 'ADMIN_KEY', 'LOG_LEVEL', 'OTLP_GRPC_PORT'],
];

describe('npm run compose:check -- --static', () => {
  it('finds nothing wrong with the compose file', async () => {
    const { code, output } = await check(['--static']);

    expect(output).toContain(
      'the file is what the specification, the services and its mounts need it to be',
    );
    expect(code).toBe(0);
  });

  it.each(VARIABLES)('fails when %s is called something else', async (variable) => {
    const { code, output } = await checkChanged(rename(variable));

    expect(output).toContain(`${variable}_X: nothing reads it`);
    expect(code).toBe(1);
  });

  it.each([
    ['  KAFKA_BROKERS: kafka:9092', 'KAFKA_BROKERS: is required'],
    ['  CLICKHOUSE_URL: http://clickhouse:8123', 'CLICKHOUSE_URL: is required'],
    ['  AUTH_MODE: keys', 'AUTH_MODE=open lets everyone'],
    ['      POSTGRES_DB: spanhouse', 'POSTGRES_DB: is required'],
  ])('fails without %s', async (line, problem) => {
    const { code, output } = await checkChanged(
      replace(line, line.replace(/\S.*/, 'LOG_LEVEL: info')),
    );

    expect(output).toContain(problem);
    expect(code).toBe(1);
  });

  it.each([
    [
      'a port that is not open',
      'clickhouse:8123 -> clickhouse:8124',
      'clickhouse:8124 is not open',
    ],
    ['a service that is not there', '/clickhouse:8123 -> /clickhose:8123', 'no service clickhose'],
    ['a file that is not there', 'compose/nginx.conf -> compose/no.conf', 'does not exist'],
    ['a volume nobody declares', '  kafka-data:\n -> ', 'kafka-data is not among the volumes'],
    ['an image of any version', 'grafana:12.2.0 -> grafana:latest', 'its image is pinned'],
    ['a setting nobody offers', 'LOG_LEVEL:-info -> LEVEL:-info', 'LEVEL is missing'],
    ['no limits', '    deploy: *large\n -> ', 'it has limits of memory and processor'],
  ])('fails with %s', async (_what, change, problem) => {
    const [from = '', to = ''] = change.split(' -> ');

    const { code, output } = await checkChanged(replace(from, to));

    expect(output).toContain(problem);
    expect(code).toBe(1);
  });
});

describe('the reader of the compose specification', () => {
  it('refuses words that it does not know, where it can be had', async () => {
    const { code, output } = await checkChanged(
      replace('    read_only: true', '    readonly: true'),
    );

    const isSkipped = output.includes('SKIPPED: the reader') && process.env['CI'] !== 'true';
    expect(output).toContain(isSkipped ? 'need it to be' : 'services.proxy.readonly');
    expect(code).toBe(isSkipped ? 0 : 1);
  });
});

// the backends are the script's own; the variable says that this machine can have them
describeWithBackend('npm run compose:check', 'KAFKA_BROKERS', () => {
  it('runs the compose file without containers, and finds spans, operations, targets and rules', async () => {
    const { code, output } = await check([]);

    expect(output).toContain('spans sent to the published ports come back from there');
    expect(output).toContain('OTLP over gRPC is accepted');
    expect(output).toMatch(/^[1-9]\d+ operations are reached at one address$/m);
    expect(output).toMatch(/^3 targets of Prometheus are up$/m);
    expect(output).toMatch(/^[1-9]\d+ rules are loaded$/m);
    expect(output).toContain('what Grafana asks its data sources is answered');
    expect(output).toContain('everything ended in order');
    expect(code).toBe(0);
  });

  it('keeps it running at the published ports, until a signal', async () => {
    const names = ['HTTP', 'OTLP_HTTP', 'OTLP_GRPC', 'PROMETHEUS', 'GRAFANA'];
    const ports = await Promise.all(names.map(async (name) => [`${name}_PORT`, await freePort()]));
    const ADMIN_KEY = 'the-admin-key-of-the-test';
    const env = Object.fromEntries(ports.map(([name, port]) => [name, String(port)]));
    const running = startProcess('scripts/check-compose.mjs', { ...env, ADMIN_KEY }, ['--keep']);

    const url = await running.line(/^API, \/admin, \/docs\s+(http:\S+)/);
    const health = await send(`${url}/health`);
    const keys = await send(`${url}/admin/keys?project_id=00000000-0000-0000-0000-000000000000`, {
      headers: { authorization: `Access ${ADMIN_KEY}` },
    });
    const code = await running.stop();

    expect(url).toBe(`http://127.0.0.1:${env['HTTP_PORT']}`);
    expect([health.status, keys.status]).toEqual([200, 200]);
    expect(running.output()).toContain('everything ended in order');
    expect(code).toBe(0);
  });
});
