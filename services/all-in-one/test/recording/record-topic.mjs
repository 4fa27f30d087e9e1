// Records the messages that a version writes to Kafka: keys, values and headers as the broker keeps them.
//
//   node record-topic.mjs <built worktree of the version> <output file> <Kafka broker>
//
// The version runs as one process with an embedded ClickHouse, in open mode; it sends the messages and then answers reads.
import { spawn } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { topicReads } from './data-directory-reads.mjs';
import { topicWrites } from './data-directory-writes.mjs';

const [worktree, output, broker] = process.argv.slice(2);
const { Kafka, logLevel } = createRequire(
  join(resolve(worktree), 'packages/span-log/package.json'),
)('kafkajs');
const topic = `recorded-${Date.now()}`;
const child = spawn(
  process.execPath,
  [join(resolve(worktree), 'services/all-in-one/dist/main.js')],
  {
    env: {
      PATH: process.env.PATH,
      DATA_DIR: mkdtempSync(join(tmpdir(), 'spanhouse-record-')),
      AUTH_MODE: 'open',
      HTTP_HOST: '127.0.0.1',
      HTTP_PORT: '0',
      OTLP_HTTP_PORT: '0',
      OTLP_GRPC_PORT: '0',
      KAFKA_BROKERS: broker,
      KAFKA_TOPIC: topic,
      KAFKA_GROUP_ID: topic,
      KAFKA_PARTITIONS: '2',
      TOKEN_SECRET: 'a-secret-of-32-bytes-for-recordings',
      RECEIPT_MAX_WAIT_MS: '120000',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  },
);
let url;
for await (const line of createInterface({ input: child.stdout })) {
  url ??= /API\s+(http:\S+)/.exec(line)?.[1];
  if (/Data\s+/.test(line)) {
    break;
  }
}

async function send({ method = 'GET', path, headers, body }, receipts = []) {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(!isBytes && { 'content-type': 'application/json' }),
      ...(receipts.length > 0 && {
        'x-consistent-with': receipts.join(','),
        'x-consistency-timeout-ms': '120000',
      }),
      ...headers,
    },
    ...(body !== undefined && { body: isBytes ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = text === '' ? {} : JSON.parse(text); // OTLP protobuf answers with an empty body
  return { status: response.status, answer, receipt: response.headers.get('x-ingest-receipt') };
}

const receipts = [];
for (const { request } of topicWrites) {
  const { status, answer, receipt } = await send(
    request,
    request.method === 'DELETE' ? receipts : [],
  );
  if (status >= 300 || answer.dropped !== undefined) {
    throw new Error(`${request.path}: ${status} ${JSON.stringify(answer)}`);
  }
  receipts.push(receipt);
}
const recorded = [];
for (const { name, ...request } of topicReads) {
  const { status, answer } = await send(request, receipts);
  recorded.push({ name, ...request, status, answer });
}

const consumer = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).consumer({
  groupId: `reader-${topic}`,
});
const admin = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING }).admin();
await admin.connect();
const ends = await admin.fetchTopicOffsets(topic);
const count = ends.reduce((sum, { high }) => sum + Number(high), 0);
const messages = [];
function base64(bytes) {
  return bytes === null ? null : Buffer.from(bytes).toString('base64');
}
await consumer.connect();
await consumer.subscribe({ topic, fromBeginning: true });
await new Promise((done) => {
  consumer.run({
    eachMessage: ({ partition, message: { key, value, headers } }) => {
      const texts = Object.entries(headers).map(([name, bytes]) => [name, base64(bytes)]);
      messages.push({
        partition,
        key: base64(key),
        value: base64(value),
        headers: Object.fromEntries(texts),
      });
      if (messages.length === count) {
        done();
      }
    },
  });
});
await consumer.disconnect();
await admin.disconnect();
child.kill('SIGTERM');
writeFileSync(output, gzipSync(JSON.stringify({ messages, recorded }, null, 1), { level: 9 }));
