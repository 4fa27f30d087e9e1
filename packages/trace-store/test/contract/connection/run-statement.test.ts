import { AppError, systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { testConfig } from '@spanhouse/trace-store/testing';
import {
  type StatementRunnerOptions,
  withDeadline,
} from '../../../src/connection/run-statement.js';
import { closeRunner, openRunner } from '../../../src/connection/runner.js';
import type { Statement } from '../../../src/connection/statement.js';

const never = new AbortController().signal;

/** Returns a statement that runs until it is cancelled. The tag identifies the statement in system.processes. */
function endless(tag: string) {
  return {
    query: `SELECT count() FROM numbers_mt(1000000000000) WHERE cityHash64(number) = 1 /* ${tag} */`,
    query_params: {},
  };
}

describeWithBackend('withDeadline on ClickHouse', 'CLICKHOUSE_URL', (url) => {
  let runner: StatementRunnerOptions;

  beforeAll(() => {
    const config = { ...testConfig(url), CLICKHOUSE_DATABASE: 'default' };
    runner = openRunner(config, 4, { logger: createSilentLogger(), clock: systemClock });
  });
  afterAll(() => closeRunner(runner));

  const options = (deadlineMs: number) => ({ ...runner, deadlineMs, maxMemoryBytes: 100_000_000 });
  const running = async (tag: string) => {
    const result = await runner.client.query({
      query: `SELECT count() AS count FROM system.processes WHERE position(query, {tag:String}) > 0 AND query NOT LIKE '%system.processes%'`,
      query_params: { tag },
      format: 'JSONEachRow',
    });
    const [row] = await result.json<{ count: number }>();
    return Number(row?.count);
  };
  const until = async (isReached: () => Promise<boolean>) => {
    while (!(await isReached())) {
      // No pause is needed, because each check sends a request, which takes enough time.
    }
  };

  it('ends a read at its deadline, in ClickHouse as well', async () => {
    const tag = 'deadline-of-a-read';

    const reading = withDeadline(options(300), never, (run) => run(endless(tag)));

    await expect(reading).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
    await until(async () => (await running(tag)) === 0);
  });

  it('ends a read when its caller aborts, in ClickHouse as well', async () => {
    const tag = 'caller-of-a-read';
    const reason = new Error('client left');
    const abort = new AbortController();

    const reading = withDeadline(options(60_000), abort.signal, (run) => run(endless(tag)));
    const rejected = expect(reading).rejects.toBe(reason);
    await until(async () => (await running(tag)) === 1);
    abort.abort(reason);

    await rejected;
    await until(async () => (await running(tag)) === 0);
  });

  it('shares one deadline among the statements of a read', async () => {
    const reading = withDeadline(options(300), never, async (run) => {
      for (;;) {
        await run({ query: 'SELECT sleep(0.1)', query_params: {} });
      }
    });

    await expect(reading).rejects.toMatchObject({ code: 'DEADLINE_EXCEEDED' });
  });

  it('reports a memory limit as retryable and a wrong statement as not retryable', async () => {
    const greedy = { query: 'SELECT groupArray(number) FROM numbers(100000000)', query_params: {} };
    const wrong = { query: 'SELECT nothing', query_params: {} };
    const right = { query: 'SELECT 1', query_params: {} };
    const reported: string[] = [];
    const health = {
      reached: (name: string) => reported.push(`${name} reached`),
      lost: (name: string) => reported.push(`${name} lost`),
    };
    const runAlone = (statement: Statement) =>
      withDeadline({ ...options(30_000), health }, never, (run) => run(statement));

    await expect(runAlone(greedy)).rejects.toMatchObject({
      code: 'CLICKHOUSE_UNAVAILABLE',
      retryable: true,
    });
    await expect(runAlone(wrong)).rejects.toMatchObject({
      code: 'CLICKHOUSE_QUERY_FAILED',
      retryable: false,
    });
    await runAlone(right);

    expect(reported).toEqual(['clickhouse lost', 'clickhouse reached']);
  });

  it('refuses statements that are not read-only', async () => {
    const creating = withDeadline(options(5000), never, (run) =>
      run({ query: 'CREATE DATABASE never_made', query_params: {} }),
    );

    await expect(creating).rejects.toBeInstanceOf(AppError);
  });
});
