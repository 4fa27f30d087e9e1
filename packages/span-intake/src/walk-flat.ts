import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type InheritedMembers, type ReadingRules, readSpan } from './read-span.js';
import { wrongType } from './span-fault.js';
import type { Submission } from './submission.js';

const NOTHING: InheritedMembers = { span_name: undefined, parent_id: undefined };

/** Reads a list of spans. */
export function walkFlat(spans: readonly JsonValue[], rules: ReadingRules): Submission {
  const entries: Submission['entries'] = [];
  for (const sent of spans) {
    entries.push(
      isJsonObject(sent)
        ? readSpan(sent, NOTHING, rules)
        : wrongType('invalid_span', { loc: [], input: sent }, 'span'),
    );
  }
  return { entries, flat: spans, nested: undefined };
}
