import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { createIngestState, type IngestState } from '@spanhouse/trace-store/reader';
import {
  createTestDatabase,
  describeOnClickHouse,
  FakeIngestState,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createVisibleTimes, type VisibleTimes } from '@spanhouse/trace-store/writer';

const never = new AbortController().signal;
const logger = createSilentLogger();

interface StateUnderTest {
  readonly state: IngestState;
  readonly times: VisibleTimes;
  clear(): Promise<void>;
  close(): Promise<void>;
}

/** SQL for a value of `packed` in which the metrics are `{}` and all other members are absent. */
const packed = `concat(unhex('${'00'.repeat(64)}'), unhex('${'70000000'.repeat(3)}${'72000000'.repeat(9)}'), '{}')`;
const columns =
  'project_id, trace_id, span_id, received_at, start_time, end_time, attributes, packed';
const insertSpan = `INSERT INTO spans (${columns})
  SELECT generateUUIDv4(), unhex(repeat('ab', 16)), unhex(repeat('cd', 8)), now64(9), now64(9), now64(9), '{}}', ${packed}`;

function openOnDatabase(database: TestDatabase) {
  const parts = {
    state: createIngestState(database.config, { logger, clock }),
    times: createVisibleTimes(database.config, { logger }),
  };
  const clear = async () => {
    for (const table of ['visible_times', 'spans']) {
      await database.commandLocal(`TRUNCATE TABLE ${table}`);
    }
  };
  const close = async () => {
    await Promise.all(Object.values(parts).map((part) => part.close()));
    await database.drop();
  };
  return { ...parts, clear, close };
}

function openInMemory(): StateUnderTest {
  const state = new FakeIngestState();
  const clear = () => Promise.resolve(state.clear());
  return { state, times: state, clear, close: () => state.close() };
}

function describeContract(open: () => StateUnderTest | Promise<StateUnderTest>): void {
  let under: StateUnderTest;

  beforeAll(async () => {
    under = await open();
  });
  afterEach(() => under.clear());
  afterAll(() => under.close());

  it('has no times at first', async () => {
    expect(await under.state.read(never)).toMatchObject({
      timeToVisible: undefined,
      rows: 0,
    });
  });

  it('returns interpolated percentiles and the maximum of all recorded times', async () => {
    await under.times.record([]);
    await under.times.record([400.4, 100]);
    await under.times.record([200]);

    const { timeToVisible } = await under.state.read(never);

    expect(timeToVisible).toEqual({ p50: 200, p95: expect.closeTo(380, 6), max: 400 });
  });
}

describe('the state of the ingest in memory', () => describeContract(openInMemory));
describeOnClickHouse('the state of the ingest', (url) => {
  let database: TestDatabase;
  let under: StateUnderTest;

  describeContract(async () => {
    database = await createTestDatabase(url);
    under = openOnDatabase(database);
    return under;
  });

  it('counts stored spans, the bytes of all tables and the free space of the disk', async () => {
    await database.command(`${insertSpan} FROM numbers(3)`);

    const { rows, bytes, freeBytes } = await under.state.read(never);

    expect(rows).toBe(3);
    expect(bytes).toBeGreaterThan(1000);
    expect(freeBytes).toBeGreaterThan(0);
  });

  it('ignores times that were recorded more than five minutes ago', async () => {
    await under.times.record([50]);
    await database.command(
      'INSERT INTO visible_times (recorded_at, visible_after_ms) VALUES (now64(3) - toIntervalSecond(301), 9000)',
    );

    const { timeToVisible } = await under.state.read(never);

    expect(timeToVisible?.max).toBe(50);
  });

  it('rejects while a server does not answer, and reports ClickHouse as lost', async () => {
    const { config } = database;
    const reported: string[] = [];
    const health = {
      reached: () => void reported.push('reached'),
      lost: () => void reported.push('lost'),
    };
    const servers = [...(config.CLICKHOUSE_SERVER_URLS ?? []), 'http://127.0.0.1:1'];
    const state = createIngestState(
      { ...config, CLICKHOUSE_CLUSTER: 'c', CLICKHOUSE_SERVER_URLS: servers },
      { logger, clock, health },
    );

    await expect(state.read(never)).rejects.toMatchObject({ code: 'CLICKHOUSE_UNAVAILABLE' });
    expect(reported.at(-1)).toBe('lost');
    await state.close();
  });

  it('rejects if the spans are on servers that are not configured', async () => {
    const { CLICKHOUSE_CLUSTER: cluster, CLICKHOUSE_SERVER_URLS: _, ...config } = database.config;
    await database.command(insertSpan);
    const state = createIngestState(config, { logger, clock });

    const reading = state.read(never);

    await (cluster === undefined
      ? expect(reading).resolves.toMatchObject({ rows: 1 })
      : expect(reading).rejects.toMatchObject({ code: 'CLICKHOUSE_CLUSTER_MISMATCH' }));
    await state.close();
  });
});
