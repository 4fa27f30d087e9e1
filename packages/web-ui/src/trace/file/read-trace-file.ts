import { spanKinds, statusCodes } from '@spanhouse/span-schema/span-enums';
import { parseExactJson } from '../../api/json/parse-exact-json.js';
import {
  type Json,
  type JsonMembers,
  membersOf,
  type ShownSpan,
  type SpanEvent,
  valueAt,
} from '../../api/shown-span.js';
import { writeTime } from '../../parts/values/format-time.js';
import {
  integerAt,
  isList,
  listAt,
  nestAttributes,
  readKeyValues,
  shownId,
  textAt,
} from './json-members.js';

const accepted =
  'The page reads answers and NDJSON exports of the Spanhouse API, OTLP/JSON, and JSON of Jaeger.';

/** Thrown if a file cannot be shown. The message explains the reason to the user. */
export class UnreadableFile extends Error {
  constructor(reason: string) {
    super(`${reason} ${accepted}`);
    this.name = 'UnreadableFile';
  }
}

/**
 * Parses a file and returns the last version of each span. Throws an UnreadableFile if the file is not JSON or contains
 * no spans.
 */
export function readTraceFile(text: string): readonly ShownSpan[] {
  const spans = parseValues(text).flatMap(readSpans);
  if (spans.length === 0) {
    throw new UnreadableFile('The file has no spans.');
  }
  const byId = new Map(spans.map((span) => [`${span.trace_id} ${span.span_id}`, span]));
  return [...byId.values()];
}

/** Parses a file that contains one JSON value, or one JSON value per line. */
function parseValues(text: string): readonly Json[] {
  try {
    return [parseExactJson(text) as Json];
  } catch {
    return text.split('\n').flatMap(parseLine);
  }
}

function parseLine(line: string, index: number): Json[] {
  if (line.trim() === '') {
    return [];
  }
  try {
    return [parseExactJson(line) as Json];
  } catch {
    throw new UnreadableFile(`Line ${index + 1} of the file is not JSON.`);
  }
}

function readSpans(value: Json): readonly ShownSpan[] {
  try {
    return readOtlp(value) ?? readJaeger(value) ?? collectSpans(value);
  } catch (error) {
    const reason = error instanceof TypeError || error instanceof RangeError;
    throw reason ? new UnreadableFile(error.message) : error;
  }
}

/**
 * Returns the spans in an API response. The response may contain lists, trees or maps of spans. Children in a tree
 * become separate spans.
 */
function collectSpans(answer: Json): readonly ShownSpan[] {
  const found: ShownSpan[] = [];
  const pending: Json[] = [answer];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const members = membersOf(next);
    if (members !== undefined && isSpan(members)) {
      const { spans: children, ...span } = members;
      found.push(span as unknown as ShownSpan);
      pending.push(children ?? null);
    } else if (Array.isArray(next)) {
      pending.push(...next.toReversed());
    } else if (members !== undefined) {
      pending.push(...Object.values(members).toReversed());
    }
  }
  return found;
}

function isSpan(members: JsonMembers): boolean {
  const needed = ['trace_id', 'span_id', 'span_name', 'start_time', 'end_time'];
  return needed.every((name) => typeof members[name] === 'string');
}

/** Reads the spans of an OTLP/JSON document. Returns undefined for other formats. */
function readOtlp(value: Json): readonly ShownSpan[] | undefined {
  const resources = valueAt(value, 'resourceSpans') ?? valueAt(value, 'resource_spans');
  if (!Array.isArray(resources)) {
    return undefined;
  }
  return listAt(resources).flatMap((entry) => {
    const attributes = Object.fromEntries(
      readKeyValues(membersOf(entry['resource'])?.['attributes']),
    );
    const scopes = listAt(entry['scopeSpans'] ?? entry['instrumentationLibrarySpans']);
    return scopes.flatMap(({ scope, spans }) =>
      listAt(spans).map((span) => readSpan(span, attributes, membersOf(scope) ?? {})),
    );
  });
}

function readSpan(span: JsonMembers, attributes: JsonMembers, scope: JsonMembers): ShownSpan {
  const status = membersOf(span['status']) ?? {};
  const message = textAt(status, 'message');
  const parent = textAt(span, 'parentSpanId');
  const own = nestAttributes(readKeyValues(span['attributes']));
  const type = valueAt(own, 'ag', 'type', 'span');
  return {
    trace_id: shownId(textAt(span, 'traceId'), 'trace'),
    span_id: shownId(textAt(span, 'spanId'), 'span'),
    ...(parent !== undefined && { parent_id: shownId(parent, 'span') }),
    span_name: textAt(span, 'name') ?? '',
    ...(typeof type === 'string' && { span_type: type }),
    span_kind: nameOf(spanKinds, span['kind']),
    start_time: readNs(span, 'startTimeUnixNano'),
    end_time: readNs(span, 'endTimeUnixNano'),
    status_code: nameOf(statusCodes, status['code']),
    ...(message !== undefined && { status_message: message }),
    attributes: own,
    ...listMember('events', listAt(span['events']).map(readEvent)),
    ...listMember('links', listAt(span['links']).map(readLink)),
    resource: { attributes },
    scope: readScope(scope),
  };
}

function listMember<Item>(name: string, items: readonly Item[]) {
  return items.length === 0 ? {} : { [name]: items };
}

function readEvent(event: JsonMembers): SpanEvent {
  return {
    name: textAt(event, 'name') ?? '',
    timestamp: readNs(event, 'timeUnixNano'),
    attributes: Object.fromEntries(readKeyValues(event['attributes'])),
  };
}

function readLink(link: JsonMembers) {
  return {
    trace_id: shownId(textAt(link, 'traceId'), 'trace'),
    span_id: shownId(textAt(link, 'spanId'), 'span'),
    attributes: nestAttributes(readKeyValues(link['attributes'])),
  };
}

function readScope(scope: JsonMembers): NonNullable<ShownSpan['scope']> {
  const [name, version] = [textAt(scope, 'name'), textAt(scope, 'version')];
  return { ...(name !== undefined && { name }), ...(version !== undefined && { version }) };
}

function readNs(members: JsonMembers, name: string): string {
  return writeTime(integerAt(members, name) ?? 0n);
}

/** Returns the name of an enumeration value, which OTLP/JSON writes as a number or a name. */
function nameOf(names: readonly string[], value: Json | undefined): string {
  const name = typeof value === 'string' ? value : names[Number(value ?? 0)];
  return names.find((known) => known === name) ?? names[0] ?? '';
}

const NS_PER_US = 1000n;

/** Returns the spans in Jaeger's JSON, from its API or a download; undefined for other formats. */
function readJaeger(value: Json): readonly ShownSpan[] | undefined {
  const data = valueAt(value, 'data');
  const traces = isList(data) ? listAt(data) : listAt([value]);
  const isJaeger = ({ spans }: JsonMembers) =>
    isList(spans) && listAt(spans).every((span) => textAt(span, 'spanID') !== undefined);
  if (traces.length === 0 || !traces.every(isJaeger)) {
    return undefined;
  }
  return traces.flatMap(({ spans, processes }) =>
    listAt(spans).map((span) => readJaegerSpan(span, membersOf(processes) ?? {})),
  );
}

function readJaegerSpan(span: JsonMembers, processes: JsonMembers): ShownSpan {
  const tags = new Map(readTags(span['tags']));
  const references = listAt(span['references']);
  const parent = parentOf(span, references);
  const start = (integerAt(span, 'startTime') ?? 0n) * NS_PER_US;
  const message = tags.get('otel.status_description');
  const process =
    membersOf(span['process']) ?? membersOf(processes[textAt(span, 'processID') ?? '']) ?? {};
  return {
    trace_id: shownId(textAt(span, 'traceID'), 'trace'),
    span_id: shownId(textAt(span, 'spanID'), 'span'),
    ...(parent !== undefined && { parent_id: shownId(parent, 'span') }),
    span_name: textAt(span, 'operationName') ?? '',
    span_kind: kindOf(tags.get('span.kind')),
    start_time: writeTime(start),
    end_time: writeTime(start + (integerAt(span, 'duration') ?? 0n) * NS_PER_US),
    status_code: statusOf(tags),
    ...(typeof message === 'string' && { status_message: message }),
    attributes: nestAttributes(tags),
    events: listAt(span['logs']).map(readLog),
    links: references
      .filter((reference) => textAt(reference, 'spanID') !== parent)
      .map(readReference),
    resource: {
      attributes: {
        ...Object.fromEntries(readTags(process['tags'])),
        'service.name': textAt(process, 'serviceName') ?? '',
      },
    },
  };
}

function readTags(tags: Json | undefined): readonly (readonly [string, Json])[] {
  return listAt(tags).map((tag) => [textAt(tag, 'key') ?? '', tag['value'] ?? null]);
}

function parentOf(span: JsonMembers, references: readonly JsonMembers[]): string | undefined {
  const isParent = (reference: JsonMembers) =>
    reference['refType'] === 'CHILD_OF' && reference['traceID'] === span['traceID'];
  const parent = references.find(isParent);
  return (parent && textAt(parent, 'spanID')) ?? textAt(span, 'parentSpanID');
}

function kindOf(kind: Json | undefined): string {
  const known = ['internal', 'server', 'client', 'producer', 'consumer'];
  const isKnown = typeof kind === 'string' && known.includes(kind);
  return isKnown ? `SPAN_KIND_${kind.toUpperCase()}` : 'SPAN_KIND_UNSPECIFIED';
}

function statusOf(tags: ReadonlyMap<string, Json>): string {
  const isFailed = tags.get('error') === true || tags.get('error') === 'true';
  const code = tags.get('otel.status_code');
  if (isFailed || code === 'ERROR') {
    return 'STATUS_CODE_ERROR';
  }
  return code === 'OK' ? 'STATUS_CODE_OK' : 'STATUS_CODE_UNSET';
}

/** Converts a Jaeger log to an event. The event's name comes from one of the log's fields. */
function readLog(log: JsonMembers) {
  const { event, ...attributes } = Object.fromEntries(readTags(log['fields']));
  return {
    name: typeof event === 'string' ? event : 'log',
    timestamp: writeTime((integerAt(log, 'timestamp') ?? 0n) * NS_PER_US),
    attributes,
  };
}

function readReference(reference: JsonMembers) {
  return {
    trace_id: shownId(textAt(reference, 'traceID'), 'trace'),
    span_id: shownId(textAt(reference, 'spanID'), 'span'),
  };
}
