import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { UnprocessableRequest } from './problem.js';
import { type InheritedMembers, type ReadingRules, readSpan } from './read-span.js';
import { SpanFault, wrongType } from './span-fault.js';
import type { Submission } from './submission.js';
import { MAX_FAULTS, TOO_MANY_FAULTS } from './too-many-faults.js';

const NOTHING: InheritedMembers = { span_name: undefined, parent_id: undefined };

/** Reads a list of spans. */
export function walkFlat(
  spans: readonly JsonValue[],
  rules: ReadingRules,
): Submission | UnprocessableRequest {
  const entries: Submission['entries'] = [];
  let faults = 0;
  for (const sent of spans) {
    const entry = isJsonObject(sent)
      ? readSpan(sent, NOTHING, rules)
      : wrongType('invalid_span', { loc: [], input: sent }, 'span');
    if (entry instanceof SpanFault && ++faults > MAX_FAULTS) {
      return TOO_MANY_FAULTS;
    }
    entries.push(entry);
  }
  return { entries, flat: spans, nested: undefined };
}
