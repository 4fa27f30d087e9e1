import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter, type SpanWriter } from '@spanhouse/trace-store/writer';
import { type RunStatement, withDeadline } from '../../../src/connection/run-statement.js';
import { StatementParameters } from '../../../src/connection/statement.js';
import { closeRunner, openRunner } from '../../../src/connection/statement-runner.js';
import { notDeleted, readDeletedTraces } from '../../../src/selection/deleted-traces.js';
import { traceId } from '../selecting.js';

const signal = new AbortController().signal;

describeOnClickHouse('readDeletedTraces', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    writer = createSpanWriter(database.config, { logger: createSilentLogger() });
  });
  afterAll(async () => {
    await writer.close();
    await database.drop();
  });

  const read = async <Result>(work: (run: RunStatement) => Promise<Result>): Promise<Result> => {
    const logger = createSilentLogger();
    const runner = openRunner(database.config, 1, { logger, clock: systemClock });
    try {
      return await withDeadline(runner, signal, work);
    } finally {
      await closeRunner(runner);
    }
  };

  it.each([0, 1, 2000, 2001, 5000])('hides the rows of %d deletes and no others', async (count) => {
    const project_id = randomUUID();
    const rows = [1, 2, 6000].map((number) => ({
      span: aSpan({ trace_id: traceId(number) }),
      context: aContext({ project_id }),
    }));
    await writer.write(aSpanBlock(rows, { logOffset: 10n }), signal);
    for (let first = 2; first < count + 2; first += 1000) {
      const tombstones = Array.from({ length: Math.min(1000, count + 2 - first) }, (_, index) => ({
        projectId: project_id,
        traceId: traceId(first + index),
        logOffset: 20n,
      }));
      await writer.writeTombstones({ logPartition: 0, tombstones }, signal);
    }

    const shown = await read(async (run) => {
      const parameters = new StatementParameters();
      const deleted = await readDeletedTraces(run, project_id);
      const project = parameters.bind('UUID', project_id);
      const conditions = [`project_id = ${project}`, ...notDeleted(deleted, parameters)];
      const query = `SELECT lower(hex(trace_id)) FROM spans WHERE ${conditions.join(' AND ')} ORDER BY 1 FORMAT TabSeparated`;
      return (await run({ query, query_params: parameters.values })).toString();
    });

    const expected = count === 0 ? [1, 2, 6000] : [1, 6000];
    expect(shown.trim().split('\n')).toEqual(expected.map(traceId));
  });
});
