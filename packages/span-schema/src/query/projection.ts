import type { JsonValue } from '../json/json.js';
import { at, type QueryInput, readObject, readOneOf, report } from './query-issue.js';
import { type Location, notA, outOfRange, type ValidationDetail } from './validation-detail.js';

/** The members of a span that a projection can select. */
export const projectedMembers = [
  'created_at',
  'updated_at',
  'deleted_at',
  'created_by_id',
  'updated_by_id',
  'deleted_by_id',
  'trace_id',
  'span_id',
  'parent_id',
  'trace_type',
  'span_type',
  'span_kind',
  'span_name',
  'start_time',
  'end_time',
  'status_code',
  'status_message',
  'session_id',
  'user_id',
  'agent_id',
  'attributes',
  'references',
  'links',
  'hashes',
  'events',
  'spans',
  'resource',
  'scope',
  'trace_state',
  'flags',
  'dropped_attributes_count',
  'dropped_events_count',
  'dropped_links_count',
  'pricing',
] as const;

export type ProjectedMember = (typeof projectedMembers)[number];

/** The parts of spans that a read returns; see docs/api/spans-and-traces.md. */
export interface Projection {
  readonly members: ReadonlySet<ProjectedMember>;
  /** Dotted paths below `attributes` whose values are returned. */
  readonly attributes: readonly string[];
  /** Dotted paths below `attributes` whose values are returned as strings and truncated. */
  readonly previews: readonly string[];
  /** Maximum number of characters of a string, at least 1. Longer strings are truncated. */
  readonly textLimit: number | undefined;
}

/** A valid projection, the problems of an invalid one, or `undefined` if the request has no projection. */
export type ParsedProjection =
  | { readonly status: 'parsed'; readonly projection: Projection | undefined }
  | { readonly status: 'malformed'; readonly issues: readonly ValidationDetail[] };

/**
 * Parses the `projection` of a request. If the projection is absent or null, whole spans are returned. Collects all
 * problems.
 */
export function parseProjection(value: JsonValue | undefined, loc: Location): ParsedProjection {
  if (value === undefined || value === null) {
    return { status: 'parsed', projection: undefined };
  }
  const input: QueryInput = { loc, issues: [] };
  const { members, attributes, previews, text_limit } = readObject(value, input) ?? {};
  const names = readList(members, at(input, 'members'), (name, entryInput) =>
    readOneOf(name, projectedMembers, entryInput),
  );
  const projection = {
    members: new Set(names),
    attributes: readPaths(attributes, at(input, 'attributes')),
    previews: readPaths(previews, at(input, 'previews')),
    textLimit: readLimit(text_limit, at(input, 'text_limit')),
  };
  return input.issues.length > 0
    ? { status: 'malformed', issues: input.issues }
    : { status: 'parsed', projection };
}

function readPaths(value: JsonValue | undefined, input: QueryInput): readonly string[] {
  return readList(value, input, (path, entryInput) =>
    typeof path === 'string' ? path : report(entryInput, notA('string'), path),
  );
}

function readList<Item>(
  value: JsonValue | undefined,
  input: QueryInput,
  read: (item: JsonValue, entryInput: QueryInput) => Item | undefined,
): readonly Item[] {
  const list = value ?? [];
  if (!Array.isArray(list)) {
    report(input, notA('list'), value);
    return [];
  }
  return list.flatMap((item, index) => read(item, at(input, index)) ?? []);
}

function readLimit(value: JsonValue | undefined, input: QueryInput): number | undefined {
  if (value === undefined || value === null) {
    return undefined;
  }
  const limit = typeof value === 'bigint' ? Number(value) : value;
  if (typeof limit !== 'number' || !Number.isInteger(limit)) {
    return report(input, notA('integer'), value);
  }
  return limit < 1 ? report(input, outOfRange('min', 1), value) : limit;
}
