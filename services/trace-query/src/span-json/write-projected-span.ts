import type { StoredSpan } from '@spanhouse/span-row';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type ProjectedMember,
  type Projection,
  setMember,
  stringifyJson,
} from '@spanhouse/span-schema';
import { type SpanPart, unreadParts } from '@spanhouse/trace-store/reader';
import { parseStoredJson } from './parse-stored-json.js';
import { attributeAt, pickAttributes } from './pick-attributes.js';
import { PREVIEW_CHARACTERS, previewValue, shortenText } from './preview-data.js';
import { type TraceContext, writeSpanJson } from './write-span-json.js';

/** Returns true if the projection shows attributes or their previews. */
export function showsAttributes(projection: Projection): boolean {
  return namesAttributes(projection) || projection.previews.length > 0;
}

function namesAttributes({ members, attributes }: Projection): boolean {
  return attributes.length > 0 || members.has('attributes');
}

/** Returns the parts of spans that the projection does not show. */
export function unreadIn(projection: Projection): readonly SpanPart[] {
  const shown = showsAttributes(projection) ? ['attributes', 'metrics'] : [];
  return unreadParts([...projection.members, ...shown]);
}

/**
 * Returns a function that serializes the parts of a span that the projection selects. Without a projection, it
 * serializes whole spans.
 */
export function spanWriter(
  projection: Projection | undefined,
): (span: StoredSpan, shown?: TraceContext) => string {
  return projection === undefined
    ? writeSpanJson
    : (span, shown) => writeProjectedSpan(span, projection, shown);
}

/** Returns the selected parts of a span as JSON; see docs/api/spans-and-traces.md. */
function writeProjectedSpan(
  span: StoredSpan,
  projection: Projection,
  shown: TraceContext = span,
): string {
  const { members: names, textLimit } = projection;
  const context = showsAttributes(projection) ? shown : { ...shown, metrics: '{}' };
  const members = parseStoredJson<JsonObject>(writeSpanJson(narrowed(span, projection), context));
  const { attributes, ...others } = members;
  const projected: JsonObject = {};
  for (const [name, value] of Object.entries(others)) {
    if (ids.has(name) || names.has(name as ProjectedMember)) {
      projected[name] = shortenMember(name, value, textLimit);
    }
  }
  return stringifyJson(
    isJsonObject(attributes) ? { ...projected, ...partsOf(attributes, projection) } : projected,
  );
}

/** Returns the selected attributes, and previews of other attributes. */
function partsOf(attributes: JsonObject, projection: Projection): JsonObject {
  const { members, attributes: paths, previews, textLimit } = projection;
  const parts: JsonObject = {};
  if (namesAttributes(projection)) {
    const picked = members.has('attributes') ? attributes : pickAttributes(attributes, paths);
    parts['attributes'] = shortenTexts(picked, textLimit);
  }
  if (previews.length > 0) {
    parts['previews'] = previewsOf(attributes, projection);
  }
  return parts;
}

/** Returns previews of values, keyed by path. */
function previewsOf(
  attributes: JsonObject,
  { previews, textLimit = PREVIEW_CHARACTERS }: Projection,
): JsonObject {
  const shown: JsonObject = {};
  for (const path of previews) {
    const value = attributeAt(attributes, path);
    if (value !== undefined) {
      setMember(shown, path, { ...previewValue(value, textLimit) });
    }
  }
  return shown;
}

/** Removes the columns that are not shown, because they may be long or may not have been read. */
function narrowed(span: StoredSpan, projection: Projection): StoredSpan {
  const { members } = projection;
  const ifShown = (name: (typeof texts)[number]) => (members.has(name) ? span[name] : undefined);
  return {
    ...span,
    ...Object.fromEntries(texts.map((name) => [name, ifShown(name)])),
    attributes: showsAttributes(projection) ? span.attributes : noAttributes,
  };
}

const texts = ['references', 'links', 'hashes', 'events', 'resource', 'scope', 'pricing'] as const;
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

/**
 * Replaces each string inside a value with its beginning and length if the string has more than `limit` code points.
 */
function shortenTexts(value: JsonValue, limit: number | undefined): JsonValue {
  if (limit === undefined) {
    return value;
  }
  if (typeof value === 'string') {
    return shortenedText(value, limit);
  }
  if (Array.isArray(value)) {
    return value.map((item) => shortenTexts(item, limit));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const shortened: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    setMember(shortened, name, shortenTexts(member, limit));
  }
  return shortened;
}

function shortenedText(text: string, limit: number): JsonValue {
  if (text.length <= limit) {
    return text;
  }
  const { start, length } = shortenText(text, limit);
  return length <= limit ? text : { $text: start, $length: length };
}
