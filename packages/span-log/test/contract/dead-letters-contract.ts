import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import type { DeadLetterReader, DeadLetterSelection } from '../../src/dead-letter-reader.js';
import type { DeadLetter, DeadLetterSink } from '../../src/dead-letter-sink.js';
import { InMemoryDeadLetters } from '../../src/testing/in-memory-dead-letters.js';
import { readLetters } from '../../src/testing/read-letters.js';

/** The dead letters of a log with generation 4. */
export interface DeadLettersUnderTest {
  readonly deadLetters: DeadLetterSink;
  readonly reader: DeadLetterReader;
  /** Closes the log and opens it again, as a restart of the process does. */
  reopen(): Promise<DeadLettersUnderTest>;
  close(): Promise<void>;
}

const project = '00000000-0000-0000-0000-000000000001';
const other = '00000000-0000-0000-0000-000000000002';
const everything = { projectId: undefined, limit: 100 };
const { signal } = new AbortController();

export function letterAt(offset: number, overrides: Partial<DeadLetter> = {}): DeadLetter {
  return {
    origin: { partition: 1, offset },
    firstRow: 3,
    rowCount: 1,
    stage: 'insert',
    reason: '469: constraint start_time_is_known is violated \u0000 “ё”',
    bytes: Buffer.from(`row ${offset}`),
    uncompressedBytes: 5,
    rowSchemaVersion: 2,
    projectId: project,
    ...overrides,
  };
}

function idAt(offset: number): string {
  return `4-1-${offset}-3`;
}

/** Returns a letter for a refused retry of the letter at offset 12. */
function refusalAt(offset: number, reason: string): DeadLetter {
  return letterAt(offset, {
    firstRow: 0,
    reason,
    retryOf: idAt(12),
    bytes: Buffer.from('changed'),
  });
}

const OFFSETS_OF_RUN = 1000;

const anyChange = fc.record({
  kind: fc.constantFrom('put', 'refuse', 'settle'),
  letter: fc.nat({ max: 2 }),
  retry: fc.nat({ max: 5 }),
});

/** Applies a change to one of three letters, whose offsets begin at `first`. */
function apply(
  { kind, letter, retry }: { kind: string; letter: number; retry: number },
  first: number,
  sink: DeadLetterSink,
): Promise<void> {
  const letterId = idAt(first + letter);
  const origin = { partition: 1, offset: first + 100 + retry };
  if (kind === 'settle') {
    return sink.settle([{ letterId, origin }]);
  }
  const refusal = { retryOf: letterId, origin, reason: `${retry}` };
  return sink.put([letterAt(first + letter, kind === 'refuse' ? refusal : {})]);
}

export function describeDeadLetters(open: () => Promise<DeadLettersUnderTest>): void {
  describe('DeadLetterSink and DeadLetterReader', () => {
    let log: DeadLettersUnderTest;

    beforeEach(async () => {
      log = await open();
    });

    afterEach(async () => {
      await log.close();
    });

    const list = async (selection: Partial<DeadLetterSelection> = {}) =>
      (await log.reader.list({ ...everything, ...selection }, signal)).letters;
    const listIds = async (selection: Partial<DeadLetterSelection> = {}) =>
      (await list(selection)).map(({ id }) => id);
    /** Puts each letter in a separate call, so that their put times are in order. */
    const putAll = async (letters: readonly DeadLetter[]) => {
      for (const letter of letters) {
        await log.deadLetters.put([letter]);
      }
    };

    it('keep letters with their origin, reason and bytes', async () => {
      const letters = [
        letterAt(12, { bytes: randomBytes(3000) }),
        letterAt(12, { firstRow: 4, rowCount: 9, bytes: Buffer.alloc(0) }),
        letterAt(2 ** 40, { stage: 'decode', projectId: '' }),
      ];

      await log.deadLetters.put(letters.slice(0, 2));
      await log.deadLetters.put(letters.slice(2));
      log = await log.reopen();
      const kept = await readLetters(log.reader);

      const plain = kept.map(({ id, recordedAtMs, bytes, ...facts }) => ({
        ...facts,
        bytes: Buffer.from(bytes),
      }));
      const byPosition = (a: DeadLetter, b: DeadLetter) =>
        a.origin.offset - b.origin.offset || a.firstRow - b.firstRow;
      expect(plain.toSorted(byPosition)).toEqual(letters);
      expect(kept.map(({ id }) => id)).toContain('4-1-12-4');
    });

    it('show a letter to every reader as soon as it is put', async () => {
      await list();
      await log.deadLetters.put([letterAt(12)]);

      expect(await listIds()).toEqual([idAt(12)]);
      expect(await log.reader.find(idAt(12), signal)).toMatchObject({ projectId: project });
    });

    it('list the letters of one project, stage or time, newest first', async () => {
      await putAll([
        letterAt(12),
        letterAt(11, { projectId: other }),
        letterAt(13, { stage: 'decode' }),
        letterAt(10),
      ]);
      const times = new Map((await list()).map((letter) => [letter.id, letter.recordedAtMs]));
      const [first = 0, last = 0] = [times.get(idAt(12)), times.get(idAt(10))];

      expect(new Set(await listIds())).toEqual(new Set([10, 11, 12, 13].map(idAt)));
      expect([...times.values()]).toEqual([...times.values()].sort((a, b) => b - a));
      expect(await listIds({ projectId: other })).toEqual([idAt(11)]);
      expect(await listIds({ projectId: project, stage: 'decode' })).toEqual([idAt(13)]);
      expect(await listIds({ newestMs: first })).toEqual([]);
      expect(await listIds({ oldestMs: last + 1 })).toEqual([]);
      expect(await listIds({ oldestMs: first, newestMs: last + 1 })).toHaveLength(4);
    });

    it('list every letter once over all pages, even while letters are put', async () => {
      await putAll(Array.from({ length: 7 }, (_, index) => letterAt(20 + index)));
      const ids: string[] = [];
      let after: DeadLetterSelection['after'];
      do {
        const page = await log.reader.list({ ...everything, limit: 2, after }, signal);
        ids.push(...page.letters.map(({ id }) => id));
        after = page.next;
        await log.deadLetters.put([letterAt(100 + ids.length)]);
      } while (after !== undefined);

      expect(ids.filter((id) => id < idAt(99))).toEqual(ids);
      expect(ids.toSorted()).toEqual([20, 21, 22, 23, 24, 25, 26].map(idAt));
    });

    it('keep one letter with its id and time if it is put again', async () => {
      await log.deadLetters.put([letterAt(12)]);
      const before = await list();
      await log.deadLetters.put([letterAt(12)]);

      expect(await list()).toEqual(before);
    });

    it('give a letter the reason of the last refused retry, and keep its bytes', async () => {
      await log.deadLetters.put([letterAt(12)]);
      const [before] = await list();
      await putAll([refusalAt(40, 'second reason'), refusalAt(41, 'third reason')]);
      // A consumer that has lost the partition may put a letter too late.
      await log.deadLetters.put([refusalAt(40, 'second reason')]);
      log = await log.reopen();
      const letters = await readLetters(log.reader);

      expect(letters).toMatchObject([
        { ...before, reason: 'third reason', retriedAtMs: expect.any(Number) },
      ]);
      expect(Buffer.from(letters[0]?.bytes ?? []).toString()).toBe('row 12');
    });

    it('never show a settled letter again', async () => {
      await putAll([letterAt(12), letterAt(13)]);
      await log.deadLetters.settle([{ letterId: idAt(12), origin: { partition: 1, offset: 40 } }]);
      const atOnce = await listIds();
      await putAll([letterAt(12), refusalAt(41, 'refused later')]);
      await log.deadLetters.settle([{ letterId: idAt(12), origin: { partition: 1, offset: 40 } }]);
      log = await log.reopen();

      expect(atOnce).toEqual([idAt(13)]);
      expect(await listIds()).toEqual([idAt(13)]);
      expect(await log.reader.find(idAt(12), signal)).toBeUndefined();
    });

    it('return undefined for an unknown id', async () => {
      await log.deadLetters.put([letterAt(12)]);
      const unknown = ['', '4', '4-1-12-4', '5-1-12-3', '4-01-12-3', '4-1-12-3 ', '4-70000-1-1'];

      for (const id of [...unknown, '4-1-999999999999999-3', `4-1-12-${2 ** 32}`]) {
        expect(await log.reader.find(id, signal)).toBeUndefined();
      }
      await log.deadLetters.put([refusalAt(50, 'no such letter')]);
      await log.deadLetters.settle([{ letterId: 'nonsense', origin: { partition: 1, offset: 1 } }]);
      expect(await listIds()).toEqual([idAt(12)]);
    });

    it('match the in-memory implementation after any sequence of changes', async () => {
      let run = 0;
      const seen = async (reader: DeadLetterReader) =>
        (await readLetters(reader))
          .filter(({ origin }) => Math.floor(origin.offset / OFFSETS_OF_RUN) === run)
          .map(({ id, reason, bytes }) => [id, reason, Buffer.from(bytes).toString()])
          .sort();
      await fc.assert(
        fc.asyncProperty(fc.array(anyChange, { maxLength: 12 }), async (changes) => {
          run += 1;
          const model = new InMemoryDeadLetters(4, { nowMs: () => 1 });
          for (const sink of [model, log.deadLetters]) {
            for (const change of changes) {
              await apply(change, run * OFFSETS_OF_RUN, sink);
            }
          }

          expect(await seen(log.reader)).toEqual(await seen(model));
        }),
        { numRuns: 12 },
      );
    });
  });
}
