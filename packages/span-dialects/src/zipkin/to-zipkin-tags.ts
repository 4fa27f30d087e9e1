import { compareCodePoints, type SpanLink, stringifyJson } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import {
  flattenAttributes,
  flattenLinkAttributes,
  type LeafValue,
} from '../spans/flat-attributes.js';
import { noService, serviceOf } from '../spans/service-of.js';
import { textOfValue } from '../spans/text-of-value.js';
import type { OpenAttributes } from './restore-endpoints.js';

/** Lists the tags of a span by key: the remaining attributes, and members that Zipkin does not have. */
export function toTags(span: DialectSpan, attributes: OpenAttributes): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const [key, value] of [...attributes, ...attributesOfOrigin(span)]) {
    if (!tags.has(key)) {
      tags.set(key, textOfValue(value));
    }
  }
  const error = errorTag(span, attributes.get('error'));
  tags.delete('error');
  for (const [key, text] of [...membersAsTags(span), ...error]) {
    tags.set(key, text);
  }
  return new Map([...tags].sort(([left], [right]) => compareCodePoints(left, right)));
}

/** The attributes of resource and scope, without the service, which is a member of the endpoint. */
function* attributesOfOrigin(span: DialectSpan): Generator<readonly [string, LeafValue]> {
  const hasService = serviceOf(span) !== noService;
  for (const [key, value] of flattenAttributes(span.resource?.attributes)) {
    if (!(hasService && key === 'service.name')) {
      yield [key, value];
    }
  }
  yield* flattenAttributes(span.scope?.attributes);
}

/**
 * An error has this tag, with the text of the attribute `error` or else the status message. The tag `false` on a
 * successful span is left out, because clients would show it as an error.
 */
function errorTag(
  { status_code, status_message }: DialectSpan,
  sent: LeafValue | undefined,
): readonly (readonly [string, string])[] {
  if (status_code === 'STATUS_CODE_ERROR') {
    return [['error', typeof sent === 'string' ? sent : (status_message ?? '')]];
  }
  const text = sent === undefined ? 'false' : textOfValue(sent);
  return text === 'false' ? [] : [['error', text]];
}

function* membersAsTags(span: DialectSpan): Generator<readonly [string, string]> {
  const { status_code, status_message, scope, trace_state } = span;
  const status = { STATUS_CODE_OK: 'OK', STATUS_CODE_ERROR: 'ERROR' }[status_code];
  const texts = {
    'otel.status_code': status,
    'otel.status_description': status_message,
    'otel.scope.name': scope?.name,
    'otel.scope.version': scope?.version,
    'w3c.tracestate': trace_state,
  };
  const counts = {
    'otel.dropped_attributes_count': span.dropped_attributes_count,
    'otel.dropped_events_count': span.dropped_events_count,
    'otel.dropped_links_count': span.dropped_links_count,
  };
  for (const [key, text] of Object.entries(texts)) {
    if (text !== undefined && text !== '') {
      yield [key, text];
    }
  }
  for (const [key, count] of Object.entries(counts)) {
    if (count > 0) {
      yield [key, String(count)];
    }
  }
  yield* span.links.map((link, index) => [`otlp.link.${index}`, textOfLink(link)] as const);
}

/** Writes a link like the exporter of the OpenTelemetry Collector. */
function textOfLink(link: SpanLink): string {
  const { trace_id, span_id, trace_state = '', attributes, dropped_attributes_count = 0 } = link;
  const json = toSortedJson(flattenLinkAttributes(attributes));
  return [trace_id, span_id, trace_state, json, dropped_attributes_count].join('|');
}

/** Returns flat attributes as a JSON object with sorted keys. */
export function toSortedJson(attributes: readonly (readonly [string, LeafValue])[]): string {
  const members = attributes
    .toSorted(([left], [right]) => compareCodePoints(left, right))
    .map(([key, value]) => `${JSON.stringify(key)}:${jsonOf(value)}`);
  return `{${members.join(',')}}`;
}

function jsonOf(value: LeafValue): string {
  return typeof value === 'object' && value !== null
    ? stringifyJson([...value])
    : stringifyJson(value);
}
