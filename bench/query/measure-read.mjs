import { performance } from 'node:perf_hooks';
import { send } from './clickhouse.mjs';
import { replay } from './recording-proxy.mjs';

const WARM_UP_CALLS = 5;
/** Limits the calls of a read: their number, and after the first few calls their total time. */
const BY_HAND_CALLS = 100;
const FEWEST_BY_HAND_CALLS = 10;
const BY_HAND_MS = 20_000;
const jsonHeaders = { 'content-type': 'application/json' };

export function createCaller(url, agent) {
  return ({ method, path, body }) =>
    send(`${url}${path}`, { method, body, headers: jsonHeaders, through: agent });
}

async function timed(work) {
  const before = performance.now();
  const result = await work();
  return { result, ms: performance.now() - before };
}

/** Reads the cost that an answer reports; undefined if it reports none. */
function costOf(headers) {
  const match = /rows=(\d+), bytes=(\d+)/.exec(headers['x-query-cost'] ?? '');
  return match === null ? undefined : { rows: Number(match[1]), bytes: Number(match[2]) };
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}

function percentile(numbers, share) {
  return numbers.toSorted((left, right) => left - right)[Math.floor(numbers.length * share)];
}

/** Runs a read through HTTP `calls` times. */
async function measureHttp(read, direct, calls) {
  for (let call = 0; call < WARM_UP_CALLS; call++) {
    await direct(read.request(calls + call));
  }
  const times = [];
  const costs = [];
  let answerBytes = 0;
  for (let call = 0; call < calls; call++) {
    const { result, ms } = await timed(() => direct(read.request(call)));
    if (result.status !== 200) {
      throw new Error(`${read.name}: ${result.status} ${result.text()}`);
    }
    times.push(ms);
    answerBytes += result.bytes().length;
    costs.push(costOf(result.headers));
  }
  return { times, answerBytes, costs: costs.filter((cost) => cost !== undefined) };
}

/**
 * Compares calls with their own statements sent directly. The two take turns in going first, so that
 * neither always finds warm caches.
 */
async function measureByHand(read, { services, clickhouse, calls }) {
  const { direct, recorded, proxy, agent } = services;
  const http = [];
  const byHand = [];
  const costs = [];
  let statementCount = 0;
  const endMs = performance.now() + BY_HAND_MS;
  for (let call = 0; call < Math.min(calls, BY_HAND_CALLS); call++) {
    if (call >= FEWEST_BY_HAND_CALLS && performance.now() > endMs) {
      break;
    }
    const request = read.request(calls + call);
    proxy.take();
    await recorded(request);
    const statements = proxy.take();
    statementCount += statements.length;
    costs.push({
      rows: sum(statements.map(({ summary }) => summary.rows)),
      bytes: sum(statements.map(({ summary }) => summary.bytes)),
    });
    const pair = [
      async () => http.push((await timed(() => direct(request))).ms),
      async () => byHand.push((await timed(() => replay(clickhouse, statements, agent))).ms),
    ];
    for (const run of call % 2 === 0 ? pair : pair.toReversed()) {
      await run();
    }
  }
  const byHandMs = percentile(byHand, 0.5);
  return {
    costs,
    byHandMs,
    ratio: percentile(http, 0.5) / byHandMs,
    statements: statementCount / byHand.length,
  };
}

export async function measureRead(read, options) {
  const { services, calls } = options;
  const { status } = await services.direct(read.request(calls));
  if (status !== 200) {
    return { read, refused: status };
  }
  const { times, answerBytes, costs: said } = await measureHttp(read, services.direct, calls);
  const { costs: summed, ...byHand } = await measureByHand(read, options);
  const costs = said.length > 0 ? said : summed;
  const rows = costs.map((cost) => cost.rows);
  const bytes = costs.map((cost) => cost.bytes);
  return {
    read,
    ...byHand,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    rows: percentile(rows, 0.5),
    mostRows: Math.max(...rows),
    bytesRead: percentile(bytes, 0.5),
    rowsAreFrom: said.length > 0 ? 'x-query-cost' : 'X-ClickHouse-Summary',
    answerBytes: answerBytes / calls,
  };
}
