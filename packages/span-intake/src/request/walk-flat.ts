import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { MAX_FAULTS, tooManyFaults, type UnprocessableRequest } from '../submission/problem.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { SpanFault, wrongType } from '../submission/span-fault.js';
import type { Submission } from '../submission/submission.js';
import { type InheritedMembers, type ReadingRules, readSpan } from './read-span.js';

const nothing: InheritedMembers = { span_name: undefined, parent_id: undefined };

/** Reads the spans of the flat form, which is a list. */
export function walkFlat(
  spans: readonly JsonValue[],
  rules: ReadingRules,
): Submission | UnprocessableRequest {
  return collectEntries(spans, (sent) =>
    isJsonObject(sent)
      ? readSpan(sent, nothing, rules)
      : wrongType('invalid_span', { loc: [], input: sent }, 'span'),
  );
}

/** Reads each span of a list. Refuses the request after more than MAX_FAULTS faults. */
export function collectEntries(
  spans: readonly JsonValue[],
  read: (sent: JsonValue) => SpanDraft | SpanFault,
): Submission | UnprocessableRequest {
  const entries: Submission['entries'] = [];
  let faults = 0;
  for (const sent of spans) {
    const entry = read(sent);
    if (entry instanceof SpanFault && ++faults > MAX_FAULTS) {
      return tooManyFaults;
    }
    entries.push(entry);
  }
  return { entries, flat: spans, nested: undefined };
}
