import {
  type Json,
  type JsonMembers,
  membersOf,
  type ShownSpan,
  valueAt,
} from '../../api/shown-span.js';
import { writeTime } from '../../parts/values/format-time.js';
import { integerAt, isList, listAt, nestAttributes, shownId, textAt } from './json-members.js';

const NS_PER_US = 1000n;

/** Parses spans in Jaeger's JSON, from its API or a download; undefined for other values. */
export function readJaeger(value: Json): readonly ShownSpan[] | undefined {
  const data = valueAt(value, 'data');
  const traces = isList(data) ? listAt(data) : listAt([value]);
  const isJaeger = ({ spans }: JsonMembers) =>
    isList(spans) && listAt(spans).every((span) => textAt(span, 'spanID') !== undefined);
  if (traces.length === 0 || !traces.every(isJaeger)) {
    return undefined;
  }
  return traces.flatMap(({ spans, processes }) =>
    listAt(spans).map((span) => readSpan(span, membersOf(processes) ?? {})),
  );
}

function readSpan(span: JsonMembers, processes: JsonMembers): ShownSpan {
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
    links: references.filter((reference) => textAt(reference, 'spanID') !== parent).map(readLink),
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

/** Converts a Jaeger log to an event. One of the fields of the log is the event's name. */
function readLog(log: JsonMembers) {
  const { event, ...attributes } = Object.fromEntries(readTags(log['fields']));
  return {
    name: typeof event === 'string' ? event : 'log',
    timestamp: writeTime((integerAt(log, 'timestamp') ?? 0n) * NS_PER_US),
    attributes,
  };
}

function readLink(reference: JsonMembers) {
  return {
    trace_id: shownId(textAt(reference, 'traceID'), 'trace'),
    span_id: shownId(textAt(reference, 'spanID'), 'span'),
  };
}
