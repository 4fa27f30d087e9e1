import { type Json, type ShownSpan, serviceOf } from '../../api/shown-span.js';
import type { ShownValue } from '../../parts/values/shown-value.js';
import { writeJson } from '../../parts/values/write-json.js';
import { parseAttributeName, readAttribute } from './attribute-names.js';

/** Combines a value with its field and key. Returns undefined if there is no value. */
export function shownValue(
  name: string,
  fieldRef: ShownValue['fieldRef'],
  value: Json | undefined,
): ShownValue | undefined {
  if (value === undefined) {
    return undefined;
  }
  const text = typeof value === 'string' ? value : writeJson(value);
  return { name, value, text, ...(fieldRef !== undefined && { fieldRef }) };
}

/** Returns the value of a span's attribute for display. */
export function attributeValue(
  span: ShownSpan,
  name: string,
  column: string,
): ShownValue | undefined {
  const fieldRef = parseAttributeName(column);
  return fieldRef && shownValue(name, fieldRef, readAttribute(span, fieldRef));
}

function attribute(name: string, column: string) {
  return (span: ShownSpan) => attributeValue(span, name, column);
}

/** Functions that return a span's value for a column, keyed by column id. All span lists have these columns. */
export const spanValues: Readonly<Record<string, (span: ShownSpan) => ShownValue | undefined>> = {
  start: ({ start_time }) => shownValue('Start', undefined, start_time),
  name: ({ span_name }) => shownValue('Name', { field: 'span_name' }, span_name),
  service: (span) => shownValue('Service', { field: 'service_name' }, serviceOf(span)),
  type: ({ span_type }) => shownValue('Type', { field: 'span_type' }, span_type),
  status: ({ status_code }) => shownValue('Status', { field: 'status_code' }, status_code),
  kind: ({ span_kind }) => shownValue('Kind', { field: 'span_kind' }, span_kind),
  duration: attribute('Duration', '.ag.metrics.duration.cumulative'),
  tokens: attribute('Tokens', '.ag.metrics.tokens.cumulative.total'),
  cost: attribute('Cost', '.ag.metrics.costs.cumulative.total'),
  model: (span) =>
    attributeValue(span, 'Model', '.ag.meta.response.model') ??
    attributeValue(span, 'Model', '.ag.meta.request.model'),
  user: attribute('User', '.ag.user.id'),
  session: attribute('Session', '.ag.session.id'),
  trace: ({ trace_id }) => shownValue('Trace', { field: 'trace_id' }, trace_id),
  span: ({ span_id }) => shownValue('Span', { field: 'span_id' }, span_id),
};
