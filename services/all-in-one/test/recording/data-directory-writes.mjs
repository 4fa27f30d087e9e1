// The writes that fill a recorded data directory, in order. A write may use the responses to earlier writes.
import {
  fixture,
  flat,
  nested,
  otlp,
  otlpJson,
  parent,
  span,
  spanId,
  traceId,
  zipkin,
} from './recorded-spans.mjs';

function post(name, path, body) {
  return { name, request: { method: 'POST', path, body } };
}

function ingest(name, spans, more) {
  return {
    name,
    request: { method: 'POST', path: '/tracing/spans/ingest', body: { spans }, ...more },
  };
}

/** Returns a write that sends the bytes of a fixture. */
function sendFixture(name, { path, file, type }) {
  const headers = { 'content-type': type };
  return { name, request: { method: 'POST', path, body: fixture(file), headers } };
}

const dead = span(13, 0, { span_name: 'poison' });

const annotation = {
  trace: {
    origin: 'human',
    kind: 'eval',
    tags: { topic: 'parcel' },
    meta: { by: 'hand' },
    data: { outputs: { score: 4, comment: 'fine' } },
    references: { evaluator: { slug: 'helpfulness' } },
    links: { invocation: { trace_id: traceId(1), span_id: spanId(100) } },
  },
};

const savedFilter = {
  filtering: { conditions: [{ field: 'attributes', key: 'tier', operator: 'is', value: 'gold' }] },
  windowing: { order: 'ascending' },
};

export const writes = [
  ingest('flat spans', flat),
  post('nested spans', '/tracing/spans/ingest', nested),
  post('OTLP as JSON', '/otlp/v1/traces', otlpJson),
  ...otlp.map((name) =>
    sendFixture(name, {
      path: '/v1/traces',
      file: `otlp/${name}.pb`,
      type: 'application/x-protobuf',
    }),
  ),
  ...zipkin.map((name) =>
    sendFixture(name, { path: '/v2/spans', file: `zipkin/${name}.json`, type: 'application/json' }),
  ),
  ingest('old and far spans', [
    span(5, 0, {
      start_time: '1901-02-03T04:05:06.000000007Z',
      end_time: '1969-12-31T23:59:59.999999999Z',
    }),
    span(6, 0, { start_time: '2200-01-01T00:00:00Z', end_time: '2200-01-01T00:00:01Z' }),
  ]),
  ingest('the second project', [span(1, 0, { span_name: 'of the second project' }), span(7, 0)], {
    project: 'second',
  }),
  post('an annotation', '/simple/traces/', annotation),
  {
    name: 'an edited annotation',
    waits: true,
    request: (answers) => ({
      method: 'PATCH',
      path: `/simple/traces/${answers['an annotation'].trace.trace_id}`,
      body: { trace: { tags: { topic: 'letter' }, data: { outputs: { score: 5 } } } },
    }),
  },
  post('another annotation', '/simple/traces/', {
    trace: { data: { outputs: { ok: true } }, references: {}, links: {} },
  }),
  ingest('spans to delete', [span(8, 0), span(8, 1, parent(8)), span(9, 0)]),
  { name: 'a delete', waits: true, request: { method: 'DELETE', path: `/traces/${traceId(8)}` } },
  {
    name: 'a delete of the older API',
    waits: true,
    request: { method: 'DELETE', path: `/tracing/traces/${traceId(9)}` },
  },
  ingest('a trace that is sent again', [span(9, 1, { span_name: 'after the delete' })]),
  ingest('a span that is sent again', [
    span(2, 0, { span_name: 'job, second version', attributes: { 'ag.session.id': 'session-3' } }),
  ]),
  {
    name: 'a replaced trace',
    request: {
      method: 'PUT',
      path: `/traces/${traceId(10)}`,
      body: {
        trace: { trace_id: traceId(10), spans: { only: span(10, 0, { span_name: 'only' }) } },
      },
    },
  },
  ingest(
    'many spans',
    Array.from({ length: 300 }, (_, index) =>
      span(
        11,
        index,
        index > 0 ? { ...parent(11, Math.floor((index - 1) / 3)), attributes: { index } } : {},
      ),
    ),
  ),
  { sql: "ALTER TABLE spans ADD CONSTRAINT poison CHECK span_name != 'poison'" },
  ingest('a refused span among others', [span(13, 1), dead, span(13, 2)]),
  {
    name: 'the trace of the refused span',
    waits: true,
    request: { path: `/spans/?trace_id=${traceId(13)}` },
  },
  { sql: 'ALTER TABLE spans DROP CONSTRAINT poison' },
  post('a simple query', '/simple/queries/', {
    query: { slug: 'gold', name: 'Gold', tags: { team: 'a' }, data: savedFilter },
  }),
  {
    name: 'an edited query',
    request: ({ 'a simple query': { query } }) => ({
      method: 'PUT',
      path: `/simple/queries/${query.id}`,
      body: {
        query: {
          id: query.id,
          description: 'Only gold',
          data: { ...savedFilter, formatting: { focus: 'span' } },
        },
      },
    }),
  },
  post('a query', '/queries/', { query: { slug: 'errors', name: 'Errors' } }),
  {
    name: 'a variant',
    request: ({ 'a query': { query } }) => ({
      method: 'POST',
      path: '/queries/variants/',
      body: { query_variant: { slug: 'errors-main', query_id: query.id } },
    }),
  },
  ...[1, 2].map((number) => ({
    name: `revision ${number}`,
    request: ({ 'a variant': { query_variant: variant } }) => ({
      method: 'POST',
      path: '/queries/revisions/commit',
      body: {
        query_revision: {
          query_variant_id: variant.id,
          slug: `errors-${number}`,
          message: `commit ${number}`,
          data: {
            filtering: { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] },
          },
        },
      },
    }),
  })),
  post('an archived query', '/queries/', { query: { slug: 'old' } }),
  {
    name: 'the archive',
    request: ({ 'an archived query': { query } }) => ({
      method: 'POST',
      path: `/queries/${query.id}/archive`,
    }),
  },
];

/** Writes whose messages remain unstored in the log. */
export const unstored = [
  ingest('unstored spans', [
    span(14, 0, { attributes: { tier: 'gold' } }),
    span(14, 1, parent(14)),
  ]),
  ingest('unstored spans of a stored trace', [span(1, 5, { ...parent(1), span_name: 'late' })]),
  ingest('more unstored spans', [span(15, 0)]),
  ingest('unstored spans of the second project', [span(7, 1, parent(7))], { project: 'second' }),
];

function isOfTopic({ name, request }) {
  return (
    typeof request === 'object' &&
    request.project === undefined &&
    !/annotation|delete|refused|query|archive/.test(name)
  );
}

/** The writes that fill a recorded topic. */
export const topicWrites = [
  ...writes.filter(isOfTopic),
  ingest('spans to delete', [span(8, 0), span(9, 0)]),
  { name: 'a delete', request: { method: 'DELETE', path: `/traces/${traceId(8)}` } },
];
