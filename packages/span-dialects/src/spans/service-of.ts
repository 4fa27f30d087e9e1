import type { JsonValue } from '@spanhouse/span-schema';
import type { DialectSpan } from './dialect-span.js';
import { type FlatAttribute, flattenAttributes } from './flat-attributes.js';

/** The name of the service of spans without one. Jaeger's OTLP converter uses it, and Zipkin shows the same name. */
export const noService = 'OTLPResourceNoServiceName';

/** Returns the service that recorded a span. */
export function serviceOf({ resource }: Pick<DialectSpan, 'resource'>): string {
  return serviceNamed(resource?.attributes['service.name']);
}

/** Returns the service for a value of the attribute `service.name`. */
export function serviceNamed(name: JsonValue | undefined): string {
  return typeof name === 'string' && name !== '' ? name : noService;
}

/**
 * Lists the attributes of a span's resource, except for the name of the service. Jaeger shows them as tags of the
 * process.
 */
export function resourceAttributes(span: DialectSpan): readonly FlatAttribute[] {
  const hasName = serviceOf(span) !== noService;
  return flattenAttributes(span.resource?.attributes).filter(
    ([key]) => !(hasName && key === 'service.name'),
  );
}
