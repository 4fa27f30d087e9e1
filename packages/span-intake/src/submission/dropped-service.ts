import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DroppedSpan } from './dropped-span.js';

/**
 * The services that sent dropped spans. The map is separate from the entries, because the entries are sent to clients
 * unchanged.
 */
const services = new WeakMap<DroppedSpan, string>();

/** Stores the service that sent a dropped span, as named in the span's resource. Returns the entry unchanged. */
export function withService(dropped: DroppedSpan, resource: JsonValue | undefined): DroppedSpan {
  const service = serviceNameIn(resource ?? null);
  if (service !== undefined) {
    services.set(dropped, service);
  }
  return dropped;
}

/** Returns the service that sent a dropped span; `undefined` if the span does not state its service. */
export function serviceOfDropped(dropped: DroppedSpan): string | undefined {
  return services.get(dropped);
}

function serviceNameIn(resource: JsonValue): string | undefined {
  const attributes = memberOf(resource, 'attributes');
  const name =
    memberOf(attributes, 'service.name') ?? memberOf(memberOf(attributes, 'service'), 'name');
  return typeof name === 'string' && name !== '' ? name : undefined;
}

function memberOf(value: JsonValue | undefined, key: string): JsonValue | undefined {
  return value !== undefined && isJsonObject(value) ? value[key] : undefined;
}
