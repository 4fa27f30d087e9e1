// Builds requests for traces over the public HTTP API of each system, and counts the traces in an answer.
import { SPANS_PER_TRACE } from './load/otlp-bodies.mjs';

const json = { 'content-type': 'application/json' };

function countNodes(nodes) {
  return Object.values(nodes ?? {})
    .flat()
    .reduce((count, node) => count + 1 + countNodes(node.spans), 0);
}

function spanhouseQuery(condition, limit) {
  const filtering = { conditions: [{ operator: 'is', ...condition }] };
  const body = JSON.stringify({ filtering, windowing: { limit } });
  return { path: '/traces/query', method: 'POST', headers: json, body };
}

export const spanhouseApi = {
  trace: (id) => ({ path: `/traces/${id}`, method: 'GET' }),
  newestOfUser: (user, { limit }) =>
    spanhouseQuery({ field: 'attributes', key: 'ag.user.id', value: user }, limit),
  newestOfService: ({ service, limit }) =>
    spanhouseQuery({ field: 'service_name', value: service }, limit),
  spansOfEachTrace({ trace, traces = [trace] }) {
    return traces.filter(Boolean).map(({ spans }) => countNodes(spans));
  },
};

function jaegerQuery(parameters) {
  return { path: `/api/traces?${new URLSearchParams(parameters)}`, method: 'GET' };
}

export const jaegerApi = {
  trace: (id) => ({ path: `/api/traces/${id}`, method: 'GET' }),
  newestOfUser: (user, { service, limit }) =>
    jaegerQuery({ service, limit, tags: JSON.stringify({ 'user.id': user }) }),
  newestOfService: ({ service, limit }) => jaegerQuery({ service, limit }),
  spansOfEachTrace: ({ data }) => (data ?? []).map(({ spans }) => spans.length),
};

/** Returns the number of complete traces in an answer. The number is 0 if the status is not 200. */
export function countTraces(api, { status, text }) {
  const counts = status === 200 ? api.spansOfEachTrace(JSON.parse(text())) : [];
  return counts.filter((spans) => spans === SPANS_PER_TRACE).length;
}
