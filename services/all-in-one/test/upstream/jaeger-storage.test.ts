import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { Administrator } from '../accounts.js';
import { consistentWith, type Json, postJson, send } from '../http-client.js';
import { runSpanhouse } from '../processes/running-spanhouse.js';
import { fromFixture, fromV1, fromV3 } from './comparable-trace.js';
import { type FixtureSpan, readQueries, readTrace, toOtlp } from './jaeger-fixtures.js';
import { v1QueryOf, v3QueryOf } from './jaeger-queries.js';

const adminKey = 'the-admin-key-of-the-suite';
const example = { traceId: '11', service: 'example-service-1' };

const exactTags = 'tags are compared as texts, without regular expressions';
/** Reasons why the results of some queries differ from Elasticsearch's results; see docs/front-doors.md. */
const unlike: Readonly<Record<string, string>> = {
  'Tag escaped operator + Operation name + max Duration': exactTags,
  'Tag wildcard regex': exactTags,
};

/**
 * Returns the example trace with `count` spans that have distinct start times. Every `repeatEvery`th span has the id of
 * the first span.
 */
function largeTrace(first: FixtureSpan, count: number, repeatEvery?: number): FixtureSpan[] {
  const idOf = (index: number) => {
    const isRepeated = repeatEvery !== undefined && index > 0 && index % repeatEvery === 0;
    const id = Buffer.alloc(8);
    id.writeBigUInt64BE(isRepeated ? 1n : BigInt(index) + 1n);
    return id.toString('base64');
  };
  const start = Date.parse(first.startTime);
  return Array.from({ length: count }, (_, index) => ({
    ...first,
    spanId: idOf(index),
    startTime: new Date(start + (index + 1) * 1000).toISOString(),
  }));
}

describeWithBackend('the suite that Jaeger tests its storages with', 'JAEGER_FIXTURES', (dir) => {
  const queries =
    dir === '' ? [] : ['queries.json', 'queries_es.json'].flatMap((file) => readQueries(dir, file));
  const spanhouse = runSpanhouse({ AUTH_MODE: 'keys', ADMIN_KEY: adminKey });
  let projects = 0;

  /** Stores traces in a new project, and returns a function that sends queries to it. */
  const store = async (...traces: readonly (readonly FixtureSpan[])[]) => {
    const administrator = new Administrator(spanhouse, adminKey);
    const { headers } = await administrator.newAccount(`suite-${++projects}@example.com`);
    const sent = await postJson(`${spanhouse.url}/v1/traces`, toOtlp(traces.flat()), headers);
    expect(sent.status).toBe(200);
    return async (path: string): Promise<Json> => {
      const answer = await send(`${spanhouse.url}/jaeger${path}`, {
        headers: { ...headers, ...consistentWith(sent.receipt) },
      });
      return answer.status === 200 ? answer.body : answer.status;
    };
  };

  describe('with the example trace', () => {
    let trace: readonly FixtureSpan[];
    let ask: (path: string) => Promise<Json>;
    beforeAll(async () => {
      trace = readTrace(dir, 'example_trace');
      ask = await store(trace);
    });

    it('lists the services (GetServices)', async () => {
      const services = ['example-service-1', 'example-service-2', 'example-service-3'];

      expect((await ask('/api/services')).data).toEqual(services);
      expect(await ask('/api/v3/services')).toEqual({ services });
    });

    it('lists the operations of a service (GetOperations)', async () => {
      const operationsOf = (noKind: string) => [
        { name: 'example-operation-1', spanKind: noKind },
        { name: 'example-operation-3', spanKind: 'server' },
        { name: 'example-operation-4', spanKind: 'client' },
      ];
      const query = `service=${example.service}`;

      expect((await ask(`/api/operations?${query}`)).data).toEqual(operationsOf(''));
      // Version 3 shows a span without a kind as internal, as OpenTelemetry recommends.
      expect((await ask(`/api/v3/operations?${query}`)).operations).toEqual(
        operationsOf('internal'),
      );
    });

    it('shows only the requested trace (GetTrace)', async () => {
      const told = fromFixture(trace);

      expect((await ask(`/api/traces/${example.traceId}`)).data.map(fromV1)).toEqual([told]);
      expect(fromV3(await ask(`/api/v3/traces/${example.traceId}`))).toEqual([told]);
      expect(await ask('/api/traces/1')).toBe(404);
      expect(await ask('/api/v3/traces/1')).toBe(404);
    });
  });

  it('shows a trace of 10,008 spans (GetLargeTrace)', async () => {
    const [first] = readTrace(dir, 'example_trace') as [FixtureSpan];
    const trace = largeTrace(first, 10_008);
    const ask = await store(trace);

    const told = [fromFixture(trace)];
    expect((await ask(`/api/traces/${example.traceId}`)).data.map(fromV1)).toEqual(told);
    expect(fromV3(await ask(`/api/v3/traces/${example.traceId}`))).toEqual(told);
  });

  it('shows one version of a span, unlike Jaeger (GetTraceWithDuplicateSpans)', async () => {
    const [first] = readTrace(dir, 'example_trace') as [FixtureSpan];
    const trace = largeTrace(first, 200, 20);
    const ask = await store(trace);

    const [{ spans }] = (await ask(`/api/traces/${example.traceId}`)).data;
    const ids = spans.map(({ spanID }: Json) => spanID);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(new Set(trace.map(({ spanId }) => spanId)).size);
  });

  it('counts the calls between services, from spans (GetDependencies)', async () => {
    const [first] = readTrace(dir, 'example_trace') as [FixtureSpan];
    const call = (caller: string, callee: string, at: number): readonly FixtureSpan[] => {
      const [above, below] = largeTrace(first, at + 2).slice(at) as [FixtureSpan, FixtureSpan];
      const parent = { refType: 'CHILD_OF', traceId: above.traceId, spanId: above.spanId } as const;
      return [
        { ...above, process: { serviceName: caller, tags: [] } },
        { ...below, process: { serviceName: callee, tags: [] }, references: [parent] },
      ];
    };
    const ask = await store(
      call('hello', 'world', 0),
      ...[2, 4, 6].map((at) => call('world', 'hello', at)),
    );

    expect((await ask(`/api/dependencies?lookback=${3 * 86_400_000}`)).data).toEqual([
      { parent: 'hello', child: 'world', callCount: 1 },
      { parent: 'world', child: 'hello', callCount: 3 },
    ]);
  });

  describe('with the traces of all queries (FindTraces)', () => {
    let ask: (path: string) => Promise<Json>;
    beforeAll(async () => {
      const names = new Set(queries.flatMap(({ ExpectedFixtures }) => ExpectedFixtures));
      ask = await store(...[...names].map((name) => readTrace(dir, name)));
    });

    const byId = (traces: readonly ReturnType<typeof fromFixture>[]) =>
      traces.toSorted((left, right) => (left.id < right.id ? -1 : 1));
    const findV1 = async (query: URLSearchParams) =>
      byId((await ask(`/api/traces?${query}`)).data.map(fromV1));
    const findV3 = async (query: URLSearchParams) => {
      const found = await ask(`/api/v3/traces?${query}`);
      return found === 404 ? [] : byId(fromV3(found));
    };
    const findSummaries = async (query: URLSearchParams) => {
      const { summaries } = await ask(`/api/v3/trace-summaries?${query}`);
      return summaries.map(({ traceId }: Json) => traceId).sort();
    };

    for (const query of queries) {
      const isUnlike = unlike[query.Caption] !== undefined;
      it(`${isUnlike ? 'does not find' : 'finds'} "${query.Caption}"`, async () => {
        const expected = byId(
          query.ExpectedFixtures.map((name) => fromFixture(readTrace(dir, name))),
        );

        const found = isUnlike ? [] : expected;
        expect(await findV1(v1QueryOf(query))).toEqual(found);
        expect(await findV3(v3QueryOf(query))).toEqual(found);
        expect(await findSummaries(v3QueryOf(query))).toEqual(found.map(({ id }) => id));
      });

      it(`needs no service for "${query.Caption}"`, async () => {
        const withService = await findV1(v1QueryOf(query));
        const anyService = { ...query, Query: { ...query.Query, ServiceName: '' } };

        const found = await findV1(v1QueryOf(anyService));
        expect(found).toEqual(expect.arrayContaining([...withService]));
      });
    }
  });
});
