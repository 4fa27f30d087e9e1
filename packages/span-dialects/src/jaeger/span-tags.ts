import type { DialectSpan } from '../spans/dialect-span.js';
import {
  type FlatAttribute,
  flattenAttributes,
  flattenSpanAttributes,
} from '../spans/flat-attributes.js';
import { nameOfKind } from './span-kinds.js';

const statusNames = new Map([
  ['STATUS_CODE_OK', 'OK'],
  ['STATUS_CODE_ERROR', 'ERROR'],
]);

/**
 * Lists the tags of a span: the span's attributes, the scope's attributes, and members for which Jaeger has no field.
 */
export function spanTags(span: DialectSpan, isCyclic: boolean): readonly FlatAttribute[] {
  const sent = flattenSpanAttributes(span.attributes);
  const values = new Map(sent);
  // A derived tag is left out if an attribute has the same name, because the Jaeger UI warns about duplicates.
  const derived = [...derivedTags(span, isCyclic)].filter(
    ([key, value]) => values.get(key) !== value,
  );
  return [...sent, ...derived];
}

/** Lists the fields of the log that represents an event: the event's name, followed by its attributes. */
export function logFields({
  name,
  attributes,
}: DialectSpan['events'][number]): readonly FlatAttribute[] {
  return [['event', name], ...flattenAttributes(attributes)];
}

function* derivedTags(span: DialectSpan, isCyclic: boolean): Generator<FlatAttribute> {
  const { scope, status_code: status, parent_id } = span;
  yield* ifPresent('otel.scope.name', scope?.name);
  yield* ifPresent('otel.scope.version', scope?.version);
  yield* flattenAttributes(scope?.attributes);
  yield* ifPresent('span.kind', nameOfKind(span.span_kind));
  yield* ifPresent('otel.status_code', statusNames.get(status));
  if (status === 'STATUS_CODE_ERROR') {
    yield ['error', true];
  }
  yield* ifPresent('otel.status_description', span.status_message);
  yield* ifPresent('w3c.tracestate', span.trace_state);
  yield* ifPresent('otel.dropped_attributes_count', span.dropped_attributes_count);
  yield* ifPresent('otel.dropped_events_count', span.dropped_events_count);
  yield* ifPresent('otel.dropped_links_count', span.dropped_links_count);
  yield* ifPresent('spanhouse.parent_id', isCyclic ? parent_id : undefined);
}

/** Yields a field unless its value is an empty string or a count of 0. */
function* ifPresent(key: string, value: string | number | undefined): Generator<FlatAttribute> {
  if (value !== undefined && value !== '' && value !== 0) {
    yield [key, value];
  }
}
