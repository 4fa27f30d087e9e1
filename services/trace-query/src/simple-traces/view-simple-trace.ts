import type { StoredSpan } from '@spanhouse/span-row';
import {
  formatTimestamp,
  isJsonObject,
  type JsonObject,
  stringifyJson,
} from '@spanhouse/span-schema';
import { unwrapDefaultOutputs } from '../query/default-outputs.js';
import { parseStoredJson } from '../query/parse-stored-json.js';

/** The JSON text of a root span as a simple trace. */
export function viewSimpleTrace(root: StoredSpan): string {
  const ag = memberOf(parseStoredJson<JsonObject>(unwrapDefaultOutputs(root.attributes)), 'ag');
  const selector = memberOf(ag, 'selector');
  return stringifyJson({
    ...lifecycleOf(root),
    trace_id: root.trace_id,
    span_id: root.span_id,
    ...enumsOf(memberOf(ag, 'flags')),
    ...optional('tags', memberOf(ag, 'tags')),
    ...optional('meta', memberOf(ag, 'meta')),
    data: memberOf(ag, 'data'),
    references: { ...memberOf(ag, 'references'), ...optional('selector', selector) },
    links: linksOf(root.links),
  });
}

/** A root without `ag.data` is no simple trace. */
export function isSimpleTrace(root: StoredSpan): boolean {
  const attributes = parseStoredJson<JsonObject>(root.attributes);
  return Object.keys(memberOf(memberOf(attributes, 'ag'), 'data')).length > 0;
}

function lifecycleOf(root: StoredSpan): JsonObject {
  const { created_at, created_by_id, updated_at, updated_by_id } = root;
  return {
    created_at: formatTimestamp(created_at),
    created_by_id,
    ...(updated_at !== undefined && { updated_at: formatTimestamp(updated_at) }),
    ...(updated_by_id !== undefined && { updated_by_id }),
  };
}

/** The flags decide; what leaves none is seen as the default. */
function enumsOf(flags: JsonObject): JsonObject {
  return {
    origin: flags['is_feedback'] === true ? 'human' : 'custom',
    kind: flags['is_evaluation'] === true ? 'eval' : 'adhoc',
    channel: channelOf(flags),
  };
}

function channelOf(flags: JsonObject): string {
  if (flags['is_sdk'] === true) return 'sdk';
  return flags['is_web'] === true ? 'web' : 'api';
}

/** By name; a list when a name occurs twice, or a link has none. */
function linksOf(text: string | undefined): JsonObject | JsonObject[] {
  const links = text === undefined ? [] : parseStoredJson<JsonObject[]>(text);
  const named = new Map<string, JsonObject>();
  for (const link of links) {
    const name = memberOf(link, 'attributes')['key'];
    if (typeof name === 'string') named.set(name, toLink(link));
  }
  // Own members also where a name is `__proto__`.
  return named.size === links.length ? Object.fromEntries(named) : links.map(toLink);
}

function toLink({ trace_id = null, span_id = null }: JsonObject): JsonObject {
  return { trace_id, span_id };
}

function memberOf(parent: JsonObject, name: string): JsonObject {
  const value = Object.hasOwn(parent, name) ? parent[name] : undefined;
  return isJsonObject(value) ? value : {};
}

function optional(name: string, value: JsonObject): JsonObject {
  return Object.keys(value).length === 0 ? {} : { [name]: value };
}
