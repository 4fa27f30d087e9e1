// Measures the reads that list names and values over all spans.
const MAX_NAMES_MS = 10;
const FEW_CALLS = 3;

export async function names({ medians, rowOf }) {
  const [jaeger, zipkin] = await medians([
    () => '/jaeger/api/services',
    () => '/zipkin/api/v2/services',
  ]);
  const operations = (call) => `/jaeger/api/v3/operations?service=agent-${call % 10}`;
  return [
    { line: 'Jaeger: list of services', value: jaeger, limit: MAX_NAMES_MS, unit: 'ms' },
    { line: 'Zipkin: list of services', value: zipkin, limit: MAX_NAMES_MS, unit: 'ms' },
    ...(await rowOf({ line: 'Jaeger: operations of a service' }, operations)),
  ];
}

const lists = {
  'names of tags': '/tempo/api/v2/search/tags?limit=5000',
  'values of a resource attribute':
    '/tempo/api/v2/search/tag/resource.service.name/values?limit=5000',
  'values of a span attribute':
    '/tempo/api/v2/search/tag/span.http.request.method/values?limit=5000',
  'values of a name': '/tempo/api/v2/search/tag/name/values?limit=5000',
};

/**
 * Measures the reads that list tags. These reads have no time limit other than their deadline, after which they fail
 * with 504.
 */
export async function tags({ rowOf }) {
  const rows = [];
  for (const [what, path] of Object.entries(lists)) {
    rows.push(...(await rowOf({ line: `Tempo: ${what} over all spans` }, () => path, FEW_CALLS)));
  }
  return rows;
}
