import type { JsonValue } from '@spanhouse/span-schema';
import type { DialectSpan } from './dialect-span.js';
import { type FlatAttribute, flattenAttributes } from './flat-attributes.js';

/**
 * Service name that is shown for spans without one. Jaeger's OTLP converter uses this name, and the Zipkin dialect
 * shows it too.
 */
export const noService = 'OTLPResourceNoServiceName';

/** Returns the service that recorded a span. */
export function serviceOf({ resource }: Pick<DialectSpan, 'resource'>): string {
  return serviceNamed(resource?.attributes['service.name']);
}

/** Returns the service name for a value of the attribute `service.name`. */
export function serviceNamed(name: JsonValue | undefined): string {
  return typeof name === 'string' && name !== '' ? name : noService;
}

/** Lists the attributes of a span's resource without the service name. Jaeger shows them as tags of the process. */
export function resourceAttributes(span: DialectSpan): readonly FlatAttribute[] {
  const hasName = serviceOf(span) !== noService;
  return flattenAttributes(span.resource?.attributes).filter(
    ([key]) => !(hasName && key === 'service.name'),
  );
}
