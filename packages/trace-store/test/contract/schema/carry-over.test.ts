import { Readable } from 'node:stream';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { columnsOfVersion, decodeSpanRows, type StoredSpan } from '@spanhouse/span-row';
import { encodeEarlierRow } from '@spanhouse/span-row/testing';
import { anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import { createTraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  describeOnClickHouse,
  openTestDatabase,
  projectId,
  type RowInput,
  type TestDatabase,
  testConfig,
} from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { readAll } from '../../../src/connection/client.js';
import { openServers } from '../../../src/connection/cluster.js';
import { loadMigrations } from '../../../src/schema/schema-state.js';
import { spanId, traceId } from '../selecting.js';

const signal = new AbortController().signal;
const dependencies = { logger: createSilentLogger(), clock: systemClock };
/** Last migration of the former layout. */
const FORMER = 13;
const nowNs = systemClock.nowNs();
const WEEK_NS = 604_800_000_000_000n;

interface Position {
  readonly version?: 1 | 2;
  readonly logPartition?: number;
  readonly logOffset: number;
}

describeOnClickHouse('rows of the former layout', (url) => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = openTestDatabase(testConfig(url));
    const migrations = (await loadMigrations()).slice(0, FORMER);
    await applyMigrations(database.config, { ...dependencies, migrations });
  });
  afterEach(() => database.drop());

  /** Inserts rows as earlier consumers did. Resolves with the spans that the rows decode to. */
  const store = async (rows: readonly RowInput[], position: Position): Promise<StoredSpan[]> => {
    const { version = 2, logPartition = 0, logOffset } = position;
    const bytes = Buffer.concat(
      rows.map(({ span, context }) => encodeEarlierRow(span, context, version)),
    );
    const columns = columnsOfVersion(version);
    const names = columns.map(({ name }) => `\`${name}\``).join(', ');
    const structure = columns.map(({ name, type }) => `\`${name}\` ${type}`).join(', ');
    const [server] = openServers(database.config, {
      urls: [database.config.CLICKHOUSE_URL],
      database: database.config.CLICKHOUSE_DATABASE,
      logger: dependencies.logger,
    });
    const answer = await server?.client.exec({
      query: `INSERT INTO spans (${names}, log_partition, log_offset) SELECT ${names}, ${logPartition}, ${logOffset} FROM input('${structure.replaceAll("'", "\\'")}') FORMAT RowBinary`,
      values: Readable.from([bytes]),
    });
    await readAll(answer?.stream ?? (async function* () {})());
    await server?.client.close();
    return decodeSpanRows(bytes, version);
  };

  const carryOver = (members: Partial<Parameters<typeof applyMigrations>[1]> = {}) =>
    applyMigrations(database.config, { ...dependencies, ...members });

  const readTraces = async (trace_ids: readonly string[]) => {
    const reader = createTraceReader(database.config, dependencies);
    const found = await reader.findSpans(
      { project_id: projectId, trace_ids, span_ids: undefined },
      signal,
    );
    await reader.close();
    return found;
  };
  const inOrder = (spans: readonly StoredSpan[]) =>
    spans.toSorted((left, right) => (left.span_id < right.span_id ? -1 : 1));
  const counts = async () => {
    const [row] = await database.select<{ rows: string; indexed: string }>(
      'SELECT toString(count()) AS rows, (SELECT toString(sum(row_count)) FROM trace_index) AS indexed FROM spans',
    );
    return [Number(row?.rows), Number(row?.indexed)];
  };

  it('answer as before with any contents', async () => {
    const spans = fc.sample(anyCanonicalSpan(), 60).map((span, index) => ({
      ...span,
      trace_id: traceId(1 + (index % 7)),
      span_id: spanId(index + 1),
    }));
    const rows = spans.map((span, index) => ({
      span,
      context: aContext({
        received_at: nowNs - BigInt(index % 3) * WEEK_NS - BigInt(index),
        retention_days: index % 2 === 0 ? 0 : 3650,
      }),
    }));
    const expected = [
      ...(await store(rows.slice(0, 20), { version: 1, logOffset: 1 })),
      ...(await store(rows.slice(20, 40), { logOffset: 2 })),
      ...(await store(rows.slice(40), { logOffset: 3, logPartition: 1 })),
    ];

    await carryOver();

    expect(inOrder(await readTraces([...Array(8).keys()].map(traceId)))).toEqual(inOrder(expected));
    expect(await counts()).toEqual([60, 60]);
  });

  it('are each copied once if blocks were repeated', async () => {
    const rows = [1, 2, 3].map((index) => ({
      span: aSpan({ span_id: spanId(index) }),
      context: aContext({ received_at: nowNs }),
    }));
    await store(rows, { logOffset: 1 });
    await store(rows, { logOffset: 1 });

    await carryOver();

    expect(await counts()).toEqual([3, 3]);
  });

  it('are left out if their trace was deleted or they are about to expire', async () => {
    const context = aContext({ received_at: nowNs, retention_days: 0 });
    const old = aContext({ received_at: nowNs - 2n * WEEK_NS, retention_days: 13 });
    const at = (index: number) => aSpan({ trace_id: traceId(index), span_id: spanId(index) });
    await store(
      [
        { span: at(1), context },
        { span: at(2), context },
      ],
      { logOffset: 1 },
    );
    await store([{ span: at(3), context: old }], { logOffset: 2 });
    await database.command(
      `INSERT INTO tombstones (project_id, trace_id, log_partition, log_offset) VALUES ('${projectId}', unhex('${traceId(1)}'), 0, 3)`,
    );
    await store([{ span: at(1), context: { ...context, received_at: nowNs + 5n } }], {
      logOffset: 4,
    });

    await carryOver();

    const found = await readTraces([1, 2, 3].map(traceId));
    expect(found.map(({ span_id, received_at }) => [span_id, received_at])).toEqual([
      [spanId(1), nowNs + 5n],
      [spanId(2), nowNs],
    ]);
    expect(await counts()).toEqual([2, 2]);
  });

  it('are neither lost nor duplicated wherever the copy is interrupted', async () => {
    for (let block = 1; block <= 4; block++) {
      await store(
        [1, 2].map((index) => ({
          span: aSpan({ span_id: spanId(10 * block + index) }),
          context: aContext({ received_at: nowNs - BigInt(block) * WEEK_NS + BigInt(index) }),
        })),
        { logOffset: block },
      );
    }
    for (let calls = 1; calls <= 8; calls++) {
      let left = calls;
      const onProgress = () => {
        left -= 1;
        if (left === 0) {
          throw new Error('interrupted');
        }
      };
      await carryOver({ onProgress }).catch(() => undefined);
    }

    await carryOver();

    expect(await counts()).toEqual([8, 8]);
    expect(await readTraces([aSpan().trace_id])).toHaveLength(8);
  });

  it('are found if a consumer stored them after the first copy', async () => {
    const [first, second] = twoRows.map((row) => [row]);
    await store(first ?? [], { logOffset: 1 });
    const constraint = 'ALTER TABLE spans DROP CONSTRAINT IF EXISTS carried_over';
    await interruptAfterCopy();
    await database.commandLocal(constraint);
    await store(second ?? [], { logOffset: 2 });

    await carryOver();

    expect(await counts()).toEqual([2, 2]);
  });

  /** Runs a carry-over that fails after it has copied the rows and before it builds their index. */
  const interruptAfterCopy = () => {
    let calls = 0;
    return carryOver({
      onProgress: () => {
        calls += 1;
        if (calls > 2) {
          throw new Error('interrupted after the copy');
        }
      },
    }).catch(() => undefined);
  };
  const twoRows = [1, 2].map((index) => ({
    span: aSpan({ span_id: spanId(index) }),
    context: aContext({ received_at: nowNs + BigInt(index) }),
  }));

  it('are completed if a position was copied only in part', async () => {
    await store(twoRows, { logOffset: 1 });
    await interruptAfterCopy();
    await database.commandLocal(`DELETE FROM spans_next WHERE span_id = unhex('${spanId(2)}')`);

    await carryOver();

    expect(await counts()).toEqual([2, 2]);
  });

  it('are not found if an earlier consumer removed them after they were copied', async () => {
    await store(twoRows, { logOffset: 1 });
    await interruptAfterCopy();
    await database.commandLocal(`DELETE FROM spans WHERE span_id = unhex('${spanId(2)}')`);

    await carryOver();

    expect(await counts()).toEqual([1, 1]);
  });

  it('remain unchanged and writable if the disk has no room for a copy', async () => {
    await store(twoRows, { logOffset: 1 });

    await expect(carryOver({ spareBytes: 2 ** 60 })).rejects.toMatchObject({
      code: 'DISK_TOO_SMALL',
      retryable: false,
      message: expect.stringMatching(/needs \d{19} free bytes, but the disk .* has \d+\./),
    });

    await store(twoRows, { logOffset: 2 });
    expect(await database.select('SELECT max(version) AS version FROM schema_migrations')).toEqual([
      { version: FORMER },
    ]);
  });

  it('refuse further inserts, so that an earlier consumer keeps its blocks in the log', async () => {
    const row = { span: aSpan(), context: aContext({ received_at: nowNs }) };
    await store([row], { logOffset: 1 });
    await carryOver({
      onProgress: () => {
        throw new Error('interrupted');
      },
    }).catch(() => undefined);

    await expect(store([row], { logOffset: 2 })).rejects.toThrow('this consumer is too old');
  });
});
