import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DroppedSpan } from './dropped-span.js';

/**
 * The services of dropped spans. They are stored separately, because an entry has only the members of its wire form.
 */
const services = new WeakMap<DroppedSpan, string>();

/** Stores the service of a dropped span, which is named in the span's resource. Returns the entry. */
export function withService(dropped: DroppedSpan, resource: JsonValue | undefined): DroppedSpan {
  const service = serviceNameIn(resource ?? null);
  if (service !== undefined) {
    services.set(dropped, service);
  }
  return dropped;
}

/** Returns the service that sent a dropped span; `undefined` if the span does not name it. */
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
