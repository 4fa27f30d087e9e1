import type { StoredSpan } from '@spanhouse/span-row';
import { formatTimestamp, isJsonObject, type JsonObject } from '@spanhouse/span-schema';
import type { TraceReader, WholeTrace } from '@spanhouse/trace-store/reader';
import { unwrapDefaultOutputs } from '../span-json/default-outputs.js';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';

/** Shows a root span as a simple trace. */
export function viewSimpleTrace(root: StoredSpan): JsonObject {
  const ag = memberOf(parseStoredJson<JsonObject>(unwrapDefaultOutputs(root.attributes)), 'ag');
  const selector = memberOf(ag, 'selector');
  return {
    ...toLifecycle(root),
    trace_id: root.trace_id,
    span_id: root.span_id,
    ...enumsOf(memberOf(ag, 'flags')),
    ...optional('tags', memberOf(ag, 'tags')),
    ...optional('meta', memberOf(ag, 'meta')),
    data: memberOf(ag, 'data'),
    references: { ...memberOf(ag, 'references'), ...optional('selector', selector) },
    links: linksOf(root.links),
  };
}

/** Returns true if `ag.data` of the root has members, which makes the trace a simple trace. */
function isSimpleTrace(root: StoredSpan): boolean {
  const attributes = parseStoredJson<JsonObject>(root.attributes);
  return Object.keys(memberOf(memberOf(attributes, 'ag'), 'data')).length > 0;
}

function toLifecycle(root: StoredSpan): JsonObject {
  const { created_at, created_by_id, updated_at, updated_by_id } = root;
  return {
    created_at: formatTimestamp(created_at),
    created_by_id,
    ...(updated_at !== undefined && { updated_at: formatTimestamp(updated_at) }),
    ...(updated_by_id !== undefined && { updated_by_id }),
  };
}

/** Derives the origin, kind and channel from the flags. A member whose flags are absent has its default value. */
function enumsOf(flags: JsonObject): JsonObject {
  return {
    origin: flags['is_feedback'] === true ? 'human' : 'custom',
    kind: flags['is_evaluation'] === true ? 'eval' : 'adhoc',
    channel: channelOf(flags),
  };
}

function channelOf(flags: JsonObject): string {
  if (flags['is_sdk'] === true) {
    return 'sdk';
  }
  return flags['is_web'] === true ? 'web' : 'api';
}

/**
 * Returns the links as an object keyed by name. Returns a list if two links have the same name or a link has no name.
 */
function linksOf(text: string | undefined): JsonObject | JsonObject[] {
  const links = parseIfStored<JsonObject[]>(text) ?? [];
  const named = new Map<string, JsonObject>();
  for (const link of links) {
    const name = memberOf(link, 'attributes')['key'];
    if (typeof name === 'string') {
      named.set(name, toLink(link));
    }
  }
  // `fromEntries` creates an own property even for the name `__proto__`.
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

/** Returns the first root span that has data. Reads only root spans. */
export async function findRoot(trace: WholeTrace): Promise<StoredSpan | undefined> {
  const roots = [...trace.nodes.keys()].filter(
    (position) => trace.nodes[position]?.parent_id === undefined,
  );
  for await (const portion of trace.read(roots)) {
    for (const span of portion) {
      if (isSimpleTrace(span)) {
        return span;
      }
    }
  }
  return undefined;
}

/**
 * Returns the root of a simple trace; undefined if the trace does not exist or is not a simple
 * trace.
 */
export async function lookUpSimpleTrace(
  { project_id, trace_id }: { readonly project_id: string; readonly trace_id: string },
  reader: TraceReader,
  signal: AbortSignal,
): Promise<StoredSpan | undefined> {
  const options = { signal, deadline: 'shared' } as const;
  for await (const traces of reader.streamFoundTraces(
    { project_id, trace_ids: [trace_id] },
    options,
  )) {
    for (const trace of traces) {
      return await findRoot(trace);
    }
  }
  return undefined;
}
