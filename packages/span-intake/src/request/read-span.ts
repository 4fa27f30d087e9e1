import {
  type InstrumentationScope,
  type JsonObject,
  type ProjectPrices,
  parseParentId,
  parseSpanId,
  parseSpanKind,
  parseSpanType,
  parseStatusCode,
  parseTimestamp,
  parseTraceId,
  type SpanResource,
  spanKinds,
  spanTypes,
  statusCodes,
  traceTypes,
  withoutUndefined,
} from '@spanhouse/span-schema';
import type { DropCode } from '../submission/dropped-span.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { missingOrWrong, SpanFault, wrongEnum } from '../submission/span-fault.js';
import { readSpanLists } from './read-span-lists.js';
import { countIn, findShapeFault, findSpanShapeFault, objectIn, textIn } from './span-members.js';

/** Values that the gateway supplies for a request. */
export interface IntakeContext {
  /** The time at which the request was received, in nanoseconds since the Unix epoch. */
  receivedAt: bigint;
  /** Creates a name for a span without a name. */
  createSpanName: () => string;
  /** The project's own prices of models. */
  prices?: ProjectPrices | undefined;
}

/** The rules for reading the spans of one request. */
export interface ReadingRules {
  context: IntakeContext;
  /**
   * True if both times are required. Otherwise, a missing time is copied from the other time, or else set to the time
   * of receipt.
   */
  areTimesRequired: boolean;
}

/** Values that a span inherits from its enclosing nodes in the nested form. */
export interface InheritedMembers {
  span_name: string | undefined;
  parent_id: string | undefined;
}

/** Checks one submitted span in the order of the codes in docs/api/ingest.md. Returns a draft or the first fault. */
export function readSpan(
  span: JsonObject,
  inherited: InheritedMembers,
  rules: ReadingRules,
): SpanDraft | SpanFault {
  const provenance = findSpanShapeFault(span) ?? readProvenance(span);
  if (provenance instanceof SpanFault) {
    return provenance;
  }
  const identity = readIdentity(span, inherited);
  if (identity instanceof SpanFault) {
    return identity;
  }
  const times = readTimes(span, rules);
  if (times instanceof SpanFault) {
    return times;
  }
  const enumFault = findEnumFault(span);
  if (enumFault !== undefined) {
    return enumFault;
  }
  const lists = readSpanLists(span);
  if (lists instanceof SpanFault) {
    return lists;
  }
  return {
    trace_id: identity.trace_id,
    span_id: identity.span_id,
    parent_id: identity.parent_id,
    span_type: parseSpanType(span['span_type']),
    span_kind: parseSpanKind(span['span_kind']) ?? 'SPAN_KIND_UNSPECIFIED',
    span_name: textIn(span, 'span_name') ?? inherited.span_name ?? rules.context.createSpanName(),
    start_time: times.start,
    end_time: times.end,
    status_code: parseStatusCode(span['status_code']) ?? 'STATUS_CODE_UNSET',
    status_message: textIn(span, 'status_message'),
    attributes: objectIn(span, 'attributes') ?? {},
    has_mapped_usage: false,
    has_stated_costs: false,
    references: lists.references,
    is_annotation: lists.links !== undefined,
    links: lists.links,
    hashes: lists.hashes,
    events: lists.events,
    exception: objectIn(span, 'exception'),
    session_id: textIn(span, 'session_id'),
    user_id: textIn(span, 'user_id'),
    agent_id: textIn(span, 'agent_id'),
    resource: provenance.resource,
    scope: provenance.scope,
    trace_state: textIn(span, 'trace_state'),
    flags: countIn(span, 'flags'),
    dropped_attributes_count: droppedCountIn(span, 'dropped_attributes_count'),
    dropped_events_count: droppedCountIn(span, 'dropped_events_count'),
    dropped_links_count: droppedCountIn(span, 'dropped_links_count'),
  };
}

function droppedCountIn(span: JsonObject, key: string): number {
  return countIn(span, key) ?? 0;
}

type SpanIdentity = Pick<SpanDraft, 'trace_id' | 'span_id' | 'parent_id'>;

function readIdentity(span: JsonObject, inherited: InheritedMembers): SpanIdentity | SpanFault {
  const traceId = parseTraceId(span['trace_id']);
  if (traceId === undefined) {
    return idFault(span, 'trace_id', 'invalid_trace_id');
  }
  const spanId = parseSpanId(span['span_id']);
  if (spanId === undefined) {
    return idFault(span, 'span_id', 'invalid_span_id');
  }
  const parentId = parseParentId(span['parent_id']);
  if (parentId === undefined) {
    return idFault(span, 'parent_id', 'invalid_parent_id');
  }
  const parent = parentId === '' ? inherited.parent_id : parentId;
  return { trace_id: traceId, span_id: spanId, parent_id: parent };
}

function idFault(span: JsonObject, key: string, code: DropCode): SpanFault {
  return missingOrWrong(code, span, { key, reason: 'is not a valid id' });
}

function readTimes(
  span: JsonObject,
  { areTimesRequired, context }: ReadingRules,
): { start: bigint; end: bigint } | SpanFault {
  const start = readTime(span, 'start_time', areTimesRequired);
  if (start instanceof SpanFault) {
    return start;
  }
  const end = readTime(span, 'end_time', areTimesRequired);
  if (end instanceof SpanFault) {
    return end;
  }
  const known = start ?? end ?? context.receivedAt;
  return { start: start ?? known, end: end ?? known };
}

function readTime(
  span: JsonObject,
  key: string,
  isRequired: boolean,
): bigint | undefined | SpanFault {
  const value = span[key];
  const time = parseTimestamp(value);
  if (time !== undefined || (!isRequired && isAbsent(value))) {
    return time;
  }
  return missingOrWrong('invalid_time', span, { key, reason: 'is not a usable time' });
}

/** Checks the enumerations of a span. Searches for the invalid member only if there is one. */
function findEnumFault(span: JsonObject): SpanFault | undefined {
  const isValid =
    (parseSpanKind(span['span_kind']) !== undefined || isAbsent(span['span_kind'])) &&
    (parseStatusCode(span['status_code']) !== undefined || isAbsent(span['status_code'])) &&
    (isAbsent(span['span_type']) || parseSpanType(span['span_type']) !== undefined) &&
    (isAbsent(span['trace_type']) || isMember(traceTypes, span['trace_type']));
  return isValid ? undefined : describeEnumFault(span);
}

const enumMembers: readonly [string, readonly string[]][] = [
  ['span_type', spanTypes],
  ['span_kind', spanKinds],
  ['status_code', statusCodes],
  ['trace_type', traceTypes],
];

function describeEnumFault(span: JsonObject): SpanFault | undefined {
  for (const [key, members] of enumMembers) {
    const input = span[key];
    if (!(isAbsent(input) || isMember(members, input))) {
      return wrongEnum({ loc: [key], input: input ?? null }, members);
    }
  }
  return undefined;
}

function isMember(members: readonly unknown[], value: unknown): boolean {
  return members.includes(value);
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

/** Returns a name for a span without a name: 12 random hex characters. */
export function createSpanName(): string {
  return Math.floor(Math.random() * 2 ** 48)
    .toString(16)
    .padStart(12, '0');
}

/** The origin of a span. It is kept unchanged, so that an export can be imported again. */
interface Provenance {
  resource: SpanResource | undefined;
  scope: InstrumentationScope | undefined;
}

const none: Provenance = { resource: undefined, scope: undefined };

/** Reads the resource and the scope of a span, or returns the first fault that it finds. */
function readProvenance(span: JsonObject): Provenance | SpanFault {
  const resource = objectIn(span, 'resource');
  const scope = objectIn(span, 'scope');
  if (resource === undefined && scope === undefined) {
    return none;
  }
  const fault =
    (resource && findShapeFault('invalid_span', resource, resourceMembers)?.within(['resource'])) ??
    (scope && findShapeFault('invalid_span', scope, scopeMembers)?.within(['scope']));
  return (
    fault ?? { resource: resource && readResource(resource), scope: scope && readScope(scope) }
  );
}

const resourceMembers = {
  strings: ['schema_url'],
  objects: ['attributes'],
  integers: ['dropped_attributes_count'],
};

const scopeMembers = { ...resourceMembers, strings: ['name', 'version', 'schema_url'] };

function readResource(resource: JsonObject): SpanResource {
  return withoutUndefined({
    attributes: objectIn(resource, 'attributes') ?? {},
    ...readOrigin(resource),
  });
}

function readScope(scope: JsonObject): InstrumentationScope {
  return withoutUndefined({
    name: textIn(scope, 'name'),
    version: textIn(scope, 'version'),
    attributes: objectIn(scope, 'attributes'),
    ...readOrigin(scope),
  });
}

function readOrigin(object: JsonObject) {
  return {
    dropped_attributes_count: countIn(object, 'dropped_attributes_count') || undefined,
    schema_url: textIn(object, 'schema_url'),
  };
}
