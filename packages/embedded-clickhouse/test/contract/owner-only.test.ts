import {
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
} from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createRecordingLogger, createSilentLogger } from '@spanhouse/service-runtime/testing';
import { authorizationOf } from '../../src/access.js';
import { type EmbeddedClickHouse, readAccess, startEmbeddedClickHouse } from '../../src/index.js';
import { ask } from '../../src/testing/index.js';

const { logger, lines } = createRecordingLogger();
const foreign = { origin: 'https://example.com', 'sec-fetch-site': 'cross-site' };
const preflight = {
  ...foreign,
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization',
};
/**
 * An address on which nothing listens. If a statement is not refused, it fails with a different message, because it
 * cannot connect to this address.
 */
const nowhere = '127.0.0.1:1';

let dataDir = '';
let clickHouse: EmbeddedClickHouse;

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'owner-only-'));
  clickHouse = await startEmbeddedClickHouse({ dataDir, logger });
  await ask(clickHouse, 'CREATE DATABASE spans');
  await ask(clickHouse, 'CREATE TABLE spans.t (n UInt64) ENGINE = MergeTree ORDER BY n');
});
afterAll(async () => {
  await clickHouse.close();
  rmSync(dataDir, { recursive: true, force: true });
});

interface Request {
  readonly method?: string;
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Sends a request with headers that `fetch` does not send but other programs may send. */
function send({ method = 'POST', path = '/', headers = {}, body = '' }: Request) {
  return new Promise<{ status: number | undefined; headers: object; body: string }>(
    (resolve, reject) => {
      const outgoing = request(`${clickHouse.url}${path}`, { method, headers }, async (answer) => {
        const { statusCode: status, headers: received } = answer;
        resolve({ status, headers: received, body: await text(answer) });
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    },
  );
}

function base64(credentials: string): string {
  return `Basic ${Buffer.from(credentials).toString('base64')}`;
}

function refusalOf(statement: string): Promise<string> {
  return ask(clickHouse, statement).then(
    (answer) => `answered ${answer}`,
    (error: Error) => error.message,
  );
}

/** Returns the ports on which a process listens at any address. */
function listeningPorts(pid: number): readonly number[] {
  const descriptors = `/proc/${pid}/fd`;
  const sockets = new Set(
    readdirSync(descriptors).map((name) => {
      try {
        return /^socket:\[(\d+)\]$/.exec(readlinkSync(join(descriptors, name)))?.[1];
      } catch {
        return undefined; // the socket was closed after the folder was listed
      }
    }),
  );
  const listens = '0A';
  return ['tcp', 'tcp6']
    .flatMap((table) => readFileSync(`/proc/${pid}/net/${table}`, 'utf8').split('\n').slice(1))
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode]) => state === listens && sockets.has(inode))
    .map(([, address = '']) => Number.parseInt(address.slice(address.indexOf(':') + 1), 16));
}

function filesBelow(directory: string): readonly string[] {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
  return names.map((name) => join(directory, name));
}

function modeOf(path: string): string {
  return (statSync(path).mode & 0o777).toString(8);
}

describe('the embedded ClickHouse', () => {
  it.each<[string, Request]>([
    ['no header', { body: 'SELECT 1' }],
    ['a foreign Origin, as a page sends it', { headers: foreign, body: 'SELECT 1' }],
    ['the statement in the URL', { method: 'GET', path: '/?query=SELECT+1' }],
    ['a wrong password', { headers: { authorization: base64('spanhouse:wrong') } }],
    ['the user default', { headers: { authorization: base64('default:') }, body: 'SELECT 1' }],
    ['the user default in the URL', { path: '/?user=default&query=SELECT+1' }],
    [
      'the headers of ClickHouse',
      { headers: { 'x-clickhouse-user': 'default' }, body: 'SELECT 1' },
    ],
    ...['/ping', '/play', '/dashboard', '/replicas_status', '/metrics', '/binary'].map(
      (path): [string, Request] => [path, { method: 'GET', path }],
    ),
  ])('answers 404 to a request with %s', async (_what, sent) => {
    const { status, headers, body } = await send(sent);

    expect(status).toBe(404);
    expect(body).not.toContain(clickHouse.password);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('does not allow a web page to send the header of its owner', async () => {
    const { status, headers } = await send({ method: 'OPTIONS', headers: preflight });

    expect(status).toBe(501);
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('answers statements of its owner, including those of another process of the same user', async () => {
    expect(readAccess(dataDir)).toMatchObject({ url: clickHouse.url, user: 'spanhouse' });
    expect(await ask(readAccess(dataDir), 'SELECT currentUser()')).toBe('spanhouse');
  });

  it('allows the user default of its child process neither to read a span nor to write, open or run anything', async () => {
    const headers = { authorization: authorizationOf(clickHouse) };
    const refusals = await Promise.all(
      [
        'SELECT * FROM spans.t',
        'INSERT INTO spans.t VALUES (1)',
        `INSERT INTO FUNCTION file('/tmp/never-written', LineAsString) SELECT 'x'`,
        `SELECT * FROM url('http://${nowhere}/', LineAsString)`,
        `SELECT * FROM remote('${nowhere}', system.one)`,
        'CREATE DATABASE other',
        'GRANT ALL ON *.* TO default',
      ].map((body) => send({ path: '/?user=default', headers, body })),
    );

    expect(refusals.map(({ body }) => /Not enough privileges|READONLY/.test(body))).toEqual(
      refusals.map(() => true),
    );
  });

  it.each([
    `SELECT * FROM file('/etc/hostname', LineAsString)`,
    `SELECT * FROM file('${__filename}', LineAsString)`,
    `INSERT INTO FUNCTION file('/tmp/never-written', LineAsString) SELECT 'x'`,
    'SELECT * FROM default.`/etc/hostname`',
    `SELECT * FROM url('http://${nowhere}/', LineAsString)`,
    `INSERT INTO FUNCTION url('http://${nowhere}/', LineAsString) SELECT 'x'`,
    `SELECT * FROM remote('${nowhere}', system.one)`,
    `SELECT * FROM remoteSecure('${nowhere}', system.one)`,
    `SELECT * FROM s3('http://${nowhere}/bucket/x', LineAsString)`,
    `SELECT * FROM gcs('http://${nowhere}/bucket/x', LineAsString)`,
    `SELECT * FROM hdfs('hdfs://${nowhere}/x', LineAsString)`,
    `SELECT * FROM mysql('${nowhere}', 'a', 'b', 'c', 'd')`,
    `SELECT * FROM postgresql('${nowhere}', 'a', 'b', 'c', 'd')`,
    `SELECT * FROM sqlite('/tmp/a.sqlite', 'b')`,
    `SELECT * FROM mongodb('${nowhere}', 'a', 'b', 'c', 'd', 'e String')`,
    `SELECT * FROM redis('${nowhere}', 'a', 'a String')`,
    `SELECT * FROM odbc('DSN=a', 'b', 'c')`,
    `SELECT * FROM icebergLocal('/etc')`,
    `CREATE TABLE spans.f (a String) ENGINE = File(LineAsString)`,
    `CREATE TABLE spans.u (a String) ENGINE = URL('http://${nowhere}/', LineAsString)`,
    `CREATE DATABASE f ENGINE = Filesystem('/')`,
    `CREATE VIEW spans.v AS SELECT * FROM file('/etc/hostname', LineAsString)`,
    `CREATE DICTIONARY spans.d (a UInt64) PRIMARY KEY a SOURCE(FILE(path '/etc/passwd' format 'CSV')) LAYOUT(FLAT()) LIFETIME(0)`,
    `CREATE USER other`,
    `GRANT READ ON FILE TO spanhouse`,
    `SYSTEM START LISTEN TCP`,
    `SYSTEM SHUTDOWN`,
  ])('refuses its owner %s', async (statement) => {
    expect(await refusalOf(statement)).toMatch(/Not enough privileges|ACCESS_STORAGE_READONLY/);
  });

  it.each([
    [
      `SELECT * FROM executable('a.sh', TSV, 'a String')`,
      'does not exist inside user scripts folder',
    ],
    [
      `CREATE TABLE spans.w (n UInt64) ENGINE = MergeTree ORDER BY n SETTINGS disk = disk(type = web, endpoint = 'http://${nowhere}/')`,
      'Setting disk should not be changed',
    ],
    [`SELECT 1 INTO OUTFILE '/tmp/never-written'`, 'INTO OUTFILE is not allowed'],
    [`BACKUP DATABASE spans TO File('/tmp/never-written')`, 'is not allowed for backups'],
  ])('refuses its owner %s', async (statement, reason) => {
    expect(await refusalOf(statement)).toContain(reason);
  });

  it('backs up and restores', async () => {
    await ask(clickHouse, 'INSERT INTO spans.t SELECT number FROM numbers(1000)');

    expect(await ask(clickHouse, "BACKUP DATABASE spans TO File('monday')")).toMatch(
      /BACKUP_CREATED$/,
    );
    await ask(clickHouse, 'DROP DATABASE spans SYNC');
    expect(await ask(clickHouse, "RESTORE DATABASE spans FROM File('monday')")).toMatch(
      /RESTORED$/,
    );
    expect(await ask(clickHouse, 'SELECT sum(n) FROM spans.t')).toBe('499500');
  });

  it('listens only on the port of its owner', () => {
    const port = Number(new URL(clickHouse.url).port);

    expect(listeningPorts(clickHouse.pid() ?? 0)).toEqual([port]);
  });

  it('creates directories and files that only its user can access', () => {
    const modes = filesBelow(dataDir).map((path) => [
      path,
      statSync(path).isDirectory() ? 'directory' : 'file',
      modeOf(path),
    ]);

    expect(modes.length).toBeGreaterThan(20);
    expect(modes.filter(([, kind, mode]) => mode !== (kind === 'file' ? '600' : '700'))).toEqual(
      [],
    );
  });

  it('does not show its password in logs, arguments or the environment', async () => {
    await refusalOf('SELECT no_such_column');
    await send({ headers: { authorization: base64('spanhouse:wrong') }, body: 'SELECT 1' });
    const { password } = clickHouse;
    const secrets = [password, authorizationOf(clickHouse).slice('Basic '.length)];
    const visible = ['cmdline', 'environ', 'status'].map((file) =>
      readFileSync(`/proc/${clickHouse.pid()}/${file}`, 'utf8'),
    );
    const log = readFileSync(join(dataDir, 'clickhouse.log'), 'utf8');
    const shown = [...visible, log, JSON.stringify(lines)].join('\n');

    expect(log).not.toBe('');
    expect(secrets.filter((secret) => shown.includes(secret))).toEqual([]);
    const holders = filesBelow(dataDir).filter(
      (path) =>
        statSync(path).isFile() && secrets.some((secret) => readFileSync(path).includes(secret)),
    );
    expect(holders.map((path) => path.slice(dataDir.length + 1)).toSorted()).toEqual([
      'access.json',
      'config.xml',
    ]);
  });
});

describe('another start of the embedded ClickHouse', () => {
  it('has another password, even after a kill, and removes the access file when it ends', async () => {
    const copy = mkdtempSync(join(tmpdir(), 'owner-only-'));
    const options = { dataDir: copy, logger: createSilentLogger() };
    const first = await startEmbeddedClickHouse(options);
    const afterStart = readAccess(copy);
    await first.close();
    const whileStopped = () => readAccess(copy);
    expect(whileStopped).toThrow(`no embedded ClickHouse runs in ${copy}`);

    // A killed process leaves this file behind.
    cpSync(join(dataDir, 'access.json'), join(copy, 'access.json'));
    const second = await startEmbeddedClickHouse(options);
    const before = { ...afterStart, url: second.url };

    await expect(ask(before, 'SELECT 1')).rejects.toMatchObject({ code: 'STATEMENT_REFUSED' });
    expect(readAccess(copy).password).toBe(second.password);
    expect(new Set([first, second, clickHouse].map(({ password }) => password)).size).toBe(3);
    await second.close();
    rmSync(copy, { recursive: true });
  });
});
