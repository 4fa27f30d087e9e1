import { Agent } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from './percentile.mjs';
import { send } from './query/clickhouse.mjs';
import { countTraces, spanhouseApi } from './trace-apis.mjs';

const POLL_MS = 50;
const VISIBLE_TIMEOUT_MS = 300_000;

const agent = new Agent({ keepAlive: true });

/** Sends a request with `node:http`, because `fetch` takes 2 ms of the 22 ms of a read. */
function read(url, { path, ...request }) {
  return send(`${url}${path}`, { ...request, through: agent });
}

/** Resolves when all spans of the traces can be read. */
export async function untilVisible(url, traceIds, api = spanhouseApi) {
  const deadline = performance.now() + VISIBLE_TIMEOUT_MS;
  for (const traceId of traceIds) {
    while (countTraces(api, await read(url, api.trace(traceId))) === 0) {
      if (performance.now() > deadline) {
        throw new Error(`trace ${traceId} is not visible`);
      }
      await delay(POLL_MS);
    }
  }
}

/** Sends the requests one after the other. Rejects unless each answer contains `traces` complete traces. */
export async function timeReads(url, requests, { api, traces }) {
  const times = [];
  for (const request of requests) {
    const startedAt = performance.now();
    const answer = await read(url, request);
    times.push(performance.now() - startedAt);
    const count = countTraces(api, answer);
    if (count !== traces) {
      throw new Error(`${request.path} ${request.body ?? ''} answers ${count} complete traces`);
    }
  }
  return percentiles(times);
}

/** Returns p50, p95 and p99 in milliseconds. */
export function percentiles(times) {
  const at = (share) => Number(percentile(times, share).toFixed(1));
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}

/** Reads the traces one after the other, each once, and returns the times in milliseconds. */
export function traceByIdMs(url, traceIds, api = spanhouseApi) {
  return timeReads(url, traceIds.map(api.trace), { api, traces: 1 });
}

export function closeReads() {
  agent.destroy();
}
