// Checks docker-compose.yml and runs it without containers. Exit code 0 = everything holds.
//   --static     only what can be seen without running it
//   --keep       does not end: a whole, monitored system until Ctrl-C, at the published ports;
//                it takes "stop <service>" and "start <service>" on standard input
//   --file PATH  another compose file, its paths seen from this repository
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { exportNothingOverGrpc, newKey, sendAndReadBack } from './compose/client.mjs';
import { mapEndpoints } from './compose/endpoints.mjs';
import { settingsOfThisRun } from './compose/env-file.mjs';
import { findProblems } from './compose/find-problems.mjs';
import { LocalSystem, standInFor, whyNotRun } from './compose/local-system.mjs';
import { askDataSources, untilRulesAreLoaded, untilTargetsAreUp } from './compose/monitoring.mjs';
import { obeyLines } from './compose/obey-lines.mjs';
import { requireEveryOperation } from './compose/operations.mjs';
import { writeOperatorEnvironment } from './compose/operator-environment.mjs';
import { REPOSITORY, readCompose } from './compose/read-compose.mjs';
import { composeReader, specificationProblems } from './compose/specification.mjs';

const { values: flags } = parseArgs({
  options: {
    static: { type: 'boolean' },
    keep: { type: 'boolean' },
    file: { type: 'string', default: join(REPOSITORY, 'docker-compose.yml') },
  },
});
const path = resolve(flags.file);
const settings = settingsOfThisRun();
const say = (text) => console.log(text);

/** What cannot be had is named, and is a failure where everything has to be there. */
function skip(what, reason) {
  say(`SKIPPED: ${what}: ${reason}`);
  if (process.env.CI === 'true') throw new Error(`${what} is needed when CI=true`);
}

async function checkFile() {
  const problems = findProblems(path, settings);
  try {
    problems.push(...(await specificationProblems(await composeReader(), { path, settings })));
  } catch (error) {
    skip('the reader of the compose specification', error.message);
  }
  if (problems.length > 0) throw new Error(problems.join('\n'));
  say('the file is what the specification, the services and its mounts need it to be');
}

async function tryOut(endpoints) {
  const apiUrl = `http://${endpoints.address('proxy', '8080')}`;
  const otlpUrl = `http://${endpoints.address('proxy', '4318')}`;
  const headers = await newKey(apiUrl, settings.ADMIN_KEY);
  await sendAndReadBack({ apiUrl, otlpUrl, headers });
  say('spans sent to the published ports come back from there');
  const status = await exportNothingOverGrpc(endpoints.address('ingest-gateway', '4317'), headers);
  if (status !== '0') throw new Error(`OTLP over gRPC was answered with status ${status}`);
  say('OTLP over gRPC is accepted');
  say(`${await requireEveryOperation(apiUrl)} operations are reached at one address`);
  const prometheusUrl = `http://${endpoints.address('prometheus', '9090')}`;
  const jobs = ['ingest-gateway', 'span-consumer', 'trace-query'];
  say(`${await untilTargetsAreUp(prometheusUrl, jobs)} targets of Prometheus are up`);
  say(`${await untilRulesAreLoaded(prometheusUrl)} rules are loaded`);
  await askDataSources({ endpoints, password: settings.GRAFANA_CLICKHOUSE_PASSWORD });
  say('what Grafana asks its data sources is answered');
}

function printAddresses(endpoints, dir) {
  const at = (name, port) => `http://${endpoints.address(name, port)}`;
  say(`
API, /admin, /docs  ${at('proxy', '8080')}
OTLP over HTTP      ${at('proxy', '4318')}
OTLP over gRPC      ${at('ingest-gateway', '4317')}
Prometheus          ${at('prometheus', '9090')}
data and logs       ${dir}, gone after Ctrl-C; the log of a service: <service>/<service>.log

In another terminal, for docs/install.md and deploy/runbook.md:

  . ${writeOperatorEnvironment({ endpoints, settings, dir })}

"stop <service>" and "start <service>" do what they say; Ctrl-C stops everything.`);
}

function untilSignal() {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, resolve);
  });
}

/** Where PostgreSQL, which is not root, can reach its own. */
function newDirectory() {
  const dir = mkdtempSync(join(tmpdir(), 'spanhouse-compose-'));
  chmodSync(dir, 0o755);
  return dir;
}

async function run() {
  const reason = await whyNotRun();
  if (reason !== undefined) return skip('running without containers', reason);
  const { services } = readCompose(path, settings);
  for (const service of services.filter((one) => standInFor(one) === undefined)) {
    say(`${service.name} has nothing to stand in for it, what is mounted into it was looked at`);
  }
  const dir = newDirectory();
  const endpoints = await mapEndpoints(services, { published: flags.keep === true });
  const stopped = untilSignal();
  const system = new LocalSystem({ services, endpoints, dir, say });
  await system.start();
  try {
    if (flags.keep) {
      printAddresses(endpoints, dir);
      obeyLines(system, say);
      await stopped;
    } else {
      await tryOut(endpoints);
    }
  } finally {
    await system.stop();
  }
  rmSync(dir, { recursive: true, force: true });
  say('everything ended in order');
}

try {
  await checkFile();
  if (!flags.static) await run();
  process.exit(0);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
