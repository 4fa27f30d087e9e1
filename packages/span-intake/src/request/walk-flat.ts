import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { MAX_FAULTS, tooManyFaults, type UnprocessableRequest } from '../submission/problem.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { SpanFault, wrongType } from '../submission/span-fault.js';
import type { Submission } from '../submission/submission.js';
import { type InheritedMembers, type ReadingRules, readSpan } from './read-span.js';

const nothing: InheritedMembers = { span_name: undefined, parent_id: undefined };

/** Reads the spans of a body in the flat form, which is a list. */
export function walkFlat(
  spans: readonly JsonValue[],
  rules: ReadingRules,
): Submission | UnprocessableRequest {
  return collectEntries(spans, (sent) => readSpan(sent, nothing, rules));
}

/** Reads each span of a list. Refuses the request if there are more than MAX_FAULTS faults. */
export function collectEntries(
  spans: readonly JsonValue[],
  read: (span: JsonObject) => SpanDraft,
): Submission | UnprocessableRequest {
  const entries: Submission['entries'] = [];
  let faults = 0;
  for (const sent of spans) {
    const entry = readEntry(sent, read);
    if (entry instanceof SpanFault && ++faults > MAX_FAULTS) {
      return tooManyFaults;
    }
    entries.push(entry);
  }
  return { entries, flat: spans, nested: undefined };
}

/** Reads one span, or returns its fault. */
export function readEntry(
  sent: JsonValue,
  read: (span: JsonObject) => SpanDraft,
): SpanDraft | SpanFault {
  if (!isJsonObject(sent)) {
    return wrongType('invalid_span', { loc: [], input: sent }, 'span');
  }
  try {
    return read(sent);
  } catch (error) {
    if (error instanceof SpanFault) {
      return error;
    }
    throw error;
  }
}
