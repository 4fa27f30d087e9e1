import { openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { spanRecord } from '../../src/testing/any-span-record.js';
import { readLetters } from '../../src/testing/read-letters.js';
import { letterAt } from './dead-letters-contract.js';
import { embeddedOptions, useDirectories } from './embedded-options.js';
import { publishAll } from './log-steps.js';
import { RecordingListener } from './recording-listener.js';

describe('an embedded log that is opened with a later generation', () => {
  const newDirectory = useDirectories();
  it('becomes another log once, continues after the last offset, and keeps the dead letters', async () => {
    const directory = newDirectory();
    const open = (minGeneration?: number) =>
      openEmbeddedSpanLog(embeddedOptions(directory, { minGeneration }));
    const first = await open();
    await publishAll(first.publisher, [spanRecord(), spanRecord()]);
    await first.deadLetters.put([letterAt(1)]);
    await first.subscription.start(new RecordingListener());
    await first.subscription.commit({ partition: 0, offset: 2, metadata: '' });
    const before = { logId: first.publisher.logId, generation: first.offsets.generation };
    await first.close();

    const second = await open(9);
    const published = await second.publisher.publish([spanRecord()]);
    const letters = await readLetters(second.deadLetters);
    const after = { logId: second.publisher.logId, generation: second.offsets.generation };
    await second.close();
    const third = await open(9);
    const again = third.publisher.logId;
    await third.close();

    expect(before.generation).toBe(4);
    expect(after.generation).toBe(9);
    expect(after.logId).not.toBe(before.logId);
    expect(again).toBe(after.logId);
    expect(published).toMatchObject({ positions: [{ partition: 0, offset: 2 }] });
    expect(letters).toMatchObject([{ id: '9-1-1-3', bytes: letterAt(1).bytes }]);
  });
});
