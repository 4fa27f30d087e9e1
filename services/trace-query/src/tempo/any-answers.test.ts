import { checkTempoJson, decodeTempo } from '@spanhouse/span-dialects/testing';
import type { JsonObject } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { anyAcceptedSpans } from '../testing/any-accepted-spans.js';
import { asGrafana } from '../testing/tempo-traces.js';
import { createTestTempo } from '../testing/test-doors.js';

const range = { start: '1777629600', end: '1777629601' };
const numRuns = 60;

/** Fields of all scopes and types that the stored spans have. */
const field = fc.constantFrom(
  'span.x',
  '.x.y',
  '.q.r',
  'resource.x.y.z',
  'resource.service.name',
  'event.q.r',
  'link.Key',
  'instrumentation.k-1',
  'span.error',
  '.event',
  'name',
  'status',
  'statusMessage',
  'kind',
  'rootName',
  'rootServiceName',
  'event:name',
  'link:traceID',
  'instrumentation:name',
  'span:parentID',
  'nestedSetParent',
);

const search = fc.oneof(
  fc.tuple(field, field).map(([a, b]) => `{ } | select(${a}, ${b}, nestedSetLeft, duration)`),
  fc.tuple(field, field).map(([a, b]) => `{ } | by(${a}) | by(${b}) | count() > 0 | max(.x) > -9`),
  field.map((a) => `{ .x != nil || true } &>> { } | select(${a}) | coalesce()`),
);
const metrics = fc.oneof(
  fc.tuple(field, field).map(([a, b]) => `{ } | rate() by(${a}, ${b})`),
  field.map((a) => `{ } | quantile_over_time(duration, 0.5, 1) by(${a})`),
  field.map((a) => `{ } | histogram_over_time(duration) by(${a})`),
  field.map((a) => `{ } | sum_over_time(.x) by(${a}) | topk(2)`),
  fc.constantFrom(
    '{ } | compare({ kind = server || .x != nil })',
    '({ } | count_over_time()) / ({ } | rate())',
  ),
);
const counted = metrics.chain((q) =>
  fc
    .constantFrom(
      ['QueryRangeResponse', '/api/metrics/query_range'] as const,
      ['QueryInstantResponse', '/api/metrics/query'] as const,
    )
    .map(([type, path]) => [type, `${path}?${new URLSearchParams({ q, ...range })}`] as const),
);
const values = field.chain((tag) =>
  fc
    .constantFrom(
      ['SearchTagValuesV2Response', '/api/v2/search'] as const,
      ['SearchTagValuesResponse', '/api/search'] as const,
    )
    .map(([type, path]) => [type, `${path}/tag/${encodeURIComponent(tag)}/values`] as const),
);

/** Message type of an answer, and the path that requests it. */
const asked = fc.oneof(
  {
    weight: 3,
    arbitrary: search.map(
      (q) => ['SearchResponse', `/api/search?${new URLSearchParams({ q, spss: '0' })}`] as const,
    ),
  },
  { weight: 3, arbitrary: counted },
  { weight: 2, arbitrary: values },
  fc.constantFrom(
    ['SearchTagsV2Response', '/api/v2/search/tags'] as const,
    ['SearchTagsResponse', '/api/search/tags'] as const,
    ['SearchResponse', '/api/search?tags=x%3Da'] as const,
  ),
);

describe('Tempo’s decoder, generated from its schema', () => {
  it('accepts every answer to a search, for tags and for metrics', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), asked, async (spans, [type, path]) => {
        const { body, status, text } = await createTestTempo({}, spans).ask(path);

        expect([path, status, status === 200 ? '' : text]).toEqual([path, 200, '']);
        checkTempoJson(type, body);
      }),
      { numRuns },
    );
  });

  it('accepts every trace, in JSON and in protobuf', async () => {
    await fc.assert(
      fc.asyncProperty(anyAcceptedSpans(), async (spans) => {
        const { ask } = createTestTempo({}, spans);
        for (const id of new Set(spans.map(({ trace_id }) => trace_id))) {
          const first = await ask(`/api/traces/${id}`).expect(200);
          const second = await ask(`/api/v2/traces/${id}`).expect(200);
          const { batches, ...rest }: JsonObject = first.body;

          expect(rest).toEqual({});
          checkTempoJson('Trace', { resourceSpans: batches ?? null });
          checkTempoJson('TraceByIDResponse', second.body);
          for (const [path, type] of [
            [`/api/traces/${id}`, 'Trace'],
            [`/api/v2/traces/${id}`, 'TraceByIDResponse'],
          ] as const) {
            decodeTempo(type, (await asGrafana(ask(path)).expect(200)).body);
          }
        }
      }),
      { numRuns },
    );
  });
});
