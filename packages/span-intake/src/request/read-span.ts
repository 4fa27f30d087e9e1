import {
  type InstrumentationScope,
  type JsonObject,
  type ProjectPrices,
  parseParentId,
  parseSpanId,
  parseTimestamp,
  parseTraceId,
  type SpanResource,
  spanKinds,
  spanTypes,
  statusCodes,
  traceTypes,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { SpanDraft } from '../submission/span-draft.js';
import { missingOrWrong, SpanFault } from '../submission/span-fault.js';
import { readSpanLists } from './read-span-lists.js';
import { countIn, enumIn, listIn, objectIn, textIn } from './span-members.js';

/** Values that the gateway provides for a request. */
export interface IntakeContext {
  /** The time at which the request was received, in nanoseconds since the Unix epoch. */
  receivedAt: bigint;
  /** Returns a name for a span that was sent without one. */
  createSpanName: () => string;
  /** The prices that the project has set for models. */
  prices?: ProjectPrices | undefined;
}

/** The rules for reading the spans of one request. */
export interface ReadingRules {
  context: IntakeContext;
  /**
   * True if both times are required. Otherwise, a missing time is set to the other time, or to the receive time if both
   * are missing.
   */
  areTimesRequired: boolean;
}

/** Values that a span in the nested form inherits from the enclosing nodes. */
export interface InheritedMembers {
  span_name: string | undefined;
  parent_id: string | undefined;
}

/**
 * Reads one submitted span. Checks its members in the order of the codes in docs/api/ingest.md and throws the first
 * fault.
 */
export function readSpan(
  span: JsonObject,
  inherited: InheritedMembers,
  rules: ReadingRules,
): SpanDraft {
  const members = readMembers(span);
  const resource = members.resource && readOrigin('resource', members.resource, readResource);
  const scope = members.scope && readOrigin('scope', members.scope, readScope);
  const identity = readIdentity(span, inherited);
  const times = readTimes(span, rules);
  const enums = readEnums(span);
  const lists = readSpanLists(members);
  return {
    trace_id: identity.trace_id,
    span_id: identity.span_id,
    parent_id: identity.parent_id,
    span_type: enums.span_type,
    span_kind: enums.span_kind,
    span_name: members.span_name ?? inherited.span_name ?? rules.context.createSpanName(),
    start_time: times.start,
    end_time: times.end,
    status_code: enums.status_code,
    status_message: members.status_message,
    attributes: members.attributes,
    has_mapped_usage: false,
    has_stated_costs: false,
    references: lists.references,
    is_annotation: lists.links !== undefined,
    links: lists.links,
    hashes: lists.hashes,
    events: lists.events,
    exception: members.exception,
    session_id: members.session_id,
    user_id: members.user_id,
    agent_id: members.agent_id,
    resource,
    scope,
    trace_state: members.trace_state,
    flags: members.flags,
    dropped_attributes_count: members.dropped_attributes_count,
    dropped_events_count: members.dropped_events_count,
    dropped_links_count: members.dropped_links_count,
  };
}

/**
 * Reads the members for which only the type is checked. If several members are faulty, the first one in the order below
 * is reported.
 */
function readMembers(span: JsonObject) {
  return {
    span_name: textIn(span, 'span_name'),
    status_message: textIn(span, 'status_message'),
    session_id: textIn(span, 'session_id'),
    user_id: textIn(span, 'user_id'),
    agent_id: textIn(span, 'agent_id'),
    trace_state: textIn(span, 'trace_state'),
    attributes: objectIn(span, 'attributes') ?? {},
    exception: objectIn(span, 'exception'),
    resource: objectIn(span, 'resource'),
    scope: objectIn(span, 'scope'),
    references: listIn(span, 'references'),
    links: listIn(span, 'links'),
    hashes: listIn(span, 'hashes'),
    events: listIn(span, 'events'),
    flags: countIn(span, 'flags'),
    dropped_attributes_count: countIn(span, 'dropped_attributes_count') ?? 0,
    dropped_events_count: countIn(span, 'dropped_events_count') ?? 0,
    dropped_links_count: countIn(span, 'dropped_links_count') ?? 0,
  };
}

function readIdentity(span: JsonObject, inherited: InheritedMembers) {
  const trace_id = parseTraceId(span['trace_id']) ?? refuseId(span, 'trace_id');
  const span_id = parseSpanId(span['span_id']) ?? refuseId(span, 'span_id');
  const parentId = parseParentId(span['parent_id']) ?? refuseId(span, 'parent_id');
  return { trace_id, span_id, parent_id: parentId === '' ? inherited.parent_id : parentId };
}

function refuseId(span: JsonObject, key: 'trace_id' | 'span_id' | 'parent_id'): never {
  throw missingOrWrong(`invalid_${key}`, span, { key, reason: 'is not a valid id' });
}

function readTimes(span: JsonObject, { areTimesRequired, context }: ReadingRules) {
  const start = readTime(span, 'start_time', areTimesRequired);
  const end = readTime(span, 'end_time', areTimesRequired);
  const known = start ?? end ?? context.receivedAt;
  return { start: start ?? known, end: end ?? known };
}

function readTime(span: JsonObject, key: string, isRequired: boolean): bigint | undefined {
  const value = span[key] ?? undefined;
  const time = parseTimestamp(value);
  if (time === undefined && (isRequired || value !== undefined)) {
    throw missingOrWrong('invalid_time', span, { key, reason: 'is not a usable time' });
  }
  return time;
}

function readEnums(span: JsonObject) {
  const span_type = enumIn(span, 'span_type', spanTypes);
  const span_kind = enumIn(span, 'span_kind', spanKinds) ?? 'SPAN_KIND_UNSPECIFIED';
  const status_code = enumIn(span, 'status_code', statusCodes) ?? 'STATUS_CODE_UNSET';
  enumIn(span, 'trace_type', traceTypes); // checked but not used
  return { span_type, span_kind, status_code };
}

/** Returns 12 random hex characters, as the name of a span that was sent without one. */
export function createSpanName(): string {
  return Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}

/** Reads the resource or the scope of a span. Both are kept unchanged, so that an export can be imported again. */
function readOrigin<Origin>(
  name: 'resource' | 'scope',
  sent: JsonObject,
  read: (sent: JsonObject) => Origin,
): Origin {
  try {
    return read(sent);
  } catch (error) {
    throw error instanceof SpanFault ? error.within([name]) : error;
  }
}

function readResource(resource: JsonObject): SpanResource {
  const schema_url = textIn(resource, 'schema_url');
  const { attributes = {}, ...counts } = readOriginMembers(resource);
  return withoutUndefined({ attributes, ...counts, schema_url });
}

function readScope(scope: JsonObject): InstrumentationScope {
  const name = textIn(scope, 'name');
  const version = textIn(scope, 'version');
  const schema_url = textIn(scope, 'schema_url');
  return withoutUndefined({ name, version, ...readOriginMembers(scope), schema_url });
}

function readOriginMembers(origin: JsonObject) {
  return {
    attributes: objectIn(origin, 'attributes'),
    dropped_attributes_count: countIn(origin, 'dropped_attributes_count') || undefined,
  };
}
