import { type ProbeSpan, type ProbeValue, probePrefix, probeService } from './probe-trace.js';

/**
 * The facts about one span: a string for each member and for each attribute of the probe. An absent member has no
 * entry.
 */
export type SpanFacts = Readonly<Record<string, string>>;

/** A span as a read path returned it. */
export interface SeenSpan {
  readonly span_id: string;
  readonly facts: SpanFacts;
}

/** The comparable members of a span, without its attributes. */
export type ProbeMember =
  | Exclude<keyof ProbeSpan, 'span_id' | 'attributes'>
  | 'trace_id'
  | 'service';

/** The precision at which a read path shows spans. */
export interface Shown {
  readonly times: 'nanoseconds' | 'microseconds';
  readonly values: 'typed' | 'text';
  /** The members that the path shows; by default all members and the attributes. */
  readonly only?: readonly ProbeMember[];
}

const NS_PER_US = 1000n;

/** Returns the facts that a read path must show about a span. */
export function expectedFacts(span: ProbeSpan, trace_id: string, shown: Shown): SpanFacts {
  const time = (ns: bigint) => factOfTime(ns, shown);
  const facts = factsOf({
    trace_id,
    parent_id: span.parent_id,
    span_name: span.span_name,
    span_kind: span.span_kind,
    start_time: time(span.start_time),
    end_time: factOfEnd(span, shown),
    status_code: span.status_code,
    status_message: span.status_message,
    service: probeService,
    event: span.event && factOfEvent(span.event.name, span.event.timestamp, shown),
  });
  const { only } = shown;
  if (only !== undefined) {
    return Object.fromEntries(
      Object.entries(facts).filter(([member]) => (only as readonly string[]).includes(member)),
    );
  }
  return { ...facts, ...factsOfAttributes(Object.entries(span.attributes), shown) };
}

/**
 * Returns the fact about a span's end. A path with microseconds shows a start and a duration, and truncates each of
 * them separately.
 */
function factOfEnd({ start_time: start, end_time: end }: ProbeSpan, { times }: Shown): string {
  return String(times === 'nanoseconds' ? end : start / NS_PER_US + (end - start) / NS_PER_US);
}

/** Returns a span as a read path has shown it, with facts about its members and attributes. */
export function seenSpan(
  { span_id, ...members }: Parameters<typeof factsOf>[0] & Pick<SeenSpan, 'span_id'>,
  attributes: Iterable<readonly [key: string, value: unknown]>,
  shown: Shown,
): SeenSpan {
  return { span_id, facts: { ...factsOf(members), ...factsOfAttributes(attributes, shown) } };
}

/** Returns the facts about the members that are present. */
export function factsOf(members: Partial<Record<ProbeMember, string | undefined>>): SpanFacts {
  const present = Object.entries(members).filter(([, text]) => text !== undefined && text !== '');
  return Object.fromEntries(present as [string, string][]);
}

/** Returns a time in the unit of the read path. Finer digits are truncated. */
export function factOfTime(ns: bigint, { times }: Pick<Shown, 'times'>): string {
  return String(times === 'nanoseconds' ? ns : ns / NS_PER_US);
}

export function factOfEvent(name: string, ns: bigint, shown: Pick<Shown, 'times'>): string {
  return `${name} at ${factOfTime(ns, shown)}`;
}

/** Returns the values to compare for the attributes that the prober sets. Omits all other attributes. */
export function factsOfAttributes(
  entries: Iterable<readonly [key: string, value: unknown]>,
  { values }: Pick<Shown, 'values'>,
): SpanFacts {
  const facts: Record<string, string> = {};
  for (const [key, value] of entries) {
    if (key.startsWith(probePrefix)) {
      facts[key] = values === 'text' ? `text ${String(value)}` : factOfValue(value);
    }
  }
  return facts;
}

/** Returns the fact about a value. A number and a bigint that represent the same integer have the same fact. */
function factOfValue(value: unknown): string {
  if (isProbeValue(value)) {
    const isInteger = typeof value === 'bigint' || Number.isInteger(value);
    return `${isInteger ? 'integer' : typeof value} ${value}`;
  }
  return `other ${JSON.stringify(value) ?? 'undefined'}`;
}

function isProbeValue(value: unknown): value is ProbeValue {
  return ['string', 'boolean', 'number', 'bigint'].includes(typeof value);
}
