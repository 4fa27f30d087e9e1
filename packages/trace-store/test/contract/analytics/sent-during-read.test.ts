import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { ActorSelection, BucketSelection } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import { listActors } from '../../../src/analytics/actors/list-actors.js';
import { measureTraces } from '../../../src/analytics/aggregates/measure-traces.js';
import { sumBuckets } from '../../../src/analytics/aggregates/sum-buckets.js';
import { type RunStatement, withDeadline } from '../../../src/connection/run-statement.js';
import { closeRunner, openRunner } from '../../../src/connection/statement-runner.js';

const signal = new AbortController().signal;

function bucketsOf(project_id: string): BucketSelection {
  return {
    project_id,
    filter: undefined,
    oldest: START_NS,
    newest: START_NS + 60n,
    ratePercent: undefined,
    snapshot: [15n],
    bucketNs: 100n,
  };
}

function sessionsOf(project_id: string): ActorSelection {
  const { bucketNs: _, ...selection } = bucketsOf(project_id);
  return {
    ...selection,
    order: 'descending',
    limit: 10,
    actor: 'session',
    isLatest: false,
    withSummaries: true,
    after: undefined,
  };
}

const reads: readonly [string, (run: RunStatement, project_id: string) => Promise<unknown>][] = [
  ['sumBuckets', (run, project) => sumBuckets(run, bucketsOf(project), 'trace')],
  [
    'measureTraces',
    (run, project) =>
      measureTraces(run, bucketsOf(project), [
        { type: 'numeric/continuous', path: 'ag.metrics.tokens.cumulative.total' },
      ]),
  ],
  ['listActors', (run, project) => listActors(run, sessionsOf(project))],
];

function tokens(total: number): Partial<CanonicalSpan> {
  return {
    attributes: { ag: { session: { id: 's' } } },
    metrics: { duration: {}, errors: {}, tokens: { incremental: { total } }, costs: {} },
  };
}

const root = { span_id: '1'.repeat(16), ...tokens(3) };
const child = { span_id: '2'.repeat(16), parent_id: '1'.repeat(16), ...tokens(4) };

describeOnClickHouse('a trace that is sent again between the statements of a read', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    await database.commandLocal('SYSTEM STOP MERGES trace_index');
    writer = createSpanWriter(database.config, { logger: createSilentLogger() });
  });
  afterAll(async () => {
    await writer.close();
    await database.drop();
  });

  const store = async (
    project_id: string,
    logOffset: bigint,
    spans: readonly Partial<CanonicalSpan>[],
  ) => {
    const rows = spans.map((span) => ({
      span: aSpan(span),
      context: aContext({ project_id, received_at: START_NS + logOffset }),
    }));
    await writer.write(aSpanBlock(rows, { logOffset }), signal);
  };

  /** Runs a read, and `meanwhile` once after its first statement that finds the traces. */
  const read = async (
    work: (run: RunStatement) => Promise<unknown>,
    meanwhile: () => Promise<void>,
  ): Promise<unknown> => {
    const logger = createSilentLogger();
    const runner = openRunner(database.config, 1, { logger, clock: systemClock });
    let isOver = false;
    try {
      return await withDeadline(runner, signal, (run) =>
        work(async (statement, maxBytes) => {
          const answer = await run(statement, maxBytes);
          if (!isOver && statement.query.includes('INNER JOIN')) {
            isOver = true;
            await meanwhile();
          }
          return answer;
        }),
      );
    } finally {
      await closeRunner(runner);
    }
  };

  /** Reads a stored trace without and with a change during the read. */
  const readTwice = async (
    work: (run: RunStatement, project_id: string) => Promise<unknown>,
    meanwhile: (project_id: string) => Promise<void>,
  ) => {
    const project_id = randomUUID();
    await store(project_id, 10n, [root, child]);
    const before = await read(
      (run) => work(run, project_id),
      () => Promise.resolve(),
    );
    const after = await read(
      (run) => work(run, project_id),
      () => meanwhile(project_id),
    );
    return { before, after };
  };

  describe.each([
    ['in whole', [root, child]],
    ['with its root only', [root]],
    ['with a child only', [child]],
    ['with a new span', [{ ...child, span_id: '3'.repeat(16) }]],
  ])('%s', (_what, sent) => {
    it.each(reads)('counts once in %s', async (_name, work) => {
      const { before, after } = await readTwice(work, (project_id) => store(project_id, 20n, sent));

      expect(after).toEqual(before);
    });
  });

  it.each(reads)('counts once in %s after a merge', async (_name, work) => {
    const { before, after } = await readTwice(work, async (project_id) => {
      await store(project_id, 20n, [root, child]);
      await database.commandLocal('SYSTEM START MERGES trace_index');
      await database.commandLocal('OPTIMIZE TABLE trace_index FINAL');
      await database.commandLocal('SYSTEM STOP MERGES trace_index');
    });

    expect(after).toEqual(before);
  });
});
