import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { decodeSpanRows, ROW_SCHEMA_VERSION, type StoredSpan } from '@spanhouse/span-row';
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
import {
  openRead,
  type RunStatement,
  type StatementRunnerOptions,
} from '../../../src/connection/run-statement.js';
import type { Statement } from '../../../src/connection/statement.js';
import { closeRunner, openRunner } from '../../../src/connection/statement-runner.js';
import { findSpans } from '../../../src/traces/find-spans-by-id.js';

const signal = new AbortController().signal;
const traceId = '0af7651916cd43dd8448eb211c80319c';

const nobody = '00000000-0000-0000-0000-000000000000';
const somebody = '019320f1-5b0a-7f02-8e8f-0c1d2e3f4a5b';

type Members = Partial<CanonicalSpan> & {
  readonly created_by_id?: string;
  readonly isEdited?: boolean;
  readonly received_at?: bigint;
};

/** A receive time from a gateway whose clock is ahead of the others. */
const last: Members = { received_at: START_NS + 1_000_000_000n };

/** For each rarely set member, a span that sets it. */
const setting = {
  created_by_id: { created_by_id: somebody },
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
  links: { links: [{ trace_id: traceId, span_id: 'b7ad6b7169203331' }] },
  hashes: { hashes: [{ id: '0a1b2c3d4e5f6071' }] },
  events: { events: [{ name: 'retry', timestamp: START_NS }] },
  pricing: { pricing: { table: 'own', version: '1', model: 'gpt-4o' } },
  trace_type: { trace_type: 'annotation' },
  span_type: { span_type: 'tool' },
  created_at: { isEdited: true },
} satisfies Partial<Record<keyof StoredSpan, Members>>;

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

  /** Stores spans in one block; resolves with the spans that a look-up must return. */
  const store = async (spans: readonly Members[], place: Partial<SpanBlock> = {}) => {
    const rows = spans.map(({ created_by_id = nobody, isEdited, ...rest }) => {
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
    findSpans(through, { project_id, trace_ids: [traceId], span_ids: undefined });
  /** Runs `work` after the trace index has answered and before the rows are read. */
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

  it.each(Object.entries(setting))('gives back %s', async (name, members) => {
    const [span] = await store([members]);
    const member = name as keyof StoredSpan;
    const context = aContext({ received_at: span?.received_at ?? 0n, created_by_id: nobody });
    const [unset] = decodeSpanRows(encodeRows([{ span: aSpan(), context }]), ROW_SCHEMA_VERSION);
    expect(span?.[member]).not.toEqual(unset?.[member]);
    expect(await find()).toEqual([span]);
  });

  it('returns all members that its spans have set, in one block or several', async () => {
    const anySpan = fc
      .subarray(Object.values(setting), { maxLength: 4 })
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
      { numRuns: runs(15) },
    );
  });

  it('never shows a part of a span that arrives during the look-up', async () => {
    const before = await store([{}, last]);
    let after: Awaited<ReturnType<typeof store>> = [];
    const seen = await find(
      andThen(async () => {
        after = await store([setting.links]);
      }),
    );

    expect(seen).toEqual([...before, ...after]);
  });

  it('never shows a part of a span if the trace is in two partitions of the log', async () => {
    const first = await store([last]);
    const second = await store([setting.events], { logPartition: 1, logOffset: stored + 1000n });
    let late: typeof first = [];
    const seen = await find(
      andThen(async () => {
        late = await store([setting.links]);
      }),
    );
    expect(seen).toEqual([...first, ...second, ...late]);
  });
});
