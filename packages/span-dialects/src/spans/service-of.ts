import type { JsonValue } from '@spanhouse/span-schema';
import type { DialectSpan } from './dialect-span.js';
import { type FlatAttribute, flattenAttributes } from './flat-attributes.js';

/** The name that Jaeger's OTLP converter gives to spans without a service. Zipkin shows the same name. */
export const noService = 'OTLPResourceNoServiceName';

/** Returns the service that recorded a span. */
export function serviceOf({ resource }: Pick<DialectSpan, 'resource'>): string {
  return serviceNamed(resource?.attributes['service.name']);
}

/** Returns the service that a value of `service.name` names. */
export function serviceNamed(name: JsonValue | undefined): string {
  return typeof name === 'string' && name !== '' ? name : noService;
}

/**
 * Lists the tags of the process that recorded a span: the attributes of the resource without the name of the service.
 */
export function resourceAttributes(span: DialectSpan): readonly FlatAttribute[] {
  const hasName = serviceOf(span) !== noService;
  return flattenAttributes(span.resource?.attributes).filter(
    ([key]) => !(hasName && key === 'service.name'),
  );
}
