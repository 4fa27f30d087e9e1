import { randomBytes } from 'node:crypto';
import type { DeadLetter } from '../../src/dead-letter-sink.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

export function describeDeadLetters(open: () => Promise<SpanLogUnderTest>): void {
  describe('DeadLetterSink', () => {
    let log: SpanLogUnderTest;

    beforeEach(async () => {
      log = await open();
    });

    afterEach(async () => {
      await log.close();
    });

    const letter = (overrides: Partial<DeadLetter>): DeadLetter => ({
      origin: { partition: 1, offset: 12 },
      firstRow: 3,
      rowCount: 1,
      stage: 'insert',
      reason: '469: constraint start_time_is_known is violated \u0000 “ё”',
      bytes: randomBytes(3000),
      rowSchemaVersion: 2,
      projectId: '00000000-0000-0000-0000-000000000000',
      ...overrides,
    });

    it('keeps letters with their origin, reason and bytes', async () => {
      const letters = [
        letter({}),
        letter({ firstRow: 4, rowCount: 9, bytes: Buffer.alloc(0) }),
        letter({ origin: { partition: 1, offset: 2 ** 40 }, stage: 'decode' }),
      ];

      await log.deadLetters.put(letters.slice(0, 2));
      await log.deadLetters.put(letters.slice(2));
      log = await log.reopen();
      const kept = await log.listDeadLetters();

      const plain = kept.map((found) => ({ ...found, bytes: Buffer.from(found.bytes) }));
      expect(plain).toEqual(letters);
    });
  });
}
