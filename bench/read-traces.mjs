import { Agent, get } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';

const SPANS_PER_TRACE = 10;
const POLL_MS = 50;
const VISIBLE_TIMEOUT_MS = 300_000;

function countNodes(nodes) {
  return Object.values(nodes ?? {})
    .flat()
    .reduce((count, node) => count + 1 + countNodes(node.spans), 0);
}

const agent = new Agent({ keepAlive: true });

/** Reads with `node:http`, because fetch itself would take 2 of 22 ms. */
function readTrace(url, traceId) {
  return new Promise((resolve, reject) => {
    get(`${url}/traces/${traceId}`, { agent }, async (response) => {
      const chunks = await response.toArray();
      resolve({ ok: response.statusCode === 200, body: Buffer.concat(chunks) });
    }).on('error', reject);
  });
}

function countSpans({ ok, body }) {
  return ok ? countNodes(JSON.parse(body).trace?.spans) : 0;
}

/** Resolves when all spans of the traces can be read. */
export async function untilVisible(url, traceIds) {
  const deadline = performance.now() + VISIBLE_TIMEOUT_MS;
  for (const traceId of traceIds) {
    while (countSpans(await readTrace(url, traceId)) < SPANS_PER_TRACE) {
      if (performance.now() > deadline) {
        throw new Error(`trace ${traceId} is not visible`);
      }
      await delay(POLL_MS);
    }
  }
}

/** Reads each trace once, one after the other. */
export async function traceByIdMs(url, traceIds) {
  const times = [];
  for (const traceId of traceIds) {
    const startedAt = performance.now();
    const answer = await readTrace(url, traceId);
    times.push(performance.now() - startedAt);
    const count = countSpans(answer);
    if (count !== SPANS_PER_TRACE) {
      throw new Error(`trace ${traceId} has ${count} spans`);
    }
  }
  times.sort((a, b) => a - b);
  const at = (p) => Number(times[Math.floor(times.length * p)].toFixed(1));
  return { p50: at(0.5), p95: at(0.95) };
}

export function closeReads() {
  agent.destroy();
}
