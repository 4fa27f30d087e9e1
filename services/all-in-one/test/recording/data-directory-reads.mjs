// The reads whose responses are recorded. Every read route has at least one read. No read uses a default that depends
// on the time.
import { spanId, traceId } from './recorded-spans.mjs';

const range = { oldest: '2026-05-01T09:00:00Z', newest: '2026-05-01T12:00:00Z' };

function get(name, path, more) {
  return { name, path, ...more };
}

function post(name, path, { headers, project, ...body }) {
  return { name, method: 'POST', path, headers, project, body };
}

function spansWhere(name, condition) {
  return post(`spans: ${name}`, '/spans/query', {
    filtering: { conditions: [condition] },
    windowing: {},
  });
}

const lists = [
  post('spans in descending order', '/spans/query', {}),
  post('spans in ascending order', '/spans/query', { windowing: { order: 'ascending' } }),
  post('spans of a sample', '/spans/query', { windowing: { rate: 0.5 } }),
  post('traces', '/traces/query', { windowing: range }),
  post('traces in ascending order', '/traces/query', {
    windowing: { ...range, order: 'ascending' },
  }),
  post('a stream of spans', '/spans/query', {
    windowing: range,
    headers: { accept: 'application/x-ndjson' },
  }),
  post('a stream of traces', '/traces/query', {
    windowing: range,
    headers: { accept: 'application/x-ndjson' },
  }),
  post('spans of the second project', '/spans/query', { project: 'second' }),
  post('flat query of traces', '/tracing/spans/query', { ...range, focus: 'trace' }),
  post('flat query of spans', '/tracing/spans/query', { ...range, focus: 'span', limit: 1000 }),
  post('flat query in the format of OpenTelemetry', '/tracing/spans/query', {
    ...range,
    format: 'opentelemetry',
  }),
  post('flat query under /preview', '/preview/tracing/spans/query', { ...range, focus: 'span' }),
  spansWhere('by name', { field: 'span_name', operator: 'startswith', value: 'step 1' }),
  spansWhere('by service', { field: 'service_name', operator: 'is', value: 'shop' }),
  spansWhere('by service version', { field: 'service_version', operator: 'is', value: '1.2.3' }),
  spansWhere('by session', {
    field: 'session_id',
    operator: 'in',
    value: ['session-1', 'session-3'],
  }),
  spansWhere('by status', { field: 'status_code', operator: 'is', value: 'STATUS_CODE_ERROR' }),
  spansWhere('by attribute', { field: 'attributes', key: 'tier', operator: 'is', value: 'gold' }),
  spansWhere('by number', { field: 'attributes', key: 'index', operator: 'btwn', value: [10, 20] }),
  spansWhere('by nested attribute', { field: 'attributes', key: 'deep.a.b.c', operator: 'exists' }),
  spansWhere('by tokens', {
    field: 'attributes',
    key: 'ag.metrics.tokens.incremental.total',
    operator: 'gt',
    value: 0,
  }),
  spansWhere('by words', { field: 'content', operator: 'contains', value: '"my parcel"' }),
  spansWhere('by event', {
    field: 'events',
    operator: 'has',
    key: 'attributes.exception.type',
    value: 'Timeout',
  }),
  spansWhere('by link', { field: 'links', operator: 'in', value: [{ trace_id: traceId(2) }] }),
  spansWhere('by reference', { field: 'references', operator: 'in', value: [{ slug: 'shop' }] }),
  spansWhere('by resource', {
    field: 'resource.attributes',
    key: 'service.name',
    operator: 'exists',
  }),
  spansWhere('by old time', { field: 'start_time', operator: 'lt', value: '1970-01-01T00:00:00Z' }),
  spansWhere('by far time', { field: 'start_time', operator: 'gt', value: '2100-01-01T00:00:00Z' }),
  spansWhere('by parent', { field: 'parent_id', operator: 'is', value: spanId(100) }),
];

const traces = Array.from({ length: 15 }, (_, index) => index + 1);
const lookUps = [
  ...traces.map((number) => get(`trace ${number}`, `/traces/${traceId(number)}`)),
  ...traces.map((number) => get(`spans of trace ${number}`, `/spans/?trace_id=${traceId(number)}`)),
  ...[1, 8, 11].map((number) =>
    get(`trace ${number} of the older API`, `/tracing/traces/${traceId(number)}`),
  ),
  get('several traces', `/traces/?trace_ids=${[1, 2, 3, 5, 6, 8].map(traceId)}`),
  get('several spans', `/spans/?span_ids=${[100, 200, 500, 1300, 1301].map(spanId)}`),
  get('one span', `/spans/${traceId(1)}/${spanId(100)}`),
  get('a refused span', `/spans/${traceId(13)}/${spanId(1300)}`),
  get('the same trace in the second project', `/traces/${traceId(1)}`, { project: 'second' }),
  get('a late trace of the second project', `/traces/${traceId(7)}`, { project: 'second' }),
];

const specs = [
  { type: 'numeric/continuous', path: 'ag.metrics.duration.cumulative' },
  { type: 'numeric/continuous', path: 'ag.metrics.tokens.cumulative.total' },
  { type: 'categorical/single', path: 'ag.type.trace' },
  { type: 'categorical/single', path: 'tier' },
];
const analytics = [
  post('metrics by time', '/spans/analytics/query', { ...range, interval: 60, specs }),
  post('metrics of the older API', '/tracing/analytics/query', { ...range, interval: 180, specs }),
  post('sums by time', '/tracing/spans/analytics', { ...range, interval: 60 }),
  ...['spans', 'tracing'].flatMap((prefix) => [
    post(`sessions at /${prefix}`, `/${prefix}/sessions/query`, { windowing: range }),
    post(`users at /${prefix}`, `/${prefix}/users/query`, { windowing: range }),
  ]),
  post('sessions with summaries', '/spans/sessions/query', {
    windowing: range,
    include_summary: true,
  }),
  get('attribute keys', `/attributes/keys?oldest=${range.oldest}&newest=${range.newest}`),
  get(
    'attribute values',
    `/attributes/values?key=tier&oldest=${range.oldest}&newest=${range.newest}`,
  ),
];

function simpleTraces({ 'an annotation': one, 'another annotation': other }) {
  return [
    get('an annotation', `/simple/traces/${one.trace.trace_id}`),
    get('another annotation', `/simple/traces/${other.trace.trace_id}`),
    post('annotations', '/simple/traces/query', {}),
    post('annotations of a person', '/simple/traces/query', {
      trace: { origin: 'human', tags: { topic: 'letter' } },
    }),
    post('annotations of a trace', '/simple/traces/query', {
      links: [{ trace_id: traceId(1), span_id: spanId(100) }],
    }),
  ];
}

function savedQueries(answers) {
  const { query } = answers['a simple query'];
  const { id } = answers['a query'].query;
  const variant = answers['a variant'].query_variant.id;
  const revision = answers['revision 2'].query_revision.id;
  return [
    get('a simple query', `/simple/queries/${query.id}`),
    post('simple queries', '/simple/queries/query', {}),
    get('a query', `/queries/${id}`),
    get('a variant', `/queries/variants/${variant}`),
    get('a revision', `/queries/revisions/${revision}`),
    post('queries', '/queries/query', {}),
    post('archived queries', '/queries/query', { include_archived: true }),
    post('variants', '/queries/variants/query', { query_refs: [{ id }] }),
    post('revisions', '/queries/revisions/query', { query_variant_refs: [{ id: variant }] }),
    post('the log of a variant', '/queries/revisions/log', {
      query_revisions: { query_variant_id: variant },
    }),
    post('a revision with its spans', '/queries/revisions/retrieve', {
      query_ref: { slug: 'errors' },
      include_trace_ids: true,
    }),
    post('the spans of a saved query', '/spans/query', { query_ref: { slug: 'gold' } }),
    post('the traces of a saved query', '/traces/query', { query_ref: { slug: 'errors' } }),
    post('saved queries of the second project', '/queries/query', { project: 'second' }),
  ];
}

/** Returns the reads. Some contain ids from the responses to earlier writes. */
export function reads(answers) {
  const receipts = Object.entries(answers)
    .filter(([name]) => name.startsWith('receipt of'))
    .map(([name, receipt]) => {
      const project = name.includes('second project') ? 'second' : 'first';
      return get(name, `/receipts/${receipt}`, { project });
    });
  return [
    ...lookUps,
    ...lists,
    ...analytics,
    ...simpleTraces(answers),
    ...savedQueries(answers),
    ...receipts,
  ];
}

/** The reads that run after a recorded topic is consumed. */
export const topicReads = [
  ...[...lookUps, ...lists].filter(
    ({ project, headers }) => project === undefined && headers === undefined,
  ),
  ...analytics,
];
