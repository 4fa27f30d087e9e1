import type { DialectSpan } from './dialect-span.js';

/** The name that Jaeger's converter of OTLP gives to spans without a service; Zipkin gets it as well. */
export const noService = 'OTLPResourceNoServiceName';

/** Returns the service that recorded a span. */
export function serviceOf({ resource }: Pick<DialectSpan, 'resource'>): string {
  const name = resource?.attributes['service.name'];
  return typeof name === 'string' && name !== '' ? name : noService;
}
