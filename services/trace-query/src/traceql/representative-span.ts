import type { StoredSpan } from '@spanhouse/span-row';
import type { JsonObject } from '@spanhouse/span-schema';
import type { AttributedPart, SpanGroup } from '@spanhouse/trace-store/reader';
import { type PlacedSpan, type TracedSpan, TraceShape } from '@spanhouse/traceql/evaluate';
import { unwrapDefaultOutputs } from '../span-json/default-outputs.js';
import { parseStoredJson } from '../span-json/parse-stored-json.js';
import { plainValues, spanValues } from './flat-values.js';
import type { QueriedSpans } from './queried-span.js';

/** Default values for the members that `QueriedSpans` reads. */
const emptySpan = {
  trace_id: '',
  span_id: '',
  attributes: '',
  start_time: 0n,
  end_time: 0n,
  span_name: '',
} as StoredSpan;

/** Returns a span that contains only the values determined by a group's keys. */
export function representativeSpan(
  { columns, attributes: { json, isComplete }, duration }: SpanGroup,
  shown: QueriedSpans,
): PlacedSpan {
  const stored = { ...emptySpan, ...columns, end_time: duration };
  const attributes = parseStoredJson<JsonObject>(json);
  const values = isComplete ? spanValues(attributes) : plainValues(attributes);
  const shape = new TraceShape('', [stored]);
  return { span: shown.show(stored, values), position: 0, shape, rootService: '' };
}

/** Returns a span that has the attributes of a structure, with empty values. */
export function spanOfStructure(
  part: AttributedPart,
  structure: string,
  shown: QueriedSpans,
): TracedSpan {
  if (structure === '') {
    return shown.show(emptySpan);
  }
  return part === 'attributes'
    ? shown.show(emptySpan, spanValues(parseStoredJson(unwrapDefaultOutputs(structure))))
    : shown.show({ ...emptySpan, [part]: structure });
}
