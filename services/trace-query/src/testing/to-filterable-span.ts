import type { StoredSpan } from '@spanhouse/span-row';
import type { FilterableSpan, JsonObject } from '@spanhouse/span-schema';
import { parseStoredJson } from '../query/parse-stored-json.js';

/** What filters see of a stored span. */
export function toFilterableSpan(span: StoredSpan): FilterableSpan {
  const attributes = parseStoredJson<JsonObject>(span.attributes);
  const type = {
    trace: span.trace_type,
    ...(span.has_type_span && { span: span.span_type }),
  };
  const metrics = parseStoredJson<JsonObject>(span.metrics);
  const ag = { ...(attributes['ag'] as JsonObject), type, metrics };
  const resource = parsed<{ attributes: JsonObject }>(span.resource);
  const scope = parsed<Partial<Record<'name' | 'version', string>>>(span.scope);
  const service = resource?.attributes['service.name'];
  return {
    ...span,
    service_name: typeof service === 'string' ? service : undefined,
    scope_name: scope?.name,
    scope_version: scope?.version,
    attributes: { ...attributes, ag },
    resource,
    scope: parsed(span.scope),
    references: parsed(span.references),
    links: parsed(span.links),
    hashes: parsed(span.hashes),
    events: parsed(span.events),
  };
}

function parsed<Value>(text: string | undefined): Value | undefined {
  return text === undefined ? undefined : parseStoredJson<Value>(text);
}
