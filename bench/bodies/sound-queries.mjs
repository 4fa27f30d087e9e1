const ids = ['1', '2', '3'].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`);
const [id] = ids;
const traceId = '5b8efff798038103d269b633813fc60c';
const spanId = 'eee19b7ec3c1b174';

const windowing = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T12:00:00Z', limit: 20 };
const filtering = {
  operator: 'and',
  conditions: [
    { field: 'attributes', key: 'ag.type.span', operator: 'is', value: 'llm' },
    { field: 'events', operator: 'has', key: 'attributes.exception.type', value: 'Timeout' },
    { field: 'span_name', operator: 'startswith', value: 'ch' },
    { operator: 'not', conditions: [{ field: 'links', operator: 'exists' }] },
    { field: 'content', operator: 'contains', value: 'hello' },
  ],
};
const specs = [
  { type: 'numeric/continuous', path: 'ag.metrics.duration.cumulative' },
  { type: 'categorical/single', path: 'attributes.ag.type.trace' },
];
const words = { name: 'n', description: 'd', flags: { a: true }, tags: { t: 'x' }, meta: { m: 1 } };
const data = { filtering, windowing, formatting: { focus: 'span' } };
const listed = { include_archived: true, windowing: { limit: 5 } };

/** A sound body for each schema of the API document that a route of the query service takes. */
export const soundBodies = {
  QueryRequest: { filtering, windowing, query_ref: { slug: 'a' } },
  FlatQueryRequest: { focus: 'trace', format: 'agenta', filter: filtering, ...windowing },
  AnalyticsRequest: { focus: 'span', filter: filtering, specs, ...windowing, interval: 60 },
  ActorsRequest: { realtime: true, include_summary: true, windowing },
  SimpleTraceQueryRequest: {
    trace: { origin: 'human', tags: { topic: 'x' }, references: { evaluator: { slug: 'e' } } },
    links: [{ trace_id: traceId, span_id: spanId }],
    windowing,
  },
  SimpleTraceRequest: {
    trace: {
      origin: 'human',
      data: { outputs: { a: 1 } },
      references: { evaluator: { slug: 'e' } },
      links: { invocation: { trace_id: traceId, span_id: spanId } },
    },
  },
  SimpleTraceEditRequest: { trace: { data: { outputs: { a: 1 } }, tags: { t: 'x' }, meta: {} } },
  CreateQueryRequest: { query: { slug: 'a', ...words } },
  EditQueryRequest: { query: { id, ...words } },
  ListQueriesRequest: { query: { slugs: ['a'], ...words }, query_refs: [{ id }], ...listed },
  CreateQueryVariantRequest: { query_variant: { slug: 'v', query_id: id, ...words } },
  ForkQueryVariantRequest: {
    query_variant: { slug: 'f', query_id: id },
    query_variant_ref: { slug: 'v' },
    query_revision_ref: { version: '1' },
  },
  EditQueryVariantRequest: { query_variant: { id, ...words } },
  ListQueryVariantsRequest: {
    query_variant: { slug: 'v' },
    query_refs: [{ slug: 'a' }],
    ...listed,
  },
  CreateQueryRevisionRequest: { query_revision: { query_id: id, message: 'm', data, ...words } },
  RetrieveQueryRevisionRequest: { query_ref: { slug: 'a' }, query_revision_ref: { version: '1' } },
  EditQueryRevisionRequest: { query_revision: { id, ...words } },
  ListQueryRevisionsRequest: { query_revision: { slug: 'r' }, query_refs: [{ id }], ...listed },
  LogQueryRevisionsRequest: { query_revisions: { query_id: id, depth: 5 } },
  CreateSimpleQueryRequest: { query: { slug: 's', ...words, data } },
  EditSimpleQueryRequest: { query: { id, ...words, data } },
  AccountsRequest: {
    accounts: { shop: { user: { email: 'a@example.org' }, options: { create_api_keys: true } } },
  },
  CreateKeyRequest: { project_id: id, name: 'k', permissions: ['view_spans'] },
  UpdateProjectRequest: { name: 'p', retention_days: 7 },
};

/** Sound values for parameters of paths and queries, by the end of their name. */
const soundParameters = {
  trace_id: [traceId, '0af7651916cd43dd8448eb211c80319c'],
  trace_ids: [traceId, `${traceId},0af7651916cd43dd8448eb211c80319c`],
  span_id: [spanId],
  span_ids: [`${spanId},b7ad6b7169203331`],
  oldest: [windowing.oldest, '1777629600'],
  newest: [windowing.newest],
  limit: ['1', '20'],
  interval: ['60'],
  rate: ['0.5'],
  order: ['ascending', 'descending'],
  focus: ['trace', 'span'],
  format: ['agenta', 'opentelemetry'],
  filter: [JSON.stringify(filtering)],
  specs: [JSON.stringify(specs)],
  prefix: ['ag.'],
  key: ['ag.type.span'],
  name: ['n'],
  query_slug: ['a'],
  flags: ['{"a":true}'],
  tags: ['{"t":"x"}'],
  include_archived: ['true'],
};

/** Returns the sound values of a parameter. A parameter that is not listed takes ids. */
export function soundValuesOf(name) {
  return soundParameters[name] ?? ids;
}
