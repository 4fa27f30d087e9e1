import {
  type JsonObject,
  type JsonValue,
  type Link,
  type SimpleTrace,
  type SpanLink,
  withoutUndefined,
} from '@spanhouse/span-schema';
import { acceptSpans, type IngestOutcome } from '../canonical/accept-spans.js';
import { createSpanDraft } from '../submission/span-draft.js';

/** The ids and the time that the gateway assigns to a simple trace. */
interface SimpleTraceStamp extends Link {
  /** The time at which the request was received, in nanoseconds since the Unix epoch. */
  receivedAt: bigint;
}

/**
 * Creates the root span of a simple trace (see docs/api/annotations.md). The trace is an annotation even if it has no
 * links. Takes ownership of the submitted trace: its objects become part of the span.
 */
export function acceptSimpleTrace(
  trace: SimpleTrace,
  { trace_id, span_id, receivedAt }: SimpleTraceStamp,
): IngestOutcome {
  const draft = {
    ...createSpanDraft(),
    trace_id,
    span_id,
    parent_id: undefined,
    span_name: trace.references.evaluator?.slug ?? 'annotation',
    start_time: receivedAt,
    end_time: receivedAt,
    attributes: { ag: toAg(trace) },
    is_annotation: true,
    links: toSpanLinks(trace.links),
  };
  const source = { sent: null, position: ['trace'], inheritedParentId: undefined };
  return acceptSpans({ entries: [draft], flat: undefined, nested: [source] });
}

function toAg({ references, tags, meta, data, ...enums }: SimpleTrace): JsonObject {
  const { selector, ...entries } = references;
  return withoutUndefined({
    type: { span: 'task' },
    flags: toFlags(enums),
    references: entries as JsonObject,
    data,
    tags,
    meta,
    selector,
  });
}

/** Flags, keyed by the value of origin, kind or channel that sets them. Other values set no flag. */
export const simpleTraceFlags: Readonly<Record<string, string>> = {
  human: 'is_feedback',
  custom: 'is_custom',
  eval: 'is_evaluation',
  sdk: 'is_sdk',
  web: 'is_web',
};

function toFlags({ origin, kind, channel }: Pick<SimpleTrace, 'origin' | 'kind' | 'channel'>) {
  const flags: Record<string, JsonValue> = {};
  for (const member of [origin, kind, channel]) {
    const flag = simpleTraceFlags[member];
    if (flag !== undefined) {
      flags[flag] = true;
    }
  }
  return flags;
}

/** Converts links, which are sent by name or as a list, to span links. All links from a list get the same name. */
export function toSpanLinks(links: SimpleTrace['links']): SpanLink[] {
  return Array.isArray(links)
    ? links.map((link) => ({ ...link, attributes: { key: 'key' } }))
    : Object.entries(links).map(([name, link]) => ({ ...link, attributes: { key: name } }));
}
