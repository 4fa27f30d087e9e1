import { performance } from 'node:perf_hooks';
import { percentile } from '../percentile.mjs';
import { send } from './clickhouse.mjs';

const WARM_UP_CALLS = 5;
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

/** Returns the cost in the headers of an answer, or undefined if they report no cost. */
function costOf(headers) {
  const match = /rows=(\d+), bytes=(\d+)/.exec(headers['x-query-cost'] ?? '');
  return match === null ? undefined : { rows: Number(match[1]), bytes: Number(match[2]) };
}

/** Runs a read `calls` times through HTTP. */
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

export async function measureRead(read, { direct, calls }) {
  const { status } = await direct(read.request(calls));
  if (status !== 200) {
    return { read, refused: status };
  }
  const { times, answerBytes, costs } = await measureHttp(read, direct, calls);
  const rows = costs.map((cost) => cost.rows);
  return {
    read,
    p50: percentile(times, 0.5),
    p95: percentile(times, 0.95),
    rows: percentile(rows, 0.5),
    mostRows: Math.max(...rows),
    bytesRead: percentile(
      costs.map((cost) => cost.bytes),
      0.5,
    ),
    answerBytes: answerBytes / calls,
  };
}
