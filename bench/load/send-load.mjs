// Sends spans over OTLP/HTTP protobuf and prints one JSON line: rates, latencies, and the last sent trace ids.
//   node bench/load/send-load.mjs --url http://127.0.0.1:8080 --spans 200000 --connections 8 [--rate 3000]
// --url can be repeated; the addresses are used in turn, as by a load balancer. --rate limits the spans per second; 0
// means no limit. SIGTERM ends the run early, with the same output.
import { Agent, request } from 'node:http';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { percentile } from '../percentile.mjs';
import { BODIES_PER_CONNECTION, buildBodies, SPANS_PER_BODY, stamp } from './otlp-bodies.mjs';

const MAX_ATTEMPTS = 100;
const RETRY_DELAY_MS = 100;

const { values } = parseArgs({
  options: {
    url: { type: 'string', multiple: true, default: ['http://127.0.0.1:8080'] },
    spans: { type: 'string', default: '200000' },
    connections: { type: 'string', default: '8' },
    rate: { type: 'string', default: '0' },
  },
});
const connections = Number(values.connections);
const bodiesToSend = Math.ceil(Number(values.spans) / SPANS_PER_BODY);
const agent = new Agent({ keepAlive: true, maxSockets: connections });
// Each connection stamps its own bodies, because a body must not change while it is sent.
const bodies = Array.from({ length: connections }, (_, seed) =>
  buildBodies(BODIES_PER_CONNECTION, { seed }),
);
const urls = values.url.map((url) => new URL('/v1/traces', url));
const bodyEveryMs = Number(values.rate) > 0 ? (SPANS_PER_BODY * 1000) / Number(values.rate) : 0;

function post(url, body) {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/x-protobuf', 'content-length': body.length };
    const outgoing = request(url, { method: 'POST', agent, headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

const result = { accepted: 0, refused: 0, failed: 0 };
const latenciesMs = [];
const lastTraceIds = [];
const sampledTraceIds = [];
const sampleEvery = Math.max(1, Math.floor(bodiesToSend / 200));
let next = 0;

async function sendOne(url, body) {
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const startedAt = performance.now();
    const status = await post(url, body).catch(() => 0);
    if (status === 200) {
      latenciesMs.push(performance.now() - startedAt);
      result.accepted += SPANS_PER_BODY;
      return;
    }
    if (status === 0) {
      result.failed++;
    } else {
      result.refused++;
    }
    await delay(RETRY_DELAY_MS);
  }
  throw new Error(`a body was refused ${MAX_ATTEMPTS} times`);
}

process.once('SIGTERM', () => {
  next = bodiesToSend;
});

async function connection(index) {
  let sent = 0;
  for (let i = next++; i < bodiesToSend; i = next++) {
    const earlyMs = startedAt + i * bodyEveryMs - performance.now();
    if (earlyMs > 0) {
      await delay(earlyMs);
    }
    const own = bodies[index][sent++ % bodies[index].length];
    const traceIds = stamp(own, BigInt(Date.now()) * 1_000_000n);
    lastTraceIds[index] = traceIds.at(-1);
    if (i % sampleEvery === 0) {
      sampledTraceIds.push(traceIds[0]);
    }
    await sendOne(urls[i % urls.length], own.body);
  }
}

const startedAt = performance.now();
await Promise.all(Array.from({ length: connections }, (_, index) => connection(index)));
const seconds = (performance.now() - startedAt) / 1000;

function latencyMs(share) {
  return Number(percentile(latenciesMs, share)?.toFixed(2));
}

const cpu = process.cpuUsage();
console.log(
  JSON.stringify({
    ...result,
    seconds: Number(seconds.toFixed(2)),
    accepted_spans_per_second: Math.round(result.accepted / seconds),
    post_p50_ms: latencyMs(0.5),
    post_p95_ms: latencyMs(0.95),
    body_bytes_per_span: Math.round(bodies[0][0].body.length / SPANS_PER_BODY),
    generator_cpu_seconds: Number(((cpu.user + cpu.system) / 1e6).toFixed(2)),
    last_trace_ids: lastTraceIds.filter((id) => id !== undefined),
    sampled_trace_ids: sampledTraceIds,
  }),
);
agent.destroy();
