const firstHalf = /^0{16}/;

/** Returns a trace id as Jaeger and Zipkin show it: with 16 digits if the first 16 are zeros. */
export function shortTraceId(traceId: string): string {
  return traceId.replace(firstHalf, '');
}
