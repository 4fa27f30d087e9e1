import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createDeadLetterCounter, type DeadLetterCounter } from '@spanhouse/trace-store/reader';
import {
  aDeadLetter,
  createTestDatabase,
  describeOnClickHouse,
  FakeDeadLetterCounter,
  FakeDeadLetterIndex,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { createDeadLetterIndex, type DeadLetterIndex } from '@spanhouse/trace-store/writer';

const never = new AbortController().signal;
const logger = createSilentLogger();

interface IndexUnderTest {
  readonly index: DeadLetterIndex;
  readonly counter: DeadLetterCounter;
  clear(): Promise<void>;
  close(): Promise<void>;
}

async function openOnClickHouse(url: string): Promise<IndexUnderTest> {
  const database = await createTestDatabase(url);
  const index = createDeadLetterIndex(database.config, { logger });
  const counter = createDeadLetterCounter(database.config, { logger, clock });
  return {
    index,
    counter,
    clear: async () => {
      await database.commandLocal('TRUNCATE TABLE dead_letters');
      await database.commandLocal('TRUNCATE TABLE lost_messages');
    },
    async close() {
      await index.close();
      await counter.close();
      await database.drop();
    },
  };
}

function openInMemory(): Promise<IndexUnderTest> {
  const index = new FakeDeadLetterIndex();
  const counter = new FakeDeadLetterCounter(index);
  return Promise.resolve({
    index,
    counter,
    clear: () => Promise.resolve(index.clear()),
    close: () => Promise.resolve(),
  });
}

describe('the index of dead letters in memory', () => describeContract(openInMemory));
describeOnClickHouse('the index of dead letters', (url) => {
  describeContract(() => openOnClickHouse(url));

  it('is retryable while ClickHouse is unavailable or not migrated', async () => {
    const elsewhere = createDeadLetterIndex(testConfig(url), { logger });

    await expect(elsewhere.record([aDeadLetter()])).rejects.toMatchObject({
      code: 'CLICKHOUSE_UNAVAILABLE',
      retryable: true,
    });
    const lost = { logId: 'a-log', partition: 1, first: 0, end: 1 };
    await expect(elsewhere.recordLost(lost)).rejects.toMatchObject({
      code: 'CLICKHOUSE_UNAVAILABLE',
      retryable: true,
    });
    await elsewhere.close();
  });
});

function describeContract(open: () => Promise<IndexUnderTest>) {
  let used: IndexUnderTest;

  beforeAll(async () => {
    used = await open();
  });
  beforeEach(() => used.clear());
  afterAll(() => used.close());

  const count = (positions: readonly { partition: number; offset: number }[], logId = 'a-log') =>
    used.counter.countRows({ logId, positions }, never);

  it('counts only the rows of the requested messages', async () => {
    const far = { partition: 4_000_000, offset: 2 ** 48 - 1 };
    await used.index.record([
      aDeadLetter(),
      aDeadLetter({ firstRow: 5, rowCount: 4 }),
      aDeadLetter({ position: far, rowCount: 7, stage: 'decode' }),
    ]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(5);
    expect(await count([{ partition: 1, offset: 12 }, far])).toBe(12);
    expect(
      await count([
        { partition: 12, offset: 1 },
        { partition: 1, offset: 13 },
      ]),
    ).toBe(0);
    expect(await count([])).toBe(0);
  });

  it('counts a letter once that was recorded repeatedly', async () => {
    await used.index.record([aDeadLetter({ rowCount: 2 })]);
    await used.index.record([aDeadLetter({ rowCount: 2 }), aDeadLetter({ rowCount: 2 })]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(2);
  });

  it('distinguishes the letters of different logs', async () => {
    await used.index.record([aDeadLetter(), aDeadLetter({ logId: 'another', rowCount: 9 })]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(1);
  });

  it('accepts a reason that was truncated inside a character', async () => {
    await used.index.record([aDeadLetter({ reason: '\u{1f600}'.slice(0, 1) })]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(1);
  });

  const lostAmong = async (offsets: readonly number[], partition = 1, logId = 'a-log') => {
    const positions = offsets.map((offset) => ({ partition, offset }));
    const found = await used.counter.findLost({ logId, positions }, never);
    return found.map(({ offset }) => offset).sort((left, right) => left - right);
  };
  const aRange = { logId: 'a-log', partition: 1, first: 10, end: 20 };

  it('finds the messages of a lost range, without its end', async () => {
    await used.index.recordLost(aRange);
    await used.index.recordLost({ ...aRange, first: 2 ** 47, end: 2 ** 48 - 1 });

    expect(await lostAmong([9, 10, 19, 20])).toEqual([10, 19]);
    expect(await lostAmong([2 ** 47, 2 ** 48 - 2])).toEqual([2 ** 47, 2 ** 48 - 2]);
    expect(await lostAmong([])).toEqual([]);
  });

  it('returns the latest end of a range that was recorded repeatedly', async () => {
    await used.index.recordLost({ ...aRange, end: 30 });
    await used.index.recordLost(aRange);

    expect(await lostAmong([10, 25, 30])).toEqual([10, 25]);
  });

  it('distinguishes lost ranges of different logs and partitions', async () => {
    await used.index.recordLost(aRange);

    expect(await lostAmong([10], 2)).toEqual([]);
    expect(await lostAmong([10], 1, 'another')).toEqual([]);
  });

  it('counts for many messages at once', async () => {
    const positions = Array.from({ length: 5000 }, (_, offset) => ({ partition: 2, offset }));
    await used.index.record([aDeadLetter({ position: { partition: 2, offset: 4321 } })]);

    expect(await count(positions)).toBe(1);
  });
}
