// Holds a running process with clients that neither take their answers nor end their requests:
//   npm run bench:slow-readers          unfinished gRPC calls of 12 MB, then sockets that ask for a trace of 11 MB and do not read it
// Prints one JSON report: the resident memory of the process without its ClickHouse, how many connections and calls are
// still open at the end, and the longest small read and write meanwhile. The gateway gets a budget of 32 MiB.

import { connect as connectHttp2 } from 'node:http2';
import { connect } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { startFuzzTarget } from './bodies/fuzz-target.mjs';

const MIB = 1024 * 1024;
const SOCKETS = 60;
const CALLS = 40;
const CALL_BYTES = 12_000_000;
const SECONDS = 45;
const exportPath = '/opentelemetry.proto.collector.trace.v1.TraceService/Export';
const largeTrace = 'a'.repeat(32);
const smallTrace = 'b'.repeat(32);

process.env.GATEWAY_MAX_IN_FLIGHT_BYTES = String(32 * MIB);

function spanOf(trace_id, number, text) {
  const times = { start_time: '2026-05-01T10:00:00Z', end_time: '2026-05-01T10:00:01Z' };
  const span_id = number.toString(16).padStart(16, '0');
  return { trace_id, span_id, span_name: 'ask', ...times, attributes: { text } };
}

async function ingest(url, spans) {
  const answer = await fetch(`${url}/tracing/spans/ingest`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ spans }),
  });
  const said = await answer.text();
  if (answer.status === 422) {
    throw new Error(said);
  }
  return { status: answer.status, receipt: answer.headers.get('x-ingest-receipt') };
}

async function read(url, traceId, receipt) {
  const headers = receipt === undefined ? {} : { 'x-consistent-with': receipt };
  const answer = await fetch(`${url}/traces/${traceId}`, { headers });
  return { status: answer.status, bytes: (await answer.arrayBuffer()).byteLength };
}

async function gaugeOf(url, name) {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(text)?.[1]);
}

/** Samples the memory while small reads and writes go on; `gauge` counts the requests that are still open. */
async function observe(target, gauge) {
  const idleMb = target.residentMb();
  const statuses = {};
  let peakMb = 0;
  let longestMs = 0;
  const endAt = performance.now() + SECONDS * 1000;
  while (performance.now() < endAt) {
    const startedAt = performance.now();
    const answers = [
      await read(target.url, smallTrace),
      await ingest(target.url, [spanOf(smallTrace, 1, 'x')]),
    ];
    longestMs = Math.max(longestMs, performance.now() - startedAt);
    for (const { status } of answers) {
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
    peakMb = Math.max(peakMb, target.residentMb());
    await delay(100);
  }
  return {
    idleMb,
    peakMb,
    endMb: target.residentMb(),
    stillOpen: await gaugeOf(target.url, gauge),
    smallReadsAndWrites: statuses,
    longestReadAndWriteMs: Math.round(longestMs),
  };
}

function openSockets({ url }) {
  const { hostname, port } = new URL(url);
  const sockets = Array.from({ length: SOCKETS }, () => {
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => undefined);
    socket.write(`GET /traces/${largeTrace} HTTP/1.1\r\nhost: ${hostname}\r\n\r\n`);
    return socket;
  });
  return () => sockets.map((socket) => socket.destroy());
}

function openCalls({ grpcUrl }) {
  const session = connectHttp2(grpcUrl);
  const prefix = Buffer.alloc(5);
  prefix.writeUInt32BE(CALL_BYTES + 1, 1);
  const message = Buffer.concat([prefix, Buffer.alloc(CALL_BYTES)]);
  for (let call = 0; call < CALLS; call += 1) {
    const stream = session.request({
      ':method': 'POST',
      ':path': exportPath,
      'content-type': 'application/grpc',
      te: 'trailers',
    });
    stream.on('error', () => undefined).resume();
    stream.write(message);
  }
  return () => session.destroy();
}

const target = await startFuzzTarget();
const text = 'x'.repeat(1_100_000);
let receipt;
for (let number = 1; number <= 10; number += 1) {
  ({ receipt } = await ingest(target.url, [spanOf(largeTrace, number, text)]));
  await read(target.url, largeTrace, receipt);
}
({ receipt } = await ingest(target.url, [spanOf(smallTrace, 1, 'x')]));
await read(target.url, smallTrace, receipt);

const report = {};
for (const [gauge, open] of [
  ['grpc_requests_in_flight', openCalls],
  ['http_requests_in_flight', openSockets],
]) {
  const close = open(target);
  report[open.name] = await observe(target, gauge);
  close();
  await delay(5000);
}
await target.close();
process.stdout.write(`${JSON.stringify(report, undefined, 2)}\n`);
