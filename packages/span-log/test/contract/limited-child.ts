import { randomBytes } from 'node:crypto';
import { writeSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import type { PublishOutcome } from '../../src/span-publisher.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { embeddedOptions } from './embedded-options.js';
import { RecordingListener } from './recording-listener.js';

/** Runs with a limited file size: publishes until the log refuses, commits everything, and publishes again. */
const [path = ''] = process.argv.slice(2);
const log = await openEmbeddedSpanLog(embeddedOptions(path, { partitions: 1 }));
const listener = new RecordingListener();
await log.subscription.start(listener);

let published = 0;

async function publish(): Promise<PublishOutcome> {
  const outcome = await log.publisher.publish([spanRecord({ rows: randomBytes(64 * 1024) })]);
  if (outcome.status === 'published') {
    published += 1;
  }
  return outcome;
}

let outcome = await publish();
while (outcome.status === 'published') {
  outcome = await publish();
}

await listener.received(published);
const report = { published, refused: outcome, delivered: listener.all.length };

const commit = await log.subscription.commit({ partition: 0, offset: published, metadata: '' });
while (outcome.status !== 'published') {
  await nextTurn();
  outcome = await publish();
}

writeSync(1, JSON.stringify({ ...report, commit, again: outcome }));
await log.close();
