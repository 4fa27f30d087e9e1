// Records the messages that a version writes to Kafka: keys, values and headers as the broker stores them.
//   node record-topic.mjs <built worktree of the version> <output file> <Kafka broker>
// The version runs as one process with an embedded ClickHouse in open mode. This program sends spans to that process and
// records its responses to reads.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { topicReads } from './data-directory-reads.mjs';
import { topicWrites } from './data-directory-writes.mjs';
import { consistentWith, send, startVersion, write } from './recorded-version.mjs';

const [worktree, output, broker] = process.argv.slice(2);
const { Kafka, logLevel } = createRequire(
  join(resolve(worktree), 'packages/span-log/package.json'),
)('kafkajs');
const topic = `recorded-${Date.now()}`;
const { url, stop } = await startVersion(
  worktree,
  mkdtempSync(join(tmpdir(), 'spanhouse-record-')),
  {
    AUTH_MODE: 'open',
    KAFKA_BROKERS: broker,
    KAFKA_TOPIC: topic,
    KAFKA_GROUP_ID: topic,
    KAFKA_PARTITIONS: '2',
    TOKEN_SECRET: 'a-secret-of-32-bytes-for-recordings',
  },
);
const receipts = [];
for (const { request } of topicWrites) {
  const headers = consistentWith(request.method === 'DELETE' ? receipts : []);
  const { receipt } = await write(url, { ...request, headers: { ...headers, ...request.headers } });
  receipts.push(receipt);
}
const recorded = [];
for (const { name, ...request } of topicReads) {
  const { status, body } = await send(url, { ...request, headers: consistentWith(receipts) });
  recorded.push({ name, ...request, status, answer: body });
}

const kafka = new Kafka({ brokers: [broker], logLevel: logLevel.NOTHING });
const consumer = kafka.consumer({ groupId: `reader-${topic}` });
const admin = kafka.admin();
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
await stop();
writeFileSync(output, gzipSync(JSON.stringify({ messages, recorded }, null, 1), { level: 9 }));
