import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { applyMigrations } from '@spanhouse/trace-store/migrations';
import { createTraceReader } from '@spanhouse/trace-store/reader';
import { createTestDatabase, testConfig } from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';

const dependencies = { logger: createSilentLogger(), clock: systemClock };

/** Runs, for a single server, the checks that services and the migrator run at startup. */
async function checksOf(config: ReturnType<typeof testConfig>) {
  const reader = createTraceReader(config, dependencies);
  const writer = createSpanWriter(config, dependencies);
  const [migrating, reading, writing] = await Promise.allSettled([
    applyMigrations(config, dependencies),
    reader.check(),
    writer.check(),
  ]);
  await Promise.all([reader.close(), writer.close()]);
  const failureOf = (outcome: PromiseSettledResult<unknown>) =>
    outcome.status === 'rejected' ? outcome.reason : undefined;
  return {
    migrator: failureOf(migrating),
    reader: failureOf(reading),
    writer: failureOf(writing),
  };
}

describe('A ClickHouse server', () => {
  it.each([
    ['25.8.1.1', 'refused'],
    ['26.6.9.1', 'refused'],
    ['26.7.1.1', 'accepted'],
    ['27.1.1.1', 'accepted'],
  ])('at version %s is %s at the start', async (version, outcome) => {
    const isRefused = outcome === 'refused';
    const server = createServer((request, response) => {
      // Like a real server that is too old, this one rejects a setting that it does not know.
      const isKnown = !request.url?.includes('compile_aggregate_expressions') || !isRefused;
      const unknown = `Code: 115. DB::Exception: Unknown setting 'x'. (UNKNOWN_SETTING) (version ${version})`;
      request
        .resume()
        .once('end', () =>
          isKnown
            ? response.end(isRefused ? `${version}\n` : `${version}\t0\n`)
            : response.writeHead(404).end(unknown),
        );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const config = {
      ...testConfig(`http://127.0.0.1:${port}`),
      CLICKHOUSE_REQUEST_TIMEOUT_MS: 500,
    };

    const failures = await checksOf(config);
    server.closeAllConnections();
    server.close();

    for (const [who, failure] of Object.entries(failures)) {
      expect([who, failure?.code === 'CLICKHOUSE_TOO_OLD']).toEqual([who, isRefused]);
    }
    if (isRefused) {
      expect(failures.reader).toMatchObject({
        retryable: false,
        message: expect.stringContaining(`is version ${version}; Spanhouse needs 26.7 or newer`),
      });
    }
  });
});

describeWithBackend('A profile of ClickHouse', 'CLICKHOUSE_HOSTILE_URL', (address) => {
  const as = (user: string) => {
    const url = new URL(address);
    url.username = user;
    return url.href;
  };
  const unsuitable = (reason: string) =>
    expect.objectContaining({
      code: 'CLICKHOUSE_PROFILE_UNSUITABLE',
      retryable: false,
      message: expect.stringContaining(reason),
    });

  it.each([
    ['reader_only', 'readonly'],
    ['constrained', 'max_result_rows'],
  ])('%s that forbids settings is refused at the start', async (user, reason) => {
    const config = { ...testConfig(as(user)), CLICKHOUSE_DATABASE: 'default' };

    const failures = await checksOf(config);

    expect(failures).toEqual({
      migrator: unsuitable(reason),
      reader: unsuitable(reason),
      writer: unsuitable(reason),
    });
  });

  it('suits readers if it only forbids writing', async () => {
    const database = await createTestDatabase(address);
    const { CLICKHOUSE_DATABASE } = database.config;

    const failures = await checksOf({ ...testConfig(as('no_writer')), CLICKHOUSE_DATABASE });

    expect(failures).toEqual({
      migrator: unsuitable('nothing can be written'),
      reader: undefined,
      writer: unsuitable('nothing can be written'),
    });
    await database.drop();
  });
});
