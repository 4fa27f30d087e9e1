import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { MAX_FAULTS, tooManyFaults, type UnprocessableRequest } from '../submission/problem.js';
import { SpanFault, wrongType } from '../submission/span-fault.js';
import type { Submission } from '../submission/submission.js';
import { type InheritedMembers, type ReadingRules, readSpan } from './read-span.js';

const nothing: InheritedMembers = { span_name: undefined, parent_id: undefined };

/** Reads the flat form, a list of spans. More than MAX_FAULTS invalid spans refuse the request. */
export function walkFlat(
  spans: readonly JsonValue[],
  rules: ReadingRules,
): Submission | UnprocessableRequest {
  const entries: Submission['entries'] = [];
  let faults = 0;
  for (const sent of spans) {
    const entry = isJsonObject(sent)
      ? readSpan(sent, nothing, rules)
      : wrongType('invalid_span', { loc: [], input: sent }, 'span');
    if (entry instanceof SpanFault && ++faults > MAX_FAULTS) {
      return tooManyFaults;
    }
    entries.push(entry);
  }
  return { entries, flat: spans, nested: undefined };
}
