import type { StoredSpan } from '@spanhouse/span-row';
import {
  type CanonicalSpan,
  clampTime,
  type JsonObject,
  parseTimestamp,
  type SpanEvent,
} from '@spanhouse/span-schema';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';

/** The members that a stored span has as JSON text. */
type TextMember = 'attributes' | 'metrics' | 'submitted_cumulative' | 'pricing' | ListMember;
type ListMember = 'references' | 'links' | 'hashes' | 'resource' | 'scope';

/**
 * Returns the span that a row was encoded from, member by member: it can be encoded again without being
 * read, and so changed, by the intake.
 */
export function toCanonicalSpan(stored: StoredSpan): CanonicalSpan {
  const {
    received_at: _receivedAt,
    created_at: _createdAt,
    created_by_id: _createdById,
    updated_at: _updatedAt,
    updated_by_id: _updatedById,
    ...span
  } = stored;
  const parsed = {
    attributes: parseStoredJson<JsonObject>(span.attributes),
    metrics: parseStoredJson<CanonicalSpan['metrics']>(span.metrics),
    submitted_cumulative: parseMember(span, 'submitted_cumulative'),
    references: parseMember(span, 'references'),
    links: parseMember(span, 'links'),
    hashes: parseMember(span, 'hashes'),
    resource: parseMember(span, 'resource'),
    scope: parseMember(span, 'scope'),
    pricing: parseMember(span, 'pricing'),
    events: parseEvents(stored),
  };
  // The encoder wrote the texts of the enums, so they have the types of a canonical span.
  return { ...(span as unknown as Omit<CanonicalSpan, keyof typeof parsed>), ...parsed };
}

function parseMember<Name extends TextMember>(
  span: Pick<StoredSpan, Name>,
  name: Name,
): CanonicalSpan[Name] | undefined {
  return parseIfStored<CanonicalSpan[Name]>(span[name]);
}

/** Times of events are texts in a row. The intake accepts none that cannot be read again. */
function parseEvents({ events, start_time }: StoredSpan): readonly SpanEvent[] | undefined {
  const parsed = parseIfStored<readonly (JsonObject & { timestamp: string })[]>(events);
  return parsed?.map(
    (event) =>
      ({
        ...event,
        timestamp: parseTimestamp(event.timestamp) ?? clampTime(start_time),
      }) as unknown as SpanEvent,
  );
}
