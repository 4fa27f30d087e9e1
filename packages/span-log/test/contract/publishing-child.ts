import { writeSync } from 'node:fs';
import { openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { embeddedOptions } from './embedded-options.js';

/** Publishes until it is killed, and prints every acknowledged position. */
const [path = '', run = ''] = process.argv.slice(2);
const log = await openEmbeddedSpanLog(embeddedOptions(path));

async function publishForEver(publisher: number): Promise<never> {
  for (let count = 0; ; count += 1) {
    const text = `${run}/${publisher}/${count}`;
    const rows = Buffer.from(text.padEnd(20_000, `${Math.random()}`));
    const outcome = await log.publisher.publish([spanRecord({ partition: publisher % 3, rows })]);
    if (outcome.status !== 'published') {
      throw new Error(outcome.reason);
    }
    for (const { partition, offset } of outcome.positions) {
      writeSync(1, `${partition} ${offset} ${text}\n`);
    }
  }
}

await Promise.all(Array.from({ length: 12 }, (_, publisher) => publishForEver(publisher)));
