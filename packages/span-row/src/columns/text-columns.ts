import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { SpanColumn } from './column.js';

/** The members stored as JSON, in the form that queries return; `''` for an absent member. */
export const textColumns = [
  // `ag.metrics`, rolled up over all spans of the span's request.
  {
    name: 'metrics',
    isPacked: true,
    type: 'String',
    encoding: 'json',
    from: (span) => span.metrics,
  },
  jsonMember('submitted_cumulative', 'json', (span) => span.submitted_cumulative),
  { ...jsonMember('references', 'json_list', (span) => span.references), filter: 'references' },
  { ...jsonMember('links', 'json_list', (span) => span.links), filter: 'links' },
  { ...jsonMember('hashes', 'json_list', (span) => span.hashes), filter: 'hashes' },
  { ...jsonMember('events', 'events', (span) => span.events), filter: 'events' },
  jsonMember('pricing', 'json', (span) => span.pricing),
] as const satisfies readonly SpanColumn[];

/** Declares a member that spans may lack. */
function jsonMember<Name extends string, Encoding extends string, Value>(
  name: Name,
  encoding: Encoding,
  from: (span: CanonicalSpan) => Value,
) {
  const declared = { type: 'String', isPacked: true, absent: { value: 'zero' } } as const;
  return { ...declared, name, encoding, from } as const;
}
