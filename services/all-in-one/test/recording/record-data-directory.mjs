// Records a data directory and a Kafka topic of a built version, with the answers that this version gives.
//
//   node record-data-directory.mjs <built worktree of the version> <output directory>
//
// The output is data-directory.tar.gz and answers.json.gz. The directory is packed as
// a `kill -9` left it, with messages that no consumer has stored; the answers come from a second start on it.
import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { reads } from './data-directory-reads.mjs';
import { unstored, writes } from './data-directory-writes.mjs';

const [worktree, output] = process.argv.slice(2);
const version = execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: worktree })
  .toString()
  .trim();
const scratch = mkdtempSync(join(tmpdir(), 'spanhouse-record-'));
const dataDir = join(scratch, 'data');
const adminKey = 'the-admin-key-of-the-fixture';

/** Starts the version, and resolves with its address. */
async function start(directory) {
  const child = spawn(
    process.execPath,
    [join(resolve(worktree), 'services/all-in-one/dist/main.js')],
    {
      env: {
        PATH: process.env.PATH,
        DATA_DIR: directory,
        AUTH_MODE: 'keys',
        ADMIN_KEY: adminKey,
        HTTP_HOST: '127.0.0.1',
        HTTP_PORT: '0',
        OTLP_HTTP_PORT: '0',
        OTLP_GRPC_PORT: '0',
        LOG_MAX_BYTES: String(16 * 1024 * 1024), // the preallocated file is no larger
        LOG_PARTITIONS: '2',
        REMOVAL_INTERVAL_MS: '86400000',
        BATCH_MAX_AGE_MS: '100',
        RECEIPT_MAX_WAIT_MS: '120000',
        QUERY_DEADLINE_MS: '120000',
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const exited = new Promise((done) => child.once('exit', done));
  let url;
  for await (const line of createInterface({ input: child.stdout })) {
    url ??= /API\s+(http:\S+)/.exec(line)?.[1];
    if (/Data\s+/.test(line)) {
      break;
    }
  }
  child.stdout.resume();
  const end = async (signal) => {
    child.kill(signal);
    await exited;
  };
  const access = JSON.parse(readFileSync(join(directory, 'clickhouse', 'access.json'), 'utf8'));
  return { url, access, child, end };
}

/** Sends a request with the key of a project, and resolves with its answer. */
async function send({ url }, keys, { project = 'first', method = 'GET', path, headers, body }) {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      authorization: path.startsWith('/admin') ? `Access ${adminKey}` : `ApiKey ${keys[project]}`,
      ...(body !== undefined &&
        !(body instanceof Uint8Array) && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('/json');
  return {
    status: response.status,
    receipt: response.headers.get('x-ingest-receipt') ?? undefined,
    body: isJson ? JSON.parse(text) : text,
  };
}

async function makeKeys(running) {
  const accounts = {
    first: { user: { email: 'ada@example.com' } },
    second: { user: { email: 'bob@example.com' } },
  };
  const { body } = await send(
    running,
    {},
    { method: 'POST', path: '/admin/simple/accounts/', body: { accounts } },
  );
  return Object.fromEntries(
    Object.entries(body.accounts).map(([name, { api_keys }]) => [name, api_keys.key]),
  );
}

async function runStatement({ access: { url, user, password } }, query) {
  const credentials = Buffer.from(`${user}:${password}`).toString('base64');
  const response = await fetch(`${url}/?database=spanhouse`, {
    method: 'POST',
    headers: { authorization: `Basic ${credentials}` },
    body: query,
  });
  if (!response.ok) {
    throw new Error(await response.text());
  }
}

/** Performs writes in order; each may use the answers of earlier writes. */
async function perform(running, { keys, steps, answers, receipts }) {
  for (const step of steps) {
    if (step.sql !== undefined) {
      await runStatement(running, step.sql);
      continue;
    }
    const request = typeof step.request === 'function' ? step.request(answers) : step.request;
    const waits = step.waits
      ? { 'x-consistent-with': receipts.at(-1), 'x-consistency-timeout-ms': '120000' }
      : {};
    const answer = await send(running, keys, {
      ...request,
      headers: { ...request.headers, ...waits },
    });
    if (answer.status >= 300 || answer.body.dropped !== undefined) {
      throw new Error(`${request.path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    }
    answers[step.name] = answer.body;
    if (answer.receipt !== undefined) {
      receipts.push(answer.receipt);
      answers[`receipt of ${step.name}`] = answer.receipt;
    }
  }
}

async function stored(running, { keys, receipts }) {
  for (const [index, receipt] of receipts.entries()) {
    for (;;) {
      const projects = Object.keys(keys);
      const found = await Promise.all(
        projects.map((project) => send(running, keys, { project, path: `/receipts/${receipt}` })),
      );
      const { body } = found.find(({ status }) => status === 200) ?? {};
      if (body?.pending === 0 || body?.status === 'stored' || body?.status === 'dead_lettered') {
        break;
      }
      if (body === undefined) {
        throw new Error(`receipt ${index} is unknown: ${JSON.stringify(found)}`);
      }
      await delay(100);
    }
  }
}

function childOf(pid) {
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)])
    .toString()
    .trim();
  return Number(listed.split('\n')[0]);
}

const answers = {};
const receipts = [];
const first = await start(dataDir);
const keys = await makeKeys(first);
await perform(first, { keys, steps: writes, answers, receipts });
await stored(first, { keys, receipts });
await first.end('SIGTERM');

// Messages that are accepted but not stored: ClickHouse is stopped, and the process is killed.
const second = await start(dataDir);
const clickhouse = childOf(second.child.pid);
process.kill(clickhouse, 'SIGSTOP');
await perform(second, { keys, steps: unstored, answers, receipts });
await second.end('SIGKILL');
process.kill(clickhouse, 'SIGKILL');
await delay(500); // the killed server releases its files

for (const name of [
  'clickhouse/access.json',
  'clickhouse/config.xml',
  'clickhouse/clickhouse.log',
  'clickhouse/clickhouse.err.log',
  'clickhouse/owner.lock',
  'clickhouse/owner.lock-journal',
  'log/owner.lock',
  'log/owner.lock-journal',
  'log/log.mdb-lock',
  'clickhouse/status',
]) {
  rmSync(join(dataDir, name), { force: true });
}
mkdirSync(output, { recursive: true });
const tar = execFileSync(
  'tar',
  ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '-cf', '-', '-C', dataDir, '.'],
  { maxBuffer: 2 ** 30 },
);
writeFileSync(join(output, 'data-directory.tar.gz'), gzipSync(tar, { level: 9 }));

// The answers of the same version on the same directory.
const copy = join(scratch, 'copy');
cpSync(dataDir, copy, { recursive: true, verbatimSymlinks: true });
const third = await start(copy);
await stored(third, { keys, receipts });
const recorded = [];
for (const { name, ...request } of reads(answers)) {
  const { status, body } = await send(third, keys, request);
  recorded.push({ name, ...request, status, answer: body });
}
await third.end('SIGTERM');
const settings = { adminKey, keys };
const document = JSON.stringify({ version, settings, recorded }, null, 1);
writeFileSync(join(output, 'answers.json.gz'), gzipSync(document, { level: 9 }));
rmSync(scratch, { recursive: true, force: true });
