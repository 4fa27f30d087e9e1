import type { StoredSpan } from '@spanhouse/span-row';
import { type JsonObject, type JsonValue, parseJsonText } from '@spanhouse/span-schema';
import type { FilterableSpan } from '@spanhouse/span-schema/testing';

/** Converts a stored span to the type that filters test. */
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
  return {
    ...span,
    service_name: textOf(resource?.attributes['service.name']),
    service_version: textOf(resource?.attributes['service.version']),
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

function textOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** Parses JSON that the row encoder has written. Large integers remain exact. */
function parseStoredJson<Value>(text: string): Value {
  const parsed = parseJsonText(text);
  if (parsed.status !== 'parsed') {
    throw new Error(`a stored JSON text is malformed: ${parsed.message}`);
  }
  return parsed.value as Value;
}
