import { traceIdsOfSetD } from '@spanhouse/span-dialects/testing';

const { a, b } = traceIdsOfSetD;
export const milliseconds = 'endTs=1777629800000&lookback=3600000';
export const microseconds = 'start=1777629600000000&end=1777629900000000';
export const versionThree =
  'query.startTimeMin=2026-05-01T10:00:00Z&query.startTimeMax=2026-05-01T11:00:00Z';
const tempoRange = 'start=1777629600&end=1777629900';

function q(text: string): string {
  return `q=${encodeURIComponent(text)}`;
}

/** Paths of reads that page through the traces in a range. */
export const walks = [
  `/tempo/api/search?${q('{ } > { }')}`,
  '/tempo/api/search?tags=service.name%3Dnobody',
  `/tempo/api/metrics/query_range?${q('{ } > { } | rate()')}&${tempoRange}`,
  `/tempo/api/metrics/query?${q('{ } | compare({ status = error })')}&${tempoRange}`,
  `/tempo/api/v2/search/tags?${q('{ rootName = "tick" }')}`,
  '/tempo/api/v2/search/tag/rootName/values',
  `/jaeger/api/traces?${microseconds}&tags=%7B%22x%22%3A%22y%22%7D`,
  `/jaeger/api/v3/traces?${versionThree}&query.attributes=%7B%22x%22%3A%22y%22%7D`,
  `/jaeger/api/v3/trace-summaries?${versionThree}&query.attributes=%7B%22x%22%3A%22y%22%7D`,
  `/jaeger/api/dependencies?${milliseconds}`,
  `/zipkin/api/v2/traces?${milliseconds}&annotationQuery=nothing`,
  `/zipkin/api/v2/dependencies?${milliseconds}`,
];

const otherReads = [
  `/tempo/api/traces/${a}`,
  `/tempo/api/v2/traces/${a}`,
  '/tempo/api/search/tags',
  '/tempo/api/v2/search/tags',
  '/tempo/api/search/tag/service.name/values',
  '/tempo/api/v2/search/tag/resource.service.name/values',
  `/tempo/api/metrics/query_range?${q('{ } | rate()')}&${tempoRange}`,
  '/jaeger/api/services',
  '/jaeger/api/services/payments/operations',
  '/jaeger/api/operations?service=payments',
  `/jaeger/api/traces/${a}`,
  `/jaeger/api/traces?traceID=${a}`,
  `/jaeger/api/metrics/latencies?service=payments&quantile=0.9&${milliseconds}`,
  `/jaeger/api/metrics/calls?service=payments&${milliseconds}`,
  `/jaeger/api/metrics/errors?service=payments&${milliseconds}`,
  '/jaeger/api/v3/services',
  '/jaeger/api/v3/operations?service=payments',
  `/jaeger/api/v3/traces/${a}`,
  '/zipkin/api/v2/services',
  '/zipkin/api/v2/spans?serviceName=payments',
  '/zipkin/api/v2/remoteServices?serviceName=payments',
  `/zipkin/api/v2/trace/${a}`,
  `/zipkin/api/v2/traceMany?traceIds=${a},${b}`,
];

/** Requests to all dialect routes that read spans, with parameters for set D. */
export const reads = [...walks, ...otherReads];

/** Routes that read no spans, as configured in tests. */
export const pages = [
  '/tempo/api/echo',
  '/tempo/ready',
  '/tempo/api/status/buildinfo',
  '/jaeger/api/metrics/minstep',
  '/jaeger/api/quality-metrics',
  '/zipkin/api/v2/autocompleteKeys',
  '/zipkin/api/v2/autocompleteValues?key=http.method',
  '/zipkin/config.json',
  '/zipkin/health',
  '/zipkin/info',
];

/** Returns an error body in the format of the dialect that serves the path. */
export function failureOf(path: string, status: number, text: string): string {
  if (path.startsWith('/jaeger/api/v3')) {
    return JSON.stringify({ error: { httpCode: status, message: text } });
  }
  const errors = [{ code: status, msg: text }];
  return path.startsWith('/jaeger')
    ? JSON.stringify({ data: null, total: 0, limit: 0, offset: 0, errors })
    : text;
}
