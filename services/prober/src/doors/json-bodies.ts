import { type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import { type ProbeSpan, type ProbeTrace, probeService } from '../probe/probe-trace.js';

const NS_PER_SECOND = 1_000_000_000n;

/** Returns the ingest request with a list of spans. */
export function flatBody({ trace_id, spans }: ProbeTrace): string {
  return stringifyJson({ spans: spans.map((span) => toJson(span, trace_id)) });
}

/** Returns the ingest request with a tree of spans. The nesting defines the parents, and the keys are the names. */
export function nestedBody({ trace_id, spans }: ProbeTrace): string {
  const childrenOf = (parentId: string | undefined): JsonObject =>
    Object.fromEntries(
      spans
        .filter(({ parent_id }) => parent_id === parentId)
        .map((span) => [span.span_name, toNode(span)]),
    );
  const toNode = (span: ProbeSpan): JsonObject => {
    const { parent_id: _parent, span_name: _name, ...node } = toJson(span, trace_id);
    const children = childrenOf(span.span_id);
    return Object.keys(children).length === 0 ? node : { ...node, spans: children };
  };
  return stringifyJson({ traces: { [trace_id]: { spans: childrenOf(undefined) } } });
}

function toJson(span: ProbeSpan, trace_id: string): JsonObject {
  const { span_id, parent_id, span_name, span_kind, status_code, status_message, event } = span;
  return {
    trace_id,
    span_id,
    ...(parent_id !== undefined && { parent_id }),
    span_name,
    span_kind,
    start_time: toIsoTime(span.start_time),
    end_time: toIsoTime(span.end_time),
    status_code,
    ...(status_message !== undefined && { status_message }),
    attributes: { ...span.attributes },
    ...(event && { events: [{ name: event.name, timestamp: toIsoTime(event.timestamp) }] }),
    resource: { attributes: { 'service.name': probeService } },
  };
}

/** Formats a time with nine fractional digits. */
function toIsoTime(ns: bigint): string {
  const second = new Date(Number(ns / NS_PER_SECOND) * 1000).toISOString().slice(0, 19);
  return `${second}.${String(ns % NS_PER_SECOND).padStart(9, '0')}Z`;
}
