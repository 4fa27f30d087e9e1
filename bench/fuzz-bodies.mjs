// Sends mutated bodies to every ingest door of a real process, mutated queries to its query service, and bodies that
// cost much for their size, one at a time; asks /livez all the while.
//   npm run fuzz:bodies                                         a bounded run of a few minutes
//   npm run fuzz:bodies -- --bodies 100000 --queries 20000      the full counts, per door
// Prints one JSON report. Fails on a status that is not documented, on an unanswered /livez, and on a crash.

import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createFuzzBody } from '../packages/span-intake/src/testing/fuzz/fuzz-body.ts';
import { doors, openGrpc, send, sendCompressed, sendToDoor } from './bodies/doors.mjs';
import { createFuzzQuery, readQueryRoutes } from './bodies/fuzz-query.mjs';
import { startFuzzTarget } from './bodies/fuzz-target.mjs';
import { hostileBodies } from './bodies/hostile-bodies.mjs';
import { watchProcess } from './bodies/process-watch.mjs';

const MIB = 1024 * 1024;
const CONCURRENCY = 8;
const NAMED_BODIES = 15;
const NAMED_INPUTS = 20;
/** What the API documents for any body; a missing answer counts as `failed`. */
const documentedStatuses = new Set([
  '200',
  '201',
  '202',
  '400',
  '404',
  '405',
  '409',
  '413',
  '422',
  '429',
  '503',
  '504',
]);
/** OK, INVALID_ARGUMENT, RESOURCE_EXHAUSTED, UNAVAILABLE. */
const documentedCodes = new Set(['grpc 0', 'grpc 3', 'grpc 8', 'grpc 14']);

const { values } = parseArgs({
  options: {
    bodies: { type: 'string', default: '2000' },
    queries: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    'hostile-bytes': { type: 'string', default: String(2 * MIB) },
  },
});
const counts = { bodies: Number(values.bodies), queries: Number(values.queries) };
const firstSeed = Number(values.seed);
const hostileBytes = Number(values['hostile-bytes']);

/** Counts the outcomes of a stage. */
class Tally {
  counts = {};
  /** The first inputs with an outcome that is not documented. */
  undocumented = [];

  /** `input` names what was sent, so that it can be sent again. */
  async add(sending, input) {
    const outcome = String(await sending.catch(({ code }) => `failed ${code}`));
    this.counts[outcome] = (this.counts[outcome] ?? 0) + 1;
    const isDocumented = documentedStatuses.has(outcome) || documentedCodes.has(outcome);
    if (!isDocumented && this.undocumented.length < NAMED_INPUTS) {
      this.undocumented.push({ outcome, ...input });
    }
  }
}

/** Runs a task for each number below `count`, a few at a time. */
async function runAll(count, task) {
  let next = 0;
  async function work() {
    while (next < count) {
      await task(next++);
    }
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
}

const doorOf = { ingest: 'json', trace: 'json', trace_list: 'json' };

/** The bodies for one door, from seeds that make its formats. */
function* bodiesFor(door) {
  for (let seed = firstSeed; ; seed++) {
    const { format, bytes } = createFuzzBody(seed);
    if ((doorOf[format] ?? format) === door) {
      yield { door, bytes, seed };
    }
  }
}

async function fuzzDoor(target, door) {
  const tally = new Tally();
  const bodies = bodiesFor(door);
  await runAll(counts.bodies, () => {
    const body = bodies.next().value;
    return tally.add(sendToDoor(target.url, body), { seed: body.seed });
  });
  return tally;
}

async function fuzzGrpc(target) {
  const tally = new Tally();
  const bodies = bodiesFor('otlp_protobuf');
  const grpc = openGrpc(target.grpcUrl);
  const call = async ({ bytes }) => `grpc ${await grpc.send(bytes)}`;
  await runAll(counts.bodies, () => {
    const body = bodies.next().value;
    return tally.add(call(body), { seed: body.seed });
  });
  grpc.close();
  return tally;
}

async function fuzzQueries(target) {
  const tally = new Tally();
  const routes = await readQueryRoutes(target.url);
  const headers = {
    'content-type': 'application/json',
    authorization: `Access ${target.adminKey}`,
  };
  await runAll(counts.queries, (at) => {
    const { method, path, body } = createFuzzQuery(routes, firstSeed + at);
    const input = { method, path, body: body.subarray(0, 2000).toString() };
    return tally.add(send(method, new URL(path, target.url), { body, headers }), input);
  });
  return tally;
}

/** Sends each hostile body alone and measures how long it holds the event loop. */
async function sendHostile(target, watch) {
  const tally = new Tally();
  const held = [];
  for (const { name, door, make } of hostileBodies) {
    const bytes = make(hostileBytes);
    watch.takeLongestMs();
    const sending = sendCompressed(target.url, { door, bytes });
    await tally.add(
      sending.then(({ status }) => status),
      { door, name },
    );
    const { status = 0, sentBytes = 0 } = await sending.catch(() => ({}));
    const ms = watch.takeLongestMs();
    const perMb = Number(((ms * MIB) / Math.max(MIB, bytes.length)).toFixed(1)); // at least 1 MB
    const perSentMb = Math.round((ms * MIB) / Math.max(1, sentBytes));
    held.push({ door, name, status, ms: Math.round(ms), perMb, perSentMb });
    if (target.exit !== undefined) {
      break;
    }
  }
  held.sort((left, right) => right.perMb - left.perMb);
  return { tally, longest: held.slice(0, NAMED_BODIES) };
}

const target = await startFuzzTarget();
const watch = watchProcess(target);
const stages = {};
async function stage(name, run) {
  const startedAt = performance.now();
  const memory = { before: target.residentMb() };
  const afterMinute = setTimeout(() => {
    memory.afterFirstMinute = target.residentMb();
  }, 60_000);
  const tally = await run();
  clearTimeout(afterMinute);
  memory.after = target.residentMb();
  stages[name] = {
    seconds: Math.round((performance.now() - startedAt) / 1000),
    answers: tally.counts,
    undocumented: tally.undocumented,
    longestHoldMs: Math.round(watch.takeLongestMs()),
    residentMb: memory,
  };
  process.stderr.write(`${name} ${JSON.stringify(stages[name])}\n`);
}

for (const door of Object.keys(doors)) {
  await stage(door, () => fuzzDoor(target, door));
}
await stage('grpc', () => fuzzGrpc(target));
await stage('queries', () => fuzzQueries(target));
const watched = await watch.close();
const hostileWatch = watchProcess(target);
const hostile = await sendHostile(target, hostileWatch);
const { livezFailures } = await hostileWatch.close();
const exit = target.exit;
if (exit === undefined) {
  await target.close();
}

const report = {
  seed: firstSeed,
  counts,
  stages,
  watched,
  hostile: {
    bytes: hostileBytes,
    answers: hostile.tally.counts,
    undocumented: hostile.tally.undocumented,
    livezFailures,
    longest: hostile.longest,
  },
  exit,
};
process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
const undocumented = [...Object.values(stages), report.hostile].flatMap(
  (part) => part.undocumented,
);
if (undocumented.length + watched.livezFailures + livezFailures > 0 || exit !== undefined) {
  process.exitCode = 1;
}
