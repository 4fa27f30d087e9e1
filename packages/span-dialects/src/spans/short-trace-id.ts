const firstHalf = /^0{16}/;

/** Returns a trace id as Jaeger and Zipkin show it: in 16 digits if the others are zeros. */
export function shortTraceId(traceId: string): string {
  return traceId.replace(firstHalf, '');
}
