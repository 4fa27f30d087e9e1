import type { ProbeTrace } from './probe-trace.js';
import { expectedFacts, type SeenSpan, type Shown, type SpanFacts } from './span-facts.js';

/** A difference between a response and the sent trace. */
interface Difference {
  /** The id of the span; absent if the difference concerns the trace as a whole. */
  readonly span_id?: string;
  /** The name of a member or the key of an attribute. The value is `span` if a span was not sent or is shown twice. */
  readonly member: string;
  readonly expected?: string;
  readonly seen?: string;
}

/** The result of comparing one response with a probe. */
export type Sighting =
  | { readonly status: 'absent' }
  /** Some spans are missing, and the visible spans are correct. */
  | { readonly status: 'partial'; readonly seen: number }
  | { readonly status: 'whole' }
  | { readonly status: 'different'; readonly differences: readonly Difference[] };

/** Compares the spans from a read path with the sent spans. Reports every difference. */
export function compareSpans(trace: ProbeTrace, seen: readonly SeenSpan[], shown: Shown): Sighting {
  const left = new Map(trace.spans.map((span) => [span.span_id, span]));
  const differences: Difference[] = [];
  for (const { span_id, facts } of seen) {
    const sent = left.get(span_id);
    if (sent === undefined) {
      const isRepeated = trace.spans.some((span) => span.span_id === span_id);
      differences.push({ span_id, member: 'span', seen: isRepeated ? 'twice' : 'not sent' });
      continue;
    }
    left.delete(span_id);
    differences.push(...compareFacts(span_id, expectedFacts(sent, trace.trace_id, shown), facts));
  }
  if (differences.length > 0) {
    return { status: 'different', differences };
  }
  if (left.size > 0) {
    return seen.length === 0 ? { status: 'absent' } : { status: 'partial', seen: seen.length };
  }
  return { status: 'whole' };
}

function compareFacts(span_id: string, expected: SpanFacts, seen: SpanFacts): Difference[] {
  const members = new Set([...Object.keys(expected), ...Object.keys(seen)]);
  return [...members]
    .filter((member) => expected[member] !== seen[member])
    .map((member) => ({
      span_id,
      member,
      ...(expected[member] !== undefined && { expected: expected[member] }),
      ...(seen[member] !== undefined && { seen: seen[member] }),
    }));
}

/** Compares a number that grows as spans become visible. Only a number that is too large counts as a difference. */
export function compareCount(member: string, expected: number, seen: number): Sighting {
  if (seen === 0) {
    return { status: 'absent' };
  }
  if (seen < expected) {
    return { status: 'partial', seen };
  }
  return seen === expected ? { status: 'whole' } : differs(member, expected, seen);
}

/** Returns the result for one wrong fact about the trace as a whole. */
export function differs(member: string, expected: unknown, seen: unknown): Sighting {
  const difference = { member, expected: String(expected), seen: String(seen) };
  return { status: 'different', differences: [difference] };
}
