/** 2026-05-01, the day of the spans of `fillProject`. */
const day = { startS: 1_777_593_600, endS: 1_777_680_000 };
const zipkinWindow = `endTs=${day.endS * 1000}&lookback=86400000`;
const microseconds = `start=${day.startS}000000&end=${day.endS}000000`;

/** The paths of all dialects whose answers hold contents of the spans of `fillProject`. */
export function frontDoorPaths(traceId: string, service: string): readonly string[] {
  const name = encodeURIComponent(service);
  return [
    '/zipkin/api/v2/services',
    `/zipkin/api/v2/spans?serviceName=${name}`,
    `/zipkin/api/v2/traces?${zipkinWindow}&limit=1000`,
    `/zipkin/api/v2/trace/${traceId}`,
    '/jaeger/api/services',
    `/jaeger/api/services/${name}/operations`,
    `/jaeger/api/traces?service=${name}&${microseconds}&limit=100`,
    `/jaeger/api/traces/${traceId}`,
    '/jaeger/api/v3/services',
    `/jaeger/api/v3/operations?service=${name}`,
    `/jaeger/api/v3/traces/${traceId}`,
    '/tempo/api/search?limit=100',
    `/tempo/api/search?q=${encodeURIComponent(`{ resource.service.name = "${service}" }`)}`,
    `/tempo/api/metrics/query_range?q=${encodeURIComponent('{ } | rate() by (resource.service.name)')}&start=${day.startS}&end=${day.endS}`,
    `/tempo/api/metrics/query?q=${encodeURIComponent('{ } | compare({ status = error })')}&start=${day.startS}&end=${day.endS}`,
    '/tempo/api/v2/search/tags',
    '/tempo/api/v2/search/tag/resource.service.name/values',
    `/tempo/api/traces/${traceId}`,
    `/tempo/api/v2/traces/${traceId}`,
  ];
}
