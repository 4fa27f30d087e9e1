/** The start and end of the day that contains the spans of `fillProject`. */
const day = { startS: 1_777_593_600, endS: 1_777_680_000 };
const dayMs = `endTs=${day.endS * 1000}&lookback=86400000`;
const microseconds = `start=${day.startS}000000&end=${day.endS}000000`;
const dayV3 = 'query.startTimeMin=2026-05-01T00:00:00Z&query.startTimeMax=2026-05-02T00:00:00Z';
const seconds = `start=${day.startS}&end=${day.endS}`;

/** Returns paths of other products' APIs that respond with the spans of `fillProject`. */
export function frontDoorPaths(traceId: string, service: string): readonly string[] {
  return [
    ...zipkinPaths(traceId, encodeURIComponent(service)),
    ...jaegerPaths(traceId, encodeURIComponent(service)),
    ...tempoPaths(traceId, service),
  ];
}

function zipkinPaths(traceId: string, name: string): readonly string[] {
  return [
    'services',
    `spans?serviceName=${name}`,
    `remoteServices?serviceName=${name}`,
    `traces?${dayMs}&limit=1000`,
    `trace/${traceId}`,
    `traceMany?traceIds=${traceId},${'1'.repeat(32)}`,
    `dependencies?${dayMs}`,
    'autocompleteValues?key=service.name',
  ].map((path) => `/zipkin/api/v2/${path}`);
}

function jaegerPaths(traceId: string, name: string): readonly string[] {
  return [
    'services',
    `services/${name}/operations`,
    `operations?service=${name}`,
    `traces?service=${name}&${microseconds}&limit=100`,
    `traces?traceID=${traceId}`,
    `traces/${traceId}`,
    `dependencies?${dayMs}`,
    `metrics/calls?service=${name}&spanKind=client&groupByOperation=true&${dayMs}&step=3600000`,
    'v3/services',
    `v3/operations?service=${name}`,
    `v3/traces?${dayV3}`,
    `v3/trace-summaries?${dayV3}`,
    `v3/traces/${traceId}`,
  ].map((path) => `/jaeger/api/${path}`);
}

function tempoPaths(traceId: string, service: string): readonly string[] {
  const q = (text: string) => `q=${encodeURIComponent(text)}`;
  return [
    'search?limit=100',
    `search?${q(`{ resource.service.name = "${service}" }`)}`,
    `search?${q('{ } > { } | select(name)')}`,
    `search?tags=${encodeURIComponent('service.name=shop')}`,
    `metrics/query_range?${q('{ } | rate() by (resource.service.name)')}&${seconds}`,
    `metrics/query_range?${q('{ } | count_over_time() by (event.message)')}&${seconds}`,
    `metrics/query?${q('{ } | compare({ status = error })')}&${seconds}`,
    'search/tags',
    `v2/search/tags?${q('{ true }')}`,
    'v2/search/tags',
    'search/tag/service.name/values',
    'v2/search/tag/resource.service.name/values',
    `v2/search/tag/span:name/values?${q('{ true }')}`,
    'v2/search/tag/event.message/values',
    'v2/search/tag/rootServiceName/values',
    `traces/${traceId}`,
    `v2/traces/${traceId}`,
  ].map((path) => `/tempo/api/${path}`);
}
