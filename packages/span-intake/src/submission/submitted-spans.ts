import {
  isJsonObject,
  type JsonValue,
  parseParentId,
  parseSpanId,
  parseTraceId,
} from '@spanhouse/span-schema';
import { type Submission, sentEntry } from './submission.js';

/** The members of a span, accepted or refused, that the rules for a single trace need. */
export interface SubmittedSpan {
  trace_id: string | undefined;
  sent_trace_id: JsonValue | undefined;
  span_id: string | undefined;
  has_parent: boolean;
}

/** Returns the submitted spans in their order. Of several spans with the same ids, only the last one counts. */
export function mergeSubmitted(submission: Submission): SubmittedSpan[] {
  const merged = new Map<string | number, SubmittedSpan>();
  submission.entries.forEach((_entry, position) => {
    const span = toSubmittedSpan(submission, position);
    if (span !== undefined) {
      const isIdentified = span.trace_id !== undefined && span.span_id !== undefined;
      merged.set(isIdentified ? `${span.trace_id}${span.span_id}` : position, span);
    }
  });
  return [...merged.values()];
}

/**
 * Returns the distinct trace ids. Invalid ids are not counted, because their spans are reported
 * individually.
 */
export function distinctTraceIds(spans: readonly SubmittedSpan[]): Set<string | undefined> {
  const traceIds = new Set(spans.map((span) => span.trace_id));
  traceIds.delete(undefined);
  return traceIds;
}

/** Counts the spans without a parent. */
export function countRoots(spans: readonly SubmittedSpan[]): number {
  return spans.filter((span) => !span.has_parent).length;
}

function toSubmittedSpan(submission: Submission, position: number): SubmittedSpan | undefined {
  const sent = sentEntry(submission, position);
  if (!isJsonObject(sent)) {
    return undefined;
  }
  const inheritsParent = submission.nested?.[position]?.inheritedParentId !== undefined;
  return {
    trace_id: parseTraceId(sent['trace_id']),
    sent_trace_id: sent['trace_id'],
    span_id: parseSpanId(sent['span_id']),
    has_parent: inheritsParent || parseParentId(sent['parent_id']) !== '',
  };
}
