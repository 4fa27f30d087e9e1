// Records a data directory of a built version, and the responses of this version to reads.
//   node record-data-directory.mjs <built worktree of the version> <output directory>
// The output is data-directory.tar.gz and answers.json.gz. The directory is packed in the state after a `kill -9`, with
// messages that no consumer has stored. The recorded responses come from another start, on a copy of the directory.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { reads } from './data-directory-reads.mjs';
import { unstored, writes } from './data-directory-writes.mjs';
import { consistentWith, send, startVersion, write } from './recorded-version.mjs';

const [worktree, output] = process.argv.slice(2);
const inWorktree = { cwd: worktree, encoding: 'utf8' };
const version = execFileSync('git', ['rev-parse', '--short', 'HEAD'], inWorktree).trim();
const scratch = mkdtempSync(join(tmpdir(), 'spanhouse-record-'));
const dataDir = join(scratch, 'data');
const adminKey = 'the-admin-key-of-the-fixture';

/** Starts the recorded version. Resolves with its address, its process and access to its ClickHouse. */
async function start(directory) {
  const running = await startVersion(worktree, directory, {
    AUTH_MODE: 'keys',
    ADMIN_KEY: adminKey,
    LOG_MAX_BYTES: String(16 * 1024 * 1024), // the preallocated file has this size
    LOG_PARTITIONS: '2',
    REMOVAL_INTERVAL_MS: '86400000',
    BATCH_MAX_AGE_MS: '100',
    QUERY_DEADLINE_MS: '120000',
  });
  const access = JSON.parse(readFileSync(join(directory, 'clickhouse', 'access.json'), 'utf8'));
  return { ...running, access };
}

/** Adds the API key of a request's project to the request. */
function withKey(keys, { project = 'first', headers, ...request }) {
  return { ...request, headers: { authorization: `ApiKey ${keys[project]}`, ...headers } };
}

async function makeKeys(running) {
  const accounts = {
    first: { user: { email: 'ada@example.com' } },
    second: { user: { email: 'bob@example.com' } },
  };
  const { body } = await send(running.url, {
    method: 'POST',
    path: '/admin/simple/accounts/',
    headers: { authorization: `Access ${adminKey}` },
    body: { accounts },
  });
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

/** Performs writes in order. Each write may use the responses to earlier writes. */
async function perform(running, { keys, steps, answers, receipts }) {
  for (const step of steps) {
    if (step.sql !== undefined) {
      await runStatement(running, step.sql);
      continue;
    }
    const request = typeof step.request === 'function' ? step.request(answers) : step.request;
    const waits = consistentWith(step.waits ? receipts.slice(-1) : []);
    const headers = { ...request.headers, ...waits };
    const answer = await write(running.url, withKey(keys, { ...request, headers }));
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
        projects.map((project) =>
          send(running.url, withKey(keys, { project, path: `/receipts/${receipt}` })),
        ),
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
  const listed = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
  return Number(listed.trim().split('\n')[0]);
}

const answers = {};
const receipts = [];
const first = await start(dataDir);
const keys = await makeKeys(first);
await perform(first, { keys, steps: writes, answers, receipts });
await stored(first, { keys, receipts });
await first.stop();

// The next messages are accepted but not stored, because ClickHouse is stopped and the process is then killed.
const second = await start(dataDir);
const clickhouse = childOf(second.child.pid);
process.kill(clickhouse, 'SIGSTOP');
await perform(second, { keys, steps: unstored, answers, receipts });
await second.stop('SIGKILL');
process.kill(clickhouse, 'SIGKILL');
await delay(500); // gives the killed server time to release its files

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
  'output.log',
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

// The recorded responses come from a start of the same version on a copy of the directory.
const copy = join(scratch, 'copy');
cpSync(dataDir, copy, { recursive: true, verbatimSymlinks: true });
const third = await start(copy);
await stored(third, { keys, receipts });
const recorded = [];
for (const { name, ...request } of reads(answers)) {
  const { status, body } = await send(third.url, withKey(keys, request));
  recorded.push({ name, ...request, status, answer: body });
}
await third.stop();
const settings = { adminKey, keys };
const document = JSON.stringify({ version, settings, recorded }, null, 1);
writeFileSync(join(output, 'answers.json.gz'), gzipSync(document, { level: 9 }));
rmSync(scratch, { recursive: true, force: true });
