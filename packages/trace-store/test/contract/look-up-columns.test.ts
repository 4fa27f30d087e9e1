import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  decodeSpanRows,
  type RARELY_SET_COLUMNS,
  ROW_SCHEMA_VERSION,
  type StoredSpan,
  unsetValues,
} from '@spanhouse/span-row';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  encodeRows,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanBlock, type SpanWriter } from '@spanhouse/trace-store/writer';
import fc from 'fast-check';
import { findSpans } from '../../src/find-spans.js';
import {
  openRead,
  type RunStatement,
  type StatementRunnerOptions,
} from '../../src/run-statement.js';
import type { Statement } from '../../src/statement.js';
import { closeRunner, openRunner } from '../../src/statement-runner.js';

const signal = new AbortController().signal;
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';

const NOBODY = unsetValues(0n).created_by_id;
const SOMEBODY = '019320f1-5b0a-7f02-8e8f-0c1d2e3f4a5b';

type Members = Partial<CanonicalSpan> & {
  readonly created_by_id?: string;
  readonly isEdited?: boolean;
  readonly received_at?: bigint;
};

/** Received by a gateway whose clock is ahead of those of the others. */
const LAST: Members = { received_at: START_NS + 1_000_000_000n };

/** For each column that most spans leave unset, a span that sets it. */
const SETTING = {
  created_by_id: { created_by_id: SOMEBODY },
  updated_at: { isEdited: true },
  updated_by_id: { isEdited: true },
  flags: { flags: 1 },
  dropped_attributes_count: { dropped_attributes_count: 2 },
  dropped_events_count: { dropped_events_count: 3 },
  dropped_links_count: { dropped_links_count: 4 },
  has_type_span: { has_type_span: true },
  status_message: { status_message: 'no' },
  agent_id: { agent_id: 'planner' },
  trace_state: { trace_state: 'a=1' },
  submitted_cumulative: { submitted_cumulative: { tokens: { total: 7 } } },
  references: { references: [{ id: '019320f1-5b0a-7f02-8e8f-0c1d2e3f4a5b' }] },
  links: { links: [{ trace_id: TRACE_ID, span_id: 'b7ad6b7169203331' }] },
  hashes: { hashes: [{ id: '0a1b2c3d4e5f6071' }] },
  events: { events: [{ name: 'retry', timestamp: START_NS }] },
  pricing: { pricing: { table: 'own', version: '1', model: 'gpt-4o' } },
  trace_type: { trace_type: 'annotation' },
  span_type: { span_type: 'tool' },
  created_at: { isEdited: true },
} satisfies Record<(typeof RARELY_SET_COLUMNS)[number], Members>;

describeOnClickHouse('the look-up of a trace', (url, runs) => {
  let database: TestDatabase;
  let writer: SpanWriter;
  let runner: StatementRunnerOptions;
  let run: RunStatement;
  let project_id: string;
  let stored = 0n;

  beforeAll(async () => {
    const logger = createSilentLogger();
    database = await createTestDatabase(url);
    const { config } = database;
    writer = createSpanWriter(config, { logger });
    runner = openRunner(config, 2, { logger, clock: systemClock });
    run = openRead(runner, signal).run;
  });
  beforeEach(() => {
    project_id = randomUUID();
  });
  afterAll(async () => {
    await writer.close();
    await closeRunner(runner);
    await database.drop();
  });

  /** In one block; resolves with what a look-up must give back of it. */
  const store = async (spans: readonly Members[], place: Partial<SpanBlock> = {}) => {
    const rows = spans.map(({ created_by_id = NOBODY, isEdited, ...rest }) => {
      stored++;
      const { received_at = START_NS + stored, ...members } = rest;
      const edit = { created_at: START_NS, updated_by_id: randomUUID() };
      return {
        span: aSpan({ span_id: stored.toString(16).padStart(16, '0'), ...members }),
        context: aContext({ project_id, received_at, created_by_id, ...(isEdited && { edit }) }),
      };
    });
    const block = aSpanBlock(rows, { logOffset: stored, ...place });
    const answer = await writer.write(block, signal);
    expect(answer).toEqual({ status: 'written' });
    return decodeSpanRows(encodeRows(rows), ROW_SCHEMA_VERSION);
  };
  const find = (through: RunStatement = run) =>
    findSpans(through, { project_id, trace_ids: [TRACE_ID], span_ids: undefined });
  /** What `work` stores stands there when the trace index has answered. */
  const andThen = (work: () => Promise<unknown>): RunStatement => {
    let hasWorked = false;
    return async (statement: Statement, maxBytes) => {
      const answer = await run(statement, maxBytes);
      if (!hasWorked) {
        hasWorked = true;
        await work();
      }
      return answer;
    };
  };

  it.each(Object.entries(SETTING))('gives back %s', async (name, members) => {
    const [span] = await store([members]);
    const unset = Object.entries(unsetValues(span?.received_at ?? 0n));
    expect(unset).not.toContainEqual([name, span?.[name as keyof StoredSpan]]);
    expect(await find()).toEqual([span]);
  });

  it('gives back whatever its spans have set, in one block or several', async () => {
    const anySpan = fc
      .subarray(Object.values(SETTING), { maxLength: 4 })
      .map((several): Members => Object.assign({}, ...several));
    const anyTrace = fc.array(fc.array(anySpan, { minLength: 1, maxLength: 3 }), {
      minLength: 1,
      maxLength: 3,
    });
    await fc.assert(
      fc.asyncProperty(anyTrace, async (blocks) => {
        project_id = randomUUID();
        const expected = [];
        for (const block of blocks) {
          expected.push(...(await store(block)));
        }
        expect(await find()).toEqual(expected);
      }),
      { numRuns: runs(25) },
    );
  });

  it('shows no half of a span that arrives while it reads', async () => {
    const before = await store([{}, LAST]);
    let after: Awaited<ReturnType<typeof store>> = [];
    const seen = await find(
      andThen(async () => {
        after = await store([SETTING.links]);
      }),
    );

    expect(seen).toEqual(before);
    expect(await find()).toEqual([...before, ...after]);
  });

  it('shows no half of a span where the trace lies in two partitions of the log', async () => {
    const first = await store([LAST]);
    const second = await store([SETTING.events], { logPartition: 1, logOffset: stored + 1000n });
    let late: typeof first = [];
    const seen = await find(
      andThen(async () => {
        late = await store([SETTING.links]);
      }),
    );
    expect(seen).toEqual([...first, ...second, ...late]);
  });
});
