import { type EmbeddedSpanLog, openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { embeddedOptions, useDirectories } from './embedded-options.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';
import { describeSpanLogContract } from './span-log-contract.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

const newDirectory = useDirectories();

async function underTest(path: string): Promise<SpanLogUnderTest> {
  const log: EmbeddedSpanLog = await openEmbeddedSpanLog(embeddedOptions(path));
  return {
    ...log,
    reader: log.deadLetters,
    rebalance: (listener) => log.subscription.start(listener),
    reopen: async () => {
      await log.close();
      return underTest(path);
    },
  };
}

describeSpanLogContract('embedded', () => underTest(newDirectory()));

describe('the embedded log', () => {
  it('keeps the latest receive time after its message is stored and removed', async () => {
    const path = newDirectory();
    const log = await openEmbeddedSpanLog(embeddedOptions(path));
    await publishAll(log.publisher, [
      spanRecord({ receivedAt: 8n }),
      spanRecord({ receivedAt: 7n }),
    ]);
    await log.subscription.start(new RecordingListener());
    await log.subscription.commit({ partition: 0, offset: 2, metadata: '' });
    await log.close();

    const again = await openEmbeddedSpanLog(embeddedOptions(path));
    await again.close();

    expect(log.latestReceipt).toBe(0n);
    expect(again.latestReceipt).toBe(8n);
  });
});
