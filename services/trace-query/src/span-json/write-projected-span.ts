import type { StoredSpan } from '@spanhouse/span-row';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type Projection,
  stringifyJson,
} from '@spanhouse/span-schema';
import { parseStoredJson } from './parse-stored-json.js';
import { pickAttributes } from './pick-attributes.js';
import { shortenTexts } from './shorten-texts.js';
import { type TraceContext, writeSpanJson } from './write-span-json.js';

/** Whether the projection shows attributes of the span. */
export function showsAttributes({ members, attributes }: Projection): boolean {
  return attributes.length > 0 || members.has('attributes');
}

/** Returns the JSON text of the parts of a span that a projection names; see docs/api/spans-and-traces.md. */
export function writeProjectedSpan(
  span: StoredSpan,
  projection: Projection,
  shown: TraceContext = span,
): string {
  const isShown = showsAttributes(projection);
  // Attributes that were not read have no end to which others could be added.
  const whole = isShown ? span : { ...span, attributes: noAttributes };
  const context = isShown ? shown : { ...shown, metrics: '{}' };
  const members = parseStoredJson<JsonObject>(writeSpanJson(whole, context));
  const { members: names, textLimit } = projection;
  const projected: JsonObject = {};
  for (const [name, value] of Object.entries(members)) {
    if (ids.has(name) || (name !== 'attributes' && names.has(name as never))) {
      projected[name] = shortenMember(name, value, textLimit);
    }
  }
  if (isShown) {
    const attributes = members['attributes'] as JsonObject;
    const picked = names.has('attributes')
      ? attributes
      : pickAttributes(attributes, projection.attributes);
    projected['attributes'] = shortenTexts(picked, textLimit);
  }
  return stringifyJson(projected);
}

const noAttributes = '{"ag":{"data":{}}}';
const ids = new Set(['trace_id', 'span_id', 'parent_id']);
const withAttributes = new Set(['events', 'links', 'references', 'resource', 'scope']);

function shortenMember(name: string, value: JsonValue, limit: number | undefined): JsonValue {
  if (name === 'status_message') {
    return shortenTexts(value, limit);
  }
  if (!withAttributes.has(name)) {
    return value;
  }
  return Array.isArray(value)
    ? value.map((entry) => shortenAttributes(entry, limit))
    : shortenAttributes(value, limit);
}

function shortenAttributes(entry: JsonValue, limit: number | undefined): JsonValue {
  return isJsonObject(entry) && entry['attributes'] !== undefined
    ? { ...entry, attributes: shortenTexts(entry['attributes'], limit) }
    : entry;
}
