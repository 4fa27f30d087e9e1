import { readFileSync } from 'node:fs';
import { issueKey } from '@spanhouse/catalog/testing';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { checkJaegerV3Json, checkTempoJson, decodeTempo } from '@spanhouse/span-dialects/testing';
import {
  createTraceAnalytics,
  createTraceReader,
  type TraceAnalytics,
  type TraceReader,
} from '@spanhouse/trace-store/reader';
import { aSpanBlock, createTestDatabase, type TestDatabase } from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';
import request from 'supertest';
import type { z } from 'zod';
import { takeIn, testContext } from '../../src/testing/intake.js';
import { v1 } from '../../src/testing/jaeger/jaeger-shapes.js';
import { type Shown, spansOf } from '../../src/testing/test-doors.js';
import { createTestTraceQuery, type TestTraceQuery } from '../../src/testing/test-trace-query.js';
import { zipkin } from '../../src/testing/zipkin-shapes.js';

const walkthrough = `${__dirname}/../../../../docs/walkthrough.md`;
/** One hour after the spans of the walkthrough. The Zipkin data source requests the last day. */
const nowMs = Date.parse('2026-05-01T11:00:00Z');
/** Id of the slow call. The next two constants contain the id of its trace, in the long and the short form. */
const slowCall = '00000000000000b3';
const slowTrace = '0000000000000000000000000000000b';
const shortTrace = slowTrace.slice(16);
const noService = 'OTLPResourceNoServiceName';
const seconds = 'start=1777629600&end=1777633200';
const microseconds = 'end=1777633200000000&start=1777629600000000';

/** Headers that the backends of the data sources send with every request, in addition to their credentials. */
const grafana = { 'user-agent': 'Grafana/12.2.0', 'accept-encoding': 'gzip' };

/** Returns the body of the walkthrough's first request. */
function walkthroughBody(): string {
  const [, body = ''] =
    /spans\/ingest .*? -d '(.*?)'\n/s.exec(readFileSync(walkthrough, 'utf8')) ?? [];
  return body;
}

function searchPath(q: string, more = 'limit=20&spss=3'): string {
  return `search?${new URLSearchParams({ q })}&${more}&${seconds}`;
}

const slow = 'name="draft" && span.customer.tier="premium" && duration>5s';
const structure = `({${slow}} &>> { kind = server }) || ({${slow}}) | select(status, resource.service.name, name, nestedSetParent, nestedSetLeft, nestedSetRight)`;
const failures = `{${slow} && status = error} | select(resource.service.name, event.exception.message,event.exception.stacktrace,event.exception.type) with(most_recent=true)`;

describeWithBackend("Grafana's data sources", 'CLICKHOUSE_URL', (url) => {
  let database: TestDatabase;
  let reader: TraceReader;
  let analytics: TraceAnalytics;
  let service: TestTraceQuery;
  let key: string;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    const writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
    analytics = createTraceAnalytics(database.config, { logger, clock: systemClock });
    service = createTestTraceQuery({ store: reader, analytics, authMode: 'keys' });
    await service.clock.advance(nowMs - service.clock.nowMs());
    const { project_id } = await service.catalog.defaultProject();
    key = (await issueKey(service.catalog, ['view_spans'])).text;
    const rows = takeIn(walkthroughBody()).map((span) => ({
      span,
      context: { ...testContext, project_id },
    }));
    const block = aSpanBlock(rows, { logOffset: 1n << 48n });
    await writer.write(block, new AbortController().signal);
    await writer.close();
  });
  afterAll(async () => {
    await Promise.all([reader?.close(), analytics?.close()]);
    await database?.drop();
  });

  const ask = (path: string) => request(service.app).get(path).set(grafana).auth('grafana', key);

  async function readJson(path: string): Promise<Shown> {
    const { body, status, text } = await ask(path);
    expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
    return body;
  }

  async function read<Shape extends z.ZodType>(path: string, shape: Shape) {
    return shape.parse(await readJson(path));
  }

  /** Requests and decodes a Tempo message. */
  async function readTempo(path: string, type: string): Promise<Shown> {
    const body = await readJson(`/tempo/api/${path}`);
    checkTempoJson(type, body);
    return body;
  }

  /** Requests and decodes a message of Jaeger's API version 3. */
  async function readV3(path: string, type: string): Promise<Shown> {
    const body = await readJson(`/jaeger/api/v3/${path}`);
    checkJaegerV3Json(type, body);
    return body;
  }

  describe('for Tempo', () => {
    it('pass "Save & test"', async () => {
      await ask('/tempo/api/echo').expect(200, 'echo');
    });

    it.each([
      [
        'the fields of the search',
        '{name="draft" && span.customer.tier=~"premium|gold" && duration>5s}',
      ],
      [
        'fields with several values',
        '{(span.customer.tier="premium" || span.customer.tier="gold") && (name!="answer" && name!="search") && duration>5s && traceDuration<1m}',
      ],
      ['the editor of TraceQL', `{ ${slow} }`],
    ])('find the slow call with %s', async (_what, q) => {
      const { traces } = await readTempo(searchPath(q), 'SearchResponse');

      expect(traces.map(({ traceID }: Shown) => traceID)).toEqual([slowTrace]);
      const [{ spanSets: [{ spans = [] } = {}] = [] } = {}] = traces;
      expect(spans).toMatchObject([
        { spanID: slowCall, name: 'draft', durationNanos: '8500000000' },
      ]);
    });

    it('find it with the tags of older versions', async () => {
      const path = `search?tags=customer.tier%3Dpremium%20name%3Ddraft&minDuration=5s&limit=20&${seconds}`;
      const { traces } = await readTempo(path, 'SearchResponse');

      expect(traces[0]?.spanSets[0]?.spans).toMatchObject([{ spanID: slowCall }]);
    });

    it('list it in Traces Drilldown, among slow spans, in the structure, and not among failures', async () => {
      const listed = searchPath(
        `{${slow}} | select(span.customer.tier, resource.service.name)`,
        'limit=200&spss=10',
      );
      const list = await readTempo(listed, 'SearchResponse');
      const tree = await readTempo(searchPath(structure, 'limit=200&spss=20'), 'SearchResponse');
      const failed = await readTempo(searchPath(failures, 'limit=400'), 'SearchResponse');

      expect(list.traces[0]?.spanSet?.spans[0]?.attributes).toContainEqual({
        key: 'customer.tier',
        value: { stringValue: 'premium' },
      });
      const [{ spanSets = [] } = {}, ...more] = tree.traces;
      expect([spanSets.length, more]).toEqual([1, []]);
      const keys = spanSets[0].spans.map(({ attributes }: Shown) =>
        attributes.map(({ key }: Shown) => key),
      );
      expect(keys).toEqual([
        expect.arrayContaining(['nestedSetParent', 'nestedSetLeft', 'nestedSetRight']),
      ]);
      expect(failed.traces).toEqual([]);
    });

    it.each([
      [`/tempo/api/v2/traces/${slowTrace}`, 'TraceByIDResponse'],
      [`/tempo/api/v2/traces/${shortTrace}?${seconds}`, 'TraceByIDResponse'],
      [`/tempo/api/traces/${slowTrace}?${seconds}`, 'Trace'],
    ] as const)('open its trace from %s', async (path, type) => {
      const { body, headers } = await ask(path)
        .set('accept', 'application/protobuf')
        .responseType('blob')
        .expect(200);

      expect(headers['content-type']).toBe('application/protobuf');
      const message = JSON.stringify(decodeTempo(type, body));
      const id = Buffer.from(slowCall, 'hex').toString('base64');
      expect(message.split('"spanId":')).toHaveLength(4);
      expect(message).toContain(`"spanId":"${id}"`);
    });

    it('complete its tag, its value and its name while a query is typed', async () => {
      const { scopes } = await readTempo('v2/search/tags?limit=5000', 'SearchTagsV2Response');
      const typed = encodeURIComponent('{name="draft" && duration>5s && span.customer.tier=}');
      const values = (tag: string, more = '') =>
        readTempo(
          `v2/search/tag/${tag}/values?limit=5000&q=${typed}&tag=${tag}${more}`,
          'SearchTagValuesV2Response',
        );

      expect(scopes.find(({ name }: Shown) => name === 'span').tags).toContain('customer.tier');
      const premium = [{ type: 'string', value: 'premium' }];
      expect((await values('span.customer.tier')).tagValues).toEqual(premium);
      expect((await values('span.customer.tier', `&${seconds}`)).tagValues).toEqual(premium);
      // A condition on the name does not restrict the listed names.
      expect((await values('name')).tagValues.map(({ value }: Shown) => value)).toEqual([
        'answer',
        'draft',
      ]);
    });

    it('complete them in older versions', async () => {
      const { tagNames } = await readTempo('search/tags', 'SearchTagsResponse');
      const path = 'search/tag/customer.tier/values';
      const { tagValues } = await readTempo(path, 'SearchTagValuesResponse');

      expect(tagNames).toContain('customer.tier');
      expect(tagValues).toEqual(['basic', 'premium']);
      const { body } = await ask('/tempo/api/status/buildinfo').expect(200);
      expect(body.version).toMatch(/^2\.9\./);
    });
  });

  describe('for Jaeger', () => {
    it('pass "Save & test", and list the operation of the slow call', async () => {
      expect((await read('/jaeger/api/services', v1.names)).data).toEqual([noService]);
      expect((await readV3('services', 'GetServicesResponse')).services).toEqual([noService]);
      const { data } = await read(`/jaeger/api/services/${noService}/operations`, v1.names);
      expect(data).toEqual(['answer', 'draft', 'search']);
      const path = `operations?service=${noService}`;
      const { operations } = await readV3(path, 'GetOperationsResponse');
      expect(operations.map(({ name }: Shown) => name)).toContain('draft');
    });

    it.each([
      `maxDuration=1m&minDuration=5s&operation=draft&service=${noService}`,
      `service=${noService}&minDuration=5s&tags=${encodeURIComponent('{"customer.tier":"premium"}')}`,
    ])('find it with %s', async (query) => {
      const path = `/jaeger/api/traces?${microseconds}&limit=20&${query}`;
      const { data } = await read(path, v1.traces);

      expect(data.map(({ traceID }) => traceID)).toEqual([shortTrace]);
      expect(data[0]?.spans.map(({ spanID }) => spanID)).toContain(slowCall);
    });

    it.each([
      `/jaeger/api/traces/${slowTrace}`,
      `/jaeger/api/traces/${shortTrace}?end=1777633200000&start=1777629600000`,
    ])('open its trace from %s', async (path) => {
      const { data } = await read(path, v1.traces);

      const call = data[0]?.spans.find(({ spanID }) => spanID === slowCall);
      expect(data[0]?.spans).toHaveLength(3);
      expect(call).toMatchObject({ operationName: 'draft', duration: 8_500_000 });
    });

    it('open its trace by the third version, and draw no calls between services', async () => {
      const { result } = await readV3(`traces/${slowTrace}`, 'GRPCGatewayWrapper');
      const path = '/jaeger/api/dependencies?endTs=1777633200000&lookback=3600000';
      const dependencies = await read(path, v1.dependencies);

      expect(spansOf(result).map(({ spanId }) => spanId)).toContain(slowCall);
      expect(dependencies.data).toEqual([]);
    });
  });

  describe('for Zipkin', () => {
    const lowerCase = noService.toLowerCase();

    it('pass "Save & test", and list the name of the slow call', async () => {
      expect(await read('/zipkin/api/v2/services', zipkin.names)).toEqual([lowerCase]);
      const path = `/zipkin/api/v2/spans?serviceName=${lowerCase}`;
      expect(await read(path, zipkin.names)).toEqual(['answer', 'draft', 'search']);
    });

    it('find it by service and name, in the last day', async () => {
      const path = `/zipkin/api/v2/traces?serviceName=${lowerCase}&spanName=draft`;
      const traces = await read(path, zipkin.traces);

      const calls = traces.flat().filter(({ name }) => name === 'draft');
      const [longest] = calls.toSorted((a, b) => (b.duration ?? 0) - (a.duration ?? 0));
      expect(calls).toHaveLength(3);
      expect(longest).toMatchObject({ id: slowCall, duration: 8_500_000 });
    });

    it.each([slowTrace, shortTrace])('open its trace by the id %s', async (id) => {
      const trace = await read(`/zipkin/api/v2/trace/${id}`, zipkin.trace);

      expect(trace).toHaveLength(3);
      expect(trace.find((each) => each.id === slowCall)?.tags).toMatchObject({
        'customer.tier': 'premium',
      });
    });
  });
});
