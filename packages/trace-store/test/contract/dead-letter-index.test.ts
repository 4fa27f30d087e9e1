import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createDeadLetterCounter, type DeadLetterCounter } from '@spanhouse/trace-store/reader';
import {
  createTestDatabase,
  describeOnClickHouse,
  type TestDatabase,
  testConfig,
} from '@spanhouse/trace-store/testing';
import {
  createDeadLetterIndex,
  type DeadLetterIndex,
  type IndexedDeadLetter,
} from '@spanhouse/trace-store/writer';

const never = new AbortController().signal;
const logger = createSilentLogger();

const aLetter = (members: Partial<IndexedDeadLetter> = {}): IndexedDeadLetter => ({
  logId: 'a-log',
  place: { partition: 1, offset: 12 },
  firstRow: 3,
  rowCount: 1,
  projectId: '00000000-0000-0000-0000-000000000000',
  stage: 'insert',
  reason: '469: constraint start_time_is_known is violated \u0000 “ё”',
  ...members,
});

describeOnClickHouse('the index of dead letters', (url) => {
  let database: TestDatabase;
  let index: DeadLetterIndex;
  let counter: DeadLetterCounter;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    index = createDeadLetterIndex(database.config, { logger });
    counter = createDeadLetterCounter(database.config, { logger, clock });
  });
  beforeEach(() => database.commandLocal('TRUNCATE TABLE dead_letters'));
  afterAll(async () => {
    await index.close();
    await counter.close();
    await database.drop();
  });

  const count = (places: readonly { partition: number; offset: number }[], logId = 'a-log') =>
    counter.countRows({ logId, places }, never);

  it('counts the rows of the messages that are asked for, and of no others', async () => {
    const far = { partition: 4_000_000, offset: 2 ** 48 - 1 };
    await index.record([
      aLetter(),
      aLetter({ firstRow: 5, rowCount: 4 }),
      aLetter({ place: far, rowCount: 7, stage: 'decode' }),
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

  it('counts a letter once, however often it was recorded', async () => {
    await index.record([aLetter({ rowCount: 2 })]);
    await index.record([aLetter({ rowCount: 2 }), aLetter({ rowCount: 2 })]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(2);
  });

  it('keeps the letters of different logs apart', async () => {
    await index.record([aLetter(), aLetter({ logId: 'another', rowCount: 9 })]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(1);
  });

  it('takes a reason that was cut off inside of a character', async () => {
    await index.record([aLetter({ reason: '\u{1f600}'.slice(0, 1) })]);

    expect(await count([{ partition: 1, offset: 12 }])).toBe(1);
  });

  it('counts for many messages at once', async () => {
    const places = Array.from({ length: 5000 }, (_, offset) => ({ partition: 2, offset }));
    await index.record([aLetter({ place: { partition: 2, offset: 4321 } })]);

    expect(await count(places)).toBe(1);
  });

  it('asks to be called again while ClickHouse is away or not migrated', async () => {
    const elsewhere = createDeadLetterIndex(testConfig(url), { logger });

    await expect(elsewhere.record([aLetter()])).rejects.toMatchObject({
      code: 'CLICKHOUSE_UNAVAILABLE',
      retryable: true,
    });
    await elsewhere.close();
  });
});
