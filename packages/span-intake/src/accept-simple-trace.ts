import type { JsonObject, JsonValue, Link, SimpleTrace, SpanLink } from '@spanhouse/span-schema';
import { type AcceptedSpans, type AllSpansRefused, acceptSpans } from './accept-spans.js';
import { createSpanDraft } from './span-draft.js';

/** What the gateway adds to a simple trace. */
interface SimpleTraceStamp extends Link {
  /** When the request arrived, in nanoseconds. */
  receivedAt: bigint;
}

/**
 * The one root span of a simple trace (API: "Simple traces"). Its trace is an annotation, also without
 * links. Takes over the trace: its objects become part of the span.
 */
export function acceptSimpleTrace(
  trace: SimpleTrace,
  { trace_id, span_id, receivedAt }: SimpleTraceStamp,
): AcceptedSpans | AllSpansRefused {
  const draft = {
    ...createSpanDraft(),
    trace_id,
    span_id,
    parent_id: undefined,
    span_name: trace.references.evaluator?.slug ?? 'annotation',
    start_time: receivedAt,
    end_time: receivedAt,
    attributes: { ag: toAg(trace) },
    links: toSpanLinks(trace.links),
  };
  const source = { sent: null, place: ['trace'], inheritedParentId: undefined };
  return acceptSpans({ entries: [draft], flat: undefined, nested: [source] });
}

function toAg({ references, tags, meta, data, ...enums }: SimpleTrace): JsonObject {
  const { selector, ...entries } = references;
  return {
    type: { span: 'task' },
    flags: toFlags(enums),
    references: entries as JsonObject,
    data,
    ...(tags === undefined ? {} : { tags }),
    ...(meta === undefined ? {} : { meta }),
    ...(selector === undefined ? {} : { selector }),
  };
}

/** What is not named here leaves no flag. */
export const SIMPLE_TRACE_FLAGS: Readonly<Record<string, string>> = {
  human: 'is_feedback',
  custom: 'is_custom',
  eval: 'is_evaluation',
  sdk: 'is_sdk',
  web: 'is_web',
};

function toFlags({ origin, kind, channel }: Pick<SimpleTrace, 'origin' | 'kind' | 'channel'>) {
  const flags: Record<string, JsonValue> = {};
  for (const member of [origin, kind, channel]) {
    const flag = SIMPLE_TRACE_FLAGS[member];
    if (flag !== undefined) {
      flags[flag] = true;
    }
  }
  return flags;
}

/** The links of a list are all stored under one name. */
export function toSpanLinks(links: SimpleTrace['links']): SpanLink[] {
  return Array.isArray(links)
    ? links.map((link) => ({ ...link, attributes: { key: 'key' } }))
    : Object.entries(links).map(([name, link]) => ({ ...link, attributes: { key: name } }));
}
